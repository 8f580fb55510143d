package timeline

import (
	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// reading is what the bytes of a block depend on.
type reading struct {
	class   *ship.Class
	dialect message.Dialect
}

// blockTold is what a block told last. Most blocks say what one before said: then there is nothing to
// do, if nothing else has changed either.
type blockTold struct {
	reading
	ship      uint32 // number of its life; 0 = nothing is remembered
	version   uint32 // of the condition, after the block
	size      uint8
	open      uint8
	takePower bool
	fresh     fresh
	bytes     [24]byte
	told      []ship.PartTold // what a listener was told
	set       []PowerTold
}

// blockCache remembers blocks by ship, start index and length: those for the owner of a ship are
// longer.
type blockCache [1024]blockTold

// place gives the place of the block of an update about the ship with this number.
func (c *blockCache) place(ship uint32, u *update) *blockTold {
	return &c[(ship*67+uint32(u.start)*2+uint32(len(u.rest))*31)%uint32(len(c))]
}

// remembered gives what a block brings that was told before, if nothing of the ship's condition has
// changed since; ok is false if it is to be read.
func (b *blockTold) remembered(ship uint32, c *condition, u *update, takePower bool) (f fresh, ok bool) {
	if b.ship != ship || int(b.size) != len(u.rest) || b.open != u.open || b.takePower != takePower ||
		string(b.bytes[:b.size]) != string(u.rest) || b.reading != (reading{u.Context.Class, u.Context.Dialect}) {
		return 0, false
	}
	return b.fresh, b.version == c.version || c.unchanged(int(u.start), u.next, b.version)
}

// unchanged reports whether nothing has changed since a version, of the subsystems that a block is
// about.
func (c *condition) unchanged(start, next int, since uint32) bool {
	for i := start; ; {
		if i >= len(c.changed) || c.changed[i] > since {
			return false
		}
		if i = (i + 1) % len(c.changed); i == next {
			return true
		}
	}
}

// remember keeps what a block has brought.
func (b *blockTold) remember(ship uint32, c *condition, u *update, takePower bool, f fresh) {
	if len(u.rest) == 0 || len(u.rest) > len(b.bytes) {
		return
	}
	b.class, b.dialect, b.ship, b.version = u.Context.Class, u.Context.Dialect, ship, c.version
	b.size, b.open, b.takePower, b.fresh = uint8(len(u.rest)), u.open, takePower, f
	copy(b.bytes[:], u.rest)
	b.told, b.set = append(b.told[:0], c.told...), append(b.set[:0], c.set...)
}
