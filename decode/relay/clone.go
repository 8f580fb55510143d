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
	c.kept, shared = frozen.Of(before.kept, (*original).begins, p.pieces(first)...)
	return c, shared
}

// begins reports whether a chunk of a clone begins with it.
func (o *original) begins() bool {
	const mix, bits = 0x9E3779B9, 4
	return (uint32(o.frame)^uint32(o.index)<<16)*mix>>(32-bits) == 0
}

// pieces are the originals, those that were filed first left out, in the order in which they were filed.
func (p *Finder) pieces(leftOut int) [][]original {
	if len(p.ring) < maxOriginals {
		return [][]original{p.ring[leftOut:]}
	}
	if older := p.ring[p.next:]; leftOut < len(older) {
		return [][]original{older[leftOut:], p.ring[:p.next]}
	}
	return [][]original{p.ring[leftOut-(maxOriginals-p.next) : p.next]}
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
		return n + len(p.ring)*int(unsafe.Sizeof(original{}))
	}
	return n + (len(p.ring)-p.firstKept())*int(unsafe.Sizeof(original{}))
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
	for n > 0 && n < len(p.ring) && !p.filed(n).begins() {
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
	p.ring, p.kept, p.newest = p.kept.AppendTo(nil), frozen.List[original]{}, newIndex()
	p.next = len(p.ring) % maxOriginals
	for place := range p.ring {
		o := &p.ring[place]
		if int(o.alike) > place {
			o.alike = 0 // that one was left out
		}
		p.newest.replace(p.ring, o.key, place)
	}
}
