package edit

import (
	"bytes"
	"encoding/binary"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// Edit changes a capture.
type Edit func(*Capture)

// Match chooses messages.
type Match func(*Message) bool

// Do is what happens to a message that was chosen.
type Do func(*Capture, *Message)

// Each does something to every message that is chosen.
func Each(of Match, do Do) Edit { return Every(1, of, do) }

// Every does something to one of n messages that are chosen.
func Every(n int, of Match, do Do) Edit {
	return func(c *Capture) {
		var list []*Message
		for _, m := range c.Messages {
			if !m.Drop && of(m) {
				list = append(list, m)
			}
		}
		for i, m := range list {
			if (i+1)%n == 0 {
				do(c, m)
			}
		}
	}
}

// First does something to the first n messages that are chosen.
func First(n int, of Match, do Do) Edit {
	return func(c *Capture) {
		i := 0
		Each(of, func(c *Capture, m *Message) {
			if i++; i <= n {
				do(c, m)
			}
		})(c)
	}
}

// All makes several edits.
func All(edits ...Edit) Edit {
	return func(c *Capture) {
		for _, do := range edits {
			do(c)
		}
	}
}

// Up are messages of clients with one of the opcodes; of none given, all messages of clients.
func Up(opcodes ...int) Match { return way(ToServer, opcodes) }

// Down is Up for messages of the host.
func Down(opcodes ...int) Match { return way(ToClient, opcodes) }

// Any is Up and Down.
func Any(opcodes ...int) Match {
	return func(m *Message) bool { return slices.Contains(opcodes, m.Opcode) }
}

func way(dir decode.Direction, opcodes []int) Match {
	return func(m *Message) bool { return m.Dir == dir && (opcodes == nil || slices.Contains(opcodes, m.Opcode)) }
}

// Kind are transport messages of a type.
func Kind(t transport.Type) Match { return func(m *Message) bool { return m.Type == t } }

// And chooses what the first and all others choose.
func (of Match) And(others ...Match) Match {
	return func(m *Message) bool {
		return of(m) && !slices.ContainsFunc(others, func(x Match) bool { return !x(m) })
	}
}

// But chooses what the first chooses and the other does not.
func (of Match) But(other Match) Match {
	return func(m *Message) bool { return of(m) && !other(m) }
}

// On are messages of the n-th connection, from 1.
func On(n int) Match { return func(m *Message) bool { return m.Number == n } }

// Where are messages that say something.
func Where[M any](is func(*M) bool) Match {
	return func(m *Message) bool {
		x, ok := m.Said().(*M)
		return ok && is(x)
	}
}

// Said decodes the payload, in its context; nil = it cannot be.
func (m *Message) Said() any {
	if m.Type == transport.Data {
		var d message.Decoder
		return d.DecodeIn(m.Payload, m.Context).Message
	}
	var d transport.ControlDecoder
	h := m.Copies[0].Header
	return d.Decode(&h, m.Payload).Message
}

// Omit takes a message out, and its Acks.
func Omit(_ *Capture, m *Message) { m.Drop = true }

// Set changes fields of a message.
func Set[M any](change func(*M)) Do {
	return SetOn(func(_ *Message, x *M) { change(x) })
}

// SetOn is Set with the message that carries the fields.
func SetOn[M any](change func(*Message, *M)) Do {
	return func(_ *Capture, m *Message) {
		x, ok := m.Said().(*M)
		if !ok {
			return
		}
		change(m, x)
		fields, _ := any(x).(wire.Message)
		if m.Type == transport.Data {
			m.Say(message.Append(nil, uint8(m.Opcode), fields))
			return
		}
		m.Say(wire.Append(nil, fields))
	}
}

// Say gives a message another payload.
func (m *Message) Say(payload []byte) { m.Payload, m.changed = payload, true }

// Bytes changes the payload, of which it gets a copy.
func Bytes(change func([]byte) []byte) Do {
	return func(_ *Capture, m *Message) { m.Say(change(bytes.Clone(m.Payload))) }
}

// Put writes a number over four bytes of the payload.
func Put(at int, value uint32) Do {
	return Bytes(func(b []byte) []byte {
		binary.LittleEndian.PutUint32(b[at:], value)
		return b
	})
}

// Relays does to a message and to what the host passes on of it the same.
func Relays(do Do) Do {
	return func(c *Capture, m *Message) {
		do(c, m)
		for _, x := range m.Relayed {
			do(c, x)
		}
	}
}

// Copies changes each copy of a message.
func Copies(change func(*Copy)) Do {
	return func(_ *Capture, m *Message) {
		for _, x := range m.Copies {
			change(x)
		}
	}
}

// Plain sends a message without a number.
func Plain(_ *Capture, m *Message) {
	const reliable = 0x8000
	m.Unnumbered = true
	for _, x := range m.Copies {
		x.Header.FlagsLen &^= reliable
	}
}

// Again sends a message again, so long after its first copy.
func Again(after ...time.Duration) Do {
	return func(c *Capture, m *Message) {
		first := m.Copies[0]
		for _, d := range after {
			p := first.Packet
			x := &Copy{Message: m, Header: first.Header, Bytes: first.Bytes, Packet: &Packet{At: p.At + d, Peer: p.Peer, src: p.src, dst: p.dst}}
			x.Packet.copies = []*Copy{x}
			m.Copies, c.packets = append(m.Copies, x), append(c.packets, x.Packet)
		}
	}
}

// Beside puts another copy of a message behind its first one, in the same datagram.
func Beside(change func(*Copy)) Do {
	return func(_ *Capture, m *Message) {
		x := m.Copies[0]
		own := *x
		change(&own)
		m.Copies = append(m.Copies, &own)
		x.Packet.copies = slices.Insert(x.Packet.copies, slices.Index(x.Packet.copies, x)+1, &own)
	}
}

// Unanswered takes out the Acks of a message.
func Unanswered(_ *Capture, m *Message) {
	for _, a := range m.Acks {
		a.Drop = true
	}
}

// Answered moves the Acks of a message, and leaves the message where it is.
func Answered(by time.Duration) Do {
	return func(c *Capture, m *Message) {
		for _, a := range m.Acks {
			for _, x := range a.Copies {
				c.alone(x, x.Packet.At+by)
			}
		}
	}
}

// Both does one thing to a message after the other.
func Both(list ...Do) Do {
	return func(c *Capture, m *Message) {
		for _, do := range list {
			do(c, m)
		}
	}
}

// Finally changes numbers as they are written, when everything is numbered.
func Finally(of Match, change func(*Message)) Edit {
	return func(c *Capture) {
		c.last = append(c.last, func(c *Capture) {
			for _, m := range c.Messages {
				if of(m) {
					change(m)
				}
			}
		})
	}
}

// Datagrams changes one of n datagrams of a direction.
func Datagrams(n int, dir decode.Direction, change func(*Packet)) Edit {
	return func(c *Capture) {
		i := 0
		for _, p := range c.packets {
			if len(p.copies) == 0 || p.copies[0].Dir != dir {
				continue
			}
			if i++; i%n == 0 {
				change(p)
			}
		}
	}
}

// Texts changes texts of GameSpy.
func Texts(change func(*Text)) Edit {
	return func(c *Capture) {
		for _, x := range c.Texts {
			change(x)
		}
	}
}

// Swap has two messages of one channel change places.
func Swap(a, b *Message) {
	a.Type, b.Type, a.Opcode, b.Opcode, a.Payload, b.Payload = b.Type, a.Type, b.Opcode, a.Opcode, b.Payload, a.Payload
	a.Context, b.Context, a.From, b.From, a.Relayed, b.Relayed = b.Context, a.Context, b.From, a.From, b.Relayed, a.Relayed
	for _, m := range []*Message{a, b} {
		for _, x := range m.Copies {
			x.Header.Type = m.Type
		}
	}
}

// Rename gives objects other ids, wherever one is named.
func Rename(to func(id uint32) uint32) Edit {
	return Each(func(m *Message) bool { return m.Type == transport.Data && m.Opcode >= 0 }, func(_ *Capture, m *Message) {
		var d message.Decoder
		_, spans := d.Trace(m.Payload, m.Context)
		var b []byte
		for _, s := range spans {
			if s.Type != "id" || s.Length != 4 {
				continue
			}
			if id := binary.LittleEndian.Uint32(m.Payload[s.Offset:]); to(id) != id {
				if b == nil {
					b = bytes.Clone(m.Payload)
				}
				binary.LittleEndian.PutUint32(b[s.Offset:], to(id))
			}
		}
		if b != nil {
			m.Say(b)
		}
	})
}

// Cut sends a message in fragments of so many bytes at most, if it is longer.
func Cut(limit int) Do {
	return func(_ *Capture, m *Message) {
		const header = 5
		if first := &m.Copies[0].Header; first.Fragment || len(m.Payload)+header > limit {
			m.recut = limit
		}
	}
}

// Shift sends a message later, or earlier, in datagrams of its own, and its Acks.
func Shift(by time.Duration) Do {
	return func(c *Capture, m *Message) {
		for _, x := range append(slices.Clone(m.Acks), m) {
			for _, y := range x.Copies {
				c.alone(y, y.Packet.At+by)
			}
		}
	}
}

// Late has a message sent later, once, under the number that is next then. Shift leaves it its number: so the network makes it late.
func Late(by time.Duration) Do {
	return func(c *Capture, m *Message) {
		m.Drop = true
		c.Insert(m.At()+by, m.Link, m.Dir, m.Copies[0].Header, m.Payload)
	}
}

// alone moves a copy into a datagram of its own.
func (c *Capture) alone(x *Copy, at time.Duration) {
	old := x.Packet
	old.copies = slices.DeleteFunc(old.copies, func(y *Copy) bool { return y == x })
	own := &Packet{At: at, Peer: old.Peer, src: old.src, dst: old.dst, copies: []*Copy{x}}
	x.Packet = own
	c.packets = append(c.packets, own)
}

// Reply is how long an Ack of what was put in takes.
const Reply = 40 * time.Millisecond

// Insert puts a message in, at a time, in a datagram of its own, and an Ack of it if it is reliable. Its number is the next one
// at that moment. Data begins with its opcode.
func (c *Capture) Insert(at time.Duration, l *Link, dir decode.Direction, header transport.Message, payload []byte) *Message {
	m := &Message{Link: l, Dir: dir, Type: header.Type, Opcode: -1, Payload: payload, number: -1}
	if m.Type == transport.Data {
		m.Opcode = int(payload[0])
	}
	if header.HasSeq {
		m.number = -2
		for _, x := range c.Messages { // what was sent before
			if x.numbered() && x.channel() == m.channel() && x.At() <= at && (x.number > m.number || x.number == m.number && x.behind >= m.behind) {
				m.number, m.behind = x.number, x.behind+1
			}
		}
	}
	c.put(at, m, header)
	switch {
	case header.HasSeq && dir == ToClient && c.Heard(l).At() < at+Reply: // it is silent, and so the host insists
		for _, after := range []time.Duration{1000, 2500, 4750, 8125, 13125, 18125, 23125, 28125, 33125, 38125, 43125} {
			if after *= time.Millisecond; at+after < c.lastOf(l, ToClient).At() {
				Again(after)(c, m)
			}
		}
	case header.HasSeq:
		a := &Message{Link: l, Dir: other(dir), Type: transport.Ack, Opcode: -1, Of: m, number: m.number}
		m.Acks = []*Message{a}
		c.put(at+Reply, a, transport.NewAck(&header))
	}
	return m
}

func (c *Capture) put(at time.Duration, m *Message, header transport.Message) {
	p := &Packet{At: at, Peer: m.Peer, src: m.Client, dst: m.Server}
	if m.Dir == ToClient {
		p.Peer, p.src, p.dst = 1, m.Server, m.Client
	}
	x := &Copy{Message: m, Header: header, Packet: p}
	m.Copies, p.copies = []*Copy{x}, []*Copy{x}
	c.packets, c.Messages = append(c.packets, p), append(c.Messages, m)
}

// Behind puts a message behind another one, in its datagram and under the next number, with an Ack behind that of
// the other one.
func (c *Capture) Behind(m *Message, header transport.Message, payload []byte) *Message {
	n := &Message{Link: m.Link, Dir: m.Dir, Type: header.Type, Opcode: -1, Payload: payload, number: m.number, behind: 1, Context: m.Context}
	if n.Type == transport.Data {
		n.Opcode = int(payload[0])
	}
	for _, x := range c.Messages {
		if x.behind > m.behind && x.numbered() && x.number == m.number && x.channel() == m.channel() {
			x.behind++
		}
	}
	n.behind = m.behind + 1
	if !header.HasSeq {
		n.number, n.behind = -1, 0
	}
	n.follow(m.Copies[len(m.Copies)-1], header)
	c.Messages = append(c.Messages, n)
	if len(m.Acks) > 0 && header.HasSeq {
		a := &Message{Link: m.Link, Dir: other(m.Dir), Type: transport.Ack, Opcode: -1, Of: n, number: n.number}
		n.Acks = []*Message{a}
		a.follow(m.Acks[0].Copies[0], transport.NewAck(&header))
		c.Messages = append(c.Messages, a)
	}
	return n
}

// follow stands behind a copy.
func (m *Message) follow(x *Copy, header transport.Message) {
	own := &Copy{Message: m, Header: header, Packet: x.Packet}
	m.Copies = []*Copy{own}
	x.Packet.copies = slices.Insert(x.Packet.copies, slices.Index(x.Packet.copies, x)+1, own)
}

// Earlier moves what was said on a connection before a moment, so that a pause comes before that.
func (c *Capture) Earlier(l *Link, before, by time.Duration) {
	for _, p := range c.packets {
		if len(p.copies) > 0 && p.copies[0].Link == l && p.At < before {
			p.At -= by
		}
	}
}
