package message

import "bcdump/decode/wire"

// Opcodes, by the names of docs/protocol: the first byte of a game message.
const (
	OpcodeSettings           = 0x00
	OpcodeGameInit           = 0x01
	OpcodeObjectCreate       = 0x02
	OpcodeObjectCreateTeam   = 0x03
	OpcodeBootPlayer         = 0x04
	OpcodePythonEvent        = 0x06
	OpcodeStartFiring        = 0x07
	OpcodeStopFiring         = 0x08
	OpcodeStopFiringAtTarget = 0x09
	OpcodeSubsystemStatus    = 0x0A
	OpcodeAddToRepairList    = 0x0B
	OpcodeClientEvent        = 0x0C
	OpcodePythonEvent2       = 0x0D
	OpcodeStartCloak         = 0x0E
	OpcodeStopCloak          = 0x0F
	OpcodeStartWarp          = 0x10
	OpcodeRepairListPriority = 0x11
	OpcodeSetPhaserLevel     = 0x12
	OpcodeHostMsg            = 0x13
	OpcodeDestroyObject      = 0x14
	OpcodeCollisionEffect    = 0x15
	OpcodeCollisionSetting   = 0x16
	OpcodePlayerListEvent    = 0x17
	OpcodePlayerLeftText     = 0x18
	OpcodeTorpedoFire        = 0x19
	OpcodeBeamFire           = 0x1A
	OpcodeTorpedoTypeChange  = 0x1B
	OpcodeStateUpdate        = 0x1C
	OpcodeObjectNotFound     = 0x1D
	OpcodeRequestObject      = 0x1E
	OpcodeEnterSet           = 0x1F
	OpcodeChecksumRequest    = 0x20
	OpcodeChecksumResponse   = 0x21
	OpcodeSystemChecksumFail = 0x22
	OpcodeVersionDifferent   = 0x23
	OpcodeFileTransfer       = 0x25
	OpcodeFileTransferAck    = 0x27
	OpcodeChecksumComplete   = 0x28
	OpcodeExplosion          = 0x29
	OpcodeNewPlayerInGame    = 0x2A
	OpcodeChat               = 0x2C
	OpcodeTeamChat           = 0x2D
	OpcodeMissionInit        = 0x35
	OpcodeScoreChange        = 0x36
	OpcodeScore              = 0x37
	OpcodeEndGame            = 0x38
	OpcodeRestartGame        = 0x39
	OpcodeScoreInit          = 0x3F
	OpcodeTeamScore          = 0x40
	OpcodeTeamSelect         = 0x41
)

// OfMods reports whether an opcode is one that mods of the community use, and the game does not.
//
// Source: public repositories of the community, without bytes.
func OfMods(opcode uint8) bool { return opcode == 205 || opcode >= 211 && opcode <= 214 }

// Direction says who sends a message in stock play.
type Direction string

// Directions of the opcode table.
const (
	ToServer Direction = "C>S"
	ToClient Direction = "S>C"
	Relayed  Direction = "relay" // client to server, then copied to the other clients
	Both     Direction = "both"  // in both directions, not copied byte by byte
	Nobody   Direction = "none"  // no stock software sends it
)

// Spec is one row of the opcode table.
type Spec struct {
	Opcode    uint8
	Name      string
	Aliases   []string // other names in use, accepted in filters
	Direction Direction
	Evidence  wire.Evidence // of the layout, unless a field says otherwise
	Section   string        // of docs/protocol
	form
}

// form makes messages of one kind.
type form struct {
	// New makes an empty message; nil if the payload is kept raw.
	New func() wire.Message
	// empty makes a message what New gives, so that it can be used again.
	empty func(wire.Message)
}

// describe is the form of messages that are empty when they are zero.
func describe[T any, P interface {
	*T
	wire.Message
}]() form {
	return form{
		New:   func() wire.Message { return P(new(T)) },
		empty: func(m wire.Message) { *m.(P) = *new(T) },
	}
}

// reusable is a message that knows more than its fields, or keeps the memory of its lists.
// What it held must not be taken for what the next one says.
type reusable interface {
	wire.Message
	empty()
}

func reuse[M reusable](make func() M) form {
	return form{
		New:   func() wire.Message { return make() },
		empty: func(m wire.Message) { m.(M).empty() },
	}
}
