package traffic

// Cursor puts the subsystem blocks of a flow in the order in which they were sent, by the clock of the sender, and
// leaves out copies. T is what a report keeps of each.
type Cursor[T any] struct {
	waiting   []Block[T] // a ring
	oldest, n int        // in it
	given     bool
	passed    float32 // clock of the last that was given
}

// Block is one that waits for those that were sent before it.
type Block[T any] struct {
	Clock float32 // of its sender
	Start int     // the subsystem that it begins with
	Of    T
}

// Window is how many blocks wait: so many may come in another order.
const Window = 8

// ring is how many places there are for them, a power of two.
const ring = 2 * Window

func (c *Cursor[T]) at(i int) *Block[T] { return &c.waiting[uint(c.oldest+i)%ring] }

// Add takes a block. It gives its place, nil if it is a copy, or so late that newer ones were given; late says that
// a newer one came before. After each, take what [Cursor.Next] gives.
func (c *Cursor[T]) Add(clock float32, start int) (b *Block[T], late bool) {
	if c.waiting == nil {
		c.waiting = make([]Block[T], ring)
	}
	i := c.n
	for ; i > 0 && after(c.at(i-1).Clock, clock); i-- {
	}
	for k := i; k > 0 && c.at(k-1).Clock == clock; k-- {
		if c.at(k-1).Start == start {
			return nil, false
		}
	}
	if c.given && i == 0 && (after(c.passed, clock) || c.passed == clock) {
		return nil, true
	}
	for k := c.n; k > i; k-- {
		*c.at(k) = *c.at(k - 1)
	}
	c.n++
	b = c.at(i)
	b.Clock, b.Start = clock, start
	return b, i+1 < c.n
}

// Rest gives back the room of the blocks, when none waits and no more is expected.
func (c *Cursor[T]) Rest() { c.waiting = nil }

// after reports whether a block was sent after another one. A sender whose clock was set back begins anew.
func after(clock, than float32) bool { return clock > than && clock-than <= clockSet }

// Next gives the block that was sent first, if more wait than are left; nil = no more do. It is valid until the
// next Add.
func (c *Cursor[T]) Next(left int) *Block[T] {
	if c.n <= left {
		return nil
	}
	b := c.at(0)
	c.oldest, c.n, c.passed, c.given = c.oldest+1, c.n-1, b.Clock, true
	return b
}
