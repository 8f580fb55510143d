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

	condition string // of its fields
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
	{ID: classEvent, Name: "Event", Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Static},
	{
		ID: classSubsystem, Name: "SubsystemEvent", Evidence: wire.Observed,
		Opcodes: []uint8{OpcodePythonEvent, OpcodeStopFiring, OpcodeAddToRepairList, OpcodeStartCloak, OpcodeStopCloak},
	},
	{
		ID: classBool, Name: "BoolEvent", Follows: "u8 value", condition: "class 0x104",
		Opcodes: []uint8{OpcodeSubsystemStatus}, Evidence: wire.Observed,
	},
	{
		ID: classChar, Name: "CharEvent", Follows: "u8 value", condition: "class 0x105",
		Opcodes:  []uint8{OpcodePythonEvent, OpcodeSetPhaserLevel, OpcodeTorpedoTypeChange},
		Evidence: wire.Document, SizeObserved: true,
	},
	{
		ID: classObjPtr, Name: "ObjPtrEvent", Follows: "id object_ref", condition: "class 0x10C",
		Opcodes:  []uint8{OpcodePythonEvent, OpcodeStopFiringAtTarget, OpcodePythonEvent2, OpcodeRepairListPriority},
		Evidence: wire.Document, SizeObserved: true,
	},
	{
		ID: classPlayerList, Name: "PlayerListEvent", Follows: "u8 peer_id", condition: "class 0x866",
		Opcodes: []uint8{OpcodePlayerListEvent}, Evidence: wire.Observed,
	},
	{
		ID: classCollision, Name: "CollisionEvent", Follows: "u8 n, n contacts, f32 force", condition: "class 0x8124",
		Opcodes: []uint8{OpcodeCollisionEffect}, Evidence: wire.Observed,
	},
	{
		ID: classStartFiring, Name: "StartFiringEvent", Follows: "id target_ref, contact offset", condition: "class 0x8128",
		Opcodes: []uint8{OpcodeStartFiring}, Evidence: wire.Document, SizeObserved: true,
	},
	{
		ID: classObjectExploding, Name: "ObjectExplodingEvent", Follows: "i32 firing_player, f32 lifetime", condition: "class 0x8129",
		Opcodes: []uint8{OpcodePythonEvent}, Evidence: wire.Observed,
	},
	{
		ID: classStartWarp, Name: "StartWarpEvent", Follows: "str8 set_name, 4 x f32", condition: "class 0x812A",
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
