package replay_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/timeline"
)

// life is what a timeline tells of one ship.
type life struct {
	rows  []figures.TimelineRow
	at    []float64 // seconds of the rows
	leads []bool    // the row tells where the ship is

	own      bool   // its owner was heard
	receiver string // the client that is listened to before
}

// livesOf gives the rows of `bcdump timeline -o json`, by ship.
func livesOf(t *testing.T, raw []byte, start string) map[string]*life {
	t.Helper()
	begin := must.Get(time.Parse(time.RFC3339Nano, start))(t)
	lives := map[string]*life{}
	rows := timeline.New(timeline.Options{Row: func(row any) error {
		r := row.(*figures.TimelineRow)
		key := fmt.Sprint(r.ObjectID, r.Number)
		if lives[key] == nil {
			lives[key] = &life{}
		}
		l := lives[key]
		l.rows, l.at = append(l.rows, *r), append(l.at, r.Time.Calendar().Sub(begin).Seconds())
		l.leads = append(l.leads, l.lead(r))
		return nil
	}})
	must.Do(t, rows.File("battle.pcap", open(t, "battle.pcap", raw, 1)))
	return lives
}

func fresh(r *figures.TimelineRow, key string) bool {
	for _, k := range r.Fresh {
		if k == key {
			return true
		}
	}
	return false
}

// lead reports whether a row tells where the ship is: of its owner, or of the host to one client
// as long as the owner was not heard.
func (l *life) lead(r *figures.TimelineRow) bool {
	if !fresh(r, figures.FreshPosition) || r.Kind == figures.KindEvent {
		return fresh(r, figures.FreshPosition)
	}
	if r.Dir == string(decode.ToServer) {
		l.own = true
		return true
	}
	if l.receiver == "" {
		l.receiver = r.Receiver
	}
	return !l.own && l.receiver == r.Receiver
}

// line is two columns.
type line struct{ times, values []float64 }

// before gives the newest value at a time; ok = there is one.
func (l line) before(at float64) (value float64, ok bool) {
	n, _ := slices.BinarySearchFunc(l.times, at, func(t, at float64) int {
		if t <= at {
			return -1
		}
		return 1
	})
	if n == 0 {
		return 0, false
	}
	return l.values[n-1], true
}

// lines are those of a ship that are compared, by what they are about.
func lines(x *figures.ReplayShip) map[string]line {
	all := map[string]line{}
	for axis, c := range map[string]*figures.Column{"x": x.X, "y": x.Y, "z": x.Z} {
		all[axis] = line{numbers(x.T), numbers(c)}
	}
	for i := range x.Parts {
		if p := &x.Parts[i]; p.Name == "Hull" || p.Kind == "shield" {
			all[p.Name] = line{numbers(p.T), numbers(p.V)}
		}
	}
	return all
}

// TestMotion holds the ships against what a timeline says: each position, and at 50 times what was
// known of position, hull and shields.
func TestMotion(t *testing.T) {
	heavy.SkipRace(t, "TestCorpus has the same goroutines")
	for _, o := range []battle.Options{
		{Players: 4, Duration: 60 * time.Second, Seed: 3},
		{Players: 3, Duration: 60 * time.Second, Seed: 5, Dialect: 1, Loss: 0.03, Reorder: 0.03, Duplicate: 0.02},
		{Players: 3, Duration: 60 * time.Second, Seed: 6, At: 2},
	} {
		t.Run(fmt.Sprintf("seed %d", o.Seed), func(t *testing.T) {
			_, raw := reporttest.Battle(t, o)
			r := replayOf(t, "battle.pcap", raw)
			lives := livesOf(t, raw, r.Start.String())
			if len(r.Ships) < o.Players || len(lives) != len(r.Ships) {
				t.Fatalf("%d ships, want %d", len(r.Ships), len(lives))
			}
			for i := range r.Ships {
				x := &r.Ships[i]
				comparePath(t, lives[fmt.Sprint(x.ID, x.Life)], x)
			}
			compareMoments(t, lives, r)
		})
	}
}

// comparePath compares each position.
func comparePath(t *testing.T, l *life, x *figures.ReplayShip) {
	t.Helper()
	times, xs, ys, zs := numbers(x.T), numbers(x.X), numbers(x.Y), numbers(x.Z)
	k := 0
	for i := range l.rows {
		row := &l.rows[i]
		if !l.leads[i] {
			continue
		}
		if k >= len(times) {
			t.Fatalf("%s: %d positions, want more", x.Name, len(times))
		}
		at := *row.WorldPosition
		off := math.Max(math.Abs(xs[k]-float64(at[0])), math.Max(math.Abs(ys[k]-float64(at[1])), math.Abs(zs[k]-float64(at[2]))))
		if off > 0.0051 || times[k] < l.at[i]-0.0006 || times[k] > l.at[i]+1 {
			t.Fatalf("%s, frame %d: (%v %v %v) at %v, want %v at %v", x.Name, row.Frame, xs[k], ys[k], zs[k], times[k], at, l.at[i])
		}
		k++
	}
	if k != len(times) || k == 0 {
		t.Errorf("%s: %d positions, want %d", x.Name, len(times), k)
	}
}

// compareMoments compares what is known at 50 times.
func compareMoments(t *testing.T, lives map[string]*life, r *figures.Replay) {
	t.Helper()
	random, compared := rand.New(rand.NewPCG(1, 2)), 0
	moments := make([]float64, 50)
	for i := range moments {
		moments[i] = random.Float64() * float64(r.Length)
	}
	for i := range r.Ships {
		x, known := &r.Ships[i], lines(&r.Ships[i])
		l := lives[fmt.Sprint(x.ID, x.Life)]
		for _, at := range moments {
			state, ok := l.state(at)
			if !ok {
				continue
			}
			for name, want := range l.expected(&state, at) {
				got, ok := known[name].before(at)
				if !ok || math.Abs(got-want) > 0.0051 {
					t.Errorf("%s, %s at %.4f: %v, want %v", x.Name, name, at, got, want)
				}
				compared++
			}
		}
	}
	if compared < 500 {
		t.Errorf("%d values compared", compared)
	}
}

// expected is what is known at a time, by what it is about.
func (l *life) expected(s *figures.State, at float64) map[string]float64 {
	all := map[string]float64{}
	if p := l.position(at); p != nil {
		all["x"], all["y"], all["z"] = float64(p[0]), float64(p[1]), float64(p[2])
	}
	if s.Hull != nil {
		all["Hull"] = *s.Hull
	}
	if s.Shields != nil {
		for i, side := range [6]string{"front", "rear", "top", "bottom", "left", "right"} {
			all["shield "+side] = s.Shields[i]
		}
	}
	return all
}

// state is what is known at a time; ok = it did not change just then, since times are rounded.
func (l *life) state(at float64) (s figures.State, ok bool) {
	const rounded = 0.006
	for i, when := range l.at {
		if math.Abs(when-at) <= rounded {
			return s, false
		}
		if when < at {
			s, ok = l.rows[i].State, true
		}
	}
	return s, ok
}

// position is the newest that was told at a time.
func (l *life) position(at float64) (found *[3]float32) {
	for i, when := range l.at {
		if when <= at && l.leads[i] {
			found = l.rows[i].WorldPosition
		}
	}
	return found
}
