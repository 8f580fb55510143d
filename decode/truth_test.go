package decode_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
	"bcdump/internal/outside"
)

// life is what blocks and power settings of a ship say, put together from records.
type life struct {
	blocks, powers hash.Hash
	hashes         map[string]bool
	windows        map[string]*battle.Window
	next           map[string]int
}

func newLife() *life {
	return &life{blocks: sha256.New(), powers: sha256.New(), hashes: map[string]bool{}, windows: map[string]*battle.Window{}, next: map[string]int{}}
}

// block writes the line of one block, as captures/README.md has it.
func (x *life) block(r *decode.Record, b *message.SubsystemBlock) {
	fmt.Fprintf(x.blocks, "%d %s %s %d", r.Frame, r.Dir, r.Dst, b.StartIndex)
	for i := range b.Items {
		fmt.Fprint(x.blocks, " ", item(r, &b.Items[i]))
	}
	fmt.Fprintln(x.blocks)
	to := r.Dst.String()
	w := x.windows[to]
	if w == nil {
		w = &battle.Window{Receiver: to}
		x.windows[to] = w
	} else if x.next[to] != int(b.StartIndex) {
		w.Breaks++
	}
	w.Captured++
	x.next[to] = b.NextIndex
}

func item(r *decode.Record, s *message.SubsystemState) string {
	power, extra := "-", joinBytes(s.Facings)
	if s.HasData {
		power = fmt.Sprint(s.Power)
	}
	if r.Context.Class.Subsystems[s.Index].Format.String() == "power" {
		extra = joinBytes([]byte{s.Main, s.Backup})
	}
	return fmt.Sprintf("%d:%d:%s:%s:%s", s.Index, s.Condition, joinBytes(s.Children), power, extra)
}

func joinBytes(values []byte) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(values), "[]"), " ", ",")
}

func (x *life) power(r *decode.Record, settings []message.PowerSetting) {
	fmt.Fprintf(x.powers, "%d %s %s ", r.Frame, r.Dir, r.Src)
	if len(settings) == 0 {
		fmt.Fprint(x.powers, "-")
	}
	for i, p := range settings {
		if i > 0 {
			fmt.Fprint(x.powers, ",")
		}
		fmt.Fprintf(x.powers, "%d=%d", p.Index, p.Value)
	}
	fmt.Fprintln(x.powers)
}

// TestTruth reads the captures of a simulator and compares every value of every
// subsystem block and power message with what the simulator put in.
func TestTruth(t *testing.T) {
	folder := outside.Folder(t)
	for _, name := range []string{"synth-1.pcap", "synth-2.pcapng"} {
		t.Run(name, func(t *testing.T) {
			base, _, _ := strings.Cut(name, ".")
			var want battle.Truth
			must.Do(t, json.Unmarshal(must.Get(os.ReadFile(filepath.Join(folder, base+".truth.json")))(t), &want))
			for _, x := range want.Objects {
				for i := range x.Creations {
					x.Creations[i][0] = int64(x.Creations[i][0].(float64))
				}
			}
			c := open(t, must.Get(os.ReadFile(filepath.Join(folder, name)))(t), decode.Options{})
			a := newAccount(t)
			for r := range c.Records() {
				a.add(r)
			}
			sum := c.Summary()
			if diff := compareTruth(&want, a.conclude(&sum), cmpopts.IgnoreFields(battle.Truth{}, "Links", "Relays"), cmpopts.IgnoreFields(battle.Game{}, "Retransmits"),
				cmpopts.IgnoreFields(battle.Life{}, "Updates", "Death")); diff != "" {
				t.Errorf("(-written +read)\n%s", diff)
			}
		})
	}
}

// TestTruthInferred leaves the creations out: each ship has to get its own class, or
// none, and soon.
func TestTruthInferred(t *testing.T) {
	for name, raw := range outside.Read(t, 8<<20) {
		if !strings.HasPrefix(name, "synth") {
			continue
		}
		f, right := newFile(), []string{}
		for r := range open(t, raw, decode.Options{}).Records() {
			if _, ok := r.Content().Message.(*message.StateUpdate); ok {
				f.game(r.Src, r.Dst, r.Peer, unreliable(bytes.Clone(r.Payload)))
				right = append(right, classOf(r))
			}
		}
		i, open, wrong := 0, 0, 0
		for _, r := range read(t, f.data, decode.Options{}) {
			switch classOf(r) {
			case right[i]:
			case "":
				open++
			default:
				wrong++
			}
			i++
		}
		// An id goes to another ship once; the first block that does not fit tells.
		if i != len(right) || wrong > 8 || open > 120 {
			t.Errorf("%s: of %d updates %d have no class, %d a wrong one", name, i, open, wrong)
		}
	}
}
