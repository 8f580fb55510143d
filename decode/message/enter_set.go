package message

import "bcdump/decode/wire"

// EnterSet, opcode 0x1F, host to client: an object enters a star system.
//
//	+0   u8     opcode 0x1F
//	+1   id     object_id
//	+5   str32  set_name
//	     u8     0                  in some captures
//
// Source: a document.
type EnterSet struct {
	ObjectID   uint32
	SetName    wire.Text
	Terminated bool
}

// Visit describes the fields in wire order.
func (m *EnterSet) Visit(v wire.Visitor) {
	v.ID("object_id", &m.ObjectID)
	v.Str32("set_name", &m.SetName)
	v.Terminator("terminator", &m.Terminated)
}
