package browse

import (
	"maps"
	"slices"

	"bcdump/decode/outline"
)

// Difference is where a player begins to see something else than the owner of a ship, or all others.
type Difference struct {
	Frame  int64
	Object uint32 // the ship; 0 = it is about none
	Text   string
}

// differences are those of the capture, once somebody has asked: looking for them reads all of it.
type differences struct {
	texts   map[int]string // by the number of the message with which they begin
	numbers []int          // of these, ascending
	later   []Difference   // those in frames that the outline does not have yet
	asked   int            // how many messages there were; 0 = nobody has asked
}

// differs stands before messages with which a difference begins.
const differs = "≠"

// place finds the messages of differences, as far as the outline has them: in their frame that of the ship.
func (x *differences) place(o *outline.Outline) {
	before := len(x.later)
	x.later = slices.DeleteFunc(x.later, func(d Difference) bool {
		at, ok := o.First(d.Frame)
		if !ok {
			return false
		}
		for n := at; n < o.Len() && o.Row(n).Frame == d.Frame; n++ {
			if o.Row(n).Object == d.Object {
				at = n
				break
			}
		}
		if text := x.texts[at]; text != "" {
			d.Text = text + "; " + d.Text
		}
		x.texts[at] = d.Text
		return true
	})
	if len(x.later) < before {
		x.numbers = slices.Sorted(maps.Keys(x.texts))
	}
}

// next is the first message behind one with which a difference begins, of those that are wanted; -1 = there is none.
func (x *differences) next(number int, wanted func(int) bool) int {
	i, _ := slices.BinarySearch(x.numbers, number+1)
	for _, n := range x.numbers[i:] {
		if wanted(n) {
			return n
		}
	}
	return -1
}
