package message

import (
	"fmt"

	"bcdump/decode/fields"
	"bcdump/decode/wire"
)

// Event is what the opcodes 0x06 to 0x12, 0x15, 0x17 and 0x1B carry: one
// serialised event of the game. Its class decides what follows the base; its code
// says what happened.
//
//	+0   u8     opcode
//	+1   u32    class_id
//	+5   u32    event_code
//	+9   id     source_id
//	+13  id     target_id
//	+17  by class_id:
//	     0x00000002 Event, 0x00000101 SubsystemEvent         nothing
//	     0x00000104 BoolEvent, 0x00000105 CharEvent          u8 value
//	     0x0000010C ObjPtrEvent                              id object_ref
//	     0x00000866 player-list event                        u8 peer_id
//	     0x00008124 CollisionEvent                           u8 n, n x contact, f32 force
//	     0x00008128 StartFiringEvent                         id target_ref, offset (4 bytes)
//	     0x00008129 ObjectExplodingEvent                     i32 firing_player, f32 lifetime
//	     0x0000812A StartWarpEvent                           str8 set_name, 4 x f32
//	     any other                                           raw
//
// Source: base, 0x101, 0x104, 0x866, 0x8124, 0x8128 and 0x8129 observed. The
// inner split of StartFiringEvent is a guess from the script interface of its
// class: all eight bytes seen were zero. StartWarpEvent is from a document.
type Event struct {
	opcode  uint8
	context Context

	ClassID   uint32
	EventCode uint32
	SourceID  uint32
	TargetID  uint32

	Value        uint8
	ObjectRef    uint32
	PeerID       uint8
	Contacts     []Contact
	Force        float32
	TargetRef    uint32
	Offset       Contact
	FiringPlayer int32
	Lifetime     float32
	SetName      wire.Text
	Floats       [4]float32
}

// Contact is a point relative to an object: a direction, and a distance in 1/255
// of the object's radius, which is not on the wire.
type Contact struct {
	Direction wire.CV3
	Magnitude uint8
}

func event(opcode uint8) form {
	return reuse(func() *Event { return &Event{opcode: opcode} })
}

func (m *Event) empty() { *m = Event{opcode: m.opcode, Contacts: m.Contacts[:0]} }

// SetContext gives names to object ids.
func (m *Event) SetContext(c Context) { m.context = c }

// Visit describes the fields in wire order.
func (m *Event) Visit(v wire.Visitor) {
	v.Hex32("class_id", &m.ClassID)
	class := classOf(m.ClassID)
	wire.Optional(v, class.Name != "", "known class", func() { v.ShowText("class_name", class.Name) })
	v.Hex32("event_code", &m.EventCode)
	m.visitName(v)
	v.ID("source_id", &m.SourceID)
	v.ID("target_id", &m.TargetID)
	m.visitClass(v)
}

// visitName shows what the code means and, where the receiver replaces it, what
// it posts instead.
func (m *Event) visitName(v wire.Visitor) {
	code := codeOf(m.EventCode)
	wire.Optional(v, code.Name != "", "known code", func() { v.ShowText("event_name", code.Name) })
	wire.Optional(v, code.Posted != 0, "code of a notification", func() {
		v.ShowText("posted_name", codeOf(code.Posted).Name)
	})
}

// visitClass describes what the class brings.
func (m *Event) visitClass(v wire.Visitor) {
	is := func(class uint32) bool { return m.ClassID == class }
	wire.Optional(v, is(ClassBool), "class 0x104", func() { graded(v, placeBool).U8("value", &m.Value) })
	wire.Optional(v, is(ClassChar), "class 0x105", func() { graded(v, placeChar).U8("value", &m.Value) })
	wire.Optional(v, is(ClassObjPtr), "class 0x10C", func() { graded(v, placeObjPtr).ID("object_ref", &m.ObjectRef) })
	wire.Optional(v, is(ClassPlayerList), "class 0x866", func() { graded(v, placePlayerList).U8("peer_id", &m.PeerID) })
	wire.Optional(v, is(ClassCollision), "class 0x8124", func() { m.visitCollision(graded(v, placeCollision)) })
	wire.Optional(v, is(ClassObjectExploding), "class 0x8129", func() {
		graded(v, placeObjectExploding).I32("firing_player", &m.FiringPlayer)
		v.F32("lifetime", "s", &m.Lifetime)
	})
	wire.Optional(v, is(ClassStartFiring), "class 0x8128", func() { m.visitStartFiring(graded(v, placeStartFiring)) })
	wire.Optional(v, is(ClassStartWarp), "class 0x812A", func() {
		graded(v, placeStartWarp).Str8("set_name", &m.SetName)
		v.Floats("floats", m.Floats[:])
	})
}

// graded gives fields the evidence of their class.
func graded(v wire.Visitor, place int) wire.Visitor {
	v.Evidence(eventClasses[place].Evidence)
	return v
}

func (m *Event) visitCollision(v wire.Visitor) {
	count := uint8(len(m.Contacts))
	wire.Hidden(v, func() { v.U8("contact_count", &count) })
	wire.Repeat(v, "contacts", &m.Contacts, int(count), func(c *Contact) { c.visit(v) })
	v.F32("force", "", &m.Force)
}

func (m *Event) visitStartFiring(v wire.Visitor) {
	v.ID("target_ref", &m.TargetRef)
	wire.Object(v, "offset", func() { m.Offset.visit(v) })
}

func (c *Contact) visit(v wire.Visitor) {
	v.CV3("direction", &c.Direction)
	v.U8("magnitude", &c.Magnitude)
}

// Remarks says what is unusual about the event.
func (m *Event) Remarks() (remarks []string) {
	switch class := classOf(m.ClassID); {
	case class.Name == "":
		remarks = append(remarks, fmt.Sprintf("unknown event class 0x%08X", m.ClassID))
	case !class.usualIn(m.opcode):
		remarks = append(remarks, fmt.Sprintf("event class 0x%08X is unusual for opcode 0x%02X", m.ClassID, m.opcode))
	}
	return remarks
}

// AppendLine says what happened to whom.
func (m *Event) AppendLine(b []byte) []byte {
	if code := codeOf(m.EventCode); code.Name != "" {
		b = append(b, code.Name...)
	} else {
		b = fields.AppendHex(append(b, "event "...), uint64(m.EventCode), 8)
	}
	b = m.context.appendObject(append(b, "  "...), m.SourceID)
	b = m.context.appendObject(append(b, " → "...), m.TargetID)
	switch m.ClassID {
	case ClassBool, ClassChar:
		b = fields.AppendNumber(append(b, "  value "...), uint64(m.Value))
	case ClassObjPtr:
		b = m.context.appendObject(append(b, "  object "...), m.ObjectRef)
	case ClassPlayerList:
		b = fields.AppendNumber(append(b, "  peer "...), uint64(m.PeerID))
	case ClassCollision:
		b = fmt.Appendf(b, "  %d contacts  force %.1f", len(m.Contacts), m.Force)
	case ClassStartFiring:
		b = m.context.appendObject(append(b, "  target "...), m.TargetRef)
	case ClassObjectExploding:
		b = fmt.Appendf(b, "  fired by %s  lifetime %.1f s", m.context.player(m.FiringPlayer), m.Lifetime)
	}
	return b
}

// Explodes reports that the event tells of the end of a ship, its target.
func (m *Event) Explodes() bool {
	const objectExploding = 0x0080004E
	return m.EventCode == objectExploding
}
