package stats

import (
	"cmp"
	"net/netip"

	"bcdump/decode/entitystate"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// entitySteps tells how many entities there were over time. Steps are sparse; when there
// are too many, the interval doubles and neighbours become one.
type entitySteps struct {
	*base `snapshot:"-"`
	tally.Grid
	rows    map[entityStepKey]*entityStep
	clients *ownClients
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

func newEntitySteps(b *base) *entitySteps {
	return &entitySteps{
		base: b, Grid: tally.NewGrid(b.options.Interval),
		rows: map[entityStepKey]*entityStep{}, clients: newOwnClients(),
	}
}

func (e *entitySteps) record(l *line) {
	m, ok := l.Content().Message.(*entitystate.State)
	if !ok {
		return
	}
	key := entityStepKey{number: e.Number(l.Time.UnixNano())}
	if e.by.link {
		key.client, key.linked = e.clients.of(l.link().Client)
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
	e.widen()
}

// widen doubles the interval until the rows are few enough.
func (e *entitySteps) widen() {
	for len(e.rows) > maxBuckets && e.Double() {
		e.halve()
	}
}

func (e *entitySteps) join(o section) {
	x := o.(*entitySteps)
	e.clients.join(x.clients)
	evenOut(&e.Grid, e.halve, &x.Grid, x.halve)
	for key, row := range x.rows {
		if key.linked && !e.clients.own(key.client) {
			key.client, key.linked = netip.AddrPort{}, false
		}
		e.enter(key, row)
	}
	e.widen()
}

func (e *entitySteps) halve() {
	old := e.rows
	e.rows = map[entityStepKey]*entityStep{}
	for key, row := range old {
		key.number >>= 1
		e.enter(key, row)
	}
}

func (e *entitySteps) enter(key entityStepKey, row *entityStep) {
	into := e.rows[key]
	if into == nil {
		e.rows[key] = row
		return
	}
	into.merge(&row.spread)
	into.bytes += row.bytes
	for i := range row.kinds {
		into.kinds[i] += row.kinds[i]
	}
}

func (e *entitySteps) report(out *figures.Stats) {
	out.EntityState.Interval = e.Seconds()
	for _, k := range tally.Sorted(e.rows, func(a, b entityStepKey) int {
		return cmp.Or(cmp.Compare(a.number, b.number), a.client.Compare(b.client))
	}) {
		f := e.rows[k].figure()
		f.T = e.Start(k.number)
		where := []string{tally.EntityProtocol, tally.IsState, "fields.count >= 0", e.Within(k.number)}
		switch {
		case k.linked:
			f.Client = tally.AddressText(k.client)
			where = append(where, tally.Is("dst", f.Client))
		case e.by.link:
			f.Client, where = tally.Rest, nil
		}
		if where != nil {
			f.Query, f.Queries = e.Of(where...), figures.Queries{"bytes": e.Sum("len", where...)}
		}
		out.EntityState.OverTime = append(out.EntityState.OverTime, f)
	}
	drop(out, "entity_over_time", e.clients.Dropped)
}

func (r *entityStep) figure() figures.EntityStep {
	mean := func(kind int) float64 { return tally.Ratio(float64(r.kinds[kind]), float64(r.count)) }
	return figures.EntityStep{
		States: r.count, Bytes: r.bytes, Entities: r.spread.figure(),
		Players: mean(entitystate.Player), Enemies: mean(entitystate.Enemy), Bullets: mean(entitystate.Bullet),
		Powerups: mean(entitystate.Powerup), Others: mean(0),
	}
}
