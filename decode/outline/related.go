package outline

import (
	"cmp"
	"slices"
	"sync/atomic"
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
	t := o.table()
	if n < 0 || n >= t.length {
		return nil
	}
	list := t.ahead(n, t.named(n))
	slices.SortStableFunc(list, func(a, b Related) int { return cmp.Compare(a.Number, b.Number) })
	return list
}

// named gives those that a message refers to.
func (t *table) named(n int) (list []Related) {
	flags, back, other := t.flags(n), t.back(n), t.other(n)
	switch {
	case flags&(Joined|Lost) != 0:
		list = t.parts(n)
	case back != 0 && flags&Ack != 0:
		list = append(list, Related{n - back, Acknowledged})
	case back != 0 && flags&Repeat != 0:
		list = append(list, Related{n - back, FirstCopy})
	}
	switch {
	case other == 0 || len(list) == MostRelated:
	case flags&Part == 0:
		list = append(list, Related{n - other, Original})
	case n+other < t.length: // otherwise it came a moment ago
		list = append(list, Related{n + other, PartOf})
	}
	return list
}

// parts gives the parts of a message, the last one first.
func (t *table) parts(n int) (list []Related) {
	for back := t.back(n); back != 0 && len(list) < MostRelated; back = t.back(n) {
		n -= back
		list = append(list, Related{n, PartHere})
	}
	return list
}

// ahead adds those behind a message that refer to it.
func (t *table) ahead(n int, list []Related) []Related {
	end := min(t.length, n+1+Reach)
	for m := n + 1; len(list) < MostRelated; m++ {
		if m = t.reference(m, end, n); m == end {
			break
		}
		if tie := t.refers(m, m-n); tie != 0 {
			list = append(list, Related{m, tie})
		}
	}
	return list
}

// reference gives the first row from m on and before end that may refer to row n; end if there is
// none.
func (t *table) reference(m, end, n int) int {
	for m < end {
		b, i := t.at(m)
		to := min(end-m+i, blockRows)
		if m-i+blockRows <= t.length && b.has.lowest > n {
			m += to - i
			continue
		}
		back, other := b.back[i:to], b.other[i:to]
		for j := range min(len(back), len(other)) {
			far := uint32(m + j - n)
			if atomic.LoadUint32(&back[j]) == far || atomic.LoadUint32(&other[j]) == far {
				return m + j
			}
		}
		m += to - i
	}
	return end
}

// refers says what the row m is to the one so far before it; 0 = nothing.
func (t *table) refers(m, distance int) Tie {
	flags := t.flags(m)
	switch {
	case t.back(m) == distance && flags&Ack != 0:
		return Answer
	case t.back(m) == distance && flags&Repeat != 0:
		return Again
	case t.other(m) == distance && flags&Part == 0:
		return Copy
	}
	return 0
}
