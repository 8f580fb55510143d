package reassembly

import (
	"slices"
	"unsafe"
)

// Share lets a clone have in one place with another one what is the same in both; neither was used yet. It
// returns how many bytes that saves.
func (t *Tracker) Share(before *Tracker) (saved int) {
	for key, l := range t.links {
		if b := before.links[key]; b != nil {
			saved += l.share(b)
		}
	}
	return saved
}

// share is about one link: most of those of a long capture are silent.
func (l *Link) share(before *Link) (saved int) {
	same := true
	for i := range l.sides {
		a, b := &l.sides[i], &before.sides[i]
		for _, c := range [][2]*channel{{&a.low, &b.low}, {&a.high, &b.high}} {
			if slices.Equal(c[0].seen.list, c[1].seen.list) {
				c[0].seen.list = c[1].seen.list
				saved += len(c[0].seen.list) * int(unsafe.Sizeof(sighting{}))
			} else {
				same = false
			}
			same = same && c[0].same(c[1])
		}
	}
	if same {
		l.sides = before.sides
		saved += int(unsafe.Sizeof(*l.sides))
	}
	return saved
}

// same reports whether two channels are the same beside what they have seen, and have no sets: those
// know their channel.
func (c *channel) same(other *channel) bool {
	return c.started == other.started && c.eightBit == other.eightBit && c.highest == other.highest && c.largest == other.largest &&
		c.news == other.news && c.span == other.span && c.seen.room == other.seen.room && c.arrived == other.arrived &&
		c.acked == other.acked && len(c.sets)+len(other.sets) == 0 && c.pending == other.pending
}
