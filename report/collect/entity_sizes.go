package collect

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/report/figures"
)

// entitySizes compares States with what the documents say about their size and about
// 60 of them a second.
type entitySizes struct {
	*queries
	rows [len(sizeSteps) + 1]entitySize
	last map[link]capture.Time // of the State before; of at most maxFlows
}

// sizeSteps are the numbers of entities for which a document tells the bandwidth.
var sizeSteps = [...]int{0, 10, 50, 100, 512}

type entitySize struct {
	states, bytes, expected int64
	intervals               int64
	time                    time.Duration // sum of intervals that ended with such a State
}

func newEntitySizes(q *queries) *entitySizes { return &entitySizes{queries: q} }

func (e *entitySizes) begin(string) { e.last = map[link]capture.Time{} }

func (e *entitySizes) record(l *line) {
	m, ok := l.Content().Message.(*entitystate.State)
	if !ok {
		return
	}
	i := slices.IndexFunc(sizeSteps[:], func(most int) bool { return int(m.Count) <= most })
	if i < 0 {
		i = len(sizeSteps)
	}
	row := &e.rows[i]
	row.states++
	row.bytes += int64(l.length)
	row.expected += stateSize(int(m.Count))
	before, known := e.last[l.link()]
	if !known && len(e.last) >= maxFlows {
		return
	}
	e.last[l.link()] = l.Time
	if since := l.Time.Sub(before); known && since >= 0 && since <= breakOff {
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
			f.Query = e.of(entityProtocol, isState, where)
			f.Queries = figures.Queries{"bytes": e.sum("len", entityProtocol, isState, where)}
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
		States: r.states, Bytes: r.bytes, Expected: r.expected,
		Mean: float64(r.bytes) / states, RateHz: ratio(float64(r.intervals), r.time.Seconds()),
		At60Hz: stateRate * float64(r.expected) / states,
	}
	f.PerSecond = f.Mean * f.RateHz
	return f
}

// entitySteps tells how many entities there were over time. Steps are sparse; when there
// are too many, the interval doubles and neighbours become one.
type entitySteps struct {
	*queries
	grid
	byLink  bool
	rows    map[entityStepKey]*entityStep
	clients map[netip.AddrPort]bool
	dropped int64
}

type entityStepKey struct {
	number int64
	client netip.AddrPort
	linked bool // split by link: client is one
}

type entityStep struct {
	spread
	bytes int64
	kinds [entityKinds]int64
}

// entityKinds are the known types, from 1 on, and all others at 0.
const entityKinds = entitystate.Powerup + 1

func newEntitySteps(q *queries, by splitter, interval time.Duration) *entitySteps {
	return &entitySteps{
		queries: q, grid: grid{int64(interval)}, byLink: by.link,
		rows: map[entityStepKey]*entityStep{}, clients: map[netip.AddrPort]bool{},
	}
}

func (e *entitySteps) begin(string) {}

func (e *entitySteps) record(l *line) {
	m, ok := l.Content().Message.(*entitystate.State)
	if !ok {
		return
	}
	key := entityStepKey{number: e.number(l.Time)}
	if e.byLink {
		key.client, key.linked = e.client(l.link().client)
	}
	row := e.rows[key]
	if row == nil {
		row = &entityStep{}
		e.rows[key] = row
	}
	row.add(int64(len(m.Entities)))
	row.bytes += int64(l.length)
	for i := range m.Entities {
		kind := int(m.Entities[i].Type)
		if kind >= entityKinds {
			kind = 0
		}
		row.kinds[kind]++
	}
	for len(e.rows) > maxBuckets && e.double() {
		e.halve()
	}
}

// client gives a client its own steps if there is room.
func (e *entitySteps) client(c netip.AddrPort) (client netip.AddrPort, own bool) {
	if e.clients[c] {
		return c, true
	}
	if len(e.clients) >= bandwidthClients {
		e.dropped++
		return netip.AddrPort{}, false
	}
	e.clients[c] = true
	return c, true
}

func (e *entitySteps) halve() {
	old := e.rows
	e.rows = map[entityStepKey]*entityStep{}
	for key, row := range old {
		key.number >>= 1
		into := e.rows[key]
		if into == nil {
			e.rows[key] = row
			continue
		}
		into.merge(&row.spread)
		into.bytes += row.bytes
		for i := range row.kinds {
			into.kinds[i] += row.kinds[i]
		}
	}
}

func (e *entitySteps) report(out *figures.Stats) {
	out.EntityState.Interval = e.seconds()
	for _, k := range sorted(e.rows, func(a, b entityStepKey) int {
		return cmp.Or(cmp.Compare(a.number, b.number), a.client.Compare(b.client))
	}) {
		f := e.rows[k].figure()
		f.T = e.start(k.number)
		where := []string{entityProtocol, isState, "fields.count >= 0", e.within(k.number)}
		switch {
		case k.linked:
			f.Client = addressText(k.client)
			where = append(where, is("dst", f.Client))
		case e.byLink:
			f.Client, where = rest, nil
		}
		if where != nil {
			f.Query, f.Queries = e.of(where...), figures.Queries{"bytes": e.sum("len", where...)}
		}
		out.EntityState.OverTime = append(out.EntityState.OverTime, f)
	}
	drop(out, "entity_over_time", e.dropped)
}

func (r *entityStep) figure() figures.EntityStep {
	mean := func(kind int) float64 { return ratio(float64(r.kinds[kind]), float64(r.count)) }
	return figures.EntityStep{
		States: r.count, Bytes: r.bytes, Entities: r.spread.figure(),
		Players: mean(entitystate.Player), Enemies: mean(entitystate.Enemy), Bullets: mean(entitystate.Bullet),
		Powerups: mean(entitystate.Powerup), Others: mean(0),
	}
}
