package browse

import (
	"cmp"
	"net/netip"
	"runtime"
	"slices"
	"sync"
	"time"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/report/facts"
)

// messages are those of the capture, and which of them are shown. A place counts the shown ones, a number
// all: it is that of the row in the facts.
type messages struct {
	name     string         // what the capture is called
	growing  *facts.Growing // what the capture is read into, beside the screen
	facts    *facts.Facts   // as they were at the last look; nil until reading has begun
	reader   *facts.Reader  // of these
	complete bool           // no more come
	filter   *filtered      // nil = all are shown
}

// filtered is a filter, and the messages that it has kept so far.
type filtered struct {
	text   string
	filter *decode.Filter
	kept   []uint32 // numbers, ascending
	seen   int      // messages
	busy   bool     // it looks at more of them
	told   bool     // the user knows what is wrong with it
}

// all is how many have been read.
func (x *messages) all() int {
	if x.facts == nil {
		return 0
	}
	return x.facts.Rows()
}

// message gives one by its number, until the next one is asked for; nil = there is none.
func (x *messages) message(number int) *decode.Record {
	if number < 0 || number >= x.all() {
		return nil
	}
	return x.reader.At(number)
}

// count is how many are shown.
func (x *messages) count() int {
	if x.filter != nil {
		return len(x.filter.kept)
	}
	return x.all()
}

// number is that of the message at a place; -1 = there is none.
func (x *messages) number(place int) int {
	switch {
	case place < 0 || place >= x.count():
		return -1
	case x.filter != nil:
		return int(x.filter.kept[place])
	}
	return place
}

// place is that of a message, or of the next one behind it that is shown.
func (x *messages) place(number int) int {
	number = max(number, 0)
	if x.filter != nil {
		number, _ = slices.BinarySearch(x.filter.kept, uint32(number))
	}
	return number
}

// kept reports whether a message is shown.
func (x *messages) kept(number int) bool { return number >= 0 && x.number(x.place(number)) == number }

// busy reports whether more messages may come to be shown.
func (x *messages) busy() bool { return !x.complete || x.filter != nil && x.filter.seen < x.all() }

// filterText is the filter that is set; "" = none.
func (x *messages) filterText() string {
	if x.filter == nil {
		return ""
	}
	return x.filter.text
}

// emptiness says why nothing is shown.
func (x *messages) emptiness() string {
	switch {
	case x.facts == nil && !x.complete:
		return " waiting for " + x.name
	case x.filter != nil && x.busy():
		return " filtering ..."
	case x.filter != nil:
		return " no message matches"
	case !x.complete:
		return " reading ..."
	}
	return " no messages"
}

// scan gives the messages from a number on that the filter keeps, by all processors, and how far it came until a time.
func (f *filtered) scan(all *facts.Facts, from int, until time.Time) (kept []uint32, seen int) {
	const part = 1 << 10 // messages that one looks at in one go
	type worker struct {
		kept   []uint32
		broken any
		look   func(from, to int)
	}
	workers := make([]worker, runtime.GOMAXPROCS(0))
	for i := range workers {
		w, reader, matcher := &workers[i], all.Reader(), f.filter.Matcher(all.Name)
		w.look = func(from, to int) {
			defer func() { w.broken = recover() }()
			w.kept = w.kept[:0]
			for n := from; n < to; n++ {
				r, row := reader.At(n), all.Row(n)
				r.Walked = row.Has(facts.Walked) && !row.Has(facts.Remarked) // there is nothing to find out
				if matcher.Match(r) {
					w.kept = append(w.kept, uint32(n))
				}
			}
		}
	}
	for seen = from; seen < all.Rows() && time.Now().Before(until); {
		var running sync.WaitGroup
		for i := range workers {
			from, to := seen, min(seen+part, all.Rows())
			seen = to
			running.Go(func() { workers[i].look(from, to) })
		}
		running.Wait()
		for i := range workers {
			if kept = append(kept, workers[i].kept...); workers[i].broken != nil {
				panic(workers[i].broken)
			}
		}
	}
	return kept, seen
}

// nearest gives the nearest message before another one, or behind it, of which something is so and that is shown;
// -1 = there is none.
func (x *messages) nearest(from, step int, is func(n int, r *facts.Row) bool) int {
	if x.facts == nil || from < 0 {
		return -1
	}
	place := x.place(from)
	if step < 0 || x.number(place) == from {
		place += step
	}
	for count := x.count(); place >= 0 && place < count; place += step {
		n := place
		if x.filter != nil {
			n = int(x.filter.kept[place])
		}
		if is(n, x.facts.Row(n)) {
			return n
		}
	}
	return -1
}

