package copies

import (
	"net/netip"
	"slices"

	"bcdump/decode/capture"
	"bcdump/decode/internal/batch"
)

// undo gives a datagram the ends that it had before address translation, if that is known, and a place of its own.
func (c *Finder) undo(d *capture.Datagram, place uint16) uint16 {
	before, known := c.undone.Get(*d.Ends)
	if !known {
		before = c.before(d.Ends)
		c.undone.Put(*d.Ends, before)
	}
	if *before == *d.Ends {
		return place
	}
	if d.Stated == nil {
		d.Stated = d.Ends
	}
	d.Ends = before
	return shortened(uint64(place)<<32 | uint64(d.Stated.Src.Port())<<16 | uint64(d.Stated.Dst.Port()) | 1<<63)
}

// before gives ends before address translation: the same if there was none.
func (c *Finder) before(e *capture.Ends) *capture.Ends {
	o := *e
	if src, ok := c.ends.Get(e.Src); ok {
		o.Src = src
	}
	if dst, ok := c.ends.Get(e.Dst); ok {
		o.Dst = dst
	}
	if o == *e {
		return e
	}
	return &o
}

// translated reports whether a datagram differs from one before it by address translation, which it then remembers.
func (c *Finder) translated(x *Datagram, it *batch.Item, ahead Ahead) bool {
	from, to := *it.Datagram.Ends, *x.ends
	pair := [2]capture.Ends{from, to}
	if n, ok := c.unrelated.Get(pair); ok && n > 0 {
		c.unrelated.Put(pair, n-1)
		return false
	}
	if !c.looks() {
		return false
	}
	if !c.twins(x, &it.Datagram, ahead) {
		const again = copiesAhead / 2
		c.unrelated.Put(pair, again)
		return false
	}
	for _, t := range []Translated{{from.Src, to.Src}, {from.Dst, to.Dst}} {
		if t.As == t.For {
			continue
		}
		c.ends.Put(t.As, t.For)
		if len(c.summary.Translated) < mostTaps && !slices.Contains(c.summary.Translated, t) {
			c.summary.Translated = append(c.summary.Translated, t)
		}
	}
	for ends := range c.undone.Entries() { // made anew
		c.undone.Drop(ends)
	}
	return true
}

// twins reports whether the datagrams behind d with its ends, as far as they are not those of x, have twins with those
// of x in their place.
func (c *Finder) twins(x *Datagram, d *capture.Datagram, ahead Ahead) bool {
	from, to := *d.Ends, *x.ends
	both := from.Src != to.Src && from.Dst != to.Dst
	replaced := func(end netip.AddrPort) netip.AddrPort {
		switch end {
		case from.Src:
			return to.Src
		case from.Dst:
			return to.Dst
		}
		return end
	}
	type twin struct {
		sum  uint64
		ends capture.Ends
	}
	type met struct {
		*batch.Item
		number int // of the item
		as     twin
	}
	plain, flows := map[twin][]met{}, map[capture.Ends]bool{}
	var moved []met
	items, same := 0, 0
	for n := range copiesAhead {
		it := ahead.At(n)
		if it == nil || apart(nanosecondsOf(&it.Datagram), x.at) > aheadTime {
			break
		}
		if it.Fragment != nil || it.Logged != nil {
			continue
		}
		e := c.before(it.Datagram.Ends)
		o := capture.Ends{Src: replaced(e.Src), Dst: replaced(e.Dst)}
		m := met{it, items, twin{it.Sum, o}}
		items++
		switch src, dst := o.Src != e.Src, o.Dst != e.Dst; {
		case !src && !dst && e.Src != to.Src && e.Src != to.Dst && e.Dst != to.Src && e.Dst != to.Dst: // nothing to do with them
		case !src && !dst:
			plain[m.as], flows[o] = append(plain[m.as], m), true
		case (src && dst) == both:
			if n := len(moved) - 1; n >= 0 && it.Sum != moved[n].Sum && it.Datagram.Trail.ID == moved[n].Datagram.Trail.ID {
				same++
			}
			moved = append(moved, m)
		}
	}
	const open = 16 // their twins may come behind them
	var of, matched [2]int
	told := d.Trail.ID != 0 && same*2 <= len(moved) // identifications tell datagrams apart
	for _, m := range moved {
		if !flows[m.as.ends] {
			continue // the other end may be translated, too
		}
		way := 0
		if o := &m.as.ends; o.Src == to.Dst || o.Dst == to.Src {
			way = 1
		}
		is := slices.ContainsFunc(plain[m.as], func(y met) bool {
			first, second := y.Item, m.Item
			if y.number > m.number {
				first, second = second, first
			}
			return told || elsewhere(first, second) && apart(nanosecondsOf(&first.Datagram), nanosecondsOf(&second.Datagram)) <= copyTimeOther
		})
		if is {
			matched[way]++
		}
		if is || m.number < items-open || items < copiesAhead {
			of[way]++
		}
	}
	least := fewest / 2
	if behind := d.Stated != nil && d.Stated.Dst != d.Dst; (told || behind) && !both { // behind it, all have a twin before it
		least = 0
	}
	enough := func(way int) bool { return matched[way] >= least && matched[way]*4 >= (of[way]-1)*3 }
	if len(moved) == 0 { // it is alone: of many that send the same, some have the same identification by chance
		return least == 0 && apart(nanosecondsOf(d), x.at) <= copyTimeOther
	}
	return enough(0) && enough(1) && matched[0]+matched[1] > 0
}

// elsewhere reports whether a datagram was captured at another place than one before it: other than by the way before
// them alone, or behind a router between them.
func elsewhere(a, b *batch.Item) bool {
	x, y := &a.Datagram.Trail, &b.Datagram.Trail
	return x.Interface != y.Interface || x.Tags != y.Tags || x.Way != y.Way || a.Interface != b.Interface || x.Hops > y.Hops
}
