package report

import (
	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/message"
)

// appendUpdate appends all of an update in order behind the number of its message; false =
// the record is another one, and nothing is appended.
func appendUpdate(b []byte, r *decode.Record, updates *message.UpdateJSON) (out []byte, done bool) {
	if !plainUpdate(r) {
		return b, false
	}
	start := len(b)
	names, _ := r.Context.Names.(*decode.Directory)
	b = appendUpdateHead(b, r.Index, r.Length, len(r.Payload), &r.Relay)
	if b, done = updates.Append(b, r.Payload, &r.Context, names.Version()); !done {
		return b[:start], false
	}
	return b, true
}

// plainUpdate reports whether an update came in an unreliable message, so that nothing is to
// be said about the message but what appendUpdateHead does.
func plainUpdate(r *decode.Record) bool {
	if _, ok := r.Content.Message.(*message.StateUpdate); !ok || !r.IsGame() || r.Payload[0] != message.OpcodeStateUpdate {
		return false
	}
	h := &r.Header
	return !h.Reliable() && !h.Ordered() && !h.HasSeq && !h.Fragment && r.Frames == nil && r.Copy == 0 && r.Answers.Frame == 0
}

// appendUpdateHead appends the number of a message that holds such an update, and what
// stands before its fields. length is that of the message, size that of its payload.
func appendUpdateHead(b []byte, index, length, size int, relay *decode.Relay) []byte {
	b = fields.AppendNumber(b, uint64(index))
	b = append(b, `,"type":"data","len":`...)
	b = fields.AppendNumber(b, uint64(length))
	b = append(b, `,"opcode":"0x1C","name":"StateUpdate","size":`...)
	b = fields.AppendNumber(b, uint64(size))
	b = appendRelay(b, relay)
	return append(b, `,"fields":`...)
}
