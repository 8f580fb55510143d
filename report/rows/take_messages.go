package rows

import (
	"slices"

	"bcdump/decode"
	"bcdump/decode/transport"
)

// message adds the row of a record.
func (b *Builder) message(r *decode.Record) {
	batch, ends := b.room(), b.addresses(r)
	batch.Messages = append(batch.Messages, Message{})
	m := &batch.Messages[len(batch.Messages)-1]
	m.Place = b.place(r)
	m.Src, m.Dst, m.Proto, m.Dir = ends.srcText, ends.dstText, string(r.Proto), string(r.Dir)
	m.Peer, m.Client, m.Player = r.Peer, r.Link, text(r.Client)
	m.Len = int32(r.Length())
	if r.Proto == decode.BC {
		b.transport(m, r)
	}
	if opcode, ok := r.Opcode(); ok {
		m.Opcode, m.Name = byteOf(opcode), r.Name()
		m.Size = int32(len(r.Payload))
	}
	if a := &r.Relay; a.Frame != 0 {
		m.RelayFrame, m.RelayIndex, m.RelayMS = a.Frame, byteOf(a.Index), batch.doubles.of(decode.Milliseconds(a.After))
		m.Echo, m.Surplus = a.Echo, a.Surplus
	}
	if r.Clean() {
		return
	}
	m.Undecoded = r.Undecoded()
	if !r.Walked {
		m.Trailing = int32(len(r.Content().Trailing))
	}
	b.notes(m, r)
}

// transport fills in what the header of the game's transport tells.
func (b *Builder) transport(m *Message, r *decode.Record) {
	m.Type, m.Joined, m.Lost = r.TypeName(), r.Joined(), r.Lost()
	m.Copy = r.Copy
	m.Frames = append(m.Frames, r.Frames()...)
	if r.Unread {
		return
	}
	h := r.Header
	m.Reliable, m.Ordered = h.Reliable(), h.Ordered()
	if h.HasSeq {
		m.Seq = b.batch.words.of(h.Seq)
	}
	switch {
	case h.Type == transport.Ack:
		b.ack(m, r)
	case r.Part():
		m.FragmentIndex = byteOf(h.FragmentIndex)
		if h.FragmentIndex == 0 {
			m.FragmentTotal = byteOf(h.FragmentTotal)
		}
	}
}

// ack fills in what an Ack acknowledges.
func (b *Builder) ack(m *Message, r *decode.Record) {
	m.AckFlags = byteOf(r.Header.AckFlags)
	if r.Header.AckFlags&transport.AckFragment != 0 {
		m.FragmentIndex = byteOf(r.Header.FragmentIndex)
	}
	if a := &r.Answers; a.Frame != 0 {
		m.AnswersFrame, m.AnswersIndex, m.AnswersCopies = a.Frame, byteOf(a.Index), a.Copies
		m.AnswersMS = b.batch.doubles.of(decode.Milliseconds(a.After))
	}
}

// notes adds the notes of a record.
func (b *Builder) notes(m *Message, r *decode.Record) {
	notes := r.Diagnostics()
	for i := range notes {
		n := &notes[i]
		if code := string(n.Code); !slices.Contains(m.Notes, code) {
			m.Notes = append(m.Notes, code)
		}
		m.Retransmit = m.Retransmit || n.Code == decode.Retransmit
	}
	title := r.Title()
	for i := range notes {
		n := &notes[i]
		batch := b.room()
		row := Note{Place: b.place(r), Title: title, Code: string(n.Code), Text: text(n.Text)}
		if n.Offset != decode.Whole {
			row.Offset = batch.ints.of(int32(n.Offset))
		}
		batch.Notes, batch.bytes = append(batch.Notes, row), batch.bytes+len(row.Text)
	}
}
