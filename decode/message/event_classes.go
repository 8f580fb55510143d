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
	classEvent           = 0x00000002
	classSubsystem       = 0x00000101
	classBool            = 0x00000104
	classChar            = 0x00000105
	classObjPtr          = 0x0000010C
	classPlayerList      = 0x00000866
	classCollision       = 0x00008124
	classStartFiring     = 0x00008128
	classObjectExploding = 0x00008129
	classStartWarp       = 0x0000812A
)

// EventClasses lists the classes of events that are known, by their numbers.
func EventClasses() []EventClass { return slices.Clone(eventClasses[:]) }

var eventClasses = [...]EventClass{
	placeEvent: {ID: classEvent, Name: "Event", Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Static},
	placeSubsystem: {
		ID: classSubsystem, Name: "SubsystemEvent", Evidence: wire.Observed,
		Opcodes: []uint8{OpcodePythonEvent, OpcodeStopFiring, OpcodeAddToRepairList, OpcodeStartCloak, OpcodeStopCloak},
	},
	placeBool: {
		ID: classBool, Name: "BoolEvent", Follows: "u8 value",
		Opcodes: []uint8{OpcodeSubsystemStatus}, Evidence: wire.Observed,
	},
	placeChar: {
		ID: classChar, Name: "CharEvent", Follows: "u8 value",
		Opcodes:  []uint8{OpcodePythonEvent, OpcodeSetPhaserLevel, OpcodeTorpedoTypeChange},
		Evidence: wire.Document, SizeObserved: true,
	},
	placeObjPtr: {
		ID: classObjPtr, Name: "ObjPtrEvent", Follows: "id object_ref",
		Opcodes:  []uint8{OpcodePythonEvent, OpcodeStopFiringAtTarget, OpcodePythonEvent2, OpcodeRepairListPriority},
		Evidence: wire.Document, SizeObserved: true,
	},
	placePlayerList: {
		ID: classPlayerList, Name: "PlayerListEvent", Follows: "u8 peer_id",
		Opcodes: []uint8{OpcodePlayerListEvent}, Evidence: wire.Observed,
	},
	placeCollision: {
		ID: classCollision, Name: "CollisionEvent", Follows: "u8 n, n contacts, f32 force",
		Opcodes: []uint8{OpcodeCollisionEffect}, Evidence: wire.Observed,
	},
	placeStartFiring: {
		ID: classStartFiring, Name: "StartFiringEvent", Follows: "id target_ref, contact offset",
		Opcodes: []uint8{OpcodeStartFiring}, Evidence: wire.Document, SizeObserved: true,
	},
	placeObjectExploding: {
		ID: classObjectExploding, Name: "ObjectExplodingEvent", Follows: "i32 firing_player, f32 lifetime",
		Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Observed,
	},
	placeStartWarp: {
		ID: classStartWarp, Name: "StartWarpEvent", Follows: "str8 set_name, 4 x f32",
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
	case classEvent:
		return &eventClasses[placeEvent]
	case classSubsystem:
		return &eventClasses[placeSubsystem]
	case classBool:
		return &eventClasses[placeBool]
	case classChar:
		return &eventClasses[placeChar]
	case classObjPtr:
		return &eventClasses[placeObjPtr]
	case classPlayerList:
		return &eventClasses[placePlayerList]
	case classCollision:
		return &eventClasses[placeCollision]
	case classStartFiring:
		return &eventClasses[placeStartFiring]
	case classObjectExploding:
		return &eventClasses[placeObjectExploding]
	case classStartWarp:
		return &eventClasses[placeStartWarp]
	}
	return &noEventClass
}

// usualIn reports whether an opcode carries such events. 0x06 and 0x0C may carry any.
func (c *EventClass) usualIn(opcode uint8) bool {
	return opcode == OpcodePythonEvent || opcode == OpcodeClientEvent || slices.Contains(c.Opcodes, opcode)
}
