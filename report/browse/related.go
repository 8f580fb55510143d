package browse

import (
	"slices"

	"bcdump/report/facts"
)

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
