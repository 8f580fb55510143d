package entitystate

import "bcdump/decode/wire"

// LivesUpdate, type 10, server to clients.
//
//	+0   u32  id      of the player
//	+4   u8   lives
//
// Source: documents.
type LivesUpdate struct {
	ID    uint32
	Lives uint8
}

// Visit describes the fields in wire order.
func (m *LivesUpdate) Visit(v wire.Visitor) {
	v.U32("id", &m.ID)
	v.U8("lives", &m.Lives)
}
