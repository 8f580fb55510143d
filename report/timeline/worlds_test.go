package timeline_test

import (
	"net/netip"
	"testing"
	"time"

	"bcdump/decode/synth"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/timeline"
)

// second is another client of the entity server.
var second = netip.MustParseAddrPort("198.51.100.21:50001")

// toldTo is 300 States to two clients, the second a millisecond later; each may be told something
// else, or nothing.
func toldTo(first, other func(i int) []synth.Entity) *synth.Script {
	s := &synth.Script{Start: reporttest.Start}
	for i := range 300 {
		at := time.Duration(i) * time.Second / 60
		if e := first(i); e != nil {
			s.Raw(at, synth.EntityServer, reporttest.Cady, synth.EntityState(e))
		}
		if e := other(i); e != nil {
			s.Raw(at+time.Millisecond, synth.EntityServer, second, synth.EntityState(e))
		}
	}
	return s
}

func shipAt(id uint32, x int) synth.Entity {
	return synth.Entity{ID: id, Type: synth.PlayerEntity, X: float32(x), VX: 60}
}

// both is what everybody is told.
func both(i int) []synth.Entity { return []synth.Entity{shipAt(1, i), shipAt(2, 2*i)} }

// lossy leaves out one State of three.
func lossy(i int) []synth.Entity {
	if i%3 == 1 {
		return nil
	}
	return both(i)
}

// TestEntityWorlds: what only another client is told of is followed too, from its first State on, and
// so is what it is told otherwise. Loss is no other world.
func TestEntityWorlds(t *testing.T) {
	for name, c := range map[string]struct {
		first, other func(i int) []synth.Entity
		of           string
		lives        map[netip.AddrPort]int64 // States of that entity by receiver
	}{
		"only the other has it": {both, func(i int) []synth.Entity { return append(both(i), shipAt(3, i)) }, "3", map[netip.AddrPort]int64{second: 300}},
		"for a moment": {both, func(i int) []synth.Entity {
			if i == 200 || i == 201 {
				return append(both(i), shipAt(3, i))
			}
			return both(i)
		}, "3", map[netip.AddrPort]int64{second: 2}},
		"at the end": {both, func(i int) []synth.Entity {
			if i == 298 {
				return append(both(i), shipAt(3, i))
			}
			return both(i)
		}, "3", map[netip.AddrPort]int64{second: 1}},
		"only the first has it": {both, func(i int) []synth.Entity { return both(i)[:1] }, "2", map[netip.AddrPort]int64{reporttest.Cady: 300}},
		"elsewhere": {both, func(i int) []synth.Entity { return []synth.Entity{shipAt(1, i), shipAt(2, 1000-i)} }, "2",
			map[netip.AddrPort]int64{reporttest.Cady: 300, second: 300}},
		"of another type": {both, func(i int) []synth.Entity {
			return []synth.Entity{shipAt(1, i), {ID: 2, Type: synth.EnemyEntity, X: float32(2 * i), VX: 60}}
		}, "2", map[netip.AddrPort]int64{reporttest.Cady: 300, second: 300}},
		"the same":               {both, both, "2", map[netip.AddrPort]int64{reporttest.Cady: 300}},
		"loss at the first":      {lossy, both, "2", map[netip.AddrPort]int64{reporttest.Cady: 200}},
		"loss at the other":      {both, lossy, "2", map[netip.AddrPort]int64{reporttest.Cady: 300}},
		"the first is elsewhere": {func(i int) []synth.Entity { return both(i)[:1] }, both, "2", map[netip.AddrPort]int64{second: 300}},
	} {
		t.Run(name, func(t *testing.T) {
			x, rows := entityTimeline(t, toldTo(c.first, c.other), timeline.Options{Of: []string{c.of}})
			got := map[string]int64{}
			for _, r := range rows {
				if r.Apart != (r.Receiver == second.String()) {
					t.Errorf("apart %v: %+v", r.Apart, r)
				}
				if r.Kind == figures.KindUpdate {
					got[r.Receiver]++
				}
			}
			summary := x.Summary()
			if len(summary.Entities) != len(c.lives) {
				t.Errorf("%d lives of entity %s, want %v", len(summary.Entities), c.of, c.lives)
			}
			for _, l := range summary.Entities {
				if n := c.lives[netip.MustParseAddrPort(l.Receiver)]; n != l.States || n != got[l.Receiver] {
					t.Errorf("%d States of entity %d to %s in %d rows, want %d", l.States, l.ID, l.Receiver, got[l.Receiver], n)
				}
			}
			for _, sum := range summary.EntitySums {
				client := reporttest.Cady
				if sum.Apart {
					client = netip.MustParseAddrPort(sum.Receiver)
				}
				if sum.States != c.lives[client] || sum.Apart != (client == second) {
					t.Errorf("%+v", sum)
				}
			}
			for _, w := range x.Overview().Worlds {
				if w.Apart != (w.Receiver == second.String()) {
					t.Errorf("%s is told another world: %v", w.Receiver, w.Apart)
				}
			}
			if words, _ := x.Absent(); len(words) > 0 {
				t.Errorf("nothing answers to %v", words)
			}
		})
	}
}

// TestEntityWorldsAreQuiet: a client that is told another world does not stand in for the first one.
func TestEntityWorldsAreQuiet(t *testing.T) {
	s := toldTo(func(i int) []synth.Entity {
		if i > 100 {
			return nil
		}
		return both(i)
	}, func(i int) []synth.Entity { return []synth.Entity{shipAt(3, i)} })
	x, _ := entityTimeline(t, s, timeline.Options{})
	summary := x.Summary()
	for _, l := range summary.Entities {
		if want := map[int64]int64{1: 101, 2: 101, 3: 300}[l.ID]; l.States != want || l.Query == "" {
			t.Errorf("%d States of %d, want %d: %s", l.States, l.ID, want, l.Query)
		}
	}
	if len(summary.Entities) != 3 {
		t.Errorf("%d lives", len(summary.Entities))
	}
}

// TestEntityWorldLimits has more clients than are compared; it says so.
func TestEntityWorldLimits(t *testing.T) {
	s := &synth.Script{Start: reporttest.Start}
	for i := range 60 {
		for k := range 80 {
			client := netip.AddrPortFrom(second.Addr(), uint16(50000+k))
			s.Raw(time.Duration(i)*time.Second/60+time.Duration(k)*time.Microsecond, synth.EntityServer, client, synth.EntityState(append(both(i), shipAt(uint32(100+k), i))))
		}
	}
	x, _ := entityTimeline(t, s, timeline.Options{})
	summary := x.Summary()
	clients := map[string]bool{}
	for _, l := range summary.Entities {
		clients[l.Receiver] = true
	}
	// The first States of a link may have been read before its protocol was known.
	if n := summary.Dropped["clients"]; len(clients) != 65 || n < 15*59 || n > 15*60 {
		t.Errorf("%d clients, dropped %v", len(clients), summary.Dropped)
	}
}
