package rows

import (
	"bcdump/decode"
	"bcdump/decode/entitystate"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// content adds the rows of what the payload of a record says.
func (b *Builder) content(r *decode.Record) {
	if r.Proto == decode.BC && !r.Unread && r.Header.Type == transport.Ack {
		return
	}
	c := r.Content()
	if c.Message == nil {
		b.pairs(r, c)
		return
	}
	switch m := c.Message.(type) {
	case *message.StateUpdate:
		if c.Complete() {
			b.update(r, m)
			return
		}
	case *entitystate.State:
		b.entities(r, m)
		return
	case *message.Event:
		b.event(r, m, c.Complete())
	case *message.TorpedoFire:
		b.torpedo(r, m, c.Complete())
	case *message.BeamFire:
		b.beam(r, m, c.Complete())
	case *message.ObjectCreate:
		b.creation(r, m, c)
	}
	b.fields(r, c)
}

// entities adds the entities of a State.
func (b *Builder) entities(r *decode.Record, m *entitystate.State) {
	for i := range m.Entities {
		e, batch := &m.Entities[i], b.room()
		batch.Entities = append(batch.Entities, Entity{
			Line: b.line, Frame: r.Frame, Time: r.Time.UnixNano(), Client: r.Link,
			ID: e.ID, Type: e.Type, TypeName: e.TypeName(), X: e.X, Y: e.Y, VX: e.VX, VY: e.VY, RGBA: e.RGBA,
		})
	}
}
