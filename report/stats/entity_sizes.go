package stats

import (
	"fmt"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// entitySizes compares States with what the documents say about their size and about
// 60 of them a second.
type entitySizes struct {
	*base
	rows [len(sizeSteps) + 1]entitySize
}

// sizeSteps are the numbers of entities for which a document tells the bandwidth, and those up to which a State
// fits into one packet: 58, and 59 as that document counts.
var sizeSteps = [...]int{0, 10, 50, 58, 59, 100, 512}

type entitySize struct {
	states, bytes, expected int64
	intervals               int64
	fragmented, lost        int64
	time                    time.Duration // sum of intervals that ended with such a State
}

// state takes a State that came so long after the one before to the same client; steady = there is one, and it is no pause.
func (e *entitySizes) state(r *decode.Record, m *entitystate.State, since time.Duration, steady bool) {
	i := slices.IndexFunc(sizeSteps[:], func(most int) bool { return int(m.Count) <= most })
	if i < 0 {
		i = len(sizeSteps)
	}
	row := &e.rows[i]
	row.states++
	row.bytes += int64(r.Length())
	row.expected += stateSize(int(m.Count))
	if r.Fragments > 0 || r.Missing > 0 && !r.Snapped {
		row.fragmented++
	}
	if r.Missing > 0 && !r.Snapped {
		row.lost++
	}
	if steady {
		row.intervals++
		row.time += since
	}
}

// stateSize is the bytes of a State, header included.
func stateSize(entities int) int64 {
	const count = 2
	return int64(entitystate.HeaderSize + count + entitystate.EntitySize*entities)
}

func (e *entitySizes) report(out *figures.Stats) {
	least := 0
	for i := range e.rows {
		text, where := fmt.Sprintf("over %d", least-1), fmt.Sprintf("fields.count >= %d", least)
		var most *float64
		if i < len(sizeSteps) {
			text, where = between(least, sizeSteps[i])
			full := float64(stateRate * stateSize(sizeSteps[i]))
			most, least = &full, sizeSteps[i]+1
		}
		if row := &e.rows[i]; row.states > 0 {
			f := row.figure()
			f.Entities, f.AtMost = text, most
			f.Query = e.Of(tally.EntityProtocol, tally.IsState, where)
			f.Queries = figures.Queries{"bytes": e.Sum("len", tally.EntityProtocol, tally.IsState, where)}
			out.EntityState.Sizes = append(out.EntityState.Sizes, f)
		}
	}
}

func between(least, most int) (text, condition string) {
	if least == most {
		return fmt.Sprint(most), fmt.Sprintf("fields.count == %d", most)
	}
	return fmt.Sprintf("%d-%d", least, most), fmt.Sprintf("fields.count in %d..%d", least, most)
}

func (r *entitySize) figure() figures.EntitySize {
	states := float64(r.states)
	f := figures.EntitySize{
		States: r.states, Fragmented: r.fragmented, Lost: r.lost, Bytes: r.bytes, Expected: r.expected,
		Mean: float64(r.bytes) / states, RateHz: tally.Ratio(float64(r.intervals), r.time.Seconds()),
		At60Hz: stateRate * float64(r.expected) / states,
	}
	f.PerSecond = f.Mean * f.RateHz
	return f
}
