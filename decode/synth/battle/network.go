package battle

import (
	"cmp"
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

// cutter is a tap that cuts datagrams into IP fragments.
type cutter interface {
	// Lacking records a datagram without its last fragment; false: it is not cut, and not recorded.
	Lacking(at time.Duration, from, to netip.AddrPort, payload []byte) bool
}

// event is something that happens.
type event struct {
	do func()
	// A packet needs no function of its own: most events are packets.
	packet *packet
	step   step
}

// step is what becomes of a packet next.
type step uint8

const (
	passes  step = iota // the tap
	arrives             // at its receiver
)

// network carries datagrams from line to line, past the tap, in the order of time.
type network struct {
	Options
	tap    Tap
	chance dice   // of the battle
	luck   dice   // of the network and the machines; the same if it has no seed of its own
	origin origin // of what happens now
	now    time.Duration
	agenda agenda[event]
	truth  *Truth
	jitter time.Duration
	wire   []byte    // a datagram as the tap gets it; used again
	spare  []*packet // to be used again
}

// One way from a player to the host, or back: before the tap and behind it. To a tap on the
// same machine it is short.
const (
	shortestWay   = 8 * time.Millisecond
	longJitter    = 5 * time.Millisecond
	localJitter   = 2 * time.Millisecond
	behindTap     = 8 * time.Millisecond
	withinMachine = 100 * time.Microsecond
	betweenFrames = 20 * time.Microsecond // of one sender, if none overtakes another
)

// carry takes a datagram to the tap. Those that are no stragglers do not overtake
// each other.
func (n *network) carry(p *packet) {
	l := p.line
	before := false
	if n.luck.happens(n.Loss) {
		before = n.losesBefore(l)
		p.lost = !before
		if before && !n.independent() { // with a seed of its own, the network does the same whatever the place of the tap
			n.loseBefore(p)
			return
		}
	}
	from := l.before
	if l.beyond {
		from = shortestWay
	}
	at := n.now + from + n.luck.upTo(n.jitter)
	if n.luck.happens(n.Reorder) {
		at += 20*time.Millisecond + n.luck.upTo(100*time.Millisecond)
		n.truth.Network.Delayed++
	} else {
		at = max(at, l.atTap+betweenFrames)
		l.atTap = at
	}
	if p.twice = n.luck.happens(n.Duplicate); p.twice && n.independent() {
		p.twice, p.copyIn = !p.lost, n.copyDelay()
	}
	if before {
		n.loseBefore(p)
		return
	}
	if l.beyond {
		p.way = at + behindTap - n.now - l.before
		at = n.now + l.before
	}
	n.agenda.add(at, event{packet: p, step: passes})
}

func (n *network) loseBefore(p *packet) {
	n.truth.Network.LostBefore++
	p.line.account.loses(p.line, true)
	n.release(p)
}

// losesBefore decides where a datagram is lost. On the way to or from a player's own machine that is
// always on the far side.
func (n *network) losesBefore(l *line) bool {
	before := n.luck.IntN(2) == 0
	if n.independent() && n.At != 0 {
		return !l.up
	}
	return before
}

// copyDelay is when the network delivers a datagram again.
func (n *network) copyDelay() time.Duration {
	return 100*time.Microsecond + n.luck.upTo(3*time.Millisecond)
}

// pass is a datagram at the tap.
func (n *network) pass(p *packet) {
	switch {
	case p.line.unseen || !n.records():
	case p.line.seat != nil:
		n.passPlain(p)
	default:
		n.wire = append(n.wire[:0], p.plain...)
		cipher.Encipher(n.wire, n.wire)
		frame := n.tap.Datagram(n.now, p.line.from, p.line.to, n.wire)
		if n.Begin > 0 {
			n.truth.meets(p.line.account.presence, frame)
		}
		n.truth.count(p, n.now, frame)
	}
	if p.twice {
		n.truth.Network.Duplicated++
		later := p.copyIn
		if later == 0 {
			later = n.copyDelay()
		}
		n.deliverAgain(n.again(p), later)
	}
	switch {
	case p.lost:
		n.truth.Network.LostBehind++
		p.line.account.loses(p.line, false)
		n.release(p)
	case p.matters():
		n.agenda.add(n.now+cmp.Or(p.way, p.line.behind), event{packet: p, step: arrives})
	default:
		n.release(p)
	}
}

// passPlain is a datagram at the tap that is not enciphered.
func (n *network) passPlain(p *packet) {
	if t, cuts := n.tap.(cutter); cuts && p.lacking && t.Lacking(n.now, p.line.from, p.line.to, p.plain) {
		n.truth.entity(p, n.tap.Frames(), true)
		return
	}
	n.truth.entity(p, n.tap.Datagram(n.now, p.line.from, p.line.to, p.plain), false)
}

// records reports that the capture has begun.
func (n *network) records() bool { return n.now >= n.Begin }

// deliverAgain brings a copy on its way; one that arises beyond the tap does not pass it.
func (n *network) deliverAgain(p *packet, later time.Duration) {
	if p.line.beyond {
		n.agenda.add(n.now+later+p.way, event{packet: p, step: arrives})
		return
	}
	n.agenda.add(n.now+later, event{packet: p, step: passes})
}

// newPacket gives an empty datagram.
func (n *network) newPacket(l *line) *packet {
	if last := len(n.spare) - 1; last >= 0 {
		p := n.spare[last]
		n.spare = n.spare[:last]
		p.line = l
		return p
	}
	return &packet{line: l}
}

// release takes a datagram back that nobody needs any more.
func (n *network) release(p *packet) {
	clear(p.pieces)
	*p = packet{pieces: p.pieces[:0], plain: p.plain[:0]}
	n.spare = append(n.spare, p)
}

// again copies a datagram, as a network does by mistake.
func (n *network) again(p *packet) *packet {
	q := n.newPacket(p.line)
	q.pieces, q.plain, q.lost = append(q.pieces, p.pieces...), append(q.plain, p.plain...), p.lost
	q.way, q.lacking = p.way, p.lacking
	q.again = true
	return q
}

// matters reports that a datagram does something at its receiver. Most hold updates
// only, which are shown to the player and forgotten.
func (p *packet) matters() bool {
	for i := range p.pieces {
		if p.pieces[i].message != nil || p.pieces[i].ack != nil {
			return true
		}
	}
	return false
}

// place sets where the two lines of a player, by number, pass the tap, if they do.
func (n *network) place(up, down *line, player int) {
	const whole = shortestWay + behindTap
	for _, l := range []*line{up, down} {
		switch {
		case n.At == 0:
			l.before, l.behind = shortestWay, behindTap
		case l.up:
			l.before, l.behind, l.beyond = withinMachine, whole-withinMachine, n.independent()
		default:
			l.before, l.behind = whole-withinMachine, withinMachine
		}
		l.unseen = n.At != 0 && n.At != player
	}
}

// ackTimes is with how many datagrams an Ack goes out.
func (n *network) ackTimes() int {
	if n.luck.happens(repeatedShare) {
		if times := 2 + n.luck.IntN(2); !n.sends(AcksOnce) {
			return times
		}
	}
	return 1
}

// partOrder is the order in which the parts of a message are sent.
func (n *network) partOrder(parts int) []int {
	order := make([]int, parts)
	for i := range order {
		order[i] = i
	}
	switch n.Parts {
	case Reversed:
		for i := range order {
			order[i] = parts - 1 - i
		}
	case Shuffled:
		n.luck.Shuffle(parts, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	return order
}

func (n *network) after(delay time.Duration, do func()) {
	n.agenda.add(n.now+delay, event{do: n.within(n.origin, do)})
}

// play runs until the time is over or there are enough datagrams.
func (n *network) play() {
	for n.tap.Err() == nil {
		if n.Datagrams > 0 && n.truth.Datagrams.total() >= n.Datagrams {
			return
		}
		if len(n.agenda.heap) == 0 {
			return
		}
		at, e := n.agenda.next()
		if n.Duration > 0 && at > n.Duration {
			return
		}
		n.now = at
		switch {
		case e.packet == nil:
			e.do()
		case e.step == passes:
			n.pass(e.packet)
		default:
			e.packet.line.arrive(e.packet)
			n.release(e.packet)
		}
	}
}
