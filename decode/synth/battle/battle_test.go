package battle

import (
	"errors"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/internal/must"
)

// Events come in the order of time, those of one time in the order in which they
// were added.
func TestAgenda(t *testing.T) {
	var a agenda[event]
	chance := rand.New(rand.NewPCG(1, 2))
	type moment struct {
		at time.Duration
		n  int
	}
	var want, got []moment
	now := time.Duration(0)
	take := func() {
		at, e := a.next()
		now = at
		e.do()
	}
	for n := range 5000 {
		m := moment{now + time.Duration(chance.IntN(20)), n}
		want = append(want, m)
		a.add(m.at, event{do: func() { got = append(got, m) }})
		if chance.IntN(3) == 0 {
			take()
		}
	}
	for len(got) < len(want) {
		take()
	}
	slices.SortStableFunc(want, func(x, y moment) int { return int(x.at - y.at) })
	if !slices.Equal(got, want) {
		t.Error("events come in another order")
	}
	if slices.ContainsFunc(a.heap[:cap(a.heap)], func(x entry[event]) bool { return x.event.do != nil }) {
		t.Error("events are kept")
	}
}

// Blocks have the cycles that follow from the lists of the classes: another piece of
// code works those out, and packets confirm them.
func TestBlocksFollowTheWindows(t *testing.T) {
	s := &session{network: network{Options: Options{Dialect: message.Stock}}}
	classes := ship.Stock().Classes()
	for i := range classes {
		class := &classes[i]
		for _, remote := range []bool{false, true} {
			for _, w := range class.Windows(remote) {
				n := s.entries(class, w.Start, remote, 0)
				if next := (w.Start + n) % len(class.Subsystems); next != w.Next {
					t.Errorf("%s, remote %v: from %d to %d, want %d", class.Key, remote, w.Start, next, w.Next)
				}
			}
		}
	}
}

// A boolean that stands before the block leaves no group byte to it.
func TestBlocksShareGroupBytes(t *testing.T) {
	s := &session{network: network{Options: Options{Dialect: message.Stock}}}
	sovereign := ship.Stock().ByKey("sovereign")
	// Hull and Shield Generator to the owner: 1 + 1 + 8 bytes with the group byte; one
	// less without, so that another entry begins.
	for bools, want := range []int{2, 3} {
		if n := s.entries(sovereign, 0, false, bools); n != want {
			t.Errorf("owner, %d booleans before: %d entries, want %d", bools, n, want)
		}
	}
}

// nowhere counts what passes and keeps nothing.
type nowhere struct {
	frames int64
	last   time.Duration
	t      *testing.T
	err    error
	errAt  int64
}

func (n *nowhere) Datagram(at time.Duration, _, _ netip.AddrPort, _ []byte) int64 {
	if at < n.last {
		n.t.Errorf("a datagram of %s after one of %s", at, n.last)
	}
	n.last = at
	n.frames++
	return n.frames
}

func (n *nowhere) Packet(time.Duration, netip.Addr, netip.Addr, uint8, []byte) bool {
	n.frames++
	return true
}
func (n *nowhere) ARP(time.Duration) bool { return false }
func (n *nowhere) Frames() int64          { return n.frames }

func (n *nowhere) Err() error {
	if n.errAt > 0 && n.frames >= n.errAt {
		return n.err
	}
	return nil
}

// Datagrams come in the order of time and end where they are to.
func TestEnd(t *testing.T) {
	for _, o := range []Options{
		{Players: 3, Datagrams: 1000},
		{Players: 3, Datagrams: 1000, Duration: time.Hour, Noise: 50, GameSpy: 5},
		{Players: 3, Datagrams: 1_000_000, Duration: 10 * time.Second, Reorder: 0.2, Duplicate: 0.2},
	} {
		tap := &nowhere{t: t}
		truth := must.Get(Run(o, tap))(t)
		if n := truth.Datagrams.total(); n != 1000 && o.Datagrams == 1000 || n > 1000 && tap.last > 10*time.Second {
			t.Errorf("%+v: %d datagrams, the last at %s", o, n, tap.last)
		}
		if truth.Frames != tap.frames || truth.Noise.ARP != 0 {
			t.Errorf("%d frames of %d, %d of them ARP on a link without", truth.Frames, tap.frames, truth.Noise.ARP)
		}
	}
}

// A tap that fails ends the battle.
func TestTapFails(t *testing.T) {
	tap := &nowhere{t: t, err: errors.New("full"), errAt: 50}
	if _, err := Run(Options{Players: 2, Duration: time.Hour}, tap); err == nil || tap.frames > 60 {
		t.Errorf("error %v after %d frames", err, tap.frames)
	}
}