// sameKind tells of messages whether they are called as that of a number is.
func (x *messages) sameKind(number int) func(int, *facts.Row) bool {
	chosen := x.message(number)
	if chosen == nil {
		return nil
	}
	title := chosen.Title()
	var known [1 << 10]struct { // what was found out about rows that are alike
		key    uint32
		is, ok bool
	}
	return func(n int, r *facts.Row) bool {
		if !r.Has(facts.Game) { // the name may depend on all that it says
			return x.message(n).Title() == title
		}
		const bits = facts.HasOpcode | facts.Joined | facts.Lost | facts.Part | facts.Unread
		key := uint32(r.Is&bits)<<16 | uint32(r.Kind)<<8 | uint32(r.Opcode)
		k := &known[(key^key>>10)%uint32(len(known))]
		if !k.ok || k.key != key {
			k.key, k.is, k.ok = key, x.message(n).Title() == title, true
		}
		return k.is
	}
}

// sameClient tells of messages whether they go to or come from the client of that one.
func (x *messages) sameClient(number int) func(int, *facts.Row) bool {
	if x.message(number) == nil {
		return nil
	}
	link := x.facts.Side(x.facts.Row(number)).Link
	return func(_ int, r *facts.Row) bool { return link != 0 && x.facts.Side(r).Link == link }
}

// about is the object that a message is about: a ship, or another object that no ship has as its part; 0 = it is about none,
// or does not say. Of an event it is the target, and the source if no name is known of the target: stock software names the
// weapon as target of the events of beams, others the ship as their source.
func (x *messages) about(number int) uint32 {
	r := x.message(number)
	if r == nil {
		return 0
	}
	var ids [2]uint32
	if row := x.facts.Row(number); row.Has(facts.Named) {
		ids[0] = row.Object
	} else if e, ok := r.Content().Message.(*message.Event); ok && r.IsGame() {
		ids = [2]uint32{e.TargetID, e.SourceID}
	}
	d, _ := r.Context.Names.(*decode.Directory)
	for _, id := range ids {
		if o, _ := d.Resolve(id); o != nil {
			return o.ID
		}
	}
	return cmp.Or(ids[:]...)
}

// sameShip tells of messages whether they are updates of the ship, or other object, that one is about.
func (x *messages) sameShip(number int) func(int, *facts.Row) bool {
	chosen := x.message(number)
	if chosen == nil {
		return nil
	}
	server, object := chosen.Server(), x.about(number)
	return func(_ int, r *facts.Row) bool {
		if r.Opcode != message.OpcodeStateUpdate || !r.Has(facts.Game|facts.Named) || object == 0 || r.Object != object {
			return false
		}
		src, dst := x.facts.Ends(x.facts.Datagram(r.Datagram))
		return r.Has(facts.ToClient) && src == server || !r.Has(facts.ToClient) && dst == server
	}
}

// noted tells of messages whether they have a note, and are neither an Ack nor sent again: of these ordinary traffic
// has too many.
func (x *messages) noted(int) func(int, *facts.Row) bool {
	return func(_ int, r *facts.Row) bool {
		ack := r.Has(facts.Game) && !r.Has(facts.Unread) && r.Kind == uint8(transport.Ack)
		return r.Has(facts.Remarked) && !ack && x.facts.Copies(r) == 0
	}
}

// death is the ship whose explosion a message tells of; false = it tells of none.
func (x *messages) death(number int, row *facts.Row) (ship struct {
	object uint32
	server netip.AddrPort
}, ok bool) {
	if !row.Has(facts.Game|facts.HasOpcode) || !match.MayExplode(row.Opcode) {
		return ship, false
	}
	r := x.message(number)
	ship.object, _, ok = match.Death(r)
	ship.server = r.Server()
	return ship, ok && r.CopyOf == 0
}

// dies tells of messages whether they are the first of those that tell of a death and that are shown.
func (x *messages) dies(int) func(int, *facts.Row) bool {
	return func(number int, row *facts.Row) bool {
		ship, ok := x.death(number, row)
		if x.filter == nil || row.Has(facts.Ends) {
			return ok && row.Has(facts.Ends)
		}
		for n := number - 1; ok && n >= 0; n-- {
			if other, tells := x.death(n, x.facts.Row(n)); tells && other == ship {
				if x.kept(n) {
					return false
				} else if x.facts.Row(n).Has(facts.Ends) {
					return true
				}
			}
		}
		return ok
	}
}
