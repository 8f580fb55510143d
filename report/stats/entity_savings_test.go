package stats_test

import (
	"math"
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// world is a State at a time, of one client.
type world struct {
	at       time.Duration
	entities []synth.Entity
}

// worlds sends States to Cady, behind a game that has the flow recognised.
func worlds(list ...world) *synth.Script {
	s := &synth.Script{Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)}
	for _, w := range list {
		s.Sent = append(s.Sent, synth.Sent{At: w.at, From: synth.EntityServer, To: reporttest.Cady, Payload: synth.EntityState(w.entities)})
	}
	return s
}

func tick(n int) time.Duration { return time.Duration(n) * time.Second / 60 }

func entity(id uint32, kind uint8, x float32) synth.Entity {
	return synth.Entity{ID: id, Type: kind, X: x, Y: 100, RGBA: 0xFFFFFFFF}
}

// TestFlicker has enemies that are away for 33, 200, 400 and 650 ms, and a State that is lost: the first three
// flicker.
func TestFlicker(t *testing.T) {
	var list []world
	for n := range 60 {
		w := world{at: tick(n), entities: []synth.Entity{entity(1, 1, 50)}}
		for id, ticks := range []int{2, 12, 24, 39} {
			if n < 20 || n >= 20+ticks {
				w.entities = append(w.entities, entity(uint32(2+id), 2, 300))
			}
		}
		if n != 50 { // lost
			list = append(list, w)
		}
	}
	e := entityReport(t, worlds(list...), stats.Options{})
	if len(e.Flickers) != 3 || e.Flows[0].Flickers != 3 {
		t.Fatalf("%+v, %d in the flow", e.Flickers, e.Flows[0].Flickers)
	}
	f := e.Flickers[0]
	if f.EntityID != 2 || f.TypeName != "Enemy" || f.Count != 1 || f.Frame != 21 || math.Abs(float64(f.Longest-33.333)) > 0.01 || f.Client != reporttest.Cady.String() {
		t.Errorf("%+v", f)
	}
	if a, b := e.Flickers[1].Longest, e.Flickers[2].Longest; math.Abs(float64(a-200)) > 0.01 || math.Abs(float64(b-400)) > 0.01 {
		t.Errorf("%+v", e.Flickers)
	}
	steady := entityReport(t, battle.EntityGame(battle.Options{Players: 2, Duration: 6 * time.Second, Seed: 3}), stats.Options{})
	if len(steady.Flickers) != 0 {
		t.Errorf("a game without flicker has %+v", steady.Flickers)
	}
}

// TestSavings sends States whose savings can be counted by hand: a player who stands, an enemy
// that moves, one far away that stands; for a second at 60 Hz.
func TestSavings(t *testing.T) {
	var list []world
	for n := range 60 {
		list = append(list, world{at: tick(n), entities: []synth.Entity{entity(1, 1, 50), entity(2, 2, 300+float32(n)*0.25), entity(3, 2, 5000)}})
	}
	e := entityReport(t, worlds(list...), stats.Options{})
	const state, whole, narrow = 6, 25, 17
	want := map[string]figures.EntitySaving{
		"30 Hz": {Sent: 30, Entities: 90, After: 30 * (state + 3*whole)},
		// All in the first State, then the enemy that moves.
		"deltas":         {Sent: 60, Entities: 3 + 59, After: 60*state + (3+59)*whole},
		"16-bit numbers": {Sent: 60, Entities: 180, After: 60*state + 180*narrow},
		"interest":       {Sent: 60, Entities: 120, After: 60 * (state + 2*whole)},
		// Of 30 States the first has both that are near; the others have the enemy if it is at
		// another pixel than before: half a pixel a State rounds to another one in every second.
		"all four": {Sent: 30, Entities: 2 + 15, After: 30*state + (2+15)*narrow},
	}
	if len(e.Savings) != len(want) {
		t.Fatalf("%+v", e.Savings)
	}
	for _, s := range e.Savings {
		w := want[s.Saving]
		if s.States != 60 || s.Bytes != 60*(state+3*whole) || s.Sent != w.Sent || s.Entities != w.Entities || s.After != w.After || s.NoFit != 0 {
			t.Errorf("%s: %+v, want %+v", s.Saving, s, w)
		}
		if math.Abs(s.Rate-60*81) > 100 || math.Abs(s.RateAfter/s.Rate-(1-s.Saved)) > 1e-9 {
			t.Errorf("%s: %v and %v bytes a second, %v saved", s.Saving, s.Rate, s.RateAfter, s.Saved)
		}
	}
}

// TestSavingsGone: what is gone costs a Despawn, and a number beyond 16 bits is counted.
func TestSavingsGone(t *testing.T) {
	list := []world{
		{at: tick(0), entities: []synth.Entity{entity(1, 1, 50), entity(2, 3, 40_000)}},
		{at: tick(1), entities: []synth.Entity{entity(1, 1, 50)}},
		{at: tick(2), entities: []synth.Entity{entity(1, 1, 50)}},
	}
	e := entityReport(t, worlds(list...), stats.Options{})
	for _, s := range e.Savings {
		switch s.Saving {
		case "deltas":
			if want := int64(3*6 + 2*25 + 8); s.After != want {
				t.Errorf("%d bytes, want %d", s.After, want)
			}
		case "16-bit numbers":
			if s.NoFit != 1 {
				t.Errorf("%d do not fit", s.NoFit)
			}
		}
	}
}

// TestManyFlickers has more entities that flicker than are listed.
func TestManyFlickers(t *testing.T) {
	s := &synth.Script{Start: time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)}
	var all []synth.Entity
	for id := range uint32(400) {
		all = append(all, entity(id+1, 2, 100))
	}
	for client := range 3 {
		to := netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 51, 100, byte(30 + client)}), 50_000)
		for n, entities := range [][]synth.Entity{all[:1], all[:1], all, all[:1], all} {
			s.Raw(tick(10*client+n), synth.EntityServer, to, synth.EntityState(entities))
		}
	}
	e := entityReport(t, s, stats.Options{})
	if len(e.Flickers) != 1024 || e.Flows[0].Flickers != 399 || e.Flows[2].Flickers != 399 {
		t.Errorf("%d rows; %d and %d in flows", len(e.Flickers), e.Flows[0].Flickers, e.Flows[2].Flickers)
	}
}

// TestEntitySavedAsSent holds what is predicted against the same battle sent in that way: it is exact.
func TestEntitySavedAsSent(t *testing.T) {
	for _, late := range []bool{false, true} {
		o := battle.Options{Players: 3, Duration: 12 * time.Second, Seed: 8, Late: late, Shots: 1}
		predicted := entityReport(t, battle.EntityGame(o), stats.Options{}).Savings
		for way, place := range map[battle.Way]int{battle.HalfRate: 0, battle.Deltas: 1, battle.Interest: 3} {
			o.Ways = []battle.Way{way}
			measured, despawns := int64(0), int64(0)
			for _, d := range battle.EntityGame(o).Sent {
				switch {
				case reporttest.IsType(&d, reporttest.TypeState):
					measured += int64(len(d.Payload))
				case !late && d.Payload[2] == 6:
					despawns += int64(len(d.Payload))
				}
			}
			if x := predicted[place]; x.After != measured+despawns || x.After >= x.Bytes {
				t.Errorf("late %v: %s should take %d of %d bytes, and takes %d and %d of Despawns", late, way, x.After, x.Bytes, measured, despawns)
			}
		}
	}
}
