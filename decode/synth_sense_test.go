package decode_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// observer watches what a battle says about its ships.
type observer struct {
	t        *testing.T
	fell     map[string]bool // what went down: "hull", "facing", ...
	rose     map[string]bool
	before   map[string]uint8
	powers   map[uint8]bool
	percents map[uint8]bool
	cloaked  map[bool]bool
	dead     map[uint32]*wreck // by ship
	wrecks   int               // whose explosion was watched to its end
	ships    map[int][]uint32  // by slot, in order
	classes  map[int]map[uint8]bool
	rounds   map[string][]uint8 // of checksums, by client
	answers  map[string][]uint8
	killers  map[int32]bool
	scored   int
}

// wreck is a ship that explodes.
type wreck struct {
	died, lifetime float64
	shown          float64 // when the host last sent its state
}

func seconds(r *decode.Record) float64 { return float64(r.Time.Sec) + float64(r.Time.Nanos)/1e9 }

func (o *observer) watch(r *decode.Record) {
	switch m := r.Content().Message.(type) {
	case *message.ObjectCreate:
		o.create(r, m)
	case *message.StateUpdate:
		o.update(r, m)
	case *message.Event:
		switch m.EventCode {
		case 0x0080004E:
			o.killers[m.FiringPlayer] = true
			if o.dead[m.TargetID] == nil {
				o.dead[m.TargetID] = &wreck{died: seconds(r), lifetime: float64(m.Lifetime)}
			}
		case 0x00060005: // the wreck of somebody who leaves is not shown to the end
			for id := range o.dead {
				if slotOf(id)+2 == uint32(m.PeerID) {
					delete(o.dead, id)
				}
			}
		}
	case *message.ScoreChange:
		o.scored++
	case *message.ChecksumRequest:
		o.rounds[r.Dst.String()] = append(o.rounds[r.Dst.String()], m.Round)
	case *message.ChecksumResponse:
		o.answers[r.Src.String()] = append(o.answers[r.Src.String()], m.Round)
	}
}

func (o *observer) create(r *decode.Record, m *message.ObjectCreate) {
	if r.Dir != decode.ToServer {
		return
	}
	slot := int(m.OwnerSlot)
	if n := len(o.ships[slot]); n > 0 && m.ObjectID != 0x3FFFFFFF+uint32(slot)*0x40000 {
		last := o.ships[slot][n-1]
		x := o.dead[last]
		if x == nil || seconds(r) < x.died+9 || last >= m.ObjectID {
			o.t.Errorf("frame %d: 0x%08X follows 0x%08X, dead %v", r.Frame, m.ObjectID, last, x != nil)
		} else {
			o.over(last, x)
		}
	}
	delete(o.dead, m.ObjectID) // a player who came back
	o.ships[slot] = append(o.ships[slot], m.ObjectID)
	if o.classes[slot] == nil {
		o.classes[slot] = map[uint8]bool{}
	}
	o.classes[slot][m.Species] = true
	for key := range o.before {
		delete(o.before, key) // another ship may have the id
	}
}

// over holds the updates of a wreck against its explosion, which must be past.
func (o *observer) over(id uint32, x *wreck) {
	o.wrecks++
	if end := x.died + x.lifetime; x.shown < end-0.15 {
		o.t.Errorf("the host shows 0x%08X for %.1f s after its death, want %.1f s", id, x.shown-x.died, x.lifetime)
	}
}

// level follows one value of one ship.
func (o *observer) level(what string, key string, value uint8) {
	if old, ok := o.before[key]; ok && value < old {
		o.fell[what] = true
	} else if ok && value > old {
		o.rose[what] = true
	}
	o.before[key] = value
}

