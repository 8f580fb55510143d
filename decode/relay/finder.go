// Package relay matches what the host sends with what a client sent before: the host passes most
// messages of a client on to the others unchanged. A message and its copies share nothing but
// their bytes, so that is what is compared.
//
// In come messages in the order of the capture, by a hash of their bytes, with a number for
// the client and a hash for the server. Out comes, for a copy, which message it is a copy of.
//
// The package must not know links, sessions or records, nor what a message says.
package relay

import (
	"hash/maphash"
	"net/netip"
	"time"

	"bcdump/decode/message"
)

// Relay says which message of a client the host passed on with the same bytes.
type Relay struct {
	Frame   int64 // of the message; 0 = the record is no copy
	After   time.Duration
	Index   uint8 // of the message within its datagram
	Echo    bool  // the copy goes back to the client that sent the message
	Surplus bool  // this client has had a copy before
}

// Finder remembers what clients sent lately, and finds it again. One goroutine at a time.
type Finder struct {
	seed   maphash.Seed
	ring   []original    // the newest maxOriginals
	next   int           // place in the ring of the one to come
	filed  int           // how many are in the ring
	newest *index        // of these; nil = there are none yet
	alive  [kinds]uint16 // originals in the ring, by kind
	// evicted counts messages that made room for others while they could still be
	// passed on.
	evicted int64
}

const (
	// maxOriginals bounds the messages of clients that may still be passed on: a power of
	// two. within is for how long they may, and ahead how much later than its copy a message may be by
	// the clocks of a capture.
	//limit:maxOriginals What earlier messages tell | messages of clients that the host may still relay | copies of the oldest are not recognised | TestRelaysAreBounded
	maxOriginals = 8192
	//limit:within What earlier messages tell | seconds of the capture within which the host may relay a message | later copies are not recognised | TestRelaysAreBounded
	within = 10 // seconds
	ahead  = 20 * time.Millisecond
	// passing is how long a host may take to pass on what a client could ask for as well.
	passing = time.Second
	// maxReceivers is how many receivers of one message are told apart; a game has 16
	// players, one of whom is the sender.
	//limit:maxReceivers What earlier messages tell | receivers of a relayed message that are told apart | not recognised as surplus | TestManyReceivers
	maxReceivers = 15
	// maxAlike is how many messages with the same bytes are looked through.
	//limit:maxAlike What earlier messages tell | messages with the same bytes that are searched | a newer one is taken for the original | TestManyAlike
	maxAlike = 64
)

// Message is what counts of a message here.
type Message struct {
	Frame  int64
	Index  int    // within its datagram; at most 255
	At     int64  // as Nanoseconds gives it
	Sum    uint64 // hash of the bytes: the same for the same bytes
	Server uint64 // hash of the address of the server, as Hash gives it
	// Client tells clients apart. Numbers may come round when the clients that had them
	// before have long been silent.
	Client   uint16
	Kind     uint16 // as KindOf gives it
	ToClient bool   // the host sent it
	ToAll    bool   // the host passes it on to all clients, its sender too
	// Wanted says that the client asked for what the message has, and Asked when, as Nanoseconds gives it: then
	// it is an answer, unless it is a copy that was on its way.
	Wanted bool
	Asked  int64
	Ago    int64 // how long ago it was sent at least, in nanoseconds
}

// original fills a cache line of 64 bytes.
type original struct {
	// key is a hash of the bytes and the server. Two of 64 bits are equal for different
	// ones so seldom that no capture is long enough to see it.
	key       uint64
	at        int64
	frame     int64
	kind      uint16
	alike     uint16 // how many places back the one before that may have the same key is, see index; 0 = none
	sender    uint16
	index     uint8 // a datagram has at most 255 messages
	received  uint8
	receivers [maxReceivers]uint16
}

// NewFinder makes a Finder that has seen nothing.
func NewFinder() Finder {
	return Finder{seed: maphash.MakeSeed()}
}

// Hash gives the hash by which this Finder knows a server.
func (p *Finder) Hash(server netip.AddrPort) uint64 { return maphash.Comparable(p.seed, server) }

// Evicted counts messages that made room for others while they could still be passed on.
func (p *Finder) Evicted() int64 { return p.evicted }

// Nanoseconds gives a moment, in seconds and nanoseconds since any other, in nanoseconds. One
// that 64 bits cannot hold comes round, so that the difference of two is right as long as 64
// bits hold that.
func Nanoseconds(sec int64, nanos uint32) int64 { return sec*int64(time.Second) + int64(nanos) }

// kinds is how many kinds of messages there are: by the opcode, of updates by the
// flags. Messages with the same bytes are of the same kind. Most of what a host sends is of
// a kind that no client sends, and need not be looked for.
const kinds = 2 * 256

// KindOf gives the kind of a message by its bytes, opcode first; there is at least one.
func KindOf(payload []byte) uint16 {
	const flagsAt = 9
	if payload[0] == message.OpcodeStateUpdate && len(payload) > flagsAt {
		return 256 + uint16(payload[flagsAt])
	}
	return uint16(payload[0])
}

// Passes reports whether a message of this kind that the host sends may be a copy. If not,
// Observe need not be asked.
func (p *Finder) Passes(kind uint16) bool { return p.alive[kind] > 0 }

