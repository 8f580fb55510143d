package copies

import (
	"slices"
	"time"

	"bcdump/decode/internal/batch"
)

// doubling counts, of the last datagrams of a flow, those that came again at the same place.
type doubling struct {
	count, again int
	changed      int           // have another identification than the one before
	later        int           // came a moment after the one before
	id           uint32        // of the last one
	at           int64         // of the last one
	usual        time.Duration // after which they come again
}

const fewest = 8 // datagrams tell something

// pass counts a datagram.
func (f *doubling) pass(id uint32, at int64) {
	const most = 64
	if f.count >= most {
		f.count, f.again, f.changed, f.later = f.count/2, f.again/2, f.changed/2, f.later/2
	}
	f.count++
	if id != f.id {
		f.changed++
	}
	if apart(at, f.at) > copyTimeHere {
		f.later++
	}
	f.id, f.at = id, at
}

// allows reports whether it is the rule that a datagram comes again so much later.
func (f *doubling) allows(after time.Duration) bool {
	const slower = 8
	if f.count < fewest || f.again*5 < f.count*3 || after > slower*f.usual+copyTimeHere/2 {
		return false
	}
	return f.changed*2 > f.count || after <= copyTimeHere && f.later > 0
}

// pass counts a datagram that is no copy.
func (c *Finder) pass(it *batch.Item) {
	d := &it.Datagram
	now := nanosecondsOf(d)
	c.all.pass(d.Trail.ID, now)
	if f, ok := c.flows.Get(*d.Ends); ok {
		f.pass(d.Trail.ID, now)
	}
}

// doubled reports whether a datagram that comes again at the same place was captured twice there.
func (c *Finder) doubled(x *Datagram, it *batch.Item, ahead Ahead) bool {
	after := apart(nanosecondsOf(&it.Datagram), x.at)
	if x.id == 0 && after > copyTimeHere {
		return false // whatever others do
	}
	f, known := c.flows.Get(*x.ends)
	if !known {
		var flow, all doubling
		if c.looks() {
			if flow, all = c.doublingAhead(x, after, ahead); c.flows.Len() == 0 {
				c.all = all
			}
		}
		f = &flow
		if flow.count < fewest {
			*f = all
		}
		if f.count < fewest {
			*f = c.all
		}
		f.count++ // x
		c.flows.Put(*x.ends, f)
	}
	is := f.allows(after)
	if !x.again {
		x.again = true
		f.again++
		c.all.again++
	}
	if is {
		const memory = 8
		f.usual += (after - f.usual) / memory
	}
	return is
}

// doublingAhead counts what the next datagrams tell: those of a flow, and of all flows. Those behind which their
// copies may come do not count.
func (c *Finder) doublingAhead(x *Datagram, after time.Duration, ahead Ahead) (flow, all doubling) {
	type next struct {
		*batch.Item
		at int64
		is bool // came again
	}
	var items []next
	var gaps []time.Duration
	known := map[uint64]int{} // the last item with a sum
	for n := range copiesAhead {
		it := ahead.At(n)
		if it == nil {
			break
		}
		if it.Fragment != nil || it.Logged != nil || it.Sum == x.sum {
			continue
		}
		now := nanosecondsOf(&it.Datagram)
		if apart(now, x.at) > aheadTime {
			break
		}
		if i, ok := known[it.Sum]; ok && placeOf(items[i].Item) == placeOf(it) && *items[i].Datagram.Ends == *it.Datagram.Ends && apart(now, items[i].at) <= copyTime {
			if !items[i].is {
				items[i].is, gaps = true, append(gaps, apart(now, items[i].at))
			}
			continue
		}
		known[it.Sum] = len(items)
		items = append(items, next{Item: it, at: now})
	}
	if len(gaps) > 0 {
		slices.Sort(gaps)
		flow.usual, all.usual = gaps[len(gaps)/2], gaps[len(gaps)/2]
	}
	for i := range items {
		y := &items[i]
		if !y.is && apart(items[len(items)-1].at, y.at) < 2*after {
			continue
		}
		all.passes(y.Item, y.is)
		if *y.Datagram.Ends == *x.ends {
			flow.passes(y.Item, y.is)
		}
	}
	return flow, all
}

// passes counts a datagram of which it is known whether it came again.
func (f *doubling) passes(it *batch.Item, again bool) {
	if f.pass(it.Datagram.Trail.ID, nanosecondsOf(&it.Datagram)); again {
		f.again++
	}
}
