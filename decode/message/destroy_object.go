package message

import "bcdump/decode/wire"

// DestroyObject, opcode 0x14, host to clients: an object is gone. Ships that
// explode go without it.
//
//	+0   u8     opcode 0x14
//	+1   id     object_id
//
// Source: static analysis.
type DestroyObject struct {
	ObjectID uint32
}

// Visit describes the fields in wire order.
func (m *DestroyObject) Visit(v wire.Visitor) {
	v.ID("object_id", &m.ObjectID)
}
