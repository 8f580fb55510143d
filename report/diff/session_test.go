package diff

import (
	"cmp"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bcdump/internal/heavy"
	"bcdump/report/figures"
)

// journey makes what two places see of one session: A near the host, B near a client, whose clock is
// ahead and too fast.
func journey(n int, lose func(int) bool) (a, b []figures.Sighting) {
	chance := rand.New(rand.NewPCG(1, 2))
	const ahead, fast = 3.5e9, 1 + 40e-6
	for i := range n {
		at := int64(i) * 20e6
		x := figures.Sighting{Sum: uint64(i) + 1, At: at, Frame: int64(i + 1), Link: 1, ToClient: i%3 > 0}
		y := x
		y.Link = 7
		way := int64(20e6 + chance.ExpFloat64()*1e6)
		if !x.ToClient {
			way = -way
		}
		y.At = int64(float64(at+way)*fast + ahead)
		if !lose(i) || x.ToClient {
			a = append(a, x)
		}
		if !lose(i) || !x.ToClient {
			b = append(b, y)
		}
	}
	slices.SortStableFunc(b, func(x, y figures.Sighting) int { return int(min(max(x.At-y.At, -1), 1)) })
	return a, b
}

func unnamed(uint32, bool) (client, name string, q figures.Query) { return "", "", "" }

func sessionOf(a, b []figures.Sighting) *figures.SameSession {
	return Session(slices.Values(a), slices.Values(b), [2]Naming{unnamed, unnamed})
}

// TestSession: losses are counted, clocks fitted.
func TestSession(t *testing.T) {
	lost := [2]int64{}
	a, b := journey(30_000, func(i int) bool { return i > 10 && i < 29_990 && i%50 == 0 })
	for i := 11; i < 29_990; i++ {
		if i%50 == 0 && i%3 > 0 {
			lost[1]++
		} else if i%50 == 0 {
			lost[0]++
		}
	}
	s := sessionOf(a, b)
	if s.NearHost != "a" || len(s.Links) != 2 || *s.Links[0].Lost != lost[0] || *s.Links[1].Lost != lost[1] {
		t.Fatalf("%+v; lost are %v", s, lost)
	}
	if math.Abs(float64(s.Clock.Offset-3500)) > float64(s.Clock.Uncertain) || math.Abs(s.Clock.Drift-40) > 5 || math.Abs(float64(s.Clock.Uncertain-20)) > 2 {
		t.Errorf("clock: %+v", s.Clock)
	}
	if p50 := *s.Links[1].Delay.P50; math.Abs(float64(p50-0.7)) > 0.3 {
		t.Errorf("p50 of delays: %v ms", p50)
	}
	if turned := sessionOf(b, a); turned.NearHost != "b" || turned.Paired != s.Paired || *turned.Links[0].Lost != lost[0] {
		t.Errorf("turned round: %+v", turned)
	}
}

// TestSessionRepeats: what has the same bytes is paired in its time and on its link.
func TestSessionRepeats(t *testing.T) {
	a, b := journey(3000, func(int) bool { return false })
	for _, side := range [][]figures.Sighting{a, b} {
		for i := range side {
			if x := &side[i]; x.Frame%10 == 0 && x.Frame > 20 {
				x.Sum = 99
			}
		}
	}
	for i := range 300 { // another client is told the same, and B does not hear it
		x := a[10*i]
		x.Link, x.Frame = 2, 5000
		a = append(a, x)
	}
	slices.SortStableFunc(a, func(x, y figures.Sighting) int { return int(min(max(x.At-y.At, -1), 1)) })
	s := sessionOf(a, b)
	if s.Paired != 3000 || len(s.Links) != 2 {
		t.Errorf("%d pairs, %d links", s.Paired, len(s.Links))
	}
	for _, l := range s.Links {
		if l.OnlyA+l.OnlyB > 0 {
			t.Errorf("%+v", l)
		}
	}
}

