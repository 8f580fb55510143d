package timeline

import (
	"fmt"
	"sync"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/report/facts"
)

// update is a StateUpdate on its way through a timeline.
type update struct {
	*line
	m        *message.StateUpdate
	world    message.World
	hasTime  bool // the message holds a game time that is a number
	hasFlags bool
	whole    bool // all of it was read
	blocks   bool // it has a subsystem block
	late     bool
	jumped   bool
	sound    bool       // its subsystem block is
	rest     []byte     // the block of one that is known to be in order
	open     uint8      // the group byte of booleans that it begins in
	told     *blockTold // where it is remembered; nil = it is not
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

// Fields of an update up to its game time and its flags.
const (
	fieldsToTime  = 2
	fieldsToFlags = 3
)

// read reads the update at hand; room is for one that is known to be in order. ok is false if nothing of it could be read.
func (u *update) read(l *line, room *message.StateUpdate) (ok bool) {
	f, row := l.facts, l.Row
	*u = update{line: l, m: room, world: f.World(row), whole: true, hasTime: true, hasFlags: true}
	if row.Has(facts.Walked) {
		u.rest, u.open = room.ReadFixed(f.Payload(row))
	} else {
		c := l.record().Content()
		if u.m, ok = c.Message.(*message.StateUpdate); !ok || c.Fields == 0 {
			return false
		}
		u.whole, u.hasTime, u.hasFlags = c.Complete(), c.Fields >= fieldsToTime, c.Fields >= fieldsToFlags
	}
	u.hasTime = u.hasTime && isNumber(float64(u.m.GameTime))
	if row.Has(facts.Remarked) {
		u.late, u.jumped = f.Noted(row, decode.Late), f.Noted(row, decode.Jump)
	}
	u.blocks = u.has(message.FlagSubsystems)
	u.sound = u.blocks && u.rest == nil && u.m.Subsystems.Sound(f.Context(row).Dialect)
	return true
}

func (u *update) has(flag uint8) bool { return u.hasFlags && u.m.DirtyFlags&flag != 0 }

func (u *update) gameTime() *float32 {
	if !u.hasTime {
		return nil
	}
	t := u.m.GameTime
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
