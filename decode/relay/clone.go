package relay

import (
	"time"
	"unsafe"

	"bcdump/internal/frozen"
)

const (
	// settled is how far a clock may go back behind a clone, beyond within. What is older than both
	// together a clone leaves out.
	settled = 2 * time.Second
	// lately is of how many messages the earliest one says how late it is: clocks of several
	// machines may follow one another.
	lately = 64
)

// Clone gives a copy that shares nothing with p that changes. Of what clients sent it has what can still be passed
// on (see Holds), or all if it is to be whole. What an earlier clone has too, if it was not used yet, is in one place
// in both; the zero Finder = there is none. shared counts the bytes of that.
func (p *Finder) Clone(before *Finder, whole bool) (c Finder, shared int) {
	c = Finder{seed: p.seed, evicted: p.evicted, left: p.left, leftOut: p.leftOut, kept: p.kept, alive: p.alive}
	if p.newest == nil {
		return c, 0
	}
	first := 0
	if !whole {
		first = p.firstKept()
	}
	for age := range first {
		o := p.filed(age)
		c.leave(o.at)
		c.alive[o.kind]--
	}
	packs := make([]packed, 0, len(p.ring)-first)
	for age := first; age < len(p.ring); age++ {
		packs = p.filed(age).pack(packs)
	}
	c.kept, shared = frozen.Of(before.kept, (*packed).begins, packs)
	return c, shared
}

// packed is an original with few receivers, as most are; behind it stands another one with more of them, if there are
// any: its first three fields are twelve. What the index tells, refile finds again.
type packed struct {
	key             uint64
	at, frame       int64
	kind, sender    uint16
	receivers       [fewReceivers]uint16
	index, received uint8
}

// fewReceivers is how many have room in the first one.
const fewReceivers = 3

// pack appends an original.
func (o *original) pack(to []packed) []packed {
	x := packed{key: o.key, at: o.at, frame: o.frame, kind: o.kind, sender: o.sender, index: o.index, received: o.received}
	copy(x.receivers[:], o.receivers[:])
	if to = append(to, x); o.received <= fewReceivers {
		return to
	}
	quad := func(r []uint16) uint64 { return uint64(r[0]) | uint64(r[1])<<16 | uint64(r[2])<<32 | uint64(r[3])<<48 }
	r := o.receivers[fewReceivers:]
	return append(to, packed{key: quad(r), at: int64(quad(r[4:])), frame: int64(quad(r[8:])), kind: moreReceivers})
}

// moreReceivers is the kind of what holds only receivers: no message has it.
const moreReceivers = kinds

// unpack appends the originals of a list.
func unpack(list []packed) (to []original) {
	to = make([]original, 0, len(list))
	for i := range list {
		x := &list[i]
		if x.kind == moreReceivers {
			r := to[len(to)-1].receivers[fewReceivers:]
			for n := range 4 {
				r[n], r[4+n], r[8+n] = uint16(x.key>>(16*n)), uint16(x.at>>(16*n)), uint16(x.frame>>(16*n))
			}
			continue
		}
		o := original{key: x.key, at: x.at, frame: x.frame, kind: x.kind, sender: x.sender, index: x.index, received: x.received}
		copy(o.receivers[:], x.receivers[:])
		to = append(to, o)
	}
	return to
}

// begins reports whether a chunk of a clone begins with it.
func (x *packed) begins() bool {
	return x.kind != moreReceivers && begins(x.frame, x.index)
}

// begins reports whether a chunk begins with the message at a place: one of sixteen does.
func begins(frame int64, index uint8) bool {
	const mix, bits = 0x9E3779B9, 4
	return (uint32(frame)^uint32(index)<<16)*mix>>(32-bits) == 0
}

// Holds reports whether a Finder that was cloned finds what the first one would, when a message of a
// moment comes, as Nanoseconds gives it: one that is so early may be a copy of what was left out.
func (p *Finder) Holds(at int64) bool {
	return !p.left || at-p.leftOut > int64(within*time.Second)
}

// Memory counts the bytes that a clone takes, about; one that is whole or one that is not.
func (p *Finder) Memory(whole bool) int {
	n := int(unsafe.Sizeof(*p)) + p.kept.Memory()
	if whole {
		return n + len(p.ring)*int(unsafe.Sizeof(packed{}))
	}
	return n + (len(p.ring)-p.firstKept())*int(unsafe.Sizeof(packed{}))
}

// filed gives an original by the order in which they were filed, of those in the ring.
func (p *Finder) filed(n int) *original {
	if len(p.ring) < maxOriginals {
		return &p.ring[n]
	}
	return &p.ring[(p.next+n)%maxOriginals]
}

// firstKept is how many originals a clone leaves out: the oldest ones, up to the first that may be asked
// for.
func (p *Finder) firstKept() (n int) {
	if len(p.ring) == 0 {
		return 0
	}
	now := p.filed(len(p.ring) - 1).at
	for late := max(0, len(p.ring)-lately); late < len(p.ring); late++ {
		if at := p.filed(late).at; at-now < 0 {
			now = at
		}
	}
	for n < len(p.ring) && now-p.filed(n).at > int64(within*time.Second+settled) {
		n++
	}
	for n > 0 && n < len(p.ring) && !begins(p.filed(n).frame, p.filed(n).index) {
		n-- // a chunk that an earlier clone has is kept as it is
	}
	return n
}

// leave notes that an original is left out.
func (p *Finder) leave(at int64) {
	if !p.left || at-p.leftOut > 0 {
		p.left, p.leftOut = true, at
	}
}

// refile makes the ring of a clone and its index, when it is used first.
func (p *Finder) refile() {
	p.ring, p.kept, p.newest = unpack(p.kept.AppendTo(nil)), frozen.List[packed]{}, newIndex()
	p.next = len(p.ring) % maxOriginals
	for place := range p.ring {
		o := &p.ring[place]
		o.alike = p.newest.file(o.key)
	}
}
