package timeline

import (
	"math"

	"bcdump/decode/ship"
	"bcdump/report/tally"
)

// Places of no part: nothing is known of any, or all that are known are whole.
const (
	noPart   = -2
	allWhole = -1
)

// partName names the part of a class at a place among its subsystems, each followed by its children.
func partName(class *ship.Class, place int) string {
	for i := range class.Subsystems {
		sub := &class.Subsystems[i]
		switch {
		case place == 0:
			return sub.Name
		case place <= len(sub.Children):
			return sub.Children[place-1].Name
		}
		place -= 1 + len(sub.Children)
	}
	return ""
}

// percentOf turns a value on the wire into percent: 255 is 100.
func percentOf(value uint8) float64 { return tally.Hundredths(float64(value) / math.MaxUint8 * 100) }
