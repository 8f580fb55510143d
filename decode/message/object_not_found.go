package message

import "bcdump/decode/wire"

// ObjectNotFound, opcode 0x1D, host to client: the host has no such object,
// usually a ship that was created a moment ago.
//
//	+0   u8     opcode 0x1D
//	+1   id     object_id
//
// Source: static analysis; counted in real sessions.
type ObjectNotFound struct {
	ObjectID uint32
}

// Visit describes the fields in wire order.
func (m *ObjectNotFound) Visit(v wire.Visitor) {
	v.ID("object_id", &m.ObjectID)
}
