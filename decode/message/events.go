package message

import (
	"fmt"
	"slices"

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
	wire.Optional(v, is(ClassBool), "class 0x104", func() { graded(v, ClassBool).U8("value", &m.Value) })
	wire.Optional(v, is(ClassChar), "class 0x105", func() { graded(v, ClassChar).U8("value", &m.Value) })
	wire.Optional(v, is(ClassObjPtr), "class 0x10C", func() { graded(v, ClassObjPtr).ID("object_ref", &m.ObjectRef) })
	wire.Optional(v, is(ClassPlayerList), "class 0x866", func() { graded(v, ClassPlayerList).U8("peer_id", &m.PeerID) })
	wire.Optional(v, is(ClassCollision), "class 0x8124", func() { m.visitCollision(graded(v, ClassCollision)) })
	wire.Optional(v, is(ClassObjectExploding), "class 0x8129", func() {
		graded(v, ClassObjectExploding).I32("firing_player", &m.FiringPlayer)
		v.F32("lifetime", "s", &m.Lifetime)
	})
	wire.Optional(v, is(ClassStartFiring), "class 0x8128", func() { m.visitStartFiring(graded(v, ClassStartFiring)) })
	wire.Optional(v, is(ClassStartWarp), "class 0x812A", func() {
		graded(v, ClassStartWarp).Str8("set_name", &m.SetName)
		v.Floats("floats", m.Floats[:])
	})
}

