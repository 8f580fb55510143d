package browse

import "bcdump/decode"

// messages are those of the capture, and which of them are shown. A place counts the shown ones, a number
// all.
type messages struct {
	name     string        // what the capture is called
	index    *decode.Index // nil until it is open
	complete bool          // no more come
	filter   *filtered     // nil = all are shown
}

// count is how many are shown.
func (x *messages) count() int {
	if x.index == nil {
		return 0
	}
	if x.filter != nil {
		_, count := x.filter.counts()
		return count
	}
	return x.index.Len()
}

// number is that of the message at a place; -1 = there is none.
func (x *messages) number(place int) int {
	if x.filter != nil {
		return x.filter.at(place)
	}
	if place < 0 || place >= x.count() {
		return -1
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
	case x.index == nil:
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
