package stats

import (
	"bcdump/report/facts"
	"bcdump/report/figures"
)

// entities is what is told of the entity-state protocol; it is left out if there is no message of it.
type entities struct {
	some    bool
	traffic *entityTraffic
	changes *entityChanges
}

func newEntities(b *base) *entities {
	return &entities{traffic: newEntityTraffic(b), changes: newEntityChanges(b)}
}

func (e *entities) add(c *part) {
	for i, r := range c.All() {
		if !r.Has(facts.EntityState) {
			continue
		}
		e.some = true
		x := c.reader.At(i)
		e.traffic.entity(c.Name, x)
		e.changes.entity(c.Name, x)
	}
}

func (e *entities) end(c *part) {
	e.traffic.lack(c.Summary.Joined.Lacking)
	e.traffic.end()
	e.changes.end()
}

func (e *entities) report(out *figures.Stats) {
	if !e.some {
		return
	}
	out.EntityState = &figures.EntityState{
		Flows: []figures.EntityFlow{}, Sizes: []figures.EntitySize{}, Changes: []figures.EntityChange{}, Flickers: []figures.EntityFlicker{}, Savings: []figures.EntitySaving{},
	}
	e.traffic.report(out)
	e.changes.report(out)
}
