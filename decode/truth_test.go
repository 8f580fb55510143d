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

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/internal/must"
	"bcdump/internal/outside"
)

// truth is what the simulator that wrote a synth-* capture says about one life of a
// ship.
type truth struct {
	ObjectID  string `json:"object_id"`
	Ship      string
	Slot      uint8 `json:"owner_slot"`
	Player    string
	Hash      string
	Frames    [2]int64
	Creations [][3]any
	Blocks    int
	BlocksSum string   `json:"blocks_sha256"`
	Powers    int      `json:"power_messages"`
	PowerSum  string   `json:"power_sha256"`
	Windows   []window // by receiver
}

type window struct {
	Receiver                 string
	Captured, Distinct, Lost int
	Breaks                   int
}

// life is the same, put together from records.
type life struct {
	id             uint32
	class          string
	blocks, powers hash.Hash
	nBlocks        int
	nPowers        int
	hashes         map[string]bool
	creations      []string
	windows        map[string]*window
	next           map[string]int
	wrong          []string
}

func newLife() *life {
	return &life{
		blocks: sha256.New(), powers: sha256.New(),
		hashes: map[string]bool{}, windows: map[string]*window{}, next: map[string]int{},
	}
}

// lives follows the ships of a capture.
type lives struct {
	t       *testing.T
	list    []*life
	current map[uint32]*life
}

func (l *lives) add(r *decode.Record) {
	switch m := r.Content().Message.(type) {
	case *message.ObjectCreate:
		l.created(r, m)
	case *message.StateUpdate:
		x := l.current[m.ObjectID]
		if x == nil {
			l.t.Errorf("frame %d: 0x%08X was not created", r.Frame, m.ObjectID)
			return
		}
		if got := classOf(r); got != x.class || r.Context.Inferred {
			x.wrong = append(x.wrong, fmt.Sprintf("frame %d: read as %q", r.Frame, got))
		}
		if m.DirtyFlags&message.FlagPosition != 0 && m.HasHash {
			x.hashes[fmt.Sprintf("0x%04X", m.SubsysHash)] = true
		}
		switch {
		case m.DirtyFlags&message.FlagSubsystems != 0:
			x.block(r, &m.Subsystems)
		case m.DirtyFlags&message.FlagWeapons != 0:
			x.power(r, m.Power)
		}
	}
}

// created begins a life with the message of the owner; copies to others belong to it.
func (l *lives) created(r *decode.Record, m *message.ObjectCreate) {
	x := l.current[m.ObjectID]
	if r.Dir == decode.ToServer && !r.Has(decode.Retransmit) {
		x = newLife()
		x.id, x.class = m.ObjectID, m.Class().Key
		l.list = append(l.list, x)
		l.current[m.ObjectID] = x
	}
	peer := r.Dst
	if r.Dir == decode.ToServer {
		peer = r.Src
	}
	x.creations = append(x.creations, fmt.Sprint(r.Frame, " ", r.Dir, " ", peer))
}

// block writes the line of one block, as captures/README.md has it.
func (x *life) block(r *decode.Record, b *message.SubsystemBlock) {
	x.nBlocks++
	fmt.Fprintf(x.blocks, "%d %s %s %d", r.Frame, r.Dir, r.Dst, b.StartIndex)
	for i := range b.Items {
		fmt.Fprint(x.blocks, " ", item(r, &b.Items[i]))
	}
	fmt.Fprintln(x.blocks)
	if !b.Decoded() || !b.BitsOK || !b.WindowOK {
		x.wrong = append(x.wrong, fmt.Sprintf("frame %d: %+v", r.Frame, b))
	}
	to := r.Dst.String()
	w := x.windows[to]
	if w == nil {
		w = &window{Receiver: to}
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
	x.nPowers++
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
			raw := must.Get(os.ReadFile(filepath.Join(folder, base+".truth.json")))(t)
			var want struct{ Objects []truth }
			must.Do(t, json.Unmarshal(raw, &want))
			capture := must.Get(os.ReadFile(filepath.Join(folder, name)))(t)
			l := lives{t: t, current: map[uint32]*life{}}
			for r := range open(t, capture, decode.Options{}).Records() {
				l.add(r)
			}
			if len(l.list) != len(want.Objects) {
				t.Fatalf("%d lives, want %d", len(l.list), len(want.Objects))
			}
			for i := range want.Objects {
				compareLife(t, &want.Objects[i], l.list[i])
			}
		})
	}
}

func compareLife(t *testing.T, want *truth, x *life) {
	t.Helper()
	what := fmt.Sprintf("%s %s", want.ObjectID, want.Ship)
	var creations []string
	for _, c := range want.Creations {
		creations = append(creations, fmt.Sprint(int64(c[0].(float64)), " ", c[1], " ", c[2]))
	}
	if diff := cmp.Diff(creations, x.creations); diff != "" {
		t.Errorf("%s: creations (-want +got)\n%s", what, diff)
	}
	type figures struct {
		ID, Ship, Blocks, Power string
		NBlocks, NPower         int
		Hashes                  map[string]bool
	}
	w := figures{want.ObjectID, want.Ship, want.BlocksSum, want.PowerSum, want.Blocks, want.Powers, map[string]bool{want.Hash: true}}
	got := figures{fmt.Sprintf("0x%08X", x.id), x.class, fmt.Sprintf("%x", x.blocks.Sum(nil)), fmt.Sprintf("%x", x.powers.Sum(nil)), x.nBlocks, x.nPowers, x.hashes}
	if diff := cmp.Diff(w, got); diff != "" {
		t.Errorf("%s (-want +got)\n%s", what, diff)
	}
	if len(x.wrong) > 0 {
		t.Errorf("%s: %d updates are wrong, the first: %s", what, len(x.wrong), x.wrong[0])
	}
	// How many windows were lost the capture cannot tell: what comes twice or late
	// breaks the sequence too. The breaks it can.
	for _, w := range want.Windows {
		got := x.windows[w.Receiver]
		if got == nil || got.Captured != w.Captured || got.Breaks != w.Breaks {
			t.Errorf("%s: windows %+v, want %+v", what, got, w)
		}
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
