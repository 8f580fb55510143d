package desync

import (
	"fmt"
	"slices"
	"time"

	"bcdump/decode/ship"
	"bcdump/report/figures"
)

// telling is the condition of a part, as one client was told it.
type telling struct {
	at    time.Duration
	row   uint32
	view  uint16 // place in the views of the ship
	value uint8
}

// when is the moment of a telling.
func (d *follower) when(t *telling) mark {
	datagram := d.Datagram(d.Row(int(t.row)).Datagram)
	return mark{t.at, d.Time(datagram), int64(datagram.Frame)}
}

// place is a part of a ship: what was told of it lately, to anybody. Each telling is judged when what the others are
// told behind it is there too.
type place struct {
	tellings []telling
	judged   int // so many of them are
	begun    bool
	newest   uint8
	broke    time.Duration // when one came that is another than the one before
	broken   bool          // one did
	widest   uint8         // place of the widest window that its tellings ask for
}

// entry is a part of a ship in a view.
type entry struct {
	mark
	known bool
	sent  bool // with an update, not only with the creation of the ship
	value uint8
	wide  uint8                // place in windows of the one that its tellings ask for
	gaps  [len(windows)]uint16 // between tellings, by the window that they ask for
	wrong *wrong               // tellings in a row that differ from those of others; nil = there are none
	stale *wrong               // values that others were told since, and differ; nil = there are none
}

// wrong is a value that differs from those of others, told so many times.
type wrong struct {
	n            int
	first, last  mark
	other        mark // a telling of the others
	told, others uint8
}

// windows are the times before and behind a telling in which the others count, in turn 1.5 times gaps between two
// tellings of the part to the client.
var windows = [...]time.Duration{2 * time.Second, 3 * time.Second, 4500 * time.Millisecond, 7 * time.Second, 10 * time.Second, 15 * time.Second}

// gap counts a time between two tellings, and finds the window that they ask for.
func (e *entry) gap(since time.Duration) {
	i := 0
	for i < len(windows)-1 && since*3/2 > windows[i] {
		i++
	}
	if e.gaps[i]++; e.gaps[i] > 1<<15 {
		for k := range e.gaps {
			e.gaps[k] /= 2
		}
	}
	if i == 0 && e.wide == 0 {
		return
	}
	sum, above := 0, 0 // the widest window is that of 99 % of the gaps
	for _, n := range e.gaps {
		sum += int(n)
	}
	for e.wide = uint8(len(windows) - 1); e.wide > 0; e.wide-- {
		if above += int(e.gaps[e.wide]); above*100 > sum {
			return
		}
	}
}

// conditions takes those that a client is told, with an update or with the creation of the ship. That is a value to
// begin with, but older than it looks: it is judged only if nothing else follows.
func (d *follower) conditions(x *life, v *view, creation bool) {
	if len(x.brought) == 0 {
		return
	}
	if v.entries == nil {
		v.entries = make([]entry, len(x.places))
	}
	entries, now, places := v.entries, d.now, x.places[:len(v.entries)]
	t := telling{at: now.at, row: uint32(d.number), view: uint16(v.place)}
	for _, part := range x.brought {
		at, value := part.Place, part.Value
		if creation && entries[at].known {
			continue
		}
		e, p := &entries[at], &places[at]
		if e.sent && int(value)-int(e.value) > leap && !creation {
			d.rises(x, v, at, value)
		}
		if e.known {
			e.gap(now.at - e.at)
			p.widest = max(p.widest, e.wide)
			if e.stale != nil {
				d.refreshed(v, e, at, x, now)
			}
		}
		e.mark, e.known, e.sent, e.value = now, true, !creation, value
		if t.value = value; !creation {
			d.tell(x, p, at, t)
		}
	}
}

// rises takes a condition that is told to be higher than before by more than a repair makes of it, whatever was told in
// between. In the first seconds of a ship, what was told before may be of the wreck that had its id.
func (d *follower) rises(x *life, v *view, at int, value uint8) {
	e := &v.entries[at]
	since := d.now.at - e.at
	if float64(value-e.value) <= leap+repaired*since.Seconds() || at >= len(x.places)-ship.Facings || x.made && e.at-x.born.at < resent || e.at < v.seen.at {
		return
	}
	f := difference{kind: figures.DesyncRise, from: d.now, to: d.now, entries: []figures.DesyncEntry{entryOf(x, at, value, e.value)}}
	f.entries[0].Frame = d.now.frame
	v.differ(f)
}

// tell keeps a telling, and judges those that are due.
func (d *follower) tell(x *life, p *place, at int, t telling) {
	if p.begun && apartBy(int(p.newest), int(t.value)) > differs {
		p.broke, p.broken = t.at, true
	}
	p.newest, p.begun = t.value, true
	if len(x.views) < 2 {
		return
	}
	if n := len(d.spare); p.tellings == nil && n > 0 {
		p.tellings, d.spare = d.spare[n-1], d.spare[:n-1]
	}
	p.tellings = append(p.tellings, t)
	for p.judged < len(p.tellings) {
		k := &p.tellings[p.judged]
		if d.now.at-k.at < windows[0] {
			break
		}
		w := windows[x.views[k.view].entries[at].wide]
		if d.now.at-k.at < w {
			break
		}
		d.judge(x, p, at, k, w)
		p.judged++
	}
	widest := windows[p.widest]
	if old := p.tellings[0].at; d.now.at-old > 3*widest && p.judged > 0 {
		n := 0
		for n < p.judged && d.now.at-p.tellings[n].at > 2*widest {
			n++
		}
		p.tellings, p.judged = slices.Delete(p.tellings, 0, n), p.judged-n
	}
}

