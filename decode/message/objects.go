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

// HostMsg, opcode 0x13, client to host: destroy my ship.
//
//	+0   u8     opcode 0x13, nothing more
//
// Source: a document; the size was counted in real sessions.
type HostMsg struct{}

// Visit describes the fields in wire order: there are none.
func (m *HostMsg) Visit(wire.Visitor) {}
