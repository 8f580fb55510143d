package stats

import (
	"bcdump/decode"
	"bcdump/report/facts"
	"bcdump/report/figures"
)

// entities is what is told of the entity-state protocol; it is left out if there is no message of it.
type entities struct {
	some    bool
	traffic *entityTraffic
	parts   []entitySection
}

// entitySection is a part of it.
type entitySection interface {
	// entity takes the next message of a capture.
	entity(file string, r *decode.Record)
	// end is told that the capture has ended.
	end()
	report(out *figures.Stats)
}

func newEntities(b *base) *entities {
	t := newEntityTraffic(b)
	return &entities{traffic: t, parts: []entitySection{t, newEntitySizes(b), newEntityChanges(b), newEntitySavings(b)}}
}

func (e *entities) add(c *part) {
	for i, r := range c.All() {
		if !r.Has(facts.EntityState) {
			continue
		}
		e.some = true
		x := c.reader.At(i)
		for _, p := range e.parts {
			p.entity(c.Name, x)
		}
	}
}

func (e *entities) end(c *part) {
	e.traffic.lack(c.Summary.Joined.Lacking)
	for _, p := range e.parts {
		p.end()
	}
}

func (e *entities) report(out *figures.Stats) {
	if !e.some {
		return
	}
	out.EntityState = &figures.EntityState{
		Flows: []figures.EntityFlow{}, Sizes: []figures.EntitySize{}, Changes: []figures.EntityChange{}, Flickers: []figures.EntityFlicker{}, Savings: []figures.EntitySaving{},
	}
	for _, p := range e.parts {
		p.report(out)
	}
}
