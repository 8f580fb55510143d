package message

import (
	"bcdump/decode/wire"
)

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
	Section   string        // of docs/protocol.md
	form
}

// form makes messages of one kind.
type form struct {
	// New makes an empty message; nil if the payload is kept raw.
	New func() wire.Message
	// empty makes a message what New gives, so that it can be used again.
	empty func(wire.Message)
}

// Lookup gives the row of an opcode; nil if no source knows it.
func Lookup(opcode uint8) *Spec { return byOpcode[opcode] }

// Table lists every known opcode in ascending order.
func Table() []Spec { return table[:] }

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

var byOpcode = func() (index [256]*Spec) {
	for i := range table {
		index[table[i].Opcode] = &table[i]
	}
	return index
}()

// The rows. Names are those of docs/protocol.md; aliases are those of older
// tools and documents.
var table = [...]Spec{
	{0x00, "Settings", nil, ToClient, wire.Observed, "join", describe[Settings]()},
	{0x01, "GameInit", nil, ToClient, wire.Observed, "join", describe[GameInit]()},
	{0x02, "ObjectCreate", []string{"ObjCreate"}, ToClient, wire.Observed, "objects", creation(false)},
	{0x03, "ObjectCreateTeam", []string{"ObjCreateTeam"}, Relayed, wire.Observed, "objects", creation(true)},
	{0x04, "BootPlayer", nil, Nobody, wire.Document, "join", describe[BootPlayer]()},
	{0x06, "PythonEvent", nil, ToClient, wire.Observed, "events", event(0x06)},
	{0x07, "StartFiring", []string{"EventFwd_D7"}, Relayed, wire.Observed, "events", event(0x07)},
	{0x08, "StopFiring", []string{"EventFwd_D9"}, Relayed, wire.Observed, "events", event(0x08)},
	{0x09, "StopFiringAtTarget", []string{"EventFwd_DB"}, Relayed, wire.Document, "events", event(0x09)},
	{0x0A, "SubsystemStatus", []string{"SubsysStatus", "SubsystemStatusChanged"}, Relayed, wire.Observed, "events", event(0x0A)},
	{0x0B, "AddToRepairList", []string{"EventFwd_DF"}, Relayed, wire.Document, "events", event(0x0B)},
	{0x0C, "ClientEvent", []string{"EventFwd"}, Relayed, wire.Document, "events", event(0x0C)},
	{0x0D, "PythonEvent2", nil, ToServer, wire.Observed, "events", event(0x0D)},
	{0x0E, "StartCloak", []string{"StartCloaking"}, Nobody, wire.Document, "events", event(0x0E)},
	{0x0F, "StopCloak", []string{"StopCloaking"}, Nobody, wire.Document, "events", event(0x0F)},
	{0x10, "StartWarp", nil, Relayed, wire.Document, "events", event(0x10)},
	{0x11, "RepairListPriority", []string{"Unknown_11"}, Relayed, wire.Document, "events", event(0x11)},
	{0x12, "SetPhaserLevel", []string{"Unknown_12"}, Relayed, wire.Document, "events", event(0x12)},
	{0x13, "HostMsg", nil, ToServer, wire.Document, "small messages", describe[HostMsg]()},
	{0x14, "DestroyObject", nil, ToClient, wire.Static, "small messages", describe[DestroyObject]()},
	{0x15, "CollisionEffect", []string{"Unknown_15"}, ToServer, wire.Observed, "events", event(0x15)},
	{0x16, "CollisionSetting", []string{"UISettings", "UICollisionSetting"}, ToClient, wire.Document, "join", describe[CollisionSetting]()},
	{0x17, "PlayerListEvent", []string{"DeletePlayerUI"}, ToClient, wire.Observed, "join", event(0x17)},
	{0x18, "PlayerLeftText", []string{"DeletePlayerAnim"}, ToClient, wire.Static, "join", describe[PlayerLeftText]()},
	{0x19, "TorpedoFire", nil, Relayed, wire.Observed, "weapons", describe[TorpedoFire]()},
	{0x1A, "BeamFire", nil, Relayed, wire.Observed, "weapons", describe[BeamFire]()},
	{0x1B, "TorpedoTypeChange", []string{"TorpTypeChange"}, Relayed, wire.Document, "events", event(0x1B)},
	{0x1C, "StateUpdate", nil, Both, wire.Observed, "state update", update()},
	{0x1D, "ObjectNotFound", []string{"ObjNotFound"}, ToClient, wire.Static, "small messages", describe[ObjectNotFound]()},
	{0x1E, "RequestObject", []string{"SEND_OBJECT_MESSAGE"}, ToServer, wire.Static, "small messages", describe[RequestObject]()},
	{0x1F, "EnterSet", []string{"VERIFY_ENTER_SET_MESSAGE"}, ToClient, wire.Document, "small messages", describe[EnterSet]()},
	{0x20, "ChecksumRequest", []string{"ChecksumReq"}, ToClient, wire.Observed, "checksums and files", describe[ChecksumRequest]()},
	{0x21, "ChecksumResponse", []string{"ChecksumResp"}, ToServer, wire.Observed, "checksums and files", describe[ChecksumResponse]()},
	{0x22, "SystemChecksumFail", []string{"VersionMismatch"}, ToClient, wire.Static, "checksums and files", describe[SystemChecksumFail]()},
	{0x23, "VersionDifferent", nil, ToClient, wire.Static, "checksums and files", describe[VersionDifferent]()},
	{0x25, "FileTransfer", nil, ToClient, wire.Static, "checksums and files", describe[FileTransfer]()},
	{0x27, "FileTransferAck", nil, ToServer, wire.Static, "checksums and files", describe[FileTransferAck]()},
	{0x28, "ChecksumComplete", []string{"Unknown_28"}, ToClient, wire.Observed, "checksums and files", describe[ChecksumComplete]()},
	{0x29, "Explosion", nil, ToClient, wire.Observed, "weapons", describe[Explosion]()},
	{0x2A, "NewPlayerInGame", nil, ToServer, wire.Observed, "join", describe[NewPlayerInGame]()},
	{0x2C, "Chat", []string{"ChatMessage", "CHAT_MESSAGE"}, Relayed, wire.Observed, "script messages", describe[Chat]()},
	{0x2D, "TeamChat", []string{"TEAM_CHAT_MESSAGE"}, Relayed, wire.Document, "script messages", describe[TeamChat]()},
	{0x35, "MissionInit", []string{"GameState", "MISSION_INIT_MESSAGE"}, ToClient, wire.Observed, "script messages", describe[MissionInit]()},
	{0x36, "ScoreChange", []string{"SCORE_CHANGE_MESSAGE"}, ToClient, wire.Observed, "script messages", describe[ScoreChange]()},
	{0x37, "Score", []string{"PlayerRoster", "SCORE_MESSAGE"}, ToClient, wire.Observed, "script messages", describe[Score]()},
	{0x38, "EndGame", []string{"END_GAME_MESSAGE"}, ToClient, wire.Document, "script messages", describe[EndGame]()},
	{0x39, "RestartGame", []string{"RESTART_GAME_MESSAGE"}, ToClient, wire.Document, "script messages", describe[RestartGame]()},
	{0x3F, "ScoreInit", []string{"SCORE_INIT_MESSAGE"}, ToClient, wire.Document, "script messages", describe[ScoreInit]()},
	{0x40, "TeamScore", []string{"TEAM_SCORE_MESSAGE"}, ToClient, wire.Document, "script messages", describe[TeamScore]()},
	{0x41, "TeamSelect", []string{"TEAM_MESSAGE"}, Relayed, wire.Document, "script messages", describe[TeamSelect]()},
}
