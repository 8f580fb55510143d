package message

import (
	"slices"

	"bcdump/decode/wire"
)

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
	placeEvent: {ID: ClassEvent, Name: "Event", Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Static},
	placeSubsystem: {
		ID: ClassSubsystem, Name: "SubsystemEvent", Evidence: wire.Observed,
		Opcodes: []uint8{OpcodePythonEvent, OpcodeStopFiring, OpcodeAddToRepairList, OpcodeStartCloak, OpcodeStopCloak},
	},
	placeBool: {
		ID: ClassBool, Name: "BoolEvent", Follows: "u8 value",
		Opcodes: []uint8{OpcodeSubsystemStatus}, Evidence: wire.Observed,
	},
	placeChar: {
		ID: ClassChar, Name: "CharEvent", Follows: "u8 value",
		Opcodes:  []uint8{OpcodePythonEvent, OpcodeSetPhaserLevel, OpcodeTorpedoTypeChange},
		Evidence: wire.Document, SizeObserved: true,
	},
	placeObjPtr: {
		ID: ClassObjPtr, Name: "ObjPtrEvent", Follows: "id object_ref",
		Opcodes:  []uint8{OpcodePythonEvent, OpcodeStopFiringAtTarget, OpcodePythonEvent2, OpcodeRepairListPriority},
		Evidence: wire.Document, SizeObserved: true,
	},
	placePlayerList: {
		ID: ClassPlayerList, Name: "PlayerListEvent", Follows: "u8 peer_id",
		Opcodes: []uint8{OpcodePlayerListEvent}, Evidence: wire.Observed,
	},
	placeCollision: {
		ID: ClassCollision, Name: "CollisionEvent", Follows: "u8 n, n contacts, f32 force",
		Opcodes: []uint8{OpcodeCollisionEffect}, Evidence: wire.Observed,
	},
	placeStartFiring: {
		ID: ClassStartFiring, Name: "StartFiringEvent", Follows: "id target_ref, contact offset",
		Opcodes: []uint8{OpcodeStartFiring}, Evidence: wire.Document, SizeObserved: true,
	},
	placeObjectExploding: {
		ID: ClassObjectExploding, Name: "ObjectExplodingEvent", Follows: "i32 firing_player, f32 lifetime",
		Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Observed,
	},
	placeStartWarp: {
		ID: ClassStartWarp, Name: "StartWarpEvent", Follows: "str8 set_name, 4 x f32",
		Opcodes: []uint8{OpcodeStartWarp}, Evidence: wire.Document,
	},
}

// Places in eventClasses.
const (
	placeEvent = iota
	placeSubsystem
	placeBool
	placeChar
	placeObjPtr
	placePlayerList
	placeCollision
	placeStartFiring
	placeObjectExploding
	placeStartWarp
)

var noEventClass EventClass

// classOf gives a class of events; without a name if it is not known.
func classOf(id uint32) *EventClass {
	switch id {
	case ClassEvent:
		return &eventClasses[placeEvent]
	case ClassSubsystem:
		return &eventClasses[placeSubsystem]
	case ClassBool:
		return &eventClasses[placeBool]
	case ClassChar:
		return &eventClasses[placeChar]
	case ClassObjPtr:
		return &eventClasses[placeObjPtr]
	case ClassPlayerList:
		return &eventClasses[placePlayerList]
	case ClassCollision:
		return &eventClasses[placeCollision]
	case ClassStartFiring:
		return &eventClasses[placeStartFiring]
	case ClassObjectExploding:
		return &eventClasses[placeObjectExploding]
	case ClassStartWarp:
		return &eventClasses[placeStartWarp]
	}
	return &noEventClass
}

// usualIn reports whether an opcode carries such events. 0x06 and 0x0C may carry any.
func (c *EventClass) usualIn(opcode uint8) bool {
	return opcode == OpcodePythonEvent || opcode == OpcodeClientEvent || slices.Contains(c.Opcodes, opcode)
}
