package message

import "bcdump/decode/wire"

// RequestObject, opcode 0x1E, client to host: send me this object.
//
//	+0   u8     opcode 0x1E
//	+1   id     object_id
//
// Source: static analysis; never captured.
type RequestObject struct {
	ObjectID uint32
}

// Visit describes the fields in wire order.
func (m *RequestObject) Visit(v wire.Visitor) {
	v.ID("object_id", &m.ObjectID)
}
