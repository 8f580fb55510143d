package records

import (
	"bytes"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// fastText prints what textLine does. It remembers the columns before the details, which few lines
// have for themselves. Details of updates and Acks, which nearly all messages are, come straight
// from their bytes.
type fastText struct {
	*textLine
	updates message.UpdateLine
	last    moment
	recent  [1 << speakerBits]speaker
}

// moment is the text of a frame and its time, up to the column of the direction, with its colours.
type moment struct {
	text         []byte // empty = none
	frame        int64
	time         capture.Time
	milliseconds int // where they are
}

// speakerBits is enough for the usual messages of a full server, in both directions.
const speakerBits = 9

// speaker is what stands between the time and the details, with its colours, and what it follows
// from.
type speaker struct {
	ends  *capture.Ends // which do not change
	side  *decode.Side  // nor does this one; nil = no text
	title string
	manner
	text []byte
}

func (t *fastText) append(b []byte, r *decode.Record) []byte {
	b = withRoom(b)
	m := mannerOf(r)
	line := append(append(b, t.moment(r)...), t.speaker(r, m)...)
	t.Open(b)
	t.Resume(line)
	line = t.rest(t.details(line, r), r, m)
	return t.bytes(line, r)
}

// moment gives frame and time. Within a second, those of the next datagram differ in digits only.
func (t *fastText) moment(r *decode.Record) []byte {
	const frames = 1e7 // fit the column
	m := &t.last
	switch {
	case m.frame == r.Frame && m.time == r.Time && len(m.text) > 0:
		return m.text
	case m.time.Sec == r.Time.Sec && 0 < r.Time.Sec && r.Time.Sec <= far && m.frame < r.Frame && r.Frame < frames:
		m.change(r)
	default:
		t.Open(m.text[:0])
		m.text = t.Settle(t.frameAndTime(m.text[:0], r))
		m.milliseconds = bytes.IndexByte(m.text, '.') + 1
	}
	m.frame, m.time = r.Frame, r.Time
	return m.text
}

func (m *moment) change(r *decode.Record) {
	for at, rest := frameWidth-1, r.Frame; rest > 0; at, rest = at-1, rest/10 {
		m.text[at] = byte('0' + rest%10)
	}
	ms, digits := r.Time.Nanos/1e6, m.text[m.milliseconds:m.milliseconds+3]
	digits[0], digits[1], digits[2] = byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10)
}

// speaker gives who sends what.
func (t *fastText) speaker(r *decode.Record, m manner) []byte {
	name := t.title(r)
	s := &t.recent[placeOfSpeaker(r.Ends, name)]
	if s.ends != r.Ends || s.side != r.Side || s.title != name || s.manner != m {
		t.Open(s.text[:0])
		*s = speaker{r.Ends, r.Side, name, m, t.Settle(t.message(s.text[:0], r, m))}
	}
	return s.text
}

// title is that of textLine.
func (t *fastText) title(r *decode.Record) string {
	switch {
	case !r.Walked:
		return title(r)
	case r.Header.Type == transport.Ack:
		return "Ack"
	}
	return "StateUpdate"
}

// placeOfSpeaker is where a text is remembered, or that of others in its place.
func placeOfSpeaker(e *capture.Ends, title string) uint32 {
	return (portsOf(e) ^ uint32(title[0])<<8 ^ uint32(title[len(title)-1])) * mix >> (32 - speakerBits)
}

// details appends those of a walked record from its bytes.
func (t *fastText) details(b []byte, r *decode.Record) []byte {
	if !r.Walked {
		return t.textLine.details(b, r)
	}
	line, done := t.walked(b, r)
	if !done {
		return t.textLine.details(b, r)
	}
	t.Resume(line)
	return t.origin(line, r)
}

// walked appends what a walked record says, printable; false = it does not say so.
func (t *fastText) walked(b []byte, r *decode.Record) (out []byte, done bool) {
	if h := r.Header; h.Type == transport.Ack {
		m := transport.Acknowledgement{Seq: h.Seq, Flags: h.AckFlags, FragmentIndex: h.FragmentIndex}
		return m.AppendLine(b), true
	}
	names, _ := r.Context.Names.(*decode.Directory)
	return t.updates.Append(b, r.Payload, &r.Context, r.Block, names.Version())
}
