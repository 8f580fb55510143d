package browse

import (
	"net/netip"
	"slices"
	"sync"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/report/facts"
)

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
	const bits = facts.HasOpcode | facts.Joined | facts.Lost | facts.Part | facts.Unread
	return func(n int, r *facts.Row) bool {
		if !r.Has(facts.Game) { // the name may depend on all that it says
			return x.message(n).Title() == title
		}
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

// sameShip tells of messages whether they are updates of the ship, or other object, that one is about.
func (x *messages) sameShip(number int) func(int, *facts.Row) bool {
	chosen := x.message(number)
	if chosen == nil {
		return nil
	}
	object, server := match.About(chosen), chosen.Server()
	return func(_ int, r *facts.Row) bool {
		return r.Opcode == message.OpcodeStateUpdate && r.Has(facts.Game|facts.Named) && object != 0 && r.Object == object && x.server(r) == server
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

// server is the end of a row that hosts the game.
func (x *messages) server(r *facts.Row) netip.AddrPort {
	src, dst := x.facts.Ends(x.facts.Datagram(r.Datagram))
	if r.Has(facts.ToClient) {
		return src
	}
	return dst
}

// telling is a message that tells that a ship explodes.
type telling struct {
	number int
	object uint32
	server netip.AddrPort
	first  bool // none before it tells of this death
}

// deaths are the messages that tell of them, in the order of the capture. One goroutine adds, others ask.
type deaths struct {
	mu   sync.Mutex
	list []telling
}

// take looks at a message that the match has just taken.
func (d *deaths) take(a *match.Match, number int, r *decode.Record) {
	if r.Walked || r.CopyOf != 0 {
		return
	}
	object, _, explodes := match.Death(r)
	if first := a.Change().Kill != nil; first || explodes {
		d.mu.Lock()
		d.list = append(d.list, telling{number, object, r.Server(), first})
		d.mu.Unlock()
	}
}

func (d *deaths) told() []telling {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.list
}

// tie says what another message is to the one that was asked about.
type tie string

const (
	acknowledged tie = "the message that this Ack acknowledges"
	answer       tie = "the Ack of this message"
	original     tie = "the message of a client, of which this is a copy"
	passedOn     tie = "a copy of this message, passed on by the host"
	firstCopy    tie = "the message that this one repeats"
	sentAgain    tie = "this message, sent again"
	partOf       tie = "the message that this part belongs to"
	partHere     tie = "a part of this message"
)

// related is a message that belongs to another one.
type related struct {
	number int
	tie    tie
}

const (
	// mostRelated is how many messages are named at most. Of more, those that come behind the others are left out;
	// of parts, the first ones.
	mostRelated = 64
	// reach is how far behind a message its Acks, copies and repeats are looked for, in messages. The
	// host passes on within seconds, and repeats come within 128 sequence numbers.
	reach = 1 << 20
)

// related gives the messages that belong to one, in their order, as far as they have come.
func (x *messages) related(number int) (list []related) {
	if x.message(number) == nil {
		return nil
	}
	f, r := x.facts, x.facts.Row(number)
	add := func(n int, ok bool, tie tie) {
		if ok && len(list) < mostRelated {
			list = append(list, related{n, tie})
		}
	}
	if to, ok := f.Answered(r); ok {
		add(to, true, acknowledged)
	}
	for _, part := range slices.Backward(x.parts(number)) {
		add(part, true, partHere)
	}
	if f.Copies(r) > 0 && !r.Has(facts.Joined) {
		first, ok := f.RowAt(f.First(r).Frame, f.First(r).Index)
		add(first, ok && first < number, firstCopy)
	}
	if relay := f.Relay(r); relay.Frame != 0 && !r.Has(facts.Part) {
		of, ok := x.whole(relay.Frame, relay.Index)
		add(of, ok && of < number, original)
	}
	wire, known := f.RowAt(f.FrameAt(number), r.Index) // the message on the wire that stands here
	frame, index := f.FrameAt(number), r.Index
	whole, _ := x.whole(frame, index)
	part := r.Has(facts.Part) // of a message that is not found yet
	for n := number + 1; n < min(f.Rows(), number+1+reach) && len(list) < mostRelated; n++ {
		y := f.Row(n)
		if to, ok := f.Answered(y); ok && to == number {
			add(n, true, answer)
			continue
		}
		switch {
		case part && y.Has(facts.Joined) && slices.Contains(x.claimed(n), number):
			add(n, true, partOf)
			part = false
		case y.Has(facts.Again) && known && wire == number && !y.Has(facts.Joined) && f.Copies(y) > 0 && f.First(y).Frame == frame && f.First(y).Index == index:
			add(n, true, sentAgain)
		case f.Relays(y) && whole == number && !y.Has(facts.Part):
			relay := f.Relay(y)
			add(n, relay.Frame == frame && relay.Index == index, passedOn)
		}
	}
	slices.SortStableFunc(list, func(a, b related) int { return a.number - b.number })
	return list
}

// whole is the row of the message at a place: the joined one, if its last part stands there.
func (x *messages) whole(frame int64, index uint8) (n int, ok bool) {
	n, ok = x.facts.RowAt(frame, index)
	for i := n + 1; ok && i < x.facts.Rows() && x.facts.FrameAt(i) == frame; i++ {
		if r := x.facts.Row(i); r.Index == index && r.Has(facts.Joined) && !r.Has(facts.Lost) {
			return i, true
		}
	}
	return n, ok
}

// parts are the rows of the parts of a message, ascending: those that no message before it was joined from.
func (x *messages) parts(number int) (list []int) {
	list = x.claimed(number)
	if len(list) == 0 {
		return nil
	}
	for n := list[0] + 1; n < number; n++ {
		if x.facts.Row(n).Has(facts.Joined) {
			taken := x.claimed(n)
			list = slices.DeleteFunc(list, func(part int) bool { return slices.Contains(taken, part) })
		}
	}
	return list[max(len(list)-mostRelated, 0):]
}

// claimed are the rows that a message says it was joined from, ascending.
func (x *messages) claimed(number int) (list []int) {
	of := x.facts.Parts(x.facts.Row(number))
	if of == nil {
		return nil
	}
	for i := range min(len(of.Frames), len(of.Indexes)) {
		n, ok := x.facts.RowAt(of.Frames[i], of.Indexes[i])
		if ok && n < number && x.facts.Row(n).Has(facts.Part) && x.facts.Copies(x.facts.Row(n)) == 0 {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list
}
