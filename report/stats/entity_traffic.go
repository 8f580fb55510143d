package stats

import (
	"cmp"
	"math"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// entityTraffic counts the entity-state traffic between each client and its server.
type entityTraffic struct {
	*base
	rows    *tally.Table[tally.Link, entityFlow]
	dropped int64 // entities that were not followed

	flickers *tally.Table[flickerKey, flicker]
	sizes    entitySizes
	savings  entitySavings
}

// entityFlow is one of them.
type entityFlow struct {
	tally.Activity
	name      string
	revision  entitystate.Revision
	datagrams int64
	bytes     [2]int64 // by direction: C>S, S>C
	states    pulse
	entities  spread
	inputs    pulse
	sequences sequences
	lives     tally.EntityLives[struct{}]
	flickers  int64
	saved     *savingFlow // nil = there is none yet
	lacking   int64       // datagrams of the server that lack IP fragments
}

// maxFlows bounds them; a row has a histogram and the entities of the moment.
//
//limit:maxFlows Figures | flows of entity-state | `rest` | TestEntityBounds
const maxFlows = 256

func newEntityTraffic(b *base) *entityTraffic {
	return &entityTraffic{
		base:     b,
		rows:     tally.NewTable[tally.Link, entityFlow](maxFlows, func(tally.Link) tally.Link { return tally.Link{} }),
		flickers: tally.NewTable[flickerKey, flicker](maxFlickers, func(flickerKey) flickerKey { return flickerKey{} }),
		sizes:    entitySizes{base: b}, savings: entitySavings{base: b},
	}
}

func (f *entityTraffic) end() {
	for _, row := range f.rows.Rows {
		row.lives, row.states.running, row.inputs.running, row.sequences.started = tally.EntityLives[struct{}]{}, false, false, false
		row.states.owed, row.inputs.owed, row.saved = 0, 0, nil
	}
	f.savings.flows = 0
}

// lack takes datagrams that could not be read, because some of their IP fragments are not in the capture.
func (f *entityTraffic) lack(list []capture.Lacking) {
	for i := range list {
		if row := f.rows.Rows[tally.Link{Client: list[i].Dst, Server: list[i].Src}]; row != nil {
			row.lacking++
		}
	}
}

func (f *entityTraffic) entity(file string, r *decode.Record) {
	row := f.rows.Row(tally.LinkOf(r))
	row.Pass(r.Datagram)
	row.datagrams++
	row.bytes[place(r.Dir)] += int64(r.Length())
	state, isState := r.Content().Message.(*entitystate.State)
	if _, own := f.rows.Rows[tally.LinkOf(r)]; !own {
		if r.Name() == "State" {
			row.states.count++
		}
		if isState {
			f.sizes.state(r, state, 0, false)
		}
		if isState && r.Dir == decode.ToClient {
			f.savings.dropped++
		}
		return
	}
	row.name, row.revision = cmp.Or(r.Client, row.name), r.Revision
	since, steady := time.Duration(0), false
	if r.Name() == "State" {
		since, steady = row.states.beat(r.Steady())
	}
	switch m := r.Content().Message.(type) {
	case *entitystate.State:
		f.state(row, file, r, m)
		f.sizes.state(r, m, since, steady)
		if r.Dir == decode.ToClient {
			f.savings.state(row, r, m, since, steady)
		}
	case *entitystate.Roster:
		if r.Dir == decode.ToClient {
			f.savings.roster(row, r, m)
		}
	case *entitystate.Input:
		row.inputs.beat(r.Steady())
		row.sequences.take(m.Sequence)
	}
}

// state counts what is in a State.
func (f *entityTraffic) state(row *entityFlow, file string, r *decode.Record, m *entitystate.State) {
	row.entities.add(int64(len(m.Entities)))
	before := row.lives.Dropped
	row.lives.State(r, m, tally.EntityEvents[struct{}]{
		Born: func(*tally.EntityLife[struct{}]) {},
		Died: func(*tally.EntityLife[struct{}]) {},
		Back: func(life *tally.EntityLife[struct{}]) { f.flicker(row, file, r, life) },
	})
	f.dropped += row.lives.Dropped - before
}

// sequences counts numbers that are missing in a sequence.
type sequences struct {
	started bool
	highest uint32
	came    uint64 // bit n: highest - n did, or is from before the first
	lost    int64
}

// maxSkip is how many numbers may be missing at once; what is farther away begins anew.
const maxSkip = 1000

func (s *sequences) take(n uint32) {
	ahead := int64(int32(n - s.highest))
	switch {
	case !s.started || ahead > maxSkip || ahead < -maxSkip:
		s.started, s.highest, s.came = true, n, math.MaxUint64
	case ahead > 0:
		s.lost += ahead - 1
		s.highest, s.came = n, s.came<<ahead|1
	case s.came>>-ahead&1 == 0 && s.lost > 0:
		s.lost-- // late, not lost; what came is a copy
		s.came |= 1 << -ahead
	}
}

// spread sums up numbers.
type spread struct {
	count, sum, min, max int64
}

func (s *spread) add(n int64) {
	if s.count == 0 {
		s.min, s.max = n, n
	}
	s.count++
	s.sum += n
	s.min, s.max = min(s.min, n), max(s.max, n)
}

func (s *spread) figure() figures.Spread {
	return figures.Spread{Min: s.min, Mean: tally.Ratio(float64(s.sum), float64(s.count)), Max: s.max}
}

func (f *entityTraffic) report(out *figures.Stats) {
	e := out.EntityState
	e.Flows = listed(out, "entity_flows", f.rows, func(key tally.Link, row *entityFlow, rest bool) figures.EntityFlow {
		r := row.figure()
		if r.Client = tally.Rest; !rest {
			r.Client, r.Server = tally.AddressText(key.Client), tally.AddressText(key.Server)
			r.Query, r.Queries = f.Of(tally.EntityProtocol, key.Both()), f.formulas(key)
		}
		return r
	}, func(_, _ tally.Link, a, b *figures.EntityFlow) int {
		return cmp.Or(a.First.Compare(b.First), cmp.Compare(a.Client, b.Client), cmp.Compare(a.Server, b.Server))
	})
	e.Flickers = listed(out, "entity_flickers", &tally.Table[flickerKey, flicker]{Rows: f.flickers.Rows, Dropped: f.flickers.Dropped}, f.flickerFigure, func(a, b flickerKey, x, y *figures.EntityFlicker) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(x.Frame, y.Frame), a.Client.Compare(b.Client), cmp.Compare(a.id, b.id))
	})
	drop(out, "entities", f.dropped)
	f.sizes.report(out)
	f.savings.report(out)
}

