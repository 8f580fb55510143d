package message

import "bcdump/decode/wire"

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
