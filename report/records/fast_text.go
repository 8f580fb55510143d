package records

import (
	"net/netip"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// fastText prints what textLine does. Lines of updates and Acks, which nearly all messages are,
// come straight from their bytes, behind columns that are remembered.
type fastText struct {
	*textLine
	updates message.UpdateLine
	last    columnTexts
	recent  [2][1 << endsBits]sender // of updates, and of Acks
}

// columnTexts are the columns of the line before. Those of the next message of its datagram are
// alike, until a message of it tells who the client is.
type columnTexts struct {
	text     []byte            // up to the details
	moment   int               // of the text are frame and time
	datagram *capture.Datagram // whose memory is used again
	frame    int64
	time     capture.Time
	side     *decode.Side // which does not change
	quiet    bool         // of an Ack
}

// sender is the text between the time and the details, in lines of updates or of Acks.
type sender struct {
	side     *decode.Side // nil = no text
	src, dst netip.AddrPort
	text     []byte
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
	quiet, start := r.Header.Type == transport.Ack, len(b)
	columns := t.columns(r, quiet)
	t.Open(b)
	b = append(b, columns...)
	if quiet {
		b = appendAckLine(b, r.Header)
	} else {
		names, _ := r.Context.Names.(*decode.Directory)
		if b, done = t.updates.Append(b, r.Payload, &r.Context, names.Version()); !done {
			return b[:start], false
		}
	}
	t.Resume(b)
	b = t.origin(b, r)
	if quiet {
		b = t.End(b, t.Dim)
	}
	if !r.Clean() {
		b = t.notes(b, r)
	}
	return t.CloseFolded(b, t.Width, t.indent), true
}

// columns gives what stands before the details, printable and with its colours.
func (t *fastText) columns(r *decode.Record, quiet bool) []byte {
	l := &t.last
	same := l.datagram == r.Datagram && l.frame == r.Frame && l.time == r.Time
	if same && l.side == r.Side && l.quiet == quiet {
		return l.text
	}
	if l.text = l.text[:l.moment]; !same {
		t.Open(l.text[:0])
		l.text = t.Settle(t.moment(l.text[:0], r))
	}
	l.moment, l.datagram, l.frame, l.time, l.side, l.quiet = len(l.text), r.Datagram, r.Frame, r.Time, r.Side, quiet
	l.text = append(l.text, t.sender(r, quiet)...)
	return l.text
}

// sender gives the text of a sender.
func (t *fastText) sender(r *decode.Record, quiet bool) []byte {
	all := &t.recent[0]
	if quiet {
		all = &t.recent[1]
	}
	s := &all[placeOf(r.Src, r.Dst)]
	if s.side != r.Side || s.src != r.Src || s.dst != r.Dst {
		t.Open(s.text[:0])
		s.side, s.src, s.dst, s.text = r.Side, r.Src, r.Dst, t.Settle(t.message(s.text[:0], r, quiet))
	}
	return s.text
}

// appendAckLine appends what a walked Ack says.
func appendAckLine(b []byte, h *transport.Message) []byte {
	m := transport.Acknowledgement{Seq: h.Seq, Flags: h.AckFlags, FragmentIndex: h.FragmentIndex}
	return m.AppendLine(b)
}
