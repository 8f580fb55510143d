package records

import (
	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// fastJSON prints what AppendJSON does. Updates and Acks, which nearly all messages
// are, are printed straight from their bytes: nobody has to decode them.
type fastJSON struct {
	start   lineStart
	updates message.UpdateJSON
	sizes   [1 << sizeBits]fields.Remembered[sizes]
}

// sizeBits is enough for the sizes of updates of a stock writer.
const sizeBits = 6

// sizes are those of a transport message and of what it carries.
type sizes struct{ message, payload int }

func (j *fastJSON) append(b []byte, r *decode.Record, hex bool) []byte {
	b = j.start.append(withRoom(b), r)
	return appendEnd(j.appendMessage(b, r), r, hex)
}

func (j *fastJSON) appendMessage(b []byte, r *decode.Record) []byte {
	if r.Walked && r.Header.Type == transport.Ack {
		return appendAck(b, r)
	}
	if plainUpdate(r) {
		if line, done := j.appendUpdate(b, r); done {
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
func (j *fastJSON) appendUpdate(b []byte, r *decode.Record) (out []byte, done bool) {
	start := len(b)
	b = fields.AppendNumber(b, uint64(r.Index))
	b = j.appendSizes(b, sizes{r.Length(), len(r.Payload)})
	b = appendRelay(b, &r.Relay)
	b = append(b, `,"fields":`...)
	names, _ := r.Context.Names.(*decode.Directory)
	if b, done = j.updates.Append(b, r.Payload, &r.Context, r.Block, names.Version()); !done {
		return b[:start], false
	}
	return b, true
}

// appendSizes appends the keys from the type to the size.
func (j *fastJSON) appendSizes(b []byte, s sizes) []byte {
	kept := &j.sizes[s.payload&(1<<sizeBits-1)]
	if !kept.Is(&s) {
		text := fields.AppendNumber([]byte(`,"type":"data","len":`), uint64(s.message))
		text = append(text, `,"opcode":"0x1C","name":"StateUpdate","size":`...)
		kept.Set(&s, fields.AppendNumber(text, uint64(s.payload)))
	}
	return kept.Append(b)
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
