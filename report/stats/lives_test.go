package stats_test

import (
	stdcmp "cmp"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
	"bcdump/report/tally"
	"bcdump/report/timeline"
)

// oneLife is what a battle's truth, `stats` and `timeline` all say about one life. Frames are 0
// where nothing is told: of a ship that lives to the end, or whose player left.
type oneLife struct {
	ObjectID, Class, Owner string
	Number                 int
	Born, Exploded         int64
}

// TestLivesAreTrue compares the lives of both reports with those that the simulator made. The
// seeds are of battles in which updates overtake the creation of their ship, ids are used again
// and ships explode.
func TestLivesAreTrue(t *testing.T) {
	again, exploded := 0, 0
	for _, dialect := range []message.Dialect{message.Stock, message.OpenBC} {
		for _, trouble := range []struct {
			loss, reorder float64
			seeds         [2]uint64
		}{{0, 0, [2]uint64{0, 7}}, {0.05, 0, [2]uint64{7, 25}}, {0, 0.1, [2]uint64{0, 7}}, {0.03, 0.2, [2]uint64{0, 7}}} {
			for _, seed := range trouble.seeds[:heavy.Scale(1, 2)] {
				o := battle.Options{
					Players: 4, Duration: 45 * time.Second, Seed: seed, Dialect: dialect,
					Loss: trouble.loss, Reorder: trouble.reorder, Start: reporttest.Start,
				}
				t.Run(fmt.Sprintf("%s loss %v reorder %v seed %d", dialect, o.Loss, o.Reorder, seed), func(t *testing.T) {
					for _, x := range checkLives(t, o) {
						again += tally.BoolInt(x.Number > 1)
						exploded += tally.BoolInt(x.Exploded > 0)
					}
				})
			}
		}
	}
	if again < heavy.Scale(4, 8) || exploded < heavy.Scale(8, 16) {
		t.Errorf("only %d lives under an id used before, %d explosions", again, exploded)
	}
}

// checkLives plays a battle and gives its true lives.
func checkLives(t *testing.T, o battle.Options) []oneLife {
	t.Helper()
	truth, raw := reporttest.Battle(t, o)
	want := trueLives(truth)
	if diff := cmp.Diff(want, statsLives(t, raw, o)); diff != "" {
		t.Errorf("stats (-truth +got)\n%s", diff)
	}
	if diff := cmp.Diff(want, timelineLives(t, raw, o)); diff != "" {
		t.Errorf("timeline (-truth +got)\n%s", diff)
	}
	return want
}

func trueLives(truth *battle.Truth) (lives []oneLife) {
	numbers := map[string]int{}
	for _, x := range truth.Objects {
		numbers[x.ObjectID]++
		l := oneLife{ObjectID: x.ObjectID, Class: x.Class, Owner: x.Player, Number: numbers[x.ObjectID], Born: x.Creations[0][0].(int64)}
		if x.Death != nil {
			l.Exploded = x.Death.Frame
		}
		lives = append(lives, l)
	}
	return byNumber(lives)
}

// statsLives are those of the section objects.
func statsLives(t *testing.T, raw []byte, o battle.Options) (lives []oneLife) {
	numbers := map[string]int{}
	s := collected(t, stats.Options{}, reporttest.Open(t, "battle", raw, decode.Options{Dialect: o.Dialect}))
	for _, x := range s.Objects {
		numbers[x.ObjectID]++
		l := oneLife{ObjectID: x.ObjectID, Class: x.Ship, Owner: x.Owner, Number: numbers[x.ObjectID], Born: x.BornFrame}
		if x.DiedBy == "PythonEvent" {
			l.Exploded = x.DiedFrame
		}
		lives = append(lives, l)
	}
	return byNumber(lives)
}

// timelineLives puts the lives together from the rows, because figures have no frames.
func timelineLives(t *testing.T, raw []byte, o battle.Options) (lives []oneLife) {
	find := func(id string, number int) *oneLife {
		at := slices.IndexFunc(lives, func(l oneLife) bool { return l.ObjectID == id && l.Number == number })
		if at < 0 {
			at, lives = len(lives), append(lives, oneLife{ObjectID: id, Number: number})
		}
		return &lives[at]
	}
	x := timeline.New(timeline.Options{Row: func(row any) error {
		r := row.(*figures.TimelineRow)
		l := find(r.ObjectID, r.Number)
		switch {
		case r.Event == nil:
		case r.Event.What == figures.Created, r.Event.What == figures.Respawned:
			l.Born = r.Frame
		case r.Event.What == figures.Exploded:
			l.Exploded = r.Frame
		}
		return nil
	}})
	must.Do(t, x.File("battle", reporttest.Open(t, "battle", raw, decode.Options{Dialect: o.Dialect})))
	for _, f := range x.Summary().Ships {
		l := find(f.ObjectID, f.Number)
		l.Class, l.Owner = f.Ship, f.Player
	}
	return byNumber(lives)
}

// byNumber puts lives in order.
func byNumber(lives []oneLife) []oneLife {
	slices.SortFunc(lives, func(a, b oneLife) int { return stdcmp.Or(stdcmp.Compare(a.ObjectID, b.ObjectID), a.Number-b.Number) })
	return lives
}
