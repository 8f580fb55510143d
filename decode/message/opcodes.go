package message

// Opcodes, by the names of docs/protocol.md: the first byte of a game message.
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