func (r *entityFlow) figure() figures.EntityFlow {
	s := &r.states
	f := figures.EntityFlow{
		Name: r.name, Revision: r.revision.String(), Datagrams: r.datagrams,
		Bytes: r.bytes[toServer] + r.bytes[toClient], ToServer: r.bytes[toServer], ToClient: r.bytes[toClient],
		States: s.count, RateHz: s.rate(), Expected: s.expected(),
		Gaps: s.gaps, Lost: max(s.missing-s.late, r.lacking), // a gap shows those that lack fragments, but for the last
		Late: s.late, Pauses: s.pauses,
		Interval: figures.Latency{Count: s.intervals.Count},
		Inputs:   r.inputs.count, InputHz: r.inputs.rate(), LostInputs: r.sequences.lost,
		Entities: r.entities.figure(), Flickers: r.flickers,
	}
	f.First, f.Last = r.Ends()
	f.Interval.P50, f.Interval.P90, f.Interval.Max = tally.Percentiles(&s.intervals)
	return f
}

func (f *entityTraffic) formulas(key tally.Link) figures.Queries {
	up, down := key.Sent(decode.ToServer), key.Sent(decode.ToClient)
	return figures.Queries{
		"bytes":     f.Sum("len", tally.EntityProtocol, key.Both()),
		"bytes_c2s": f.Sum("len", tally.EntityProtocol, up),
		"bytes_s2c": f.Sum("len", tally.EntityProtocol, down),
		"states":    f.Count(tally.EntityProtocol, tally.IsState, down),
		"inputs":    f.Count(tally.EntityProtocol, tally.Is("name", "Input"), "fields.sequence >= 0", up),
	}
}