func apartBy(a, b int) int { return max(a-b, b-a) }

// judge holds a telling against what the others were told around it.
func (d *follower) judge(x *life, p *place, at int, t *telling, w time.Duration) {
	v := x.views[t.view]
	e := &v.entries[at]
	if !p.broken || p.broke < t.at-w { // all were told the same
		if e.wrong != nil {
			d.agrees(v, e, at, x, d.when(t))
		}
		return
	}
	o := amidst(p.tellings, t, w)
	switch {
	case o.count < othersTold, v.of == x.owner && !o.several: // of two that differ, the owner is believed
	case int(t.value) >= o.low-differs && int(t.value) <= o.high+differs: // it does not differ from them
		if e.wrong != nil {
			d.agrees(v, e, at, x, d.when(t))
		}
	default:
		e.wrong = e.wrong.add(d.when(t), d.when(o.last), t.value, o.last.value)
	}
}

// others are what other views were told around a telling.
type others struct {
	count, low, high int
	several          bool     // more than one view
	last             *telling // up to the telling, or else the first behind it
}

// amidst gives those of a list within a time.
func amidst(list []telling, t *telling, w time.Duration) (x others) {
	for i := range list {
		o := &list[i]
		if o.at > t.at+w {
			break
		}
		if o.view == t.view || o.at < t.at-w {
			continue
		}
		value := int(o.value)
		if x.count++; x.count == 1 {
			x.low, x.high = value, value
		}
		x.low, x.high = min(x.low, value), max(x.high, value)
		x.several = x.several || x.last != nil && o.view != x.last.view
		if o.at <= t.at || x.last == nil {
			x.last = o
		}
	}
	return x
}

func (k *wrong) add(at, other mark, told, others uint8) *wrong {
	if k == nil {
		k = &wrong{first: at, other: other, told: told, others: others}
	}
	k.n, k.last = k.n+1, at
	return k
}

// agrees ends tellings that differ.
func (d *follower) agrees(v *view, e *entry, at int, x *life, to mark) {
	if k := e.wrong; k != nil {
		if k.n >= wrongTold && k.last.at-k.first.at > wrongFor {
			v.differ(k.difference(at, x, k.first, to))
		}
		e.wrong = nil
	}
}

// refreshed ends that a part was not told for long, while others were.
func (d *follower) refreshed(v *view, e *entry, at int, x *life, to mark) {
	if k := e.stale; k != nil {
		if k.n >= staleTold && to.at-k.first.at > long && !d.holed(v.of, e.mark, to) {
			v.differ(k.difference(at, x, e.mark, to))
		}
		e.stale = nil
	}
}

func (k *wrong) difference(at int, x *life, from, to mark) difference {
	f := difference{kind: figures.DesyncCondition, from: k.first, to: to, other: k.other}
	f.entries = []figures.DesyncEntry{entryOf(x, at, k.told, k.others)}
	f.entries[0].Frame, f.entries[0].OtherFrame = from.frame, k.other.frame
	return f
}

// sweep looks now and then for parts that some client was not told for long, while others were.
func (d *follower) sweep(x *life) {
	if d.now.at-x.sweptAt < swept {
		return
	}
	since := x.sweptAt
	x.sweptAt = d.now.at
	for _, v := range x.views {
		if d.gone(v.of) || d.now.at-v.of.said.at > quiet { // it may have gone
			continue
		}
		for at := range v.entries {
			if e := &v.entries[at]; e.known && d.now.at-e.at > long {
				d.hold(x, v, at, since)
			}
		}
	}
}

// hold holds a part that was not told for long against what others were told of it since.
func (d *follower) hold(x *life, v *view, at int, since time.Duration) {
	e := &v.entries[at]
	for _, u := range x.views {
		if u == v || at >= len(u.entries) {
			continue
		}
		o := &u.entries[at]
		switch {
		case !o.sent || o.at <= max(e.at, since):
		case apartBy(int(o.value), int(e.value)) > differs:
			first := o.mark
			if e.stale == nil {
				first = d.since(&x.places[at], v.place, e, first)
			}
			e.stale = e.stale.add(first, first, e.value, o.value)
		default:
			d.refreshed(v, e, at, x, o.mark)
		}
	}
}

// since is the first of what is kept that others were told and differs, behind the last telling of a view.
func (d *follower) since(p *place, view int, e *entry, otherwise mark) mark {
	for i := range p.tellings {
		if t := &p.tellings[i]; t.at > e.at && int(t.view) != view && apartBy(int(t.value), int(e.value)) > differs {
			return d.when(t)
		}
	}
	return otherwise
}

// settle ends what differs when the life is over.
func (d *follower) settle(x *life, v *view, to mark) {
	for at := range v.entries {
		e := &v.entries[at]
		d.agrees(v, e, at, x, to)
		d.refreshed(v, e, at, x, to)
	}
}

// entryOf names a part of a ship.
func entryOf(x *life, at int, told, others uint8) figures.DesyncEntry {
	f := figures.DesyncEntry{Told: int(told), Others: int(others)}
	place := at
	for i := range x.class.Subsystems {
		s := &x.class.Subsystems[i]
		if place <= len(s.Children) {
			f.Index, f.Name, f.Label = i, s.Name, s.Name
			if place > 0 {
				f.Part, f.Label = fmt.Sprintf("child%d", place), s.Name+" ("+s.Children[place-1].Name+")"
			}
			return f
		}
		place -= 1 + len(s.Children)
	}
	name := x.class.Parts()[at].Name
	f.Index, f.Name, f.Part, f.Label = -1, name, "facing", name
	return f
}
