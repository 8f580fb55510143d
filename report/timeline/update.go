package timeline

import (
	"fmt"
	"sync"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/report/facts"
)

// update is a StateUpdate on its way through a timeline.
type update struct {
	*line
	facts.Tells
	hasTime  bool       // the message holds a game time that is a number
	blocks   bool       // it has a subsystem block
	sound    bool       // which can be believed
	told     *blockTold // where that is remembered; nil = it is not
	same     bool       // it is what was remembered
	fresh    fresh
	stream   *stream
	since    time.Duration // since the one before of its stream that has a block or none as it does
	measures bool          // it is neither late nor a copy
	behind   bool          // its block is, of the host: a newer one came before
}

// blockTold is what a block told last. Most blocks say what one before said: then there is nothing to
// do, if nothing of the ship has changed either.
type blockTold struct {
	class     *ship.Class
	dialect   message.Dialect
	ship      int // number of its life; 0 = nothing is remembered
	next      int
	version   uint32 // of the condition, after the block
	size      uint8
	open      uint8
	takePower bool
	fresh     fresh
	bytes     [24]byte
}

// read reads the update at hand. ok is false if nothing of it could be read.
func (u *update) read(l *line) (ok bool) {
	*u = update{line: l}
	if u.Tells, ok = l.reader.Tells(l.number); ok {
		u.hasTime, u.blocks = u.HasTime() && isNumber(float64(u.GameTime)), u.HasBlock()
		u.sound = u.Rest == nil && u.Block(l.facts.Context(l.Row))
	}
	return ok
}

func (u *update) has(flag uint8) bool { return u.HasFlags() && u.DirtyFlags&flag != 0 }

func (u *update) gameTime() *float32 {
	if !u.hasTime {
		return nil
	}
	t := u.GameTime
	return &t
}

// flagsText holds the flag bytes as they are printed.
var flagsText = sync.OnceValue(func() *[256]string {
	var texts [256]string
	for flags := range texts {
		texts[flags] = fmt.Sprintf("0x%02X", flags)
	}
	return &texts
})
