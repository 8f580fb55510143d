package synth

import (
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// Times of stock transport.
const (
	firstResend  = time.Second
	longestPause = 5 * time.Second
	ackDelay     = 30 * time.Millisecond
	ackRepeat    = 670 * time.Millisecond
	largest      = 512 // bytes of a datagram
)

// line is one direction of a link: the numbers of its sender, what waits to be sent
// and what has not been acknowledged yet, and what its receiver has seen.
type line struct {
	s        *session
	from, to netip.AddrPort
	peer     uint8 // byte 0 of its datagrams
	back     *line // the other direction
	handle   func(m *transport.Message, payload []byte)

	low, high uint16 // next numbers
	queue     [][]byte
	acks      []*owedAck
	waiting   []*unacked
	flushing  bool
	arrival   time.Duration // of the newest datagram

	seen  map[string]bool     // headers of reliable messages that arrived
	parts map[uint16][][]byte // of messages that are not whole yet
}

// owedAck is an Ack that goes out with one or, as stock software does, several
// datagrams.
type owedAck struct {
	bytes []byte
	left  int
	next  time.Duration
}

// unacked is a reliable message that is sent again until its Ack comes.
type unacked struct {
	bytes []byte
	ack   string
	pause time.Duration
}

// unreliable sends a game message once.
func (l *line) unreliable(payload []byte) { l.send(Unreliable(payload)) }

// reliable sends a game message, in parts if it is long.
func (l *line) reliable(payload []byte) {
	seq := l.high
	l.high++
	whole := Reliable(seq, payload)
	if len(whole) <= stockLimit {
		l.insist(whole)
		return
	}
	for _, part := range Parts(seq, payload) {
		l.insist(part)
	}
}

// control sends a control message.
func (l *line) control(t transport.Type, payload wire.Message) {
	l.insist(Control(t, l.low, payload))
	l.low++
}

// insist sends a message until it is acknowledged.
func (l *line) insist(message []byte) {
	u := &unacked{bytes: message, ack: string(Ack(message)), pause: firstResend}
	l.waiting = append(l.waiting, u)
	l.send(message)
	l.s.after(u.pause, func() { l.resend(u) })
}

func (l *line) resend(u *unacked) {
	if !slices.Contains(l.waiting, u) {
		return
	}
	u.pause = min(u.pause*3/2, longestPause)
	l.send(u.bytes)
	l.s.after(u.pause, func() { l.resend(u) })
}

// send puts a message into the next datagram.
func (l *line) send(message []byte) {
	l.queue = append(l.queue, message)
	l.flushSoon(0)
}

func (l *line) flushSoon(delay time.Duration) {
	if l.flushing {
		return
	}
	l.flushing = true
	l.s.after(delay, l.flush)
}

// flush sends what waits, Acks first, in as few datagrams as it takes.
func (l *line) flush() {
	l.flushing = false
	messages := append(l.dueAcks(), l.queue...)
	l.queue = nil
	var datagram [][]byte
	size := transport.DatagramHeader
	for _, m := range messages {
		if size+len(m) > largest {
			l.transmit(datagram)
			datagram, size = nil, transport.DatagramHeader
		}
		datagram, size = append(datagram, m), size+len(m)
	}
	if len(datagram) > 0 {
		l.transmit(datagram)
	}
}

func (l *line) dueAcks() (due [][]byte) {
	var kept []*owedAck
	for _, a := range l.acks {
		if a.next <= l.s.now {
			due = append(due, a.bytes)
			a.left--
			a.next = l.s.now + ackRepeat
		}
		if a.left > 0 {
			kept = append(kept, a)
		}
	}
	l.acks = kept
	return due
}

// transmit sends one datagram. The capture is taken at the host: what is lost on
// the way to it never appears, what is lost behind it does.
func (l *line) transmit(messages [][]byte) {
	plain := Datagram(l.peer, messages...)
	lost := l.s.chance.Float64() < l.s.Loss
	if l.peer == Host {
		l.s.Game(l.s.now, l.from, l.to, plain)
	}
	if lost {
		return
	}
	l.s.after(l.travel(), func() {
		if l.peer != Host {
			l.s.Game(l.s.now, l.from, l.to, plain)
		}
		l.arrive(plain)
	})
}

// travel is how long a datagram is on its way: those that are no stragglers do not
// overtake each other.
func (l *line) travel() time.Duration {
	delay, straggler := l.s.latency()
	if straggler {
		return delay
	}
	l.arrival = max(l.arrival+100*time.Microsecond, l.s.now+delay)
	return l.arrival - l.s.now
}

func (l *line) arrive(plain []byte) {
	messages, _ := transport.Walk(plain, 0, nil)
	for i := range messages {
		m := &messages[i]
		switch {
		case m.Type == transport.Ack:
			l.back.acknowledged(string(m.Bytes(plain)))
		case m.Reliable():
			l.accept(m, m.Bytes(plain), m.Payload(plain))
		default:
			l.handle(m, m.Payload(plain))
		}
	}
}

func (l *line) acknowledged(ack string) {
	l.waiting = slices.DeleteFunc(l.waiting, func(u *unacked) bool { return u.ack == ack })
}

// accept acknowledges a reliable message and hands it on the first time it comes.
func (l *line) accept(m *transport.Message, bytes, payload []byte) {
	times := 1
	if l.s.chance.Float64() < 0.15 {
		times = 2 + l.s.chance.IntN(2)
	}
	ack := Ack(bytes)
	l.back.acks = append(l.back.acks, &owedAck{bytes: ack, left: times, next: l.s.now})
	l.back.flushSoon(ackDelay)
	if l.seen[string(ack)] {
		return
	}
	l.seen[string(ack)] = true
	if m.Fragment {
		payload = l.collect(m, payload)
	}
	if payload != nil {
		l.handle(m, payload)
	}
}

// collect gives the payload once all its parts are there.
func (l *line) collect(m *transport.Message, part []byte) []byte {
	parts := l.parts[m.Seq]
	for len(parts) <= int(m.FragmentIndex) || len(parts) < int(m.FragmentTotal) {
		parts = append(parts, nil)
	}
	parts[m.FragmentIndex] = part
	l.parts[m.Seq] = parts
	if slices.ContainsFunc(parts, func(p []byte) bool { return p == nil }) {
		return nil
	}
	return join(parts)
}
