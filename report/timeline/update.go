package timeline

import (
	"fmt"
	"sync"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
)

// update is a StateUpdate on its way through a timeline.
type update struct {
	*decode.Record
	m        *message.StateUpdate // of a walked one without its subsystem block: see block
	hasTime  bool                 // the message holds a game time that is a number
	hasFlags bool
	whole    bool // all of it was read
	blocks   bool // it has a subsystem block
	late     bool
	jumped   bool
	sound    bool   // its subsystem block is
	start    uint8  // of its subsystem block
	next     int    // where the one behind that begins
	rest     []byte // bytes of the block of a walked one
	open     uint8  // the group byte of booleans that it begins in
	fresh    fresh
	stream   *stream
	since    time.Duration // since the one before of its stream that has a block or none as it does
	measures bool          // it is neither late nor a copy
	behind   bool          // its block is, of the host: a newer one came before
}

// Fields of an update up to its game time and its flags.
const (
	fieldsToTime  = 2
	fieldsToFlags = 3
)

// begin takes what all updates have.
func (u *update) begin(r *decode.Record, m *message.StateUpdate) {
	*u = update{Record: r, m: m}
	if !r.Clean() {
		u.late, u.jumped = r.Has(decode.Late), r.Has(decode.Jump)
	}
}

// decoded takes an update that had to be decoded.
func (u *update) decoded(r *decode.Record, m *message.StateUpdate) {
	u.begin(r, m)
	u.whole = r.Content().Complete()
	u.hasTime = r.Content().Fields >= fieldsToTime && isNumber(float64(m.GameTime))
	u.hasFlags = r.Content().Fields >= fieldsToFlags
	u.blocks = u.hasFlags && m.DirtyFlags&message.FlagSubsystems != 0
	u.sound = u.blocks && m.Subsystems.Sound(u.Context.Dialect)
	u.start, u.next = m.Subsystems.StartIndex, m.Subsystems.NextIndex
}

// walked takes an update that is known to be in order. Of its subsystem block the look over it has
// told most; m is for the rest.
func (u *update) walked(r *decode.Record, m *message.StateUpdate) {
	u.begin(r, m)
	u.rest, u.open = m.ReadFixed(r.Payload)
	u.whole, u.hasFlags, u.hasTime = true, true, isNumber(float64(m.GameTime))
	if u.blocks = m.DirtyFlags&message.FlagSubsystems != 0; !u.blocks {
		return
	}
	u.sound = r.Skim.Sound(u.Context.Dialect)
	u.start, u.next = r.Skim.Start, r.Skim.NextIndex(u.Context.Class)
}

// block reads the subsystem block.
func (u *update) block() *message.SubsystemBlock {
	if u.rest == nil {
		return &u.m.Subsystems
	}
	u.m.ReadBlock(u.rest, u.open, u.Context.Class, u.Context.Dialect)
	return &u.m.Subsystems
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
