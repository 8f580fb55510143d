package battle

import (
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// Times and sizes of stock transport.
const (
	longestPause  = 5 * time.Second
	ackDelay      = 30 * time.Millisecond
	ackRepeat     = 670 * time.Millisecond
	largest       = 512 // bytes of a datagram
	repeatedShare = 0.15
)

// line is one direction of a link: the numbers of its sender, what waits to be sent
// and what has not been acknowledged yet.
type line struct {
	net      *network
	account  *Link // what the truth says of its link
	up       bool  // to the host
	closed   bool  // its sender has done with the link
	shut     bool  // so it has on the wire
	mute     bool  // its sender sends nothing more, and hears nothing
	from, to netip.AddrPort
	peer     uint8 // byte 0 of its datagrams
	back     *line // the other direction

	low, high uint16 // next numbers
	queue     []piece
	memory    octets  // of updates in the queue
	open      *packet // being filled
	acks      []owedAck
	waiting   []*numberedMessage // not acknowledged
	flushing  bool
	flusher   func()        // flush, made once
	atTap     time.Duration // when the newest datagram passes

	gate  *content   // that has to arrive before anything is sent; nil = nothing
	turns []*turn    // what waits to be sent, of a client
	aloft []*content // what has not arrived on the wire, of a client

	unseen         bool          // the capture does not have its datagrams
	before, behind time.Duration // one way to the tap, at least, and from there on
	beyond         bool          // the network is on the far side of the tap

	seat *EntityClient // of a line of entity-state: what the truth says of its client
}

// owedAck is an Ack that goes out with one or, as stock software does, several
// datagrams.
type owedAck struct {
	piece piece
	left  int
	next  time.Duration
}

// unreliable sends a StateUpdate once; about says what it holds.
func (l *line) unreliable(payload []byte, about piece) {
	header := transport.NewData(false, 0)
	about.kind = transport.Data
	about.bytes = l.memory.take(func(b []byte) []byte { return header.Append(b, payload) })
	l.send(about)
}

// say sends a game message whose fields are m.
func (l *line) say(opcode uint8, m wire.Message, effect func()) {
	l.reliable(message.Append(nil, opcode, m), &content{effect: effect})
}

// reliable sends a game message, in parts if it is long.
func (l *line) reliable(payload []byte, c *content) {
	c.opcode, c.payload = payload[0], payload
	l.plan(c, func() { l.number(c) })
}

// number sends a game message under the next number.
func (l *line) number(c *content) {
	seq, payload := l.high, c.payload
	l.high++
	c.total = 1
	header := transport.NewData(true, seq)
	whole := header.Append(nil, payload)
	if len(whole) <= synth.LongestWhole {
		l.insist(&numberedMessage{bytes: whole, header: header, content: c})
		return
	}
	parts := synth.Parts(seq, payload)
	c.total = len(parts)
	for _, i := range l.net.partOrder(len(parts)) {
		part := transport.NewFragment(seq, uint8(i), uint8(len(parts)))
		l.insist(&numberedMessage{bytes: parts[i], header: part, content: c, doomed: i > 0 && i == c.loses})
	}
}

// instruct numbers a control message and sends it.
func (l *line) instruct(t transport.Type, payload wire.Message, c *content) *numberedMessage {
	m := &numberedMessage{content: c}
	c.total = 1
	l.plan(c, func() {
		l.shut = l.shut || t == transport.Disconnect
		m.header = transport.NewControl(t, l.low)
		m.bytes = m.header.Append(nil, wire.Append(nil, payload))
		l.low++
		l.insist(m)
	})
	return m
}

// insist sends a message until it is acknowledged.
func (l *line) insist(m *numberedMessage) {
	l.waiting = append(l.waiting, m)
	l.dispatch(m)
}

func (l *line) dispatch(m *numberedMessage) {
	if m.doomed {
		l.net.truth.Network.LostBefore++
	} else {
		l.send(piece{bytes: m.bytes, kind: m.header.Type, message: m})
	}
	pause := l.net.Resend
	for range m.resends {
		pause = min(pause*3/2, max(longestPause, l.net.Resend))
	}
	m.resends++
	l.net.after(pause, func() {
		if l.insists(m) {
			l.dispatch(m)
		}
	})
}

// insists reports that a message is still to be sent again: of a link that is closed,
// only the message that closes it; of one that is mute, nothing.
func (l *line) insists(m *numberedMessage) bool {
	if t := m.header.Type; l.shut && t != transport.Disconnect && t != transport.Boot {
		return false
	}
	return m.resends <= mostResends && slices.Contains(l.waiting, m)
}

// mostResends is when a sender gives up.
const mostResends = 12

// send puts a message into the next datagram.
func (l *line) send(p piece) {
	l.queue = append(l.queue, p)
	l.flushSoon(0)
}

func (l *line) flushSoon(delay time.Duration) {
	if !l.flushing {
		l.flushing = true
		if l.flusher == nil {
			l.flusher = l.flush
		}
		if l.net.sends(OneDatagram) {
			delay = max(delay, oneTick)
		}
		l.net.after(delay, l.flusher)
	}
}

// oneTick is what datagrams wait for others with which they are one.
const oneTick = 50 * time.Millisecond

// flush sends what waits, Acks first, in as few datagrams as it takes.
func (l *line) flush() {
	l.flushing = false
	if l.mute {
		l.queue, l.acks = nil, nil
		return
	}
	l.dueAcks()
	for i := range l.queue {
		l.pack(&l.queue[i])
	}
	clear(l.queue)
	l.queue = l.queue[:0]
	l.memory.reset()
	l.transmit()
}

// pack puts a message into the open datagram, or into the next one if it is full.
func (l *line) pack(x *piece) {
	if l.open != nil && len(l.open.plain)+len(x.bytes) > largest {
		l.transmit()
	}
	if l.open == nil {
		l.open = l.net.newPacket(l)
		l.open.plain = append(l.open.plain, l.peer, 0)
	}
	p := l.open
	p.plain = append(p.plain, x.bytes...)
	p.plain[1]++
	p.pieces = append(p.pieces, *x)
	p.pieces[len(p.pieces)-1].bytes = nil // they are in the datagram now
}

// transmit sends the open datagram, if there is one.
func (l *line) transmit() {
	if p := l.open; p != nil {
		l.open = nil
		l.net.carry(p)
	}
}

func (l *line) dueAcks() {
	kept := l.acks[:0]
	for i := range l.acks {
		a := &l.acks[i]
		if a.next <= l.net.now {
			l.pack(&a.piece)
			a.left--
			a.next = l.net.now + ackRepeat
		}
		if a.left > 0 {
			kept = append(kept, *a)
		}
	}
	clear(l.acks[len(kept):])
	l.acks = kept
}

// arrive is what the receiver does with a datagram.
func (l *line) arrive(p *packet) {
	if l.back.mute {
		return
	}
	for i := range p.pieces {
		switch x := &p.pieces[i]; {
		case x.ack != nil:
			l.back.acknowledged(x.ack)
		case x.message != nil:
			l.accept(x.message)
		}
	}
}

func (l *line) acknowledged(m *numberedMessage) {
	if i := slices.Index(l.waiting, m); i >= 0 {
		l.waiting = slices.Delete(l.waiting, i, i+1)
	}
}

// accept acknowledges a message, and lets it have its effect the first time it comes.
func (l *line) accept(m *numberedMessage) {
	l.back.acknowledge(m, l.net.ackTimes())
	if m.arrived {
		return
	}
	m.arrived = true
	c := m.content
	c.arrived++
	if c.arrived != c.total || l.back.shut {
		return
	}
	if l.net.lands(c); !l.net.independent() && c.effect != nil {
		c.effect()
	}
}

// acknowledge owes a message of the other direction its Ack.
func (l *line) acknowledge(m *numberedMessage, times int) {
	header := transport.NewAck(&m.header)
	ack := piece{bytes: header.Append(nil, nil), kind: transport.Ack, ack: m}
	l.acks = append(l.acks, owedAck{piece: ack, left: times, next: l.net.now})
	l.flushSoon(ackDelay)
}

func (l *line) direction() int {
	if l.up {
		return clientToServer
	}
	return serverToClient
}

// unanswered counts what passed the tap and no Ack of which did.
func (l *line) unanswered() (n int64) {
	for _, m := range l.waiting {
		if m.captured && !m.ackCaptured {
			n++
		}
	}
	return n
}