// TestStrangers: captures of two sessions have nothing in common.
func TestStrangers(t *testing.T) {
	a, b := journey(100, func(int) bool { return false })
	for i := range b {
		b[i].Sum += 1e6
	}
	s := sessionOf(a, b)
	if d := Same(figures.DiffFile{}, figures.DiffFile{}, s); d.Equal || s.Paired != 0 {
		t.Errorf("%+v", s)
	}
	if s := sessionOf(nil, b); s.Paired != 0 {
		t.Errorf("%+v", s)
	}
}

// endless gives datagrams that nobody else has, and counts them.
func endless(n int, from uint64, taken *int) iter.Seq[figures.Sighting] {
	return func(yield func(figures.Sighting) bool) {
		for i := range n {
			*taken = i + 1
			if !yield(figures.Sighting{Sum: from + uint64(i), At: int64(i) * 1000, Frame: int64(i + 1), Link: 1}) {
				return
			}
		}
	}
}

// TestSessionBounds: what waits, what is searched and what is fitted has a limit.
func TestSessionBounds(t *testing.T) {
	var a, b int
	Session(endless(2*maxLook, 1, &a), endless(2*maxLook, 1<<40, &b), [2]Naming{unnamed, unnamed})
	if a > maxLook+1 || b > maxLook+1 {
		t.Errorf("%d and %d datagrams were searched", a, b)
	}
	m := &meeting{sides: [2]*side{newSide(nil), newSide(nil)}, links: map[linkWay]*way{}, partner: map[uint32]uint32{}, taken: map[uint32]bool{}, fits: map[int64]*fit{}}
	for i := range 2 * maxWaiting {
		m.see(0, figures.Sighting{Sum: uint64(i), Link: 1})
	}
	if len(m.sides[0].queue) != maxWaiting || m.dropped != maxWaiting {
		t.Errorf("%d wait, %d dropped", len(m.sides[0].queue), m.dropped)
	}
	for i := range int64(maxFits + 10) {
		m.fits[i] = &fit{}
	}
	m.order = []*fit{{step: 1, samples: []sample{{w: &way{}}}}}
	before := len(m.fits)
	m.measure(&way{}, &sight{Sighting: figures.Sighting{At: (maxFits + 100) * fitStep}}, 0)
	if len(m.fits) != before || m.order[0].settled {
		t.Error("one more time is fitted, or all of them again for one that is not")
	}
}

// flooded is what a meeting keeps of sightings that both captures have.
func flooded(n int, sighting func(i int) figures.Sighting) *meeting {
	m := &meeting{sides: [2]*side{newSide(nil), newSide(nil)}, links: map[linkWay]*way{}, partner: map[uint32]uint32{}, taken: map[uint32]bool{}, fits: map[int64]*fit{}}
	for i := range n {
		for side := range m.sides {
			m.see(side, sighting(i))
		}
	}
	return m
}

// TestSessionFloods: what new links, equal datagrams and a clock that runs backwards leave behind has
// a limit.
func TestSessionFloods(t *testing.T) {
	m := flooded(10*maxWays, func(i int) figures.Sighting {
		return figures.Sighting{Sum: uint64(i), Link: uint32(i + 1), At: int64(i) * 1e6, Frame: int64(i)}
	})
	for what, n := range map[string]int{
		"ways": len(m.links), "partners": len(m.partner), "links that have one": len(m.taken), "counted": len(m.sides[0].count), "counted in B": len(m.sides[1].count),
	} {
		if n > maxWays {
			t.Errorf("of %d links %d %s are kept", 10*maxWays, n, what)
		}
	}
	if m.paired != 10*maxWays || m.dropped != 9*maxWays {
		t.Errorf("%d datagrams are in both, %d without a link", m.paired, m.dropped)
	}
	m = &meeting{sides: [2]*side{newSide(nil), newSide(nil)}, links: map[linkWay]*way{}}
	for i := range 10 * maxAlike {
		m.see(0, figures.Sighting{Sum: 7, Link: 1, At: int64(i), Frame: int64(i)})
	}
	if n := len(m.sides[0].waiting[7]); n > maxAlike || m.dropped != 9*maxAlike {
		t.Errorf("%d equal datagrams wait, %d were given up", n, m.dropped)
	}
	m = flooded(300, func(i int) figures.Sighting {
		return figures.Sighting{Sum: uint64(i), Link: 1, At: -int64(i) * fitStep, Frame: int64(i)}
	})
	unsettled := 0
	for _, f := range m.order {
		unsettled += len(f.samples)
	}
	if unsettled > 3 {
		t.Errorf("a clock that runs backwards: %d pairs wait for the drift of their time", unsettled)
	}
}