func TestCheck(t *testing.T) {
	sound := Options{Players: 2, Duration: time.Second}
	if err := sound.Check(); err != nil {
		t.Errorf("sound options: %v", err)
	}
	nan := 0.0
	nan /= nan
	tests := []struct {
		want string
		edit func(*Options)
	}{
		{"players: 0", func(o *Options) { o.Players = 0 }},
		{"players: 17", func(o *Options) { o.Players = 17 }},
		{"minutes: a battle", func(o *Options) { o.Duration = -1 }},
		{"minutes: without", func(o *Options) { o.Duration = 0 }},
		{"datagrams: -1", func(o *Options) { o.Datagrams = -1 }},
		{"loss: 0.6", func(o *Options) { o.Loss = 0.6 }},
		{"duplicate: -1", func(o *Options) { o.Duplicate = -1 }},
		{"reorder: NaN", func(o *Options) { o.Reorder = nan }},
		{"gamespy: -1", func(o *Options) { o.GameSpy = -1 }},
		{"noise: 1e+06", func(o *Options) { o.Noise = 1e6 }},
		{"timeout: -1s", func(o *Options) { o.Timeout = -time.Second }},
		{`trouble: "flood" is not known`, func(o *Options) { o.Troubles = []Trouble{{Name: "flood"}} }},
		{"trouble: there is no player 3", func(o *Options) { o.Troubles = []Trouble{{Name: "kick", Player: 3}} }},
		{"trouble: the battle is over before kick, at 1s", func(o *Options) { o.Troubles = []Trouble{{Name: "kick", At: time.Second}} }},
		{"trouble: kick cannot happen at -1s", func(o *Options) { o.Troubles = []Trouble{{Name: "kick", At: -time.Second}} }},
		{"trouble: full cannot happen at 1ms", func(o *Options) { o.Troubles = []Trouble{{Name: "full", At: time.Millisecond}} }},
		{"trouble: kick has no round", func(o *Options) { o.Troubles = []Trouble{{Name: "kick", Step: "1"}} }},
		{`trouble: "4" is not a round`, func(o *Options) { o.Troubles = []Trouble{{Name: "silent-host", Step: "4"}} }},
		{"trouble: player 2 cannot fail to join", func(o *Options) { o.Troubles = []Trouble{{Name: "full"}, {Name: "files", Player: 2}} }},
		{"trouble: player 1 never goes", func(o *Options) { o.Troubles = []Trouble{{Name: "kick"}, {Name: "return", Player: 1}} }},
	}
	for _, tt := range tests {
		o := sound
		tt.edit(&o)
		if err := o.Check(); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%v, want %s", err, tt.want)
		}
		if _, err := Run(o, &nowhere{t: t}); err == nil {
			t.Errorf("%s: the battle was played", tt.want)
		}
	}
}

// Of the quaternion that turns +Y forward and +Z up, the rotation gives them back.
func TestOrientation(t *testing.T) {
	chance := newDice(3, 4)
	directions := []vector{{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {0, 0, 1}, {0, 0, -1}}
	for range 200 {
		directions = append(directions, anyDirection(chance))
	}
	for i, f := range directions {
		u := anyDirection(chance)
		if i < 5 {
			u = vector{f[1], f[2], f[0]}
		}
		u = u.minus(f.scaled(u.dot(f))).unit()
		x := &vessel{forward: f, up: u}
		q := x.orientation()
		if a, b := rotate(q, vector{0, 1, 0}).minus(f).length(), rotate(q, vector{0, 0, 1}).minus(u).length(); a > 1e-5 || b > 1e-5 {
			t.Errorf("forward %v, up %v: quaternion %v is off by %g and %g", f, u, q, a, b)
		}
	}
}

func rotate(q [4]float32, v vector) vector {
	w, axis := float64(q[0]), vector{float64(q[1]), float64(q[2]), float64(q[3])}
	twice := axis.cross(v).scaled(2)
	return v.plus(twice.scaled(w)).plus(axis.cross(twice))
}

func TestPartOrder(t *testing.T) {
	n := &network{luck: newDice(5, 6)}
	for order, want := range map[PartOrder][]int{InOrder: {0, 1, 2}, Reversed: {2, 1, 0}} {
		n.Parts = order
		if got := n.partOrder(3); !slices.Equal(got, want) {
			t.Errorf("%d: %v", order, got)
		}
	}
	n.Parts = Shuffled
	seen := map[int]bool{}
	for range 100 {
		seen[n.partOrder(3)[0]] = true
	}
	if len(seen) != 3 {
		t.Errorf("shuffled parts begin with %v only", seen)
	}
}

func TestParseTrouble(t *testing.T) {
	for text, want := range map[string]Trouble{
		"kick": {Name: "kick"}, "timeout@20s:2": {Name: "timeout", At: 20 * time.Second, Player: 2},
		"silent-host": {Name: "silent-host"}, "silent-client@ff:1": {Name: "silent-client", Step: "FF", Player: 1},
	} {
		if got, err := ParseTrouble(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "flood", "kick:", "kick:x", "kick:17", "kick@soon", "kick@0s", "kick@-1s", "full@3", "silent-host@4"} {
		if got, err := ParseTrouble(text); err == nil || !strings.HasPrefix(err.Error(), "trouble: ") {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}
