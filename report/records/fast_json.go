package records

import (
	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// appendFast appends what appendMessage does. Updates and Acks, which nearly all messages
// are, are printed straight from their bytes: nobody has to decode them.
func appendFast(b []byte, r *decode.Record, updates *message.UpdateJSON) []byte {
	if r.Walked && r.Header.Type == transport.Ack {
		return appendAck(b, r)
	}
	if plainUpdate(r) {
		if line, done := appendUpdate(b, r, updates); done {
			return line
		}
	}
	return appendMessage(b, r)
}

// appendAck appends an Ack that was walked.
func appendAck(b []byte, r *decode.Record) []byte {
	h := r.Header
	b = fields.AppendNumber(b, uint64(r.Index))
	b = append(b, `,"type":"ack","len":`...)
	b = fields.AppendNumber(b, uint64(h.Length))
	b = append(b, `,"seq":`...)
	b = fields.AppendNumber(b, uint64(h.Seq))
	b = appendAnswers(b, &r.Answers)
	b = append(b, `,"fields":{"flags":"`...)
	b = fields.AppendHex(b, uint64(h.AckFlags), 2)
	if h.AckFlags&transport.AckLowChannel != 0 {
		b = append(b, `","channel":"low"`...)
	} else {
		b = append(b, `","channel":"high"`...)
	}
	if h.AckFlags&transport.AckFragment != 0 {
		b = append(b, `,"fragment_index":`...)
		b = fields.AppendNumber(b, uint64(h.FragmentIndex))
	}
	return append(b, '}')
}

// appendUpdate appends an update in order; false = it is not, and nothing is appended.
func appendUpdate(b []byte, r *decode.Record, updates *message.UpdateJSON) (out []byte, done bool) {
	start := len(b)
	b = fields.AppendNumber(b, uint64(r.Index))
	b = append(b, `,"type":"data","len":`...)
	b = fields.AppendNumber(b, uint64(r.Length()))
	b = append(b, `,"opcode":"0x1C","name":"StateUpdate","size":`...)
	b = fields.AppendNumber(b, uint64(len(r.Payload)))
	b = appendRelay(b, &r.Relay)
	b = append(b, `,"fields":`...)
	names, _ := r.Context.Names.(*decode.Directory)
	if b, done = updates.Append(b, r.Payload, &r.Context, names.Version()); !done {
		return b[:start], false
	}
	return b, true
}

// plainUpdate reports whether an update came in an unreliable message, so that nothing is to
// be said about the message but what appendUpdate does.
func plainUpdate(r *decode.Record) bool {
	if r.Walked {
		return true
	}
	if opcode, _ := r.Opcode(); !r.IsGame() || opcode != message.OpcodeStateUpdate {
		return false
	}
	h := r.Header
	return !h.Reliable() && !h.Ordered() && !h.HasSeq && !h.Fragment && r.Parts == nil && r.Copy == 0 && r.Answers.Frame == 0
}