// TestDrift: neither how fast a clock runs, nor where the last seconds end, is taken for the way between
// both places: the drift is right, and the offset within its limits.
func TestDrift(t *testing.T) {
	for _, ppm := range []float64{0, 20, -20, 100, -100, 500, -500} {
		for _, way := range []float64{8e6, 3e5} { // ns
			for seed := range heavy.Scale[uint64](2, 5) {
				a, b := drifting(1+2*int(seed), seed, ppm, way)
				if c := sessionOf(a, b).Clock; math.Abs(float64(c.Offset-aheadMs)) > float64(c.Uncertain) || float64(c.Uncertain) > way/1e6+6 {
					t.Errorf("seed %d, way %v ms, %v ppm, a few seconds: %+v", seed, way/1e6, ppm, c)
				}
				seconds := 61 + 7*int(seed)
				a, b = drifting(seconds, seed, ppm, way)
				checkDrift(t, sessionOf(a, b), seed, ppm, way/1e6)
				turned := sessionOf(b, a)
				turned.Clock.Offset, turned.Clock.Drift = -turned.Clock.Offset, -turned.Clock.Drift
				checkDrift(t, turned, seed, ppm, way/1e6)
			}
		}
	}
}

// aheadMs is how far B is ahead when a session begins.
const aheadMs = 1234.5

func checkDrift(t *testing.T, s *figures.SameSession, seed uint64, ppm, way float64) {
	t.Helper()
	c := s.Clock
	if math.Abs(float64(c.Offset-aheadMs)) > float64(c.Uncertain) || math.Abs(float64(c.Uncertain)-way) > 0.8 || math.Abs(c.Drift-ppm) > 6 {
		t.Errorf("seed %d, way %v ms, %v ppm: %+v", seed, way, ppm, c)
	}
	for _, l := range s.Links {
		if math.Abs(float64(*l.Delay.P50-2)) > 0.8 || math.Abs(float64(*l.Delay.P90-3.6)) > 0.8 {
			t.Errorf("seed %d, way %v ms, %v ppm: %s is late by %v and %v ms", seed, way, ppm, l.Dir, *l.Delay.P50, *l.Delay.P90)
		}
	}
}

// drifting makes what two places see of one session, whose way takes up to 4 ms more.
func drifting(seconds int, seed uint64, ppm, way float64) (a, b []figures.Sighting) {
	chance := rand.New(rand.NewPCG(seed, 3))
	at := 0.0 // ns
	for i := 0; at < float64(seconds)*1e9; i++ {
		x := figures.Sighting{Sum: uint64(i) + 1, Frame: int64(i + 1), Link: 1, ToClient: chance.IntN(3) > 0}
		y := x
		there := at + way + chance.Float64()*4e6
		sent, come := &x, &y
		if !x.ToClient {
			sent, come = &y, &x
		}
		sent.At, come.At = int64(at), int64(there)
		y.At += int64(float64(y.At)*ppm/1e6 + aheadMs*1e6)
		a, b = append(a, x), append(b, y)
		at += 1e6 + chance.ExpFloat64()*20e6
	}
	for _, list := range [][]figures.Sighting{a, b} {
		slices.SortStableFunc(list, func(x, y figures.Sighting) int { return cmp.Compare(x.At, y.At) })
	}
	return a, b
}
