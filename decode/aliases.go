package decode

import (
	"bcdump/decode/capture"
	"bcdump/decode/internal/session"
	"bcdump/decode/query"
	"bcdump/decode/record"
)

// What the rooms of this package call so, for programs that use it.
type (
	Record        = record.Record
	Side          = record.Side
	Parts         = record.Parts
	Content       = record.Content
	Diagnostic    = record.Diagnostic
	Code          = record.Code
	Ledger        = record.Ledger
	Owned         = record.Owned
	Place         = record.Place
	Protocol      = record.Protocol
	Direction     = record.Direction
	Relay         = record.Relay
	AckOf         = record.AckOf
	Directory     = record.Directory
	Object        = record.Object
	Filter        = query.Filter
	Picker        = query.Picker
	PortRange     = session.PortRange
	Summary       = session.Summary
	Clock         = capture.Clock
	ServerSummary = session.ServerSummary
	Datagrams     = session.Datagrams
)

// Functions of these rooms.
var (
	NewFilter     = query.NewFilter
	NewPicker     = query.NewPicker
	Schema        = query.Schema
	ValuesAt      = query.ValuesAt
	Codes         = record.Codes
	AppendAddress = record.AppendAddress
	Milliseconds  = record.Milliseconds
)

// Protocols and directions.
const (
	BC          = record.BC
	EntityState = record.EntityState
	GameSpy     = record.GameSpy
	Unknown     = record.Unknown
	ToServer    = record.ToServer
	ToClient    = record.ToClient
)

// SchemaVersion is the version of the keys that records have in JSON and in
// filters; it is raised when one changes its meaning.
const SchemaVersion = record.SchemaVersion

// Whole is the Offset of diagnostics that concern all of a record.
const Whole = record.Whole

// Codes of diagnostics.
const (
	Retransmit       = record.Retransmit
	Conflict         = record.Conflict
	OutOfOrder       = record.OutOfOrder
	Gap              = record.Gap
	Counter8Bit      = record.Counter8Bit
	RepeatAck        = record.RepeatAck
	AckUnseen        = record.AckUnseen
	AckFlags         = record.AckFlags
	FragmentConflict = record.FragmentConflict
	FragmentLost     = record.FragmentLost
	OneByteLength    = record.OneByteLength
	OldDisconnect    = record.OldDisconnect
	UnknownType      = record.UnknownType
	BadLength        = record.BadLength
	MessageCount     = record.MessageCount
	LeftOver         = record.LeftOver
	Snapped          = record.Snapped
	UDPLength        = record.UDPLength
	Truncated        = record.Truncated
	Trailing         = record.Trailing
	BoolGroup        = record.BoolGroup
	Unusual          = record.Unusual
	DirLastPart      = record.DirLastPart
	DirOther         = record.DirOther
	OutsideFilter    = record.OutsideFilter
	Late             = record.Late
	Jump             = record.Jump
	SubsysHash       = record.SubsysHash
	UnknownOpcode    = record.UnknownOpcode
	UnknownPayload   = record.UnknownPayload
	Unrecognised     = record.Unrecognised
	Empty            = record.Empty
	OtherSocket      = record.OtherSocket
	SizeMismatch     = record.SizeMismatch
	BadVersion       = record.BadVersion

	CountOver512      = record.CountOver512
	UnknownEntityType = record.UnknownEntityType
	NonFinite         = record.NonFinite
	DuplicateID       = record.DuplicateID
	UnknownBits       = record.UnknownBits
)
