package message

// Audience is to whom a host passes on what a client sends.
type Audience uint8

// Audiences.
const (
	// UnknownAudience is that of opcodes that no source knows.
	UnknownAudience Audience = iota
	HostAlone                // the host keeps it
	OtherClients             // byte by byte, to all clients but the sender
	AllClients               // byte by byte, the sender included
	TeamMates                // byte by byte, to the team of the sender
	Remade                   // the host tells what it says in messages of its own
)

// audiences are the opcodes that the direction of their row says too little of.
var audiences = map[uint8]Audience{
	OpcodeChat: AllClients, OpcodeTeamSelect: AllClients, OpcodeTeamChat: TeamMates, OpcodeStateUpdate: Remade,
}

// AudienceOf gives the audience of an opcode in games of stock software.
//
// Source: counts of copies in observed sessions; that of TeamChat and TeamSelect is from the
// game's readable scripts.
func AudienceOf(opcode uint8) Audience { return audienceOf[opcode] }

// audienceOf has the audience of each opcode: every message of a client asks for it.
var audienceOf = func() (table [256]Audience) {
	for opcode := range table {
		spec := Lookup(uint8(opcode))
		if spec == nil {
			continue
		}
		table[opcode] = HostAlone
		if spec.Direction == Relayed {
			table[opcode] = OtherClients
		}
	}
	for opcode, a := range audiences {
		table[opcode] = a
	}
	return table
}()

// HasSender reports whether the sender of a message gets a copy too.
func (a Audience) HasSender() bool { return a == AllClients || a == TeamMates }

// String says it in words.
func (a Audience) String() string {
	return [...]string{"unknown", "host alone", "other clients", "all clients", "team", "made anew"}[a]
}
