package facts

import (
	"cmp"
	"net/netip"
	"slices"
	"sort"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/transport"
)

// way is a direction of a link.
type way struct {
	link     uint32
	toClient bool
}

// silence is a time without a datagram that goes one way.
type silence struct {
	way
	from, to capture.Time
	sudden   bool // it begins amid frequent datagrams
}

// Lacks reports whether between two moments, of the steady clock, nothing goes one way on a link for a time although its sender
// spoke: the capture lacks what he said then.
func (f *Facts) Lacks(link uint32, toClient bool, from, to capture.Time) bool {
	list := f.lacks()[way{link, toClient}]
	i := sort.Search(len(list), func(i int) bool { return !list[i].to.Before(from) })
	return i < len(list) && list[i].from.Before(to)
}

// findLacks finds these times, in order. That he spoke is certain if the other side acknowledges then what comes behind all that the
// capture has, if both sides are silent and a number between never comes, if both fall silent amid what one of them says ten times a
// second, without a goodbye and for longer than any keepalive takes, or if it is so on another link of the server all that time.
func (f *Facts) findLacks() map[way][]silence {
	const least, soon = time.Second, 500 * time.Millisecond // soon may be an Ack of what was missing alone
	const often, alive = 5, 6 * time.Second                 // datagrams in a second; keepalives come sooner
	type gap struct {
		from, to    capture.Time
		after, lost uint16
	}
	type heard struct {
		n           int
		first, last capture.Time
		lately      [often]capture.Time // its last datagrams
		bye         capture.Time        // when its connection ended; zero = it has not
		joins       bool                // it has asked to be let in, or has let in: then numbers begin
		numbered    capture.Time        // the newest of the data channel
		newest      uint16              // number of the data channel
		control     uint16              // of the control channel
		unseen      []capture.Time      // Acks of later ones
		gaps        []gap               // in the numbers of the data channel
	}
	// sudden reports whether the datagrams before the nth came often, and nobody had said goodbye.
	sudden := func(x *heard, n int) bool {
		return x.last.Sub(x.lately[n%often]) < time.Second && (x.bye == capture.Time{} || x.bye.Sub(x.last) >= soon)
	}
	ways := map[way]*heard{}
	of := func(w way) *heard {
		if ways[w] == nil {
			ways[w] = &heard{}
		}
		return ways[w]
	}
	bySide := make([][2]*heard, len(f.sides)) // what goes to the server, and to the client
	var silences []silence
	for _, r := range f.All() {
		if r.Is&(Game|Lost|Joined) != Game || r.Has(Walked) && r.Is&(Leads|AckUnseen) == 0 {
			continue
		}
		at, number := f.Steady(f.Datagram(r.Datagram)), f.voiceOf(r).side
		link := f.sides[number].Link
		if bySide[number][0] == nil {
			bySide[number] = [2]*heard{of(way{link, false}), of(way{link, true})}
		}
		x, other := bySide[number][0], bySide[number][1]
		if r.Has(ToClient) {
			x, other = other, x
		}
		kind := transport.Type(r.Kind)
		if r.Has(Leads) {
			if x.n++; x.n == 1 {
				x.first, x.last = at, at
				if other.n > 0 {
					x.last = other.first
				}
			}
			if at.Sub(x.last) > least {
				silences = append(silences, silence{way{link, r.Has(ToClient)}, x.last, at, sudden(x, x.n) && kind != transport.Connect})
			}
			x.lately[x.n%often], x.last = at, at
		}
		switch kind {
		case transport.Connect:
			x.bye, other.bye = capture.Time{}, capture.Time{}
			x.joins = true
		case transport.Disconnect, transport.OldDisconnect, transport.Boot:
			x.bye, other.bye = at, at
		}
		switch {
		case r.Has(AckUnseen): // one of the wrong channel names a number that has come there
			ahead := int16(r.Seq-other.newest) > 0 && int16(r.Seq-other.control) > 0 && (other.joins || other.numbered != (capture.Time{})) || other.n == 0
			if n := len(other.unseen); ahead && (n == 0 || other.unseen[n-1] != at) {
				other.unseen = append(other.unseen, at)
			}
		case r.Is&(Reliable|Again) != Reliable:
		case kind != transport.Data:
			if int16(r.Seq-x.control) > 0 {
				x.control = r.Seq
			}
		case int16(r.Seq-x.newest) > 0 || x.numbered == (capture.Time{}):
			if f.Noted(r, decode.Gap) {
				x.gaps = append(x.gaps, gap{x.numbered, at, x.newest, r.Seq - x.newest - 1})
			}
			x.newest, x.numbered = r.Seq, at
		default:
			for i := range x.gaps {
				if g := &x.gaps[len(x.gaps)-1-i]; int16(r.Seq-g.after) > 0 {
					g.lost--
					break
				}
			}
		}
	}
	for w, x := range ways {
		if other := ways[way{w.link, !w.toClient}]; other != nil && x.n > 0 && other.last.Sub(x.last) > least {
			silences = append(silences, silence{w, x.last, other.last, sudden(x, x.n+1)})
		}
	}
	slices.SortStableFunc(silences, func(a, b silence) int { return cmp.Compare(a.from.Sub(b.from), 0) })
	byWay, lacks, server := map[way][]silence{}, map[way][]silence{}, map[uint32]netip.AddrPort{}
	for _, s := range silences {
		byWay[s.way] = append(byWay[s.way], s)
	}
	for _, c := range f.match.Connections() {
		server[c.Link] = c.Server
	}
	var certain []silence
	for _, s := range silences {
		x, y := ways[s.way], ways[way{s.link, !s.toClient}]
		i := sort.Search(len(x.unseen), func(i int) bool { return x.unseen[i].Sub(s.from) > soon })
		if i < len(x.unseen) && x.unseen[i].Before(s.to) {
			certain = append(certain, s)
			continue
		}
		list := byWay[way{s.link, !s.toClient}]
		for i := sort.Search(len(list), func(i int) bool { return s.from.Before(list[i].to) }); i < len(list) && list[i].from.Before(s.to); i++ {
			both := list[i].within(s)
			never := func(g gap) bool { return g.lost > 0 && !both.from.Before(g.from) && !g.to.Before(both.to) }
			lasts, between := both.to.Sub(both.from), s.from.Sub(list[i].from).Abs()
			once := (s.sudden || list[i].sudden) && between < alive && lasts > alive
			if lasts > least && (once || slices.ContainsFunc(x.gaps, never) || slices.ContainsFunc(y.gaps, never)) {
				certain = append(certain, both)
			}
		}
	}
	for _, c := range certain {
		lacks[c.way] = append(lacks[c.way], c)
	}
	for _, c := range certain {
		inner := silence{way: c.way, from: c.from.Add(soon), to: c.to.Add(-soon)}
		for w, list := range byWay {
			if w.toClient != c.toClient || w.link == c.link || server[w.link] != server[c.link] {
				continue
			}
			for i := sort.Search(len(list), func(i int) bool { return !list[i].to.Before(inner.to) }); i < len(list) && !inner.from.Before(list[i].from); i++ {
				lacks[w] = append(lacks[w], c.within(list[i]))
			}
		}
	}
	for w, list := range lacks {
		lacks[w] = joined(list)
	}
	return lacks
}

// joined puts silences of one way in order, and makes one of those that overlap: only then a search finds them.
func joined(list []silence) (all []silence) {
	slices.SortFunc(list, func(a, b silence) int { return cmp.Compare(a.from.Sub(b.from), 0) })
	for _, s := range list {
		switch n := len(all) - 1; {
		case n < 0 || all[n].to.Before(s.from):
			all = append(all, s)
		case all[n].to.Before(s.to):
			all[n].to = s.to
		}
	}
	return all
}

// within is what of a silence lies within another one, for the way of that.
func (s silence) within(o silence) silence {
	if s.way = o.way; s.from.Before(o.from) {
		s.from = o.from
	}
	if o.to.Before(s.to) {
		s.to = o.to
	}
	return s
}
