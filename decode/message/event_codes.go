package message

// eventCode is what an event code means. Forwarded events carry the sender's code
// on the wire; the receiver posts another one in its place.
type eventCode struct {
	name   string
	posted uint32 // code that the receiver posts instead; 0 = the same
}

// codeOf gives what an event code means; without a name if it is not known.
func codeOf(code uint32) (known eventCode) {
	var codes []eventCode
	switch code >> 8 {
	case 0x000600:
		codes = networkCodes[:]
	case 0x008000:
		codes = gameCodes[:]
	}
	if low := int(code & 0xFF); low < len(codes) {
		known = codes[low]
	}
	return known
}

// networkCodes are the codes from 0x00060000, gameCodes those from 0x00800000.
var networkCodes = [...]eventCode{
	0x01: {name: "NETWORK_EVENT_1"},
	0x03: {name: "NETWORK_EVENT_3"},
	0x04: {name: "NETWORK_EVENT_4"},
	0x05: {name: "NETWORK_DELETE_PLAYER"},
}

var gameCodes = [...]eventCode{
	0x4E: {name: "OBJECT_EXPLODING"},
	0x50: {name: "OBJECT_COLLISION"},
	0x58: {name: "TARGET_WAS_CHANGED"},
	0x67: {name: "AMMO_TYPE_CHANGED"},
	0x6B: {name: "SUBSYSTEM_HIT"},
	0x6C: {name: "SUBSYSTEM_STATUS"},
	0x74: {name: "REPAIR_COMPLETED"},
	0x75: {name: "REPAIR_CANNOT_BE_COMPLETED"},
	0x76: {name: "REPAIR_INCREASE_PRIORITY"},
	0x7C: {name: "WEAPON_FIRED"},
	0x7D: {name: "TRACTOR_BEAM_STARTED_FIRING"},
	0x7E: {name: "TRACTOR_BEAM_STARTED_HITTING"},
	0x7F: {name: "TRACTOR_BEAM_STOPPED_FIRING"},
	0x80: {name: "TRACTOR_BEAM_STOPPED_HITTING"},
	0x81: {name: "PHASER_STARTED_FIRING"},
	0x83: {name: "PHASER_STOPPED_FIRING"},
	0x85: {name: "TRACTOR_TARGET_DOCKED"},
	0x88: {name: "SENSORS_SHIP_IDENTIFIED"},
	0xC8: {name: "OBJECT_CREATED"},
	0xD7: {name: "START_FIRING"},
	0xD8: {name: "START_FIRING_NOTIFY", posted: 0x008000D7},
	0xD9: {name: "STOP_FIRING"},
	0xDA: {name: "STOP_FIRING_NOTIFY", posted: 0x008000D9},
	0xDB: {name: "STOP_FIRING_AT_TARGET"},
	0xDC: {name: "STOP_FIRING_AT_TARGET_NOTIFY", posted: 0x008000DB},
	0xDD: {name: "SUBSYSTEM_STATUS_NOTIFY", posted: 0x0080006C},
	0xDF: {name: "ADD_TO_REPAIR_LIST"},
	0xE0: {name: "SET_PHASER_LEVEL"},
	0xE2: {name: "START_CLOAK_NOTIFY", posted: 0x008000E3},
	0xE3: {name: "START_CLOAK"},
	0xE4: {name: "STOP_CLOAK_NOTIFY", posted: 0x008000E5},
	0xE5: {name: "STOP_CLOAK"},
	0xEC: {name: "START_WARP_NOTIFY", posted: 0x008000ED},
	0xED: {name: "START_WARP"},
	0xF1: {name: "NEW_PLAYER_IN_GAME"},
	0xF6: {name: "BOOT_PLAYER"},
	0xFC: {name: "HOST_OBJECT_COLLISION"},
	0xFD: {name: "TORPEDO_TYPE_CHANGED"},
	0xFE: {name: "TORPEDO_TYPE_CHANGED_NOTIFY", posted: 0x008000FD},
}
