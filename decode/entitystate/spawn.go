package entitystate

import "bcdump/decode/wire"

// Spawn, type 5, server to clients: an entity comes into being. No known server sends
// it.
//
//	+0   entity
//
// Source: documents.
type Spawn struct {
	Entity Entity
}

// Visit describes the fields in wire order.
func (m *Spawn) Visit(v wire.Visitor) {
	wire.Object(v, "entity", func() { m.Entity.visit(v) })
}

func (m *Spawn) check(i *issues) {
	state := State{Count: 1, Entities: []Entity{m.Entity}}
	at := len(i.list)
	state.check(i)
	for n := range i.list[at:] {
		i.list[at+n].Offset = HeaderSize
	}
}
