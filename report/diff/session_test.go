package diff

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bcdump/decode/match"
	"bcdump/internal/heavy"
	"bcdump/report/figures"
)

// journey makes what two places see of one session: A near the host, B near a client, whose clock is
// ahead and too fast.
func journey(n int, lose func(int) bool) (a, b []sight) {
	chance := rand.New(rand.NewPCG(1, 2))
	const ahead, fast = 3.5e9, 1 + 40e-6
	for i := range n {
		at := int64(i) * 20e6
		x := sight{sum: uint64(i) + 1, at: at, frame: int64(i + 1), link: 1, toClient: i%3 > 0}
		y := x
		y.link = 7
		way := int64(20e6 + chance.ExpFloat64()*1e6)
		if !x.toClient {
			way = -way
		}
		y.at = int64(float64(at+way)*fast + ahead)
		if !lose(i) || x.toClient {
			a = append(a, x)
		}
		if !lose(i) || !x.toClient {
			b = append(b, y)
		}
	}
	slices.SortStableFunc(b, func(x, y sight) int { return int(min(max(x.at-y.at, -1), 1)) })
	return a, b
}

func sessionOf(a, b []sight) *figures.SameSession {
	return paired(&Sights{all: slices.Clone(a), match: match.New()}, &Sights{all: slices.Clone(b), match: match.New()})
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
	for _, side := range [][]sight{a, b} {
		for i := range side {
			if x := &side[i]; x.frame%10 == 0 && x.frame > 20 {
				x.sum = 99
			}
		}
	}
	for i := range 300 { // another client is told the same, and B does not hear it
		x := a[10*i]
		x.link, x.frame = 2, 5000
		a = append(a, x)
	}
	slices.SortStableFunc(a, func(x, y sight) int { return int(min(max(x.at-y.at, -1), 1)) })
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

// TestStrangers: two sessions share no datagram, or a few by chance, and the report concludes nothing from these. Two
// captures of one session may overlap little.
func TestStrangers(t *testing.T) {
	a, b := journey(100, func(int) bool { return false })
	for i := range b {
		b[i].sum += 1e6
	}
	for _, want := range []string{"no datagram is", "only one datagram is", "only 2 datagrams are"} { // in both captures
		s := sessionOf(a, b)
		all := figures.DiffFile{File: figures.File{Frames: 1 << 20}}
		d := same(all, all, s)
		if i := slices.IndexFunc(d.Differences, func(x figures.Difference) bool { return x.Key == "session" }); d.Equal || i < 0 || d.Differences[i].Text != want+" in both captures: they are not of one session, or do not overlap" || len(d.Differences) > 1 || len(s.Links) > 0 {
			t.Errorf("%s: %d, %+v", want, s.Paired, d.Differences)
		}
		b[s.Paired].sum -= 1e6
	}
	a, b = journey(2000, func(int) bool { return false })
	d := same(figures.DiffFile{File: figures.File{Frames: 1030}}, figures.DiffFile{File: figures.File{Frames: 1000}}, sessionOf(a[:1030], b[1000:]))
	if len(d.Differences) != 1 || d.Differences[0].Text != "only 30 datagrams are in both captures: they hardly overlap" || len(d.Session.Links) != 2 {
		t.Errorf("%+v", d.Differences)
	}
	if s := sessionOf(nil, b); s.Paired != 0 {
		t.Errorf("%+v", s)
	}
}

// TestSessionFloods: new links have rows up to a limit, and what comes often with the same bytes is paired in a time that is
// not the square of it.
func TestSessionFloods(t *testing.T) {
	flood := func(n int, of func(i int) sight) (list []sight) {
		for i := range n {
			list = append(list, of(i))
		}
		return list
	}
	links := flood(10*maxWays, func(i int) sight {
		return sight{sum: uint64(i), link: uint32(i + 1), at: int64(i) * 1e6, frame: int64(i)}
	})
	if s := sessionOf(links, links); s.Paired != 10*maxWays || len(s.Links) != maxWays || s.Dropped != 9*maxWays {
		t.Errorf("%d datagrams are in both, %d links have a row, %d datagrams have none", s.Paired, len(s.Links), s.Dropped)
	}
	alike := flood(heavy.Scale(20_000, 200_000), func(i int) sight {
		x := sight{sum: uint64(i), link: 1, at: int64(i) * 1e7, frame: int64(i), toClient: i%2 > 0}
		if i%10 > 0 {
			x.sum = 1 << 40
		}
		return x
	})
	if s := sessionOf(alike, alike); s.Paired != int64(len(alike)) {
		t.Errorf("%d of %d datagrams are in both", s.Paired, len(alike))
	}
	once := flood(heavy.Scale(20_000, 200_000), func(i int) sight {
		return sight{sum: uint64(min(i, 1)), link: 1, frame: int64(i)}
	})
	if s := sessionOf(once, once); s.Paired != maxAlike+1 {
		t.Errorf("%d of %d datagrams of one moment are in both", s.Paired, len(once))
	}
	back := flood(300, func(i int) sight {
		return sight{sum: uint64(i), link: 1, at: -int64(i) * fitStep, frame: int64(i)}
	})
	if s := sessionOf(back, back); s.Paired != 300 {
		t.Errorf("a clock that runs backwards: %d of 300 datagrams are in both", s.Paired)
	}
}

// TestDrift: neither how fast a clock runs, nor where the last seconds end, is taken for the way between
// both places: the drift is right, and the offset within its limits.
func TestDrift(t *testing.T) {
	heavy.SkipRace(t, "TestWorkers has the same goroutines")
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
func drifting(seconds int, seed uint64, ppm, way float64) (a, b []sight) {
	chance := rand.New(rand.NewPCG(seed, 3))
	at := 0.0 // ns
	for i := 0; at < float64(seconds)*1e9; i++ {
		x := sight{sum: uint64(i) + 1, frame: int64(i + 1), link: 1, toClient: chance.IntN(3) > 0}
		y := x
		there := at + way + chance.Float64()*4e6
		sent, come := &x, &y
		if !x.toClient {
			sent, come = &y, &x
		}
		sent.at, come.at = int64(at), int64(there)
		y.at += int64(float64(y.at)*ppm/1e6 + aheadMs*1e6)
		a, b = append(a, x), append(b, y)
		at += 1e6 + chance.ExpFloat64()*20e6
	}
	for _, list := range [][]sight{a, b} {
		slices.SortStableFunc(list, func(x, y sight) int { return cmp.Compare(x.at, y.at) })
	}
	return a, b
}
