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

// blockTold is what a block with some start index told last. Most blocks say what the one before
// said: then there is nothing to do, if nothing else has changed either.
type blockTold struct {
	version   uint32 // of the condition, after the block
	size      uint8  // 0 = there was none
	open      uint8
	takePower bool
	fresh     fresh
	bytes     [24]byte
}

// remembered gives what a block brings that was told before, if nothing has changed since; ok is
// false if it is to be read.
func (c *condition) remembered(u *update, takePower bool) (f fresh, ok bool) {
	if c.listened || int(u.start) >= len(c.blocks) || c.reading != (reading{u.Context.Class, u.Context.Dialect}) {
		return 0, false
	}
	b := &c.blocks[u.start]
	if b.size == 0 || int(b.size) != len(u.rest) || b.open != u.open || b.takePower != takePower || string(b.bytes[:b.size]) != string(u.rest) {
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
func (c *condition) remember(u *update, takePower bool, f fresh) {
	if now := (reading{u.Context.Class, u.Context.Dialect}); c.reading != now {
		c.reading = now
		clear(c.blocks)
	}
	if c.blocks == nil {
		c.blocks = make([]blockTold, len(c.first))
	}
	if int(u.start) >= len(c.blocks) || len(u.rest) > len(blockTold{}.bytes) {
		return
	}
	b := &c.blocks[u.start]
	*b = blockTold{version: c.version, size: uint8(len(u.rest)), open: u.open, takePower: takePower, fresh: f}
	copy(b.bytes[:], u.rest)
}
