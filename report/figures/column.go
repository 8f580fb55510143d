package figures

import (
	"encoding/binary"
	"iter"
	"math"
	"strconv"
)

// Column is a list of numbers, held as a page gets it: each number times Scale and rounded, as the
// difference to the one before, the first one to 0, in zigzag LEB128. In JSON it is an array, of numbers with
// up to six digits behind the point.
//
// A column is made by NewColumn.
type Column struct {
	Scale float64
	bytes []byte
	count int
	last  int64
	place *int // in a block
}

// ColumnPlace is where the bytes of a column are in a block.
type ColumnPlace struct {
	Offset int     `json:"offset"` // behind the JSON
	Bytes  int     `json:"bytes"`
	Count  int     `json:"count"` // numbers
	Scale  float64 `json:"scale"`
}

// NewColumn gives an empty column of so many steps to a unit.
func NewColumn(scale float64) *Column { return &Column{Scale: scale} }

// farthest is the greatest number that a page takes exactly.
const farthest = 1 << 53

// Add adds a number; one that is too great for a page becomes the greatest.
func (c *Column) Add(x float64) { c.AddSteps(c.Steps(x)) }

// Steps gives what is held of a number.
func (c *Column) Steps(x float64) int64 {
	return int64(min(max(math.Round(x*c.Scale), -farthest), farthest))
}

// AddSteps adds a number in steps.
func (c *Column) AddSteps(n int64) {
	c.bytes = binary.AppendVarint(c.bytes, n-c.last)
	c.last = n
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
		var sum int64
		for rest := c.bytes; len(rest) > 0; {
			d, n := binary.Varint(rest)
			sum, rest = sum+d, rest[n:]
			if !yield(sum) {
				return
			}
		}
	}
}

// Halve keeps the first number and then each second one.
func (c *Column) Halve() {
	half, i := Column{Scale: c.Scale}, 0
	for n := range c.AllSteps() {
		if i%2 == 0 {
			half.AddSteps(n)
		}
		i++
	}
	*c = half
}

// Bytes gives the column as it stands in a block.
func (c *Column) Bytes() []byte { return c.bytes }

// Put says at which place in a block the column is, -1 = in none: then that is its JSON. nil takes
// it back.
func (c *Column) Put(place *int) { c.place = place }

// MarshalJSON writes the numbers, or the place in a block.
func (c *Column) MarshalJSON() ([]byte, error) {
	if c.place != nil {
		return strconv.AppendInt(nil, int64(*c.place), 10), nil
	}
	b := []byte{'['}
	for x := range c.All() {
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = strconv.AppendFloat(b, math.Round(x*1e6)/1e6, 'f', -1, 64)
	}
	return append(b, ']'), nil
}
