package browse

import (
	"maps"
	"slices"

	"bcdump/decode/match"
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
	later   []Difference   // those in frames that are not read yet
	asked   int            // how many messages there were; 0 = nobody has asked
}

// differs stands before messages with which a difference begins.
const differs = "≠"

// place finds the messages of differences, as far as they are read: in their frame that of the ship.
func (x *differences) place(among *messages) {
	before := len(x.later)
	x.later = slices.DeleteFunc(x.later, func(d Difference) bool {
		first := among.facts.From(d.Frame)
		if first == among.all() {
			return false
		}
		at := first
		for n := first; n < among.all() && among.facts.FrameAt(n) == d.Frame; n++ {
			if match.About(among.message(n)) == d.Object {
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
