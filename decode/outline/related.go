package outline

import (
	"cmp"
	"slices"
)

// Tie says what another message is to the one that was asked about.
type Tie uint8

// Ties.
const (
	Acknowledged Tie = iota + 1 // the message that this Ack acknowledges
	Answer                      // the Ack of this message
	Original                    // the message of a client that the host passed on with this one
	Copy                        // with it the host passes this message on
	FirstCopy                   // the message that this one repeats
	Again                       // it repeats this message
	PartOf                      // the message that this part belongs to: it was joined, or is lost
	PartHere                    // a part of this message
)

// Related is a message that belongs to another one.
type Related struct {
	Number int
	Tie    Tie
}

const (
	// MostRelated is how many messages Related names at most. Of more it leaves out those that come
	// behind the others; of a message with more parts, the first ones.
	MostRelated = 64
	// Reach is how far behind a message its Acks, copies and repeats are looked for, in messages. The
	// host passes on within seconds, and repeats come within 128 sequence numbers.
	Reach = 1 << 20
)

// Related gives the messages that belong to n, in their order. What comes later is there only when
// it has come.
func (o *Outline) Related(n int) []Related {
	o.mu.RLock()
	defer o.mu.RUnlock()
	if n < 0 || n >= o.length {
		return nil
	}
	list := o.ahead(n, o.named(n))
	slices.SortStableFunc(list, func(a, b Related) int { return cmp.Compare(a.Number, b.Number) })
	return list
}

// named gives those that a message refers to.
func (o *Outline) named(n int) (list []Related) {
	y := o.row(n)
	back, other := int(y.back), int(y.other)
	switch {
	case y.flags&(Joined|Lost) != 0:
		list = o.parts(n)
	case back != 0 && y.flags&Ack != 0:
		list = append(list, Related{n - back, Acknowledged})
	case back != 0 && y.flags&Repeat != 0:
		list = append(list, Related{n - back, FirstCopy})
	}
	switch {
	case other == 0 || len(list) == MostRelated:
	case y.flags&Part == 0:
		list = append(list, Related{n - other, Original})
	default:
		list = append(list, Related{n + other, PartOf})
	}
	return list
}

// parts gives the parts of a message, the last one first.
func (o *Outline) parts(n int) (list []Related) {
	for back := o.row(n).back; back != 0 && len(list) < MostRelated; back = o.row(n).back {
		n -= int(back)
		list = append(list, Related{n, PartHere})
	}
	return list
}

// ahead adds those behind a message that refer to it.
func (o *Outline) ahead(n int, list []Related) []Related {
	for m := n + 1; m < min(o.length, n+1+Reach) && len(list) < MostRelated; m++ {
		if tie := o.row(m).refers(uint32(m - n)); tie != 0 {
			list = append(list, Related{m, tie})
		}
	}
	return list
}

// refers says what a row is to the one so far before it; 0 = nothing.
func (y *row) refers(distance uint32) Tie {
	switch {
	case y.back == distance && y.flags&Ack != 0:
		return Answer
	case y.back == distance && y.flags&Repeat != 0:
		return Again
	case y.other == distance && y.flags&Part == 0:
		return Copy
	}
	return 0
}