// Observe files a message of a client that is no repeat, or finds the one that the host passes on: at the
// other end of all links that are compared stands the same server.
func (p *Finder) Observe(m *Message) Relay {
	key := m.Sum ^ m.Server
	if p.newest == nil {
		p.newest = new(index)
	}
	if m.ToClient {
		return p.find(m, key)
	}
	p.file(m, key)
	return Relay{}
}

func (p *Finder) file(m *Message, key uint64) {
	place := p.next
	p.next = (p.next + 1) % maxOriginals
	o := p.take(place, m.At)
	p.alive[m.Kind]++
	o.key, o.at, o.frame, o.index, o.kind = key, m.At, m.Frame, uint8(m.Index), m.Kind
	o.alike, o.sender, o.received = p.newest.file(key), m.Client, 0
}

// take gives a place in the ring, and forgets the message that was there.
func (p *Finder) take(place int, at int64) *original {
	if p.filed < maxOriginals {
		if p.filed++; place == len(p.ring) {
			p.ring = append(p.ring, original{})
		}
		return &p.ring[place]
	}
	oldest := &p.ring[place]
	p.alive[oldest.kind]--
	if oldest.mayReach(at) {
		p.evicted++
	}
	return oldest
}

// newestWith gives the place of the newest message that has a key; false if there is none.
func (p *Finder) newestWith(key uint64) (int, bool) {
	back, ok := p.newest.find(key)
	return p.withKey(key, (p.next-1-back)&(maxOriginals-1), ok)
}

// withKey goes back from a place, if there is one, to the first message that has a key.
func (p *Finder) withKey(key uint64, place int, ok bool) (int, bool) {
	for ok && p.ring[place].key != key {
		place, ok = p.before(place)
	}
	return place, ok
}

// before gives the place of the message before one that may have its key; false if there is none
// or if it is forgotten.
func (p *Finder) before(place int) (int, bool) {
	back := int(p.ring[place].alike)
	age := (p.next - 1 - place) & (maxOriginals - 1)
	return (place - back) & (maxOriginals - 1), back > 0 && age+back < maxOriginals
}

// find pairs a copy: of several messages with the same bytes, with the newest that this client has not
// got, those of other clients before its own unless it gets these too. If it has got all, the copy is
// one too many of the newest. Those of one datagram are equally new,
// and come in order. What was passed on before it comes is no copy of a message that the host got since.
func (p *Finder) find(m *Message, key uint64) Relay {
	var found, own, last *original
	place, ok := p.newestWith(key)
	for alike := 0; ok && alike < maxAlike; alike++ {
		o := &p.ring[place]
		since := time.Duration(m.At - m.Ago - o.at)
		if since > within*time.Second || found != nil && found.frame != o.frame {
			break
		}
		switch {
		case since < -ahead, m.Wanted && m.Asked-o.at > int64(passing) && !o.reached(m.Client):
		case o.reached(m.Client):
			if last == nil {
				last = o
			}
		case o.sender != m.Client || m.ToAll:
			found = o
		case own == nil || own.frame == o.frame:
			own = o
		}
		place, ok = p.before(place)
		place, ok = p.withKey(key, place, ok)
	}
	if found == nil {
		found = own
	}
	if m.Wanted && (found == nil || found == own) {
		return Relay{}
	}
	surplus := found == nil
	switch {
	case found != nil:
		found.reach(m.Client)
	case last != nil:
		found = last
	default:
		return Relay{}
	}
	return Relay{
		Frame: found.frame, Index: found.index, After: time.Duration(m.At - found.at),
		Echo: m.Client == found.sender, Surplus: surplus,
	}
}

// mayReach reports whether a copy of the message may still be on its way.
func (o *original) mayReach(at int64) bool {
	since := time.Duration(at - o.at)
	return since >= -ahead && since <= within*time.Second
}

func (o *original) reached(receiver uint16) bool {
	for _, known := range o.receivers[:min(o.received, maxReceivers)] {
		if known == receiver {
			return true
		}
	}
	return false
}

// reach notes a receiver that the message has reached.
func (o *original) reach(receiver uint16) {
	if o.received < maxReceivers {
		o.receivers[o.received] = receiver
		o.received++
	}
}

// index finds the newest of the originals whose keys end in the same bits. From it
// original.alike leads to those before. It does not look at the originals, which lie far apart
// in memory, and takes nothing out: what is too old to be in the ring tells it by its number.
type index struct {
	filed  uint32        // originals so far
	newest [slots]uint32 // the number of the newest one, from 1, by the bits of its key; 0 = none
}

// slots is a power of two: twice as many as there are originals, so that few keys share one.
const slots = 2 * maxOriginals

// find says how many places before the one filed last the newest original is that may have a key;
// false if it is forgotten, or there is none.
func (x *index) find(key uint64) (back int, ok bool) {
	n := x.newest[key%slots]
	return int(x.filed - n), n != 0 && x.filed-n < maxOriginals
}

// file takes the key of the next original, and says how many places before it the newest one is
// that may have the same; 0 = there is none.
func (x *index) file(key uint64) (back uint16) {
	x.filed++
	if n, ok := x.find(key); ok {
		back = uint16(n)
	}
	x.newest[key%slots] = x.filed
	return back
}
