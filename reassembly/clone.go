package reassembly

import (
	"container/list"
	"slices"
	"unsafe"
)

// folded is what a clone has that was not used yet. Nothing in it changes, so that several clones may have the
// same links.
type folded struct {
	links      []*Link // the one that was silent longest first
	unfinished []*set  // of these links, the oldest first
}

// Clone gives a copy that shares nothing with t that changes. A Link of t is none of the clone: it has to be asked
// for. What an earlier clone has too, if it was not used yet, is in one place in both; nil = there is none.
// shared counts the bytes of that.
func (t *Tracker) Clone(before *Tracker) (c *Tracker, shared int) {
	if t.folded != nil {
		x := *t
		return &x, 0
	}
	c = &Tracker{limits: t.limits, stats: t.stats, cost: t.cost, sightings: t.sightings, folded: &folded{}}
	copies, old := map[*set]*set{}, before.byFlow()
	for l := t.oldest; l != nil; l = l.newer {
		x, n := l.clone(old[l.key], copies)
		c.folded.links = append(c.folded.links, x)
		shared += n
	}
	for e := t.unfinished.Front(); e != nil; e = e.Next() {
		c.folded.unfinished = append(c.folded.unfinished, copies[e.Value.(*set)])
	}
	return c, shared
}

// byFlow gives the links of a clone that was not used yet.
func (t *Tracker) byFlow() map[Flow]*Link {
	if t == nil || t.folded == nil {
		return nil
	}
	links := make(map[Flow]*Link, len(t.folded.links))
	for _, l := range t.folded.links {
		links[l.key] = l
	}
	return links
}

// clone copies a link, unless it is the same as before, and notes the copies of sets.
func (l *Link) clone(before *Link, copies map[*set]*set) (c *Link, shared int) {
	if l.folded { // it has not been heard since
		return &Link{key: l.key, sides: l.sides, connected: l.connected, token: l.token, folded: true}, 0
	}
	if before == nil {
		before = &Link{sides: &none}
	}
	c = &Link{key: l.key, sides: new([2]side), connected: l.connected, token: l.token, folded: true}
	same := before.key == l.key && before.connected == l.connected && before.token == l.token
	for i := range l.sides {
		for n, channel := range l.sides[i].channels() {
			old := before.sides[i].channels()[n]
			shared += channel.cloneTo(c.sides[i].channels()[n], old, copies)
			same = same && c.sides[i].channels()[n].same(old)
		}
	}
	if same {
		return before, shared + int(unsafe.Sizeof(*l)+unsafe.Sizeof(*l.sides))
	}
	return c, shared
}

// none is of a link that was not heard before.
var none [2]side

func (s *side) channels() [2]*channel { return [2]*channel{&s.low, &s.high} }

func (c *channel) cloneTo(to, before *channel, copies map[*set]*set) (shared int) {
	*to = *c
	to.seen, shared = c.seen.clone(&before.seen)
	to.sets = slices.Clone(c.sets)
	for i, s := range c.sets {
		if i < len(before.sets) && s.same(before.sets[i]) {
			to.sets[i] = before.sets[i]
			shared += int(unsafe.Sizeof(*s))
			continue
		}
		x := *s
		x.channel, x.element, x.parts = nil, nil, slices.Clone(s.parts)
		copies[s], to.sets[i] = &x, &x
	}
	return shared
}

// same reports whether two clones of a channel are the same.
func (c *channel) same(other *channel) bool {
	return c.started == other.started && c.eightBit == other.eightBit && c.highest == other.highest && c.largest == other.largest &&
		c.news == other.news && c.span == other.span && c.seen.room == other.seen.room && c.seen.size == other.seen.size && c.seen.kept.Equal(other.seen.kept) &&
		c.arrived == other.arrived && c.acked == other.acked && c.pending == other.pending && slices.Equal(c.sets, other.sets)
}

// same reports whether a set is complete and its copy is the same.
func (s *set) same(other *set) bool {
	return s.complete() && len(other.parts) == 0 && s.seq == other.seq && s.total == other.total && s.bytes == other.bytes && s.lengths == other.lengths &&
		s.touched == other.touched && s.acked == other.acked && s.last == other.last
}

// unfold makes what a clone was spared, but for the sides of links without unfinished messages: see Link.unfold.
func (t *Tracker) unfold() {
	f := t.folded
	t.folded, t.links, t.unfinished = nil, make(map[Flow]*Link, len(f.links)), list.New()
	copies := map[*set]*set{}
	for _, kept := range f.links {
		l := *kept
		t.links[l.key] = &l
		t.pushFront(&l)
		if l.pending() {
			l.copySides(copies)
		}
	}
	for _, kept := range f.unfinished {
		s := copies[kept]
		s.element = t.unfinished.PushBack(s)
	}
}

// pending reports whether a link has unfinished messages.
func (l *Link) pending() bool {
	return slices.ContainsFunc(l.sides[:], func(s side) bool { return s.low.pending+s.high.pending > 0 })
}

// copySides lets a link of a clone have sides of its own, and notes the copies of sets.
func (l *Link) copySides(copies map[*set]*set) {
	sides := *l.sides
	l.sides, l.folded = &sides, false
	for i := range sides {
		for _, c := range sides[i].channels() {
			c.sets = slices.Clone(c.sets)
			for n, kept := range c.sets {
				x := *kept
				x.channel, x.parts = c, slices.Clone(kept.parts)
				copies[kept], c.sets[n] = &x, &x
			}
			c.seen.unfold()
		}
	}
}

// unfold makes what the link of a clone was spared.
func (l *Link) unfold() {
	if l.folded {
		l.copySides(map[*set]*set{})
	}
}

// count is how many links there are.
func (t *Tracker) count() int {
	if t.folded != nil {
		return len(t.folded.links)
	}
	return len(t.links)
}

// Memory counts the bytes that a clone takes, about.
func (t *Tracker) Memory() int {
	const pointer = 8
	n := int(unsafe.Sizeof(*t) + unsafe.Sizeof(folded{}))
	for l := t.oldest; l != nil; l = l.newer {
		n += pointer + int(unsafe.Sizeof(*l)+unsafe.Sizeof(*l.sides))
		for i := range l.sides {
			n += l.sides[i].low.memory() + l.sides[i].high.memory()
		}
	}
	return n
}

func (c *channel) memory() int {
	n := c.seen.count()*sightingSize + c.seen.kept.Memory()
	for _, s := range c.sets {
		n += int(unsafe.Sizeof(*s)+unsafe.Sizeof(s)) + len(s.parts)*int(unsafe.Sizeof(part{}))
		for i := range s.parts {
			n += len(s.parts[i].payload) // which it keeps
		}
	}
	return n
}
