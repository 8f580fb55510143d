package figures

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"strconv"
)

// Column is a list of numbers, held as a page gets it: each number times Scale and rounded, as the
// difference to the one before, the first one to 0, in zigzag LEB128. In JSON it is an array, of
// numbers with up to six digits behind the point.
//
// A column of order 2 holds the differences of these differences, one of order 0 the numbers themselves. A column of
// another one holds places in that one instead of numbers.
type Column struct {
	Scale float64
	order int // 0, 1, 2
	of    *Column
	bytes []byte
	count int
	last  int64 // in steps, or the newest place in of
	step  int64 // from the one before to last
}

// NewColumn gives an empty column of so many steps to a unit.
func NewColumn(scale float64) *Column { return &Column{Scale: scale, order: 1} }

// NewSmooth gives one of order 2, for numbers that change evenly.
func NewSmooth(scale float64) *Column { return &Column{Scale: scale, order: 2} }

// NewJumpy gives one of order 0, for numbers that come back to the same.
func NewJumpy(scale float64) *Column { return &Column{Scale: scale} }

// NewColumnOf gives one whose numbers are some of those of another column, in their order.
func NewColumnOf(c *Column) *Column { return &Column{Scale: c.Scale, order: 1, of: c} }

// Of is the column that has the numbers; nil = this one.
func (c *Column) Of() *Column { return c.of }

// Order is how many times the numbers are summed up from what the column holds.
func (c *Column) Order() int { return c.order }

// farthest is the greatest number that a page takes exactly.
const farthest = 1 << 53

// Add adds a number; one that is too great for a page becomes the greatest.
func (c *Column) Add(x float64) { c.AddSteps(c.Steps(x)) }

// Steps gives what is held of a number.
func (c *Column) Steps(x float64) int64 {
	return int64(min(max(math.Round(x*c.Scale), -farthest), farthest))
}

// AddNewest adds the newest number of the column that has the numbers.
func (c *Column) AddNewest() { c.AddSteps(int64(c.of.count - 1)) }

// AddSteps adds a number in steps, or a place.
func (c *Column) AddSteps(n int64) {
	step := n - c.last
	c.bytes = binary.AppendVarint(c.bytes, [...]int64{n, step, step - c.step}[c.order])
	c.last, c.step = n, step
	c.count++
}

// Len is how many numbers there are.
func (c *Column) Len() int { return c.count }

// Last is the newest number in steps; 0 of none.
func (c *Column) Last() int64 { return c.last }

// All gives the numbers.
func (c *Column) All() iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for n := range c.AllSteps() {
			if !yield(float64(n) / c.Scale) {
				return
			}
		}
	}
}

// AllSteps gives the numbers in steps.
func (c *Column) AllSteps() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		if c.of == nil {
			for r := c.held(); len(r.rest) > 0 && yield(r.next()); {
			}
			return
		}
		base, at, n := c.of.held(), int64(-1), int64(0)
		for r := c.held(); len(r.rest) > 0; {
			for place := r.next(); at < place; at++ {
				n = base.next()
			}
			if !yield(n) {
				return
			}
		}
	}
}

// heldReader reads what is in the bytes of a column.
type heldReader struct {
	rest      []byte
	order     int
	sum, step int64
}

func (c *Column) held() heldReader { return heldReader{rest: c.bytes, order: c.order} }

func (r *heldReader) next() int64 {
	d, n := binary.Varint(r.rest)
	r.rest = r.rest[n:]
	switch r.order {
	case 0:
		r.sum = d
	case 1:
		r.sum += d
	default:
		r.step += d
		r.sum += r.step
	}
	return r.sum
}

// half gives an empty column like this one, and each second of its numbers in steps, the first
// included.
func (c *Column) half() (empty *Column, half []int64) {
	i := 0
	for n := range c.AllSteps() {
		if i%2 == 0 {
			half = append(half, n)
		}
		i++
	}
	return &Column{Scale: c.Scale, order: c.order}, half
}

// Halve keeps the first number and then each second one.
func (c *Column) Halve() {
	empty, half := c.half()
	for _, n := range half {
		empty.AddSteps(n)
	}
	*c = *empty
}

// HalveTimes does the same to columns of one that has their numbers, which ascend. It keeps those
// that are left, each once.
func HalveTimes(base *Column, columns ...*Column) {
	kept, _ := base.half()
	halves, all := [][]int64{}, []int64{}
	for _, c := range columns {
		_, half := c.half()
		halves, all = append(halves, half), append(all, half...)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for _, n := range all {
		kept.AddSteps(n)
	}
	*base = *kept
	for i, c := range columns {
		*c = *NewColumnOf(base)
		for _, n := range halves[i] {
			place, _ := slices.BinarySearch(all, n)
			c.AddSteps(int64(place))
		}
	}
}

// Bytes gives the column as it stands in a block.
func (c *Column) Bytes() []byte { return c.bytes }

// MarshalJSON writes the numbers.
func (c *Column) MarshalJSON() ([]byte, error) {
	const exact = 1e15 // as many digits as a float64 has always
	b := append(make([]byte, 0, 8*c.count+2), '[')
	for x := range c.All() {
		if len(b) > 1 {
			b = append(b, ',')
		}
		if millionths := math.Round(x * 1e6); math.Abs(millionths) < exact {
			b = appendMillionths(b, int64(millionths))
		} else {
			b = strconv.AppendFloat(b, millionths/1e6, 'f', -1, 64)
		}
	}
	return append(b, ']'), nil
}

// appendMillionths writes a number, without zeros behind the last digit.
func appendMillionths(b []byte, n int64) []byte {
	const one = 1_000_000
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = strconv.AppendInt(b, n/one, 10)
	if n %= one; n > 0 {
		b = append(b, '.')
	}
	for digit := int64(one / 10); n > 0; digit /= 10 {
		b, n = append(b, byte('0'+n/digit)), n%digit
	}
	return b
}
