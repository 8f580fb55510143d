package records

import (
	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// fastText prints what textLine does. Lines of updates and Acks, which nearly all messages are,
// come straight from their bytes, behind columns that are remembered.
type fastText struct {
	*textLine
	updates message.UpdateLine
	moments momentText
	recent  [2 << endsBits]fields.Remembered[sentBy]
}

// momentText are the columns of the datagram before.
type momentText struct {
	text     []byte
	datagram *capture.Datagram // whose memory is used again
	frame    int64
	time     capture.Time
}

// sentBy is what the columns between the time and the details follow from, in lines of updates
// and Acks.
type sentBy struct {
	ends
	quiet bool // of an Ack
}

func (t *fastText) append(b []byte, r *decode.Record) []byte {
	b = withRoom(b)
	if line, done := t.walked(b, r); done {
		b = line
	} else {
		b = t.textLine.append(b, r)
	}
	return t.bytes(b, r)
}

// walked appends the line of a record that was walked; false = it was not.
func (t *fastText) walked(b []byte, r *decode.Record) (out []byte, done bool) {
	if !r.Walked {
		return b, false
	}
	t.Open(b)
	quiet := r.Header.Type == transport.Ack
	out = t.message(t.moment(b, r), r, quiet)
	if quiet {
		out = t.origin(appendAckLine(out, r.Header), r)
		out = t.End(out, t.Dim)
	} else {
		names, _ := r.Context.Names.(*decode.Directory)
		if out, done = t.updates.Append(out, r.Payload, &r.Context, names.Version()); !done {
			return b, false
		}
		out = t.origin(out, r)
	}
	if !r.Clean() {
		out = t.notes(out, r)
	}
	return t.CloseFolded(out, t.Width, t.indent), true
}

// moment remembers the columns of a datagram for all of its messages.
func (t *fastText) moment(b []byte, r *decode.Record) []byte {
	m := &t.moments
	if m.datagram == r.Datagram && m.frame == r.Frame && m.time == r.Time {
		b = append(b, m.text...)
		t.Resume(b)
		return b
	}
	start := len(b)
	b = t.Settle(t.textLine.moment(b, r))
	m.datagram, m.frame, m.time, m.text = r.Datagram, r.Frame, r.Time, append(m.text[:0], b[start:]...)
	return b
}

// message remembers the columns of a sender.
func (t *fastText) message(b []byte, r *decode.Record, quiet bool) []byte {
	key := sentBy{endsOf(r), quiet}
	kept := &t.recent[key.place()]
	if kept.Is(&key) {
		b = kept.Append(b)
		t.Resume(b)
		return b
	}
	start := len(b)
	b = t.Settle(t.textLine.message(b, r, quiet))
	kept.Set(&key, b[start:])
	return b
}

func (k *sentBy) place() uint32 {
	place := k.ends.place()
	if k.quiet {
		place += 1 << endsBits
	}
	return place
}

// appendAckLine appends what a walked Ack says.
func appendAckLine(b []byte, h *transport.Message) []byte {
	m := transport.Acknowledgement{Seq: h.Seq, Flags: h.AckFlags, FragmentIndex: h.FragmentIndex}
	return m.AppendLine(b)
}
