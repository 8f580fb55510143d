package message

// FiringParts are the types of the parts of a ship (see ship.Class.PartType) that the weapon messages
// of an opcode name; nil = they name none.
func FiringParts(opcode uint8) []string {
	switch opcode {
	case OpcodeStartFiring, OpcodeStopFiring:
		return []string{"phaser_system", "pulse_system", "torpedo_system", "tractor_system"}
	case OpcodeTorpedoFire:
		return []string{"torpedo_tube"}
	case OpcodeBeamFire:
		return []string{"pulse_weapon"}
	case OpcodeSetPhaserLevel:
		return []string{"phaser_system"}
	case OpcodeTorpedoTypeChange:
		return []string{"torpedo_system"}
	}
	return nil
}
