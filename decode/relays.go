package decode

import (
	"hash/maphash"

	"bcdump/decode/capture"
)

// relays pairs what the host sends with what a client sent before: most messages of a
// client are passed on to the others as they are. A message and its copies share
// nothing but their bytes, so that is what is compared.
type relays struct {
	seed   maphash.Seed
	ring   []original           // the newest maxOriginals, by serial number
	next   uint64               // serial number of the one to come
	newest map[originKey]uint64 // serial number + 1
	// evicted counts messages that made room for others while they could still be
	// passed on.
	evicted int64
}

const (
	// maxOriginals bounds the messages of clients that may still be passed on, and
	// relayWithin is for how long they may, in seconds of the capture.
	maxOriginals = 8192
	relayWithin  = 10
	// maxReceivers is how many receivers of one message are told apart; a game has 16
	// players.
	maxReceivers = 16
	// maxAlike is how many messages with the same bytes are looked through.
	maxAlike = 64
)

// originKey is bytes sent to one server. Both are hashes: two of 64 bits are equal for
// different bytes so seldom that no capture is long enough to see it.
type originKey struct{ server, bytes uint64 }

type original struct {
	key       originKey
	alike     uint64 // serial number + 1 of the one before with the same key; 0 = none
	frame     int64
	index     int
	at        capture.Time
	sender    uint64
	receivers [maxReceivers]uint64
	received  int
}

func newRelays() relays {
	return relays{seed: maphash.MakeSeed(), newest: map[originKey]uint64{}}
}

// observe files a message of a client, or finds the one that the host passes on.
func (p *relays) observe(r *Record, l *gameLink) {
	src, dst := p.ends(r, l)
	sum := maphash.Bytes(p.seed, r.Payload)
	repeated := r.Copy > 0
	switch {
	case r.Dir == ToClient:
		r.Relay = p.find(r, originKey{src, sum}, dst, repeated)
	case !repeated:
		p.file(r, originKey{dst, sum}, src)
	}
}

// observeBrief is observe for an update in the short.
func (p *relays) observeBrief(b *Brief, l *gameLink) Relay {
	d := b.Datagram
	r := Record{Src: d.Src, Dst: d.Dst, Payload: b.Payload, Dir: b.Dir, Frame: d.Frame, Index: b.Index, Time: d.Time}
	p.observe(&r, l)
	return r.Relay
}

// ends gives hashes of sender and receiver, which the link keeps for the next message.
func (p *relays) ends(r *Record, l *gameLink) (src, dst uint64) {
	if l.hashedSrc != r.Src || l.hashedDst != r.Dst {
		if l.hashedSrc == r.Dst && l.hashedDst == r.Src {
			return l.dstHash, l.srcHash
		}
		l.hashedSrc, l.hashedDst = r.Src, r.Dst
		l.srcHash, l.dstHash = maphash.Comparable(p.seed, r.Src), maphash.Comparable(p.seed, r.Dst)
	}
	return l.srcHash, l.dstHash
}

func (p *relays) file(r *Record, key originKey, sender uint64) {
	o := original{
		key: key, alike: p.newest[key], frame: r.Frame, index: r.Index, at: r.Time,
		sender: sender,
	}
	p.next++
	p.newest[key] = p.next
	if len(p.ring) < maxOriginals {
		p.ring = append(p.ring, o)
		return
	}
	oldest := &p.ring[(p.next-1)%maxOriginals]
	if p.newest[oldest.key] == p.next-maxOriginals {
		delete(p.newest, oldest.key)
	}
	if oldest.mayReach(r) {
		p.evicted++
	}
	*oldest = o
}

// get gives the original with a serial number; nil if it is forgotten.
func (p *relays) get(serial uint64) *original {
	if serial == 0 || serial+maxOriginals <= p.next {
		return nil
	}
	return &p.ring[(serial-1)%maxOriginals]
}

// find pairs a copy. Of several messages with the same bytes it takes the oldest that
// this client has not got; of a repeat, the newest that it has.
func (p *relays) find(r *Record, key originKey, receiver uint64, repeated bool) Relay {
	var found, last *original
	alike := 0
	for o := p.get(p.newest[key]); o != nil && alike < maxAlike && o.mayReach(r); o = p.get(o.alike) {
		alike++
		switch {
		case o.reached(receiver):
			if last == nil {
				last = o
			}
		case !repeated:
			found = o
		}
	}
	surplus := found == nil && !repeated
	if found == nil {
		found = last
	}
	if found == nil {
		return Relay{}
	}
	found.reach(receiver)
	return Relay{
		Frame: found.frame, Index: found.index, After: r.Time.Sub(found.at),
		Echo: receiver == found.sender, Surplus: surplus,
	}
}

// mayReach reports whether a copy of the message may still be on its way.
func (o *original) mayReach(r *Record) bool {
	wait := r.Time.Sub(o.at).Seconds()
	return wait >= 0 && wait <= relayWithin
}

func (o *original) reached(receiver uint64) bool {
	for _, known := range o.receivers[:o.received] {
		if known == receiver {
			return true
		}
	}
	return false
}

func (o *original) reach(receiver uint64) {
	if o.received < maxReceivers && !o.reached(receiver) {
		o.receivers[o.received] = receiver
		o.received++
	}
}
