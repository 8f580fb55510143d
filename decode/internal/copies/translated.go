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
	d.Stated, d.Ends = d.Ends, before
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
	d := &it.Datagram
	other, end := d.Dst, x.ends.Dst
	if d.Src != x.ends.Src {
		other, end = d.Src, x.ends.Src
	}
	pair := [2]netip.AddrPort{other, end}
	if n, ok := c.unrelated.Get(pair); ok && n > 0 {
		c.unrelated.Put(pair, n-1)
		return false
	}
	if !c.twins(x, other, end, d.Trail.ID != 0, ahead) {
		const again = copiesAhead / 2
		c.unrelated.Put(pair, again)
		return false
	}
	c.ends.Put(other, end)
	if len(c.summary.Translated) < mostTaps && !slices.Contains(c.summary.Translated, Translated{other, end}) {
		c.summary.Translated = append(c.summary.Translated, Translated{other, end})
	}
	for ends := range c.undone.Entries() { // made anew
		c.undone.Drop(ends)
	}
	return true
}

// twins reports whether the datagrams behind x with an end have twins with another one in its place. told says that
// identifications tell datagrams apart.
func (c *Finder) twins(x *Datagram, other, end netip.AddrPort, told bool, ahead Ahead) bool {
	type twin struct {
		sum  uint64
		peer netip.AddrPort
		sent bool // by the end
	}
	var items []*batch.Item
	of := map[twin]*batch.Item{}
	for n := range copiesAhead {
		it := ahead.At(n)
		if it == nil {
			break
		}
		if it.Fragment != nil || it.Logged != nil {
			continue
		}
		if apart(nanosecondsOf(&it.Datagram), x.at) > aheadTime {
			break
		}
		items = append(items, it)
		switch e := c.before(it.Datagram.Ends); end {
		case e.Src:
			of[twin{it.Sum, e.Dst, true}] = it
		case e.Dst:
			of[twin{it.Sum, e.Src, false}] = it
		}
	}
	const last = 16 // their twins may come behind them
	var met, matched [2]int
	told = told && vary(items, other)
	for i, it := range items {
		key, way := twin{it.Sum, it.Datagram.Dst, true}, 0
		switch other {
		case it.Datagram.Src:
		case it.Datagram.Dst:
			key, way = twin{it.Sum, it.Datagram.Src, false}, 1
		default:
			continue
		}
		y := of[key]
		is := y != nil && (told || elsewhere(y, it) && apart(nanosecondsOf(&y.Datagram), nanosecondsOf(&it.Datagram)) <= copyTimeOther)
		if is {
			matched[way]++
		}
		if is || i < len(items)-last || len(items) < copiesAhead {
			met[way]++
		}
	}
	enough := func(way, least int) bool { return matched[way] >= least && matched[way]*4 >= met[way]*3 }
	if told {
		return enough(0, 0) && enough(1, 0)
	}
	return enough(0, fewest/2) && enough(1, fewest/2)
}

// vary reports whether the identifications of the datagrams of an end tell them apart.
func vary(items []*batch.Item, end netip.AddrPort) bool {
	n, same, last := 0, 0, uint32(0)
	for _, it := range items {
		if d := &it.Datagram; d.Src == end || d.Dst == end {
			if n++; d.Trail.ID == last {
				same++
			}
			last = d.Trail.ID
		}
	}
	return same*2 <= n
}

// elsewhere reports whether two datagrams were captured at places that do not differ by the way before them alone.
func elsewhere(a, b *batch.Item) bool {
	x, y := &a.Datagram.Trail, &b.Datagram.Trail
	return x.Interface != y.Interface || x.Tags != y.Tags || x.Way != y.Way || a.Interface != b.Interface
}
