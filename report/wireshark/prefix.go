package wireshark

import (
	"bcdump/decode"
	"bcdump/decode/record"
)

// What stands before the fields of messages in names of Wireshark's fields, beside "bc.".
const (
	entityPrefix  = "entity."
	gameSpyPrefix = "gamespy"
)

// prefix is that of a record: the name of its message.
func prefix(r *decode.Record) string {
	if r.Proto == decode.EntityState {
		return entityPrefixOf(r.Name())
	}
	return r.Title()
}

// entityPrefixOf is that of an entity-state message; the one that may be one of two has no name.
func entityPrefixOf(name string) string {
	if name == "" {
		name = "Ambiguous"
	}
	return entityPrefix + name
}

// Severity is how bad a note is, as Wireshark's expert information has it.
type Severity byte

// Severities.
const (
	Chat Severity = iota
	Note
	Warning
	Error
)

// severity grades a note: what is part of ordinary traffic, what is remarkable, what breaks a rule
// of the protocol, and what says that bytes could not be read or are missing.
func severity(code record.Code) Severity {
	switch code {
	case record.Retransmit, record.RepeatAck, record.AckUnseen, record.OutOfOrder, record.AckFlags, record.NewLink, record.Late:
		return Chat
	case record.BadLength, record.UnknownType, record.MessageCount, record.LeftOver, record.SizeMismatch, record.BadVersion,
		record.Snapped, record.UDPLength, record.FragmentLost, record.FragmentConflict, record.Truncated, record.Damaged:
		return Error
	case record.Conflict, record.Gap, record.Trailing, record.BoolGroup, record.UnknownOpcode, record.UnknownPayload,
		record.UnknownEntityType, record.NonFinite, record.DuplicateID, record.SubsysHash, record.Unrecognised:
		return Warning
	}
	return Note
}
