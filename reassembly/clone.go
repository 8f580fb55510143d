package reassembly

import (
	"container/list"
	"slices"
	"unsafe"
)

// Clone gives a copy that shares nothing with t but the payloads of parts, which do not change. A Link of
// t is none of the clone: it has to be asked for.
func (t *Tracker) Clone() *Tracker {
	c := &Tracker{limits: t.limits, links: make(map[Flow]*Link, len(t.links)), stats: t.stats, unfinished: list.New(), cost: t.cost}
	copies := map[*set]*set{}
	for l := t.oldest; l != nil; l = l.newer {
		x := l.clone(copies)
		c.links[x.key] = x
		c.pushFront(x)
	}
	for e := t.unfinished.Front(); e != nil; e = e.Next() {
		s := copies[e.Value.(*set)]
		s.element = c.unfinished.PushBack(s)
	}
	return c
}

// clone copies a link, and notes the copies of sets.
func (l *Link) clone(copies map[*set]*set) *Link {
	c := &Link{key: l.key, sides: new([2]side), connected: l.connected, token: l.token}
	for i := range l.sides {
		l.sides[i].low.cloneTo(&c.sides[i].low, copies)
		l.sides[i].high.cloneTo(&c.sides[i].high, copies)
	}
	return c
}

func (c *channel) cloneTo(to *channel, copies map[*set]*set) {
	*to = *c
	to.seen = sightings{list: slices.Clone(c.seen.list), room: c.seen.room}
	to.sets = slices.Clone(c.sets)
	for i, s := range c.sets {
		x := *s
		x.channel, x.element, x.parts = to, nil, slices.Clone(s.parts)
		copies[s], to.sets[i] = &x, &x
	}
}

// unfold makes what a clone of the link was spared.
func (l *Link) unfold() {
	for i := range l.sides {
		for _, c := range []*channel{&l.sides[i].low, &l.sides[i].high} {
			if c.seen.places == nil && c.seen.room > 0 {
				c.seen.file()
			}
		}
	}
}

// Memory counts the bytes that a clone takes, about.
func (t *Tracker) Memory() int {
	const entry = 128 // of a map
	n := int(unsafe.Sizeof(*t))
	for _, l := range t.links {
		n += entry + int(unsafe.Sizeof(*l)+unsafe.Sizeof(*l.sides))
		for i := range l.sides {
			n += l.sides[i].low.memory() + l.sides[i].high.memory()
		}
	}
	return n
}

func (c *channel) memory() int {
	n := len(c.seen.list) * int(unsafe.Sizeof(sighting{}))
	for _, s := range c.sets {
		n += int(unsafe.Sizeof(*s)+unsafe.Sizeof(s)) + len(s.parts)*int(unsafe.Sizeof(part{}))
		for i := range s.parts {
			n += len(s.parts[i].payload) // which it keeps
		}
	}
	return n
}
