package browse

import (
	"slices"

	"bcdump/decode"
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

// refresh takes in what has been read.
func (x *messages) refresh() {
	if now := x.growing.Now(); now != nil {
		x.facts, x.reader = now, now.Reader()
	}
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

// numbers are those that the filter keeps. It may have seen more than was there at the last look.
func (x *messages) numbers() []uint32 {
	list, all := x.filter.numbers(), x.all()
	if n := len(list); n > 0 && int(list[n-1]) >= all {
		n, _ = slices.BinarySearch(list, uint32(all))
		list = list[:n]
	}
	return list
}

// count is how many are shown.
func (x *messages) count() int {
	if x.filter != nil {
		return len(x.numbers())
	}
	return x.all()
}

// number is that of the message at a place; -1 = there is none.
func (x *messages) number(place int) int {
	switch {
	case place < 0 || place >= x.count():
		return -1
	case x.filter != nil:
		return int(x.numbers()[place])
	}
	return place
}

// place is that of a message, or of the next one behind it that is shown.
func (x *messages) place(number int) int {
	if x.filter != nil {
		return x.filter.place(max(number, 0))
	}
	return max(number, 0)
}

// kept reports whether a message is shown.
func (x *messages) kept(n int) bool { return x.filter == nil || x.filter.has(n) }

// nearest gives the nearest message before another one, or behind it, of which something is so and that is shown;
// -1 = there is none.
func (x *messages) nearest(from, step int, is func(n int, r *facts.Row) bool) int {
	if x.facts == nil || from < 0 {
		return -1
	}
	if x.filter == nil {
		for n := from + step; n >= 0 && n < x.facts.Rows(); n += step {
			if is(n, x.facts.Row(n)) {
				return n
			}
		}
		return -1
	}
	numbers, place := x.numbers(), x.filter.place(from)
	if step < 0 || place < len(numbers) && int(numbers[place]) == from {
		place += step
	}
	for ; place >= 0 && place < len(numbers); place += step {
		if n := int(numbers[place]); is(n, x.facts.Row(n)) {
			return n
		}
	}
	return -1
}

// busy reports whether something still grows.
func (x *messages) busy() bool { return !x.complete || !x.filter.complete() }

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
	case !x.filter.complete():
		return " filtering ..."
	case x.filter != nil:
		return " no message matches"
	case !x.complete:
		return " reading ..."
	}
	return " no messages"
}
