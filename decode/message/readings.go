package message

// OtherReading is how other sources read a field than this project does. Which bytes decide
// between them stands in docs/protocol.md, "Two readings".
type OtherReading struct {
	Path string // of the field; "opcode" for the message as a whole
	Text string
}

// OtherReadings gives those of the fields of an opcode; docs/protocol.md has more, of fields that
// every tool reads in one way by now.
func OtherReadings(opcode uint8) []OtherReading { return otherReadings[opcode] }

var torpedoReading = OtherReading{"torpedo.number", "14 bytes without a meaning; the split is from static analysis, and was never seen"}

var otherReadings = map[uint8][]OtherReading{
	OpcodeBootPlayer:       {{"reason", "2 server full, 3 game in progress, 4 kicked by the host (older documents, of stock software)"}},
	OpcodeObjectCreate:     {torpedoReading},
	OpcodeObjectCreateTeam: {torpedoReading},
	OpcodeStartFiring:      {{"target_ref", "eight bytes without a meaning, with those of the offset: all were 0"}},
	OpcodeTorpedoFire: {
		{"flags", "bit 1 says that there is a target, and five bytes of a vector follow its id (older documents)"},
		{"impact", "a direction and a distance, four bytes, as the original writes them: one byte would be left over"},
	},
	OpcodeBeamFire: {{"flags", "bit 0 says that there is a target (older documents)"}},
	OpcodeStateUpdate: {
		{"cloaked", "a raw byte, 0 or 1 (older documents)"},
		{"power.value", "health of a weapon (older documents)"},
	},
	OpcodeChecksumComplete: {{"opcode", "one byte of payload follows (older documents)"}},
	OpcodeExplosion:        {{"radius", "the damage comes first, then the radius (older documents)"}},
}

// BootReadings are those of the transport message Boot.
func BootReadings() []OtherReading {
	return []OtherReading{{"reason", "2 server full, 3 game in progress (older documents)"}}
}
