package replay

import (
	"net/netip"
	"strconv"

	"bcdump/report/figures"
	"bcdump/report/timeline"
)

// entities are those of the entity-state protocol.
type entities struct {
	*book
	room *room
	list []*entity
	of   map[entityKey]*entity // the newest of an id
}

type entityKey struct {
	server netip.AddrPort
	id     uint32
}

type entity struct {
	figures.ReplayEntity
	life int64 // frame that it appeared in
}

// moved takes where an entity is.
func (e *entities) moved(m *timeline.EntityMove) {
	x := e.entity(m)
	if x == nil {
		return
	}
	x.Name = m.Name
	x.T.AddSteps(e.passed)
	x.X.Add(float64(m.X))
	x.Y.Add(float64(m.Y))
}

// entity finds or makes one; nil = there is no room.
func (e *entities) entity(m *timeline.EntityMove) *entity {
	key := entityKey{m.Server, m.ID}
	x := e.of[key]
	if x != nil && x.life == m.Life.Frame {
		return x
	}
	if !e.room.take() {
		return nil
	}
	x = &entity{life: m.Life.Frame}
	x.ID, x.Kind = strconv.FormatUint(uint64(m.ID), 10), m.Kind
	x.T, x.X, x.Y = figures.NewColumn(milliseconds), figures.NewColumn(hundredths), figures.NewColumn(hundredths)
	e.of[key], e.list = x, append(e.list, x)
	return x
}

// thin drops each second position.
func (e *entities) thin() {
	for _, x := range e.list {
		for _, c := range []*figures.Column{x.T, x.X, x.Y} {
			c.Halve()
		}
	}
}

func (e *entities) report() []figures.ReplayEntity {
	out := []figures.ReplayEntity{}
	for _, x := range e.list {
		out = append(out, x.ReplayEntity)
	}
	return out
}
