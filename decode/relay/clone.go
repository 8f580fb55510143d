package relay

import (
	"time"
	"unsafe"
)

const (
	// settled is how far a clock may go back behind a clone, beyond within. What is older than both
	// together a clone leaves out.
	settled = 2 * time.Second
	// lately is of how many messages the earliest one says how late it is: clocks of several
	// machines may follow one another.
	lately = 64
)

// Clone gives a copy that shares nothing with p. Of what clients sent it has what can still be passed
// on; see Holds.
func (p *Finder) Clone() Finder {
	c := Finder{seed: p.seed, evicted: p.evicted, left: p.left, leftOut: p.leftOut}
	first := p.firstKept()
	for age := range first {
		c.leave(p.filed(age).at)
	}
	c.ring = make([]original, len(p.ring)-first)
	for place := range c.ring {
		o := &c.ring[place]
		*o = *p.filed(first + place)
		c.alive[o.kind]++
		if int(o.alike) > place {
			o.alike = 0
		}
	}
	c.next = len(c.ring) % maxOriginals
	return c
}

// Holds reports whether a Finder that was cloned finds what the first one would, when a message of a
// moment comes, as Nanoseconds gives it: one that is so early may be a copy of what was left out.
func (p *Finder) Holds(at int64) bool {
	return !p.left || at-p.leftOut > int64(within*time.Second)
}

// Memory counts the bytes that a clone takes, about.
func (p *Finder) Memory() int {
	return int(unsafe.Sizeof(*p)) + (len(p.ring)-p.firstKept())*int(unsafe.Sizeof(original{}))
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
	return n
}

// leave notes that an original is left out.
func (p *Finder) leave(at int64) {
	if !p.left || at-p.leftOut > 0 {
		p.left, p.leftOut = true, at
	}
}

// refile makes the index of a clone.
func (p *Finder) refile() {
	p.newest = newIndex()
	for n := range p.ring {
		p.newest.file(p.filed(n).key)
	}
}
