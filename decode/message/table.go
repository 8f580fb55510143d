package message

import "bcdump/decode/wire"

// Lookup gives the row of an opcode; nil if no source knows it.
func Lookup(opcode uint8) *Spec { return byOpcode[opcode] }

// Table lists every known opcode in ascending order.
func Table() []Spec { return table[:] }

var byOpcode = func() (index [256]*Spec) {
	for i := range table {
		index[table[i].Opcode] = &table[i]
	}
	return index
}()

// The rows. Names are those of docs/protocol; aliases are those of older
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
	{OpcodeAddToRepairList, "AddToRepairList", []string{"EventFwd_DF", "EventForward_DF"}, Relayed, wire.Document, "events", event(OpcodeAddToRepairList)},
	{OpcodeClientEvent, "ClientEvent", []string{"EventFwd", "EventForward"}, Relayed, wire.Document, "events", event(OpcodeClientEvent)},
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
	{OpcodeObjectNotFound, "ObjectNotFound", []string{"ObjNotFound"}, Both, wire.Static, "small messages", describe[ObjectNotFound]()},
	{OpcodeRequestObject, "RequestObject", []string{"SEND_OBJECT_MESSAGE"}, ToServer, wire.Static, "small messages", describe[RequestObject]()},
	{OpcodeEnterSet, "EnterSet", []string{"VERIFY_ENTER_SET_MESSAGE"}, ToClient, wire.Document, "small messages", describe[EnterSet]()},
	{OpcodeChecksumRequest, "ChecksumRequest", []string{"ChecksumReq"}, ToClient, wire.Observed, "checksums and files", describe[ChecksumRequest]()},
	{OpcodeChecksumResponse, "ChecksumResponse", []string{"ChecksumResp"}, ToServer, wire.Observed, "checksums and files", describe[ChecksumResponse]()},
	{OpcodeSystemChecksumFail, "SystemChecksumFail", []string{"VersionMismatch"}, ToClient, wire.Static, "checksums and files", describe[SystemChecksumFail]()},
	{OpcodeVersionDifferent, "VersionDifferent", nil, ToClient, wire.Static, "checksums and files", describe[VersionDifferent]()},
	{OpcodeFileTransfer, "FileTransfer", nil, ToClient, wire.Static, "checksums and files", describe[FileTransfer]()},
	{OpcodeFileTransferAck, "FileTransferAck", []string{"FileTransferACK"}, ToServer, wire.Static, "checksums and files", describe[FileTransferAck]()},
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

// OtherReading is how other sources read a field than this project does. Which bytes decide
// between them stands in docs/protocol, "Two readings".
type OtherReading struct {
	Path string // of the field; "opcode" for the message as a whole
	Text string
	Only string // bytes of the field that are read so; "" = all are
}

// OtherReadings gives those of the fields of an opcode; docs/protocol has more, of fields that
// every tool reads in one way by now.
func OtherReadings(opcode uint8) []OtherReading { return otherReadings[opcode] }

var torpedoReading = OtherReading{Path: "torpedo.number", Text: "14 bytes without a meaning; the split is from static analysis, and was never seen"}

// overflow is what writers would make of a number that is too large, by older documents: one step behind the last.
func overflow(path string) OtherReading {
	return OtherReading{path, "the largest number there is, 10,000 (older documents; the writer gives 0x7FFF)", "\x00\x80"}
}

// forwarded is the form that older documents give all events that are passed on: opcode, object, payload.
var forwarded = OtherReading{Path: "class_id", Text: "id of the object whose event it is; all behind it is a payload of its own for each opcode (older documents)"}

var swappedNames = []OtherReading{{Path: "opcode", Text: "0x22 is VersionDifferent and 0x23 SystemChecksumFail (an older document swaps the names)"}}

var otherReadings = map[uint8][]OtherReading{
	OpcodeSettings:           {{Path: "name_changed", Text: "a checksum was corrected, and data of the correction follow (older documents)"}},
	OpcodeBootPlayer:         {{Path: "reason", Text: "2 server full, 3 game in progress, 4 kicked by the host (older documents, of stock software)"}},
	OpcodeObjectCreate:       {torpedoReading},
	OpcodeObjectCreateTeam:   {torpedoReading},
	OpcodeStopFiring:         {forwarded},
	OpcodeStopFiringAtTarget: {forwarded},
	OpcodeSubsystemStatus:    {forwarded},
	OpcodeAddToRepairList:    {forwarded},
	OpcodeClientEvent:        {forwarded},
	OpcodeStartCloak:         {forwarded},
	OpcodeStopCloak:          {forwarded},
	OpcodeStartWarp:          {forwarded},
	OpcodeTorpedoTypeChange:  {forwarded},
	OpcodeStartFiring:        {forwarded, {Path: "target_ref", Text: "eight bytes without a meaning, with those of the offset: all were 0"}},
	OpcodeSystemChecksumFail: swappedNames,
	OpcodeVersionDifferent:   swappedNames,
	OpcodeTorpedoFire: {
		{Path: "flags", Text: "0x07 is a quantum torpedo with a target, 0x05 a photon without (older documents); here 0x04 says that there is none", Only: "\x07"},
		{Path: "flags", Text: "bit 1 says that there is a target, and five bytes of a vector follow its id (older documents)"},
		{Path: "impact", Text: "a direction and a distance, four bytes, as the original writes them: one byte would be left over"},
	},
	OpcodeBeamFire: {
		{Path: "kind", Text: "flags, 0x02 for all beams (an older document)"},
		{Path: "direction", Text: "where the target is (an older document)"},
		{Path: "flags", Text: "bit 0 says that there is a target (older documents)"},
	},
	OpcodeStateUpdate: {
		{Path: "dirty_flags", Only: "\x00", Text: "a sign of life of a ship whose subsystems the host has not loaded (an older document)"},
		{Path: "subsys_hash", Text: "dead code in multiplayer (one document); the host kicks whose hash is not its own (another): of nine systems and three unknown ones, 0 at a host without ships"},
		overflow("delta.magnitude"),
		overflow("speed"),
		{Path: "cloaked", Text: "a raw byte, 0 or 1 (older documents); the facings of the shields (one of them)"},
		{Path: "subsystems.start_index", Text: "a byte of health follows for each subsystem from this one on (older documents); of the lists of the program it is that at ship+0x284, not 0x29C. Their example, from 8 on, has 25 bytes with 14 of health; they count 20 with 13"},
		{Path: "power.value", Text: "health of a weapon, of type 0x801C (older documents; that is the type of all powered subsystems)"},
	},
	OpcodeChecksumComplete: {{Path: "opcode", Text: "one byte of payload follows (older documents)"}},
	OpcodeExplosion: {
		{Path: "radius", Text: "the damage comes first, then the radius (older documents)"},
		overflow("damage"),
	},
}

// BootReadings are those of the transport message Boot.
func BootReadings() []OtherReading {
	return []OtherReading{{Path: "reason", Text: "2 server full, 3 game in progress (older documents)"}}
}
