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
	{OpcodeSettings, "Settings", nil, ToClient, wire.Observed, "join", describe[Settings]()},
	{OpcodeGameInit, "GameInit", nil, ToClient, wire.Observed, "join", describe[GameInit]()},
	{OpcodeObjectCreate, "ObjectCreate", []string{"ObjCreate"}, ToClient, wire.Observed, "objects", creation(false)},
	{OpcodeObjectCreateTeam, "ObjectCreateTeam", []string{"ObjCreateTeam"}, Relayed, wire.Observed, "objects", creation(true)},
	{OpcodeBootPlayer, "BootPlayer", nil, Nobody, wire.Document, "join", describe[BootPlayer]()},
	{OpcodePythonEvent, "PythonEvent", nil, ToClient, wire.Observed, "events", event(OpcodePythonEvent)},
	{OpcodeStartFiring, "StartFiring", []string{"EventFwd_D7"}, Relayed, wire.Observed, "events", event(OpcodeStartFiring)},
	{OpcodeStopFiring, "StopFiring", []string{"EventFwd_D9"}, Relayed, wire.Observed, "events", event(OpcodeStopFiring)},
	{OpcodeStopFiringAtTarget, "StopFiringAtTarget", []string{"EventFwd_DB"}, Relayed, wire.Document, "events", event(OpcodeStopFiringAtTarget)},
	{OpcodeSubsystemStatus, "SubsystemStatus", []string{"SubsysStatus", "SubsystemStatusChanged"}, Relayed, wire.Observed, "events", event(OpcodeSubsystemStatus)},
	{OpcodeAddToRepairList, "AddToRepairList", []string{"EventFwd_DF"}, Relayed, wire.Document, "events", event(OpcodeAddToRepairList)},
	{OpcodeClientEvent, "ClientEvent", []string{"EventFwd"}, Relayed, wire.Document, "events", event(OpcodeClientEvent)},
	{OpcodePythonEvent2, "PythonEvent2", nil, ToServer, wire.Observed, "events", event(OpcodePythonEvent2)},
	{OpcodeStartCloak, "StartCloak", []string{"StartCloaking"}, Nobody, wire.Document, "events", event(OpcodeStartCloak)},
	{OpcodeStopCloak, "StopCloak", []string{"StopCloaking"}, Nobody, wire.Document, "events", event(OpcodeStopCloak)},
	{OpcodeStartWarp, "StartWarp", nil, Relayed, wire.Document, "events", event(OpcodeStartWarp)},
	{OpcodeRepairListPriority, "RepairListPriority", []string{"Unknown_11"}, Relayed, wire.Document, "events", event(OpcodeRepairListPriority)},
	{OpcodeSetPhaserLevel, "SetPhaserLevel", []string{"Unknown_12"}, Relayed, wire.Document, "events", event(OpcodeSetPhaserLevel)},
	{OpcodeHostMsg, "HostMsg", nil, ToServer, wire.Document, "small messages", describe[HostMsg]()},
	{OpcodeDestroyObject, "DestroyObject", nil, ToClient, wire.Static, "small messages", describe[DestroyObject]()},
	{OpcodeCollisionEffect, "CollisionEffect", []string{"Unknown_15"}, ToServer, wire.Observed, "events", event(OpcodeCollisionEffect)},
	{OpcodeCollisionSetting, "CollisionSetting", []string{"UISettings", "UICollisionSetting"}, ToClient, wire.Document, "join", describe[CollisionSetting]()},
	{OpcodePlayerListEvent, "PlayerListEvent", []string{"DeletePlayerUI"}, ToClient, wire.Observed, "join", event(OpcodePlayerListEvent)},
	{OpcodePlayerLeftText, "PlayerLeftText", []string{"DeletePlayerAnim"}, ToClient, wire.Static, "join", describe[PlayerLeftText]()},
	{OpcodeTorpedoFire, "TorpedoFire", nil, Relayed, wire.Observed, "weapons", describe[TorpedoFire]()},
	{OpcodeBeamFire, "BeamFire", nil, Relayed, wire.Observed, "weapons", describe[BeamFire]()},
	{OpcodeTorpedoTypeChange, "TorpedoTypeChange", []string{"TorpTypeChange"}, Relayed, wire.Document, "events", event(OpcodeTorpedoTypeChange)},
	{OpcodeStateUpdate, "StateUpdate", nil, Both, wire.Observed, "state update", update()},
	{OpcodeObjectNotFound, "ObjectNotFound", []string{"ObjNotFound"}, ToClient, wire.Static, "small messages", describe[ObjectNotFound]()},
	{OpcodeRequestObject, "RequestObject", []string{"SEND_OBJECT_MESSAGE"}, ToServer, wire.Static, "small messages", describe[RequestObject]()},
	{OpcodeEnterSet, "EnterSet", []string{"VERIFY_ENTER_SET_MESSAGE"}, ToClient, wire.Document, "small messages", describe[EnterSet]()},
	{OpcodeChecksumRequest, "ChecksumRequest", []string{"ChecksumReq"}, ToClient, wire.Observed, "checksums and files", describe[ChecksumRequest]()},
	{OpcodeChecksumResponse, "ChecksumResponse", []string{"ChecksumResp"}, ToServer, wire.Observed, "checksums and files", describe[ChecksumResponse]()},
	{OpcodeSystemChecksumFail, "SystemChecksumFail", []string{"VersionMismatch"}, ToClient, wire.Static, "checksums and files", describe[SystemChecksumFail]()},
	{OpcodeVersionDifferent, "VersionDifferent", nil, ToClient, wire.Static, "checksums and files", describe[VersionDifferent]()},
	{OpcodeFileTransfer, "FileTransfer", nil, ToClient, wire.Static, "checksums and files", describe[FileTransfer]()},
	{OpcodeFileTransferAck, "FileTransferAck", nil, ToServer, wire.Static, "checksums and files", describe[FileTransferAck]()},
	{OpcodeChecksumComplete, "ChecksumComplete", []string{"Unknown_28"}, ToClient, wire.Observed, "checksums and files", describe[ChecksumComplete]()},
	{OpcodeExplosion, "Explosion", nil, ToClient, wire.Observed, "weapons", describe[Explosion]()},
	{OpcodeNewPlayerInGame, "NewPlayerInGame", nil, ToServer, wire.Observed, "join", describe[NewPlayerInGame]()},
	{OpcodeChat, "Chat", []string{"ChatMessage", "CHAT_MESSAGE"}, Relayed, wire.Observed, "script messages", describe[Chat]()},
	{OpcodeTeamChat, "TeamChat", []string{"TEAM_CHAT_MESSAGE"}, Relayed, wire.Document, "script messages", describe[TeamChat]()},
	{OpcodeMissionInit, "MissionInit", []string{"GameState", "MISSION_INIT_MESSAGE"}, ToClient, wire.Observed, "script messages", describe[MissionInit]()},
	{OpcodeScoreChange, "ScoreChange", []string{"SCORE_CHANGE_MESSAGE"}, ToClient, wire.Observed, "script messages", describe[ScoreChange]()},
	{OpcodeScore, "Score", []string{"PlayerRoster", "SCORE_MESSAGE"}, ToClient, wire.Observed, "script messages", describe[Score]()},
	{OpcodeEndGame, "EndGame", []string{"END_GAME_MESSAGE"}, ToClient, wire.Document, "script messages", describe[EndGame]()},
	{OpcodeRestartGame, "RestartGame", []string{"RESTART_GAME_MESSAGE"}, ToClient, wire.Document, "script messages", describe[RestartGame]()},
	{OpcodeScoreInit, "ScoreInit", []string{"SCORE_INIT_MESSAGE"}, ToClient, wire.Document, "script messages", describe[ScoreInit]()},
	{OpcodeTeamScore, "TeamScore", []string{"TEAM_SCORE_MESSAGE"}, ToClient, wire.Document, "script messages", describe[TeamScore]()},
	{OpcodeTeamSelect, "TeamSelect", []string{"TEAM_MESSAGE"}, Relayed, wire.Document, "script messages", describe[TeamSelect]()},
}
