package stats

import (
	"cmp"

	"bcdump/decode/entitystate"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// entitySteps tells how many entities there were over time. Steps are sparse; when there
// are too many, the interval doubles and neighbours become one.
type entitySteps struct {
	*base `merge:"-"`
	steps[entityStep]
}

type entityStep struct {
	spread
	bytes int64
	kinds [entityKinds]int64
}

// entityKinds are the known types, from 1 on, and all others at 0.
const entityKinds = entitystate.Powerup + 1

func newEntitySteps(b *base) *entitySteps {
	return &entitySteps{base: b, steps: newSteps[entityStep](b)}
}

func (e *entitySteps) entity(l *line) {
	m, ok := l.Content().Message.(*entitystate.State)
	if !ok {
		return
	}
	row := e.rowOf(stepKey{number: e.Number(l.Time)}, l, e.by.link)
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

// Merge takes what other captures had.
func (e *entitySteps) Merge(x *entitySteps) {
	e.steps.Merge(&x.steps)
	e.widen()
}

func (e *entitySteps) report(out *figures.Stats) {
	out.EntityState.Interval = e.Seconds()
	for _, k := range tally.Sorted(e.rows, func(a, b stepKey) int {
		return cmp.Or(cmp.Compare(a.number, b.number), a.client.Compare(b.client))
	}) {
		f := e.rows[k].figure()
		f.T = e.Start(k.number)
		within, ok := e.Within(k.number)
		where := []string{tally.EntityProtocol, tally.IsState, "fields.count >= 0", within}
		switch {
		case k.linked:
			f.Client = tally.AddressText(k.client)
			where = append(where, tally.Is("dst", f.Client))
		case e.by.link:
			f.Client, where = tally.Rest, nil
		}
		if where != nil && ok {
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