func (o *observer) update(r *decode.Record, m *message.StateUpdate) {
	if x := o.dead[m.ObjectID]; x != nil && r.Dir == decode.ToClient {
		if x.shown = seconds(r); x.shown > x.died+x.lifetime+0.1 {
			o.t.Errorf("frame %d: the host sends 0x%08X, dead since %.1f s, which explodes for %.1f s", r.Frame, m.ObjectID, x.shown-x.died, x.lifetime)
		}
	}
	if m.DirtyFlags&message.FlagCloak != 0 {
		o.cloaked[m.Cloaked] = true
	}
	for _, p := range m.Power {
		if m.DirtyFlags&message.FlagWeapons != 0 {
			o.powers[p.Value] = true
		}
	}
	if m.DirtyFlags&message.FlagSubsystems == 0 {
		return
	}
	// Of its own ship a client gets no motion; others may have nothing new either.
	if uint32(r.ClientPeer) == slotOf(m.ObjectID)+2 && m.DirtyFlags != message.FlagSubsystems {
		o.t.Errorf("frame %d: flags 0x%02X of 0x%08X to peer %d", r.Frame, m.DirtyFlags, m.ObjectID, r.ClientPeer)
	}
	for i := range m.Subsystems.Items {
		o.item(m.ObjectID, r, &m.Subsystems.Items[i])
	}
}

func slotOf(id uint32) uint32 { return (id - 0x3FFFFFFF) / 0x40000 }

func (o *observer) item(id uint32, r *decode.Record, item *message.SubsystemState) {
	key := fmt.Sprint(id, " ", r.Dst, " ", item.Index)
	what := "subsystem"
	if item.Index == 0 {
		what = "hull"
	}
	o.level(what, key, item.Condition)
	for i, f := range item.Facings {
		o.level("facing", fmt.Sprint(key, " ", i), f)
	}
	if r.Context.Class.Subsystems[item.Index].Format == ship.Reactor {
		o.level("battery", key+" main", item.Main)
	}
	if item.HasData {
		o.percents[item.Power] = true
	}
}

// TestGeneratedBattle reads a long battle: ships take damage and recover, die and are
// followed by others, sliders move, cloaks go on and off, players join by the five
// rounds.
func TestGeneratedBattle(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a hundred thousand datagrams")
	}
	var file bytes.Buffer
	length, many := heavy.Scale(9*time.Minute, 15*time.Minute), heavy.Scale[int64](10, 20)
	truth := must.Get(recorder.Record(&file, battle.Options{Players: 5, Duration: length, Seed: 43, Start: time.Unix(firstSecond, 0)}, recorder.Options{}))(t)
	set := func() map[string]bool { return map[string]bool{} }
	o := &observer{
		t: t, fell: set(), rose: set(), before: map[string]uint8{}, powers: map[uint8]bool{}, percents: map[uint8]bool{},
		cloaked: map[bool]bool{}, dead: map[uint32]*wreck{}, ships: map[int][]uint32{}, classes: map[int]map[uint8]bool{},
		rounds: map[string][]uint8{}, answers: map[string][]uint8{}, killers: map[int32]bool{},
	}
	for r := range open(t, file.Bytes(), decode.Options{}).Records() {
		o.watch(r)
	}
	for _, what := range []string{"subsystem", "facing", "battery"} {
		if !o.fell[what] || !o.rose[what] {
			t.Errorf("%s: fell %v, rose %v", what, o.fell[what], o.rose[what])
		}
	}
	if !o.fell["hull"] || o.rose["hull"] {
		t.Error("hulls only fall")
	}
	if len(o.powers) < 4 || !o.powers[204] || !o.powers[255] || len(o.percents) < 4 || !o.percents[125] {
		t.Errorf("sliders stand at %v, %v %%", o.powers, o.percents)
	}
	if len(o.cloaked) != 2 {
		t.Errorf("cloaks: %v", o.cloaked)
	}
	d := truth.Deaths
	if int64(o.wrecks) < many {
		t.Errorf("%d wrecks were watched, of %+v", o.wrecks, d)
	}
	if d.Weapons < many || d.SelfDestruct+d.Collision == 0 || len(o.killers) < 4 || o.scored == 0 {
		t.Errorf("deaths %+v, killers %v, %d score changes", d, o.killers, o.scored)
	}
	for slot, classes := range o.classes {
		if len(classes) < heavy.Scale(2, 3) {
			t.Errorf("slot %d flew only %v", slot, classes)
		}
	}
	if len(o.rounds) < 7 {
		t.Errorf("%d joins, want five and some who come back", len(o.rounds))
	}
	want := []uint8{0, 1, 2, 3, 255}
	for client, rounds := range o.rounds {
		if !slices.Equal(rounds, want) || !slices.Equal(o.answers[client], want) {
			t.Errorf("%s: rounds %v, answers %v", client, rounds, o.answers[client])
		}
	}
}
