package entitystate

import "bcdump/decode/wire"

// Despawn, type 6, server to clients: an entity is gone. Later servers send it.
//
//	+0   u32  id
//
// Source: documents.
type Despawn struct {
	ID uint32
}

// Visit describes the fields in wire order.
func (m *Despawn) Visit(v wire.Visitor) { v.U32("id", &m.ID) }
