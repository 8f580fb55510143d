package decode

import (
	"hash/maphash"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/reassembly"
)

// relays pairs what the host sends with what a client sent before: most messages of a
// client are passed on to the others as they are. A message and its copies share
// nothing but their bytes, so that is what is compared.
type relays struct {
	seed   maphash.Seed
	ring   []original         // the newest maxOriginals
	next   int                // place in the ring of the one to come
	newest relayIndex         // of those with the same key
	alive  [relayKinds]uint16 // originals in the ring, by kind
	// evicted counts messages that made room for others while they could still be
	// passed on.
	evicted int64
}

const (
	// maxOriginals bounds the messages of clients that may still be passed on: a power of
	// two, which relayIndex has room for. relayWithin is for how long they may, in
	// seconds of the capture.
	maxOriginals = 8192
	relayWithin  = 10
	// maxReceivers is how many receivers of one message are told apart; a game has 16
	// players.
	maxReceivers = 16
	// maxAlike is how many messages with the same bytes are looked through.
	maxAlike = 64
)

// relayMessage is what counts of a message here. It takes no Record, so that none need be made.
type relayMessage struct {
	frame    int64
	index    int
	at       int64  // as relayTime gives it
	payload  []byte // not empty
	kind     uint16 // as relayKind gives it
	sum      uint64 // reassembly.Sum of the payload; 0 = not made yet
	reversed bool   // sent by the higher address of the link
	toClient bool
	repeated bool // not the first copy on this link
}

// original fills a cache line of 64 bytes.
type original struct {
	// key is a hash of the bytes and the server. Two of 64 bits are equal for different
	// ones so seldom that no capture is long enough to see it.
	key       uint64
	at        int64
	frame     int64
	kind      uint16
	alike     uint16 // how many places back the one before with the same key is; 0 = none
	sender    uint16
	index     uint8 // a datagram has at most 255 messages
	received  uint8
	receivers [maxReceivers]uint16
}

func newRelays() relays {
	return relays{seed: maphash.MakeSeed(), newest: newRelayIndex()}
}

// relayTime is a time in nanoseconds. A moment that 64 bits cannot hold comes round, so
// that the difference of two is right as long as 64 bits hold that.
func relayTime(t capture.Time) int64 { return t.Sec*int64(time.Second) + int64(t.Nanos) }

// relayedOf takes from a record what counts.
func relayedOf(r *Record, l *gameLink) relayMessage {
	return relayMessage{
		frame: r.Frame, index: r.Index, at: relayTime(r.Time), payload: r.Payload, kind: relayKind(r.Payload),
		reversed: l.reversed(r.Src), toClient: r.Dir == ToClient, repeated: r.Copy > 0,
	}
}

// relayKinds is how many kinds of messages there are: by the opcode, of updates by the
// flags. Messages with the same bytes are of the same kind. Most of what a host sends is of
// a kind that no client sends, and need not be looked for.
const relayKinds = 2 * 256

func relayKind(payload []byte) uint16 {
	if payload[0] == message.OpcodeStateUpdate {
		if _, _, flags, ok := message.UpdateHeader(payload); ok {
			return relayKindOfUpdate(flags)
		}
	}
	return uint16(payload[0])
}

func relayKindOfUpdate(dirtyFlags uint8) uint16 { return 256 + uint16(dirtyFlags) }

// passes reports whether observe has anything to do for a message of this kind that the host
// sends.
func (p *relays) passes(kind uint16) bool { return p.alive[kind] > 0 }

// observe files a message of a client, or finds the one that the host passes on. A client
// is known by the number of its link: at the other end of all links that are compared
// stands the same server. Numbers come round long after the links that had them before
// are forgotten.
func (p *relays) observe(m *relayMessage, l *gameLink) Relay {
	if m.toClient && !p.passes(m.kind) || !m.toClient && m.repeated {
		return Relay{}
	}
	if l.hashes[0] == 0 {
		l.hashes = [2]uint64{maphash.Comparable(p.seed, l.flow.Src), maphash.Comparable(p.seed, l.flow.Dst)}
	}
	server, client := 0, uint16(l.number)
	if m.reversed == m.toClient {
		server = 1
	}
	if m.sum == 0 {
		m.sum = reassembly.Sum(m.payload)
	}
	key := m.sum ^ l.hashes[server]
	if m.toClient {
		return p.find(m, key, client)
	}
	p.file(m, key, client)
	return Relay{}
}

func (p *relays) file(m *relayMessage, key uint64, sender uint16) {
	place := p.next
	p.next = (p.next + 1) % maxOriginals
	o := p.take(place, m.at)
	p.alive[m.kind]++
	o.key, o.at, o.frame, o.index, o.kind = key, m.at, m.frame, uint8(m.index), m.kind
	o.alike, o.sender, o.received = 0, sender, 0
	if before, ok := p.newest.replace(p.ring, key, place); ok {
		o.alike = uint16((place - before) & (maxOriginals - 1))
	}
}

// take gives a place in the ring, and forgets the message that was there.
func (p *relays) take(place int, at int64) *original {
	if place == len(p.ring) {
		if place == cap(p.ring) {
			ring := make([]original, place, min(max(2*place, 64), maxOriginals))
			copy(ring, p.ring)
			p.ring = ring
		}
		p.ring = p.ring[:place+1]
		return &p.ring[place]
	}
	oldest := &p.ring[place]
	p.newest.remove(oldest.key, place)
	p.alive[oldest.kind]--
	if oldest.mayReach(at) {
		p.evicted++
	}
	return oldest
}

// before gives the place of the message before with the same key; false if there is none
// or if it is forgotten.
func (p *relays) before(place int) (int, bool) {
	back := int(p.ring[place].alike)
	age := (p.next - 1 - place) & (maxOriginals - 1)
	return (place - back) & (maxOriginals - 1), back > 0 && age+back < maxOriginals
}

// find pairs a copy. Of several messages with the same bytes it takes the oldest that
// this client has not got; of a repeat, the newest that it has.
func (p *relays) find(m *relayMessage, key uint64, receiver uint16) Relay {
	var found, last *original
	place, ok := p.newest.find(p.ring, key)
	for alike := 0; ok && alike < maxAlike; alike++ {
		o := &p.ring[place]
		if !o.mayReach(m.at) {
			break
		}
		switch {
		case o.reached(receiver):
			if last == nil {
				last = o
			}
		case !m.repeated:
			found = o
		}
		place, ok = p.before(place)
	}
	surplus := found == nil && !m.repeated
	switch {
	case found != nil:
		found.reach(receiver)
	case last != nil:
		found = last
	default:
		return Relay{}
	}
	return Relay{
		Frame: found.frame, Index: found.index, After: time.Duration(m.at - found.at),
		Echo: receiver == found.sender, Surplus: surplus,
	}
}

// mayReach reports whether a copy of the message may still be on its way.
func (o *original) mayReach(at int64) bool {
	return uint64(at-o.at) <= uint64(relayWithin*time.Second) // one that is earlier is far too large
}

func (o *original) reached(receiver uint16) bool {
	for _, known := range o.receivers[:min(o.received, maxReceivers)] {
		if known == receiver {
			return true
		}
	}
	return false
}

// reach notes a receiver that the message has not reached.
func (o *original) reach(receiver uint16) {
	if o.received < maxReceivers {
		o.receivers[o.received] = receiver
		o.received++
	}
}
