package report

import (
	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/message"
)

// shortLines prints lines of messages in the short, for which no record has been made and
// which nobody has decoded.
type shortLines struct {
	start   *lineStart
	updates *message.UpdateJSON
}

// append appends the line of a message; done = false leaves it to its record.
func (s *shortLines) append(b []byte, x *decode.Brief) (out []byte, done bool) {
	switch {
	case x.Unusual || x.AckAgain || x.AckUnseen:
		return b, false // these have notes
	case x.IsUpdate():
		return s.update(b, x)
	}
	return s.ack(b, x), true
}

func (s *shortLines) ack(b []byte, x *decode.Brief) []byte {
	b = s.start.short(withRoom(b), x)
	b = fields.AppendNumber(b, uint64(x.Index))
	b = append(b, `,"type":"ack","len":`...)
	b = fields.AppendNumber(b, uint64(x.Header.Length))
	b = append(b, `,"seq":`...)
	b = fields.AppendNumber(b, uint64(x.Header.Seq))
	b = appendAnswers(b, &x.Answers)
	b = appendAckFields(b, x.Header.AckFlags, x.Header.FragmentIndex)
	return append(b, '}', '\n')
}

func (s *shortLines) update(b []byte, x *decode.Brief) (out []byte, done bool) {
	start := len(b)
	context := message.Context{Class: x.Class, Inferred: x.Inferred, Dialect: x.Dialect, World: x.World}
	if x.Names != nil {
		context.Names = x.Names
	}
	b = s.start.short(withRoom(b), x)
	b = appendUpdateHead(b, int(x.Index), int(x.Header.Length), len(x.Payload), &x.Relay)
	if b, done = s.updates.Append(b, x.Payload, &context, x.Names.Version()); !done {
		return b[:start], false
	}
	return append(b, '}', '\n'), true
}