// graded gives fields the evidence of their class.
func graded(v wire.Visitor, class uint32) wire.Visitor {
	v.Evidence(classOf(class).Evidence)
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

// EventClass is a class of events. It decides what follows the base of an [Event].
type EventClass struct {
	ID      uint32
	Name    string
	Follows string  // the fields behind the base, with their encodings; "" = nothing
	Opcodes []uint8 // that it was seen with, or is expected with
	// Evidence is that of what follows; of the class, if nothing does. With SizeObserved
	// real messages have the size that follows from it, though nothing shows what the
	// bytes mean.
	Evidence     wire.Evidence
	SizeObserved bool
}

// Classes of events.
const (
	ClassEvent           = 0x00000002
	ClassSubsystem       = 0x00000101
	ClassBool            = 0x00000104
	ClassChar            = 0x00000105
	ClassObjPtr          = 0x0000010C
	ClassPlayerList      = 0x00000866
	ClassCollision       = 0x00008124
	ClassStartFiring     = 0x00008128
	ClassObjectExploding = 0x00008129
	ClassStartWarp       = 0x0000812A
)

// EventClasses lists the classes of events that are known, by their numbers.
func EventClasses() []EventClass { return slices.Clone(eventClasses[:]) }

var eventClasses = [...]EventClass{
	{ID: ClassEvent, Name: "Event", Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Static},
	{
		ID: ClassSubsystem, Name: "SubsystemEvent", Evidence: wire.Observed,
		Opcodes: []uint8{OpcodePythonEvent, OpcodeStopFiring, OpcodeAddToRepairList, OpcodeStartCloak, OpcodeStopCloak},
	},
	{
		ID: ClassBool, Name: "BoolEvent", Follows: "u8 value",
		Opcodes: []uint8{OpcodeSubsystemStatus}, Evidence: wire.Observed,
	},
	{
		ID: ClassChar, Name: "CharEvent", Follows: "u8 value",
		Opcodes:  []uint8{OpcodePythonEvent, OpcodeSetPhaserLevel, OpcodeTorpedoTypeChange},
		Evidence: wire.Document, SizeObserved: true,
	},
	{
		ID: ClassObjPtr, Name: "ObjPtrEvent", Follows: "id object_ref",
		Opcodes:  []uint8{OpcodePythonEvent, OpcodeStopFiringAtTarget, OpcodePythonEvent2, OpcodeRepairListPriority},
		Evidence: wire.Document, SizeObserved: true,
	},
	{
		ID: ClassPlayerList, Name: "PlayerListEvent", Follows: "u8 peer_id",
		Opcodes: []uint8{OpcodePlayerListEvent}, Evidence: wire.Observed,
	},
	{
		ID: ClassCollision, Name: "CollisionEvent", Follows: "u8 n, n contacts, f32 force",
		Opcodes: []uint8{OpcodeCollisionEffect}, Evidence: wire.Observed,
	},
	{
		ID: ClassStartFiring, Name: "StartFiringEvent", Follows: "id target_ref, contact offset",
		Opcodes: []uint8{OpcodeStartFiring}, Evidence: wire.Document, SizeObserved: true,
	},
	{
		ID: ClassObjectExploding, Name: "ObjectExplodingEvent", Follows: "i32 firing_player, f32 lifetime",
		Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Observed,
	},
	{
		ID: ClassStartWarp, Name: "StartWarpEvent", Follows: "str8 set_name, 4 x f32",
		Opcodes: []uint8{OpcodeStartWarp}, Evidence: wire.Document,
	},
}

var noEventClass EventClass

// classOf gives a class of events; without a name if it is not known.
func classOf(id uint32) *EventClass {
	for i := range eventClasses {
		if eventClasses[i].ID == id {
			return &eventClasses[i]
		}
	}
	return &noEventClass
}

// usualIn reports whether an opcode carries such events. 0x06 and 0x0C may carry any.
func (c *EventClass) usualIn(opcode uint8) bool {
	return opcode == OpcodePythonEvent || opcode == OpcodeClientEvent || slices.Contains(c.Opcodes, opcode)
}

// EventCode is what an event code means. Forwarded events carry the sender's code on the
// wire; the receiver posts another one in its place.
type EventCode struct {
	Code     uint32
	Name     string
	Posted   uint32  // code that the receiver posts instead; 0 = the same
	Opcodes  []uint8 // that carry it; empty = it is not expected on the wire, or not known where
	Evidence wire.Evidence
	Note     string // what its fields mean; mostly nothing
}

// The codes come in two groups.
const (
	networkEvents = 0x00060000
	gameEvents    = 0x00800000
)

// EventCodes lists the event codes that are known, by their numbers.
func EventCodes() (list []EventCode) {
	list = appendCodes(list, networkEvents, networkCodes[:])
	return appendCodes(list, gameEvents, gameCodes[:])
}

func appendCodes(list []EventCode, base uint32, codes []EventCode) []EventCode {
	for low, code := range codes {
		if code.Name != "" {
			code.Code = base + uint32(low) //nolint:gosec // a byte
			list = append(list, code)
		}
	}
	return list
}

// codeOf gives what an event code means; without a name if it is not known.
func codeOf(code uint32) *EventCode {
	var codes []EventCode
	switch code >> 8 << 8 {
	case networkEvents:
		codes = networkCodes[:]
	case gameEvents:
		codes = gameCodes[:]
	}
	if low := int(code & 0xFF); low < len(codes) {
		return &codes[low]
	}
	return &noEventCode
}

var noEventCode EventCode

// networkCodes are the codes from networkEvents on. The names are those of the game's script
// interface; which number is whose comes from published static analysis, but for the third,
// which only documents have.
var networkCodes = [...]EventCode{
	0x01: {Name: "NETWORK_MESSAGE_EVENT", Evidence: wire.Static, Note: "a message has come; not expected on the wire"},
	0x03: {Name: "NETWORK_DISCONNECT", Evidence: wire.Document, Note: "not expected on the wire"},
	0x04: {Name: "NETWORK_NEW_PLAYER", Evidence: wire.Static, Note: "not expected on the wire"},
	0x05: {Name: "NETWORK_DELETE_PLAYER", Opcodes: []uint8{OpcodePlayerListEvent}, Evidence: wire.Static, Note: "a player has gone"},
}

// gameCodes are the codes from gameEvents on.
var gameCodes = [...]EventCode{
	0x4E: {Name: "OBJECT_EXPLODING", Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Observed, Note: "the death of a ship: it is the target, the ship of its killer the source, 0 = none"},
	0x50: {Name: "OBJECT_COLLISION", Opcodes: []uint8{OpcodeCollisionEffect}, Evidence: wire.Observed},
	0x58: {Name: "TARGET_WAS_CHANGED", Opcodes: []uint8{OpcodePythonEvent2}, Evidence: wire.Static, Note: "object_ref is the target before"},
	0x67: {Name: "AMMO_TYPE_CHANGED", Evidence: wire.Document},
	0x6B: {Name: "SUBSYSTEM_HIT", Evidence: wire.Document, Note: "not expected on the wire"},
	0x6C: {Name: "SUBSYSTEM_STATUS", Evidence: wire.Static, Note: "what the receiver of 0x0A posts"},
	0x74: {Name: "REPAIR_COMPLETED", Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Document},
	0x75: {Name: "REPAIR_CANNOT_BE_COMPLETED", Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Document},
	0x76: {Name: "REPAIR_INCREASE_PRIORITY", Opcodes: []uint8{OpcodeRepairListPriority}, Evidence: wire.Document, Note: "object_ref is the part to repair first"},
	0x7C: {Name: "WEAPON_FIRED", Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Document, Note: "object_ref is the target or 0"},
	0x7D: {Name: "TRACTOR_BEAM_STARTED_FIRING", Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Document},
	0x7E: {Name: "TRACTOR_BEAM_STARTED_HITTING", Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Document},
	0x7F: {Name: "TRACTOR_BEAM_STOPPED_FIRING", Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Document},
	0x80: {Name: "TRACTOR_BEAM_STOPPED_HITTING", Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Document},
	0x81: {Name: "PHASER_STARTED_FIRING", Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Document},
	0x83: {Name: "PHASER_STOPPED_FIRING", Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Document},
	0x85: {Name: "TRACTOR_TARGET_DOCKED", Evidence: wire.Document, Note: "not expected on the wire"},
	0x88: {Name: "SENSORS_SHIP_IDENTIFIED", Evidence: wire.Document, Note: "not expected on the wire"},
	0xC8: {Name: "OBJECT_CREATED", Evidence: wire.Document},
	0xD7: {Name: "START_FIRING", Evidence: wire.Static},
	0xD8: {Name: "START_FIRING_NOTIFY", Posted: 0x008000D7, Opcodes: []uint8{OpcodeStartFiring}, Evidence: wire.Observed},
	0xD9: {Name: "STOP_FIRING", Evidence: wire.Static},
	0xDA: {Name: "STOP_FIRING_NOTIFY", Posted: 0x008000D9, Opcodes: []uint8{OpcodeStopFiring}, Evidence: wire.Observed},
	0xDB: {Name: "STOP_FIRING_AT_TARGET", Evidence: wire.Static},
	0xDC: {Name: "STOP_FIRING_AT_TARGET_NOTIFY", Posted: 0x008000DB, Opcodes: []uint8{OpcodeStopFiringAtTarget}, Evidence: wire.Static},
	0xDD: {Name: "SUBSYSTEM_STATUS_NOTIFY", Posted: 0x0080006C, Opcodes: []uint8{OpcodeSubsystemStatus}, Evidence: wire.Observed, Note: "value: 1 on, 0 off"},
	0xDF: {Name: "ADD_TO_REPAIR_LIST", Opcodes: []uint8{OpcodePythonEvent, OpcodeAddToRepairList}, Evidence: wire.Observed, Note: "source: the damaged part; target: the repair system"},
	0xE0: {Name: "SET_PHASER_LEVEL", Opcodes: []uint8{OpcodeSetPhaserLevel}, Evidence: wire.Document, Note: "value: 0 low, 1 medium, 2 high"},
	0xE2: {Name: "START_CLOAK_NOTIFY", Posted: 0x008000E3, Opcodes: []uint8{OpcodeStartCloak}, Evidence: wire.Static},
	0xE3: {Name: "START_CLOAK", Evidence: wire.Static},
	0xE4: {Name: "STOP_CLOAK_NOTIFY", Posted: 0x008000E5, Opcodes: []uint8{OpcodeStopCloak}, Evidence: wire.Static},
	0xE5: {Name: "STOP_CLOAK", Evidence: wire.Static},
	0xEC: {Name: "START_WARP_NOTIFY", Posted: 0x008000ED, Opcodes: []uint8{OpcodeStartWarp}, Evidence: wire.Static},
	0xED: {Name: "START_WARP", Evidence: wire.Static},
	0xF1: {Name: "NEW_PLAYER_IN_GAME", Opcodes: []uint8{OpcodePlayerListEvent}, Evidence: wire.Observed, Note: "a player came"},
	0xF6: {Name: "BOOT_PLAYER", Evidence: wire.Static},
	0xFC: {Name: "HOST_OBJECT_COLLISION", Evidence: wire.Document},
	0xFD: {Name: "TORPEDO_TYPE_CHANGED", Evidence: wire.Static},
	0xFE: {Name: "TORPEDO_TYPE_CHANGED_NOTIFY", Posted: 0x008000FD, Opcodes: []uint8{OpcodeTorpedoTypeChange}, Evidence: wire.Static, Note: "value: the slot of the torpedo"},
}

// Codes of PlayerListEvent.
const (
	CodePlayerGone = 0x00060005
	CodePlayerCame = 0x008000F1
)
