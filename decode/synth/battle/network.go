package battle

import (
	"net/netip"
	"time"

	"bcdump/decode/cipher"
)

// Tap records what passes it. Frames are numbered from 1.
type Tap interface {
	// Datagram records a UDP datagram and gives the number of its frame; of one that
	// takes several frames, of the one that completes it.
	Datagram(at time.Duration, from, to netip.AddrPort, payload []byte) (frame int64)
	// Packet records an IPv4 packet of a protocol that is not UDP; false: it cannot.
	Packet(at time.Duration, from, to netip.Addr, protocol uint8, body []byte) bool
	// ARP records a frame that is no IP; false: such a link has none.
	ARP(at time.Duration) bool
	// Frames counts what was recorded.
	Frames() int64
	// Err is why recording has ended; nil = it goes on.
	Err() error
}

// One way from a player to the host, or back: before the tap and behind it.
const (
	shortestWay   = 8 * time.Millisecond
	jitter        = 5 * time.Millisecond
	behindTap     = 8 * time.Millisecond
	betweenFrames = 20 * time.Microsecond // of one sender, if none overtakes another
)

// carry takes a datagram to the tap. Those that are no stragglers do not overtake
// each other.
func (s *session) carry(p *packet) {
	if s.happens(s.Loss) {
		if s.chance.IntN(2) == 0 {
			s.truth.Network.LostBefore++
			s.release(p)
			return
		}
		p.lost = true
	}
	l := p.line
	at := s.now + shortestWay + s.upTo(jitter)
	if s.happens(s.Reorder) {
		at += 20*time.Millisecond + s.upTo(100*time.Millisecond)
		s.truth.Network.Delayed++
	} else {
		at = max(at, l.atTap+betweenFrames)
		l.atTap = at
	}
	p.twice = s.happens(s.Duplicate)
	s.agenda.add(at, event{packet: p, step: passes})
}

// pass is a datagram at the tap.
func (s *session) pass(p *packet) {
	s.wire = append(s.wire[:0], p.plain...)
	cipher.Encipher(s.wire, s.wire)
	frame := s.tap.Datagram(s.now, p.line.from, p.line.to, s.wire)
	s.count(p, frame)
	if p.twice {
		s.truth.Network.Duplicated++
		later := 100*time.Microsecond + s.upTo(3*time.Millisecond)
		s.agenda.add(s.now+later, event{packet: s.again(p), step: passes})
	}
	switch {
	case p.lost:
		s.truth.Network.LostBehind++
		s.release(p)
	case p.matters():
		s.agenda.add(s.now+behindTap, event{packet: p, step: arrives})
	default:
		s.release(p)
	}
}

// newPacket gives an empty datagram.
func (s *session) newPacket(l *line) *packet {
	if n := len(s.spare); n > 0 {
		p := s.spare[n-1]
		s.spare = s.spare[:n-1]
		p.line = l
		return p
	}
	return &packet{line: l}
}

// release takes a datagram back that nobody needs any more.
func (s *session) release(p *packet) {
	clear(p.pieces)
	*p = packet{pieces: p.pieces[:0], plain: p.plain[:0]}
	s.spare = append(s.spare, p)
}

// again copies a datagram, as a network does by mistake.
func (s *session) again(p *packet) *packet {
	q := s.newPacket(p.line)
	q.pieces, q.plain, q.lost = append(q.pieces, p.pieces...), append(q.plain, p.plain...), p.lost
	q.again = true
	return q
}

// matters reports that a datagram does something at its receiver. Most hold updates
// only, which are shown to the player and forgotten.
func (p *packet) matters() bool {
	for i := range p.pieces {
		if p.pieces[i].letter != nil || p.pieces[i].ack != nil {
			return true
		}
	}
	return false
}

func (s *session) happens(share float64) bool { return share > 0 && s.chance.Float64() < share }

func (s *session) upTo(d time.Duration) time.Duration {
	return time.Duration(s.chance.Int64N(int64(d)))
}

func (s *session) between(from, to time.Duration) time.Duration { return from + s.upTo(to-from) }

// ackTimes is with how many datagrams an Ack goes out.
func (s *session) ackTimes() int {
	if s.happens(repeatedShare) {
		return 2 + s.chance.IntN(2)
	}
	return 1
}

// partOrder is the order in which the parts of a message are sent.
func (s *session) partOrder(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	switch s.Parts {
	case Reversed:
		for i := range order {
			order[i] = n - 1 - i
		}
	case Shuffled:
		s.chance.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	return order
}
