package timeline

import (
	"fmt"

	"bcdump/decode"
	"bcdump/decode/message"
)

// update is a StateUpdate on its way through a timeline.
type update struct {
	*decode.Record
	m        *message.StateUpdate
	hasTime  bool // the message holds a game time that is a number
	hasFlags bool
	whole    bool // all of it was read
	blocks   bool // it has a subsystem block
	late     bool
	jumped   bool
	check    blockCheck // of its subsystem block
	fresh    []string
}

// Fields of an update up to its game time and its flags.
const (
	fieldsToTime  = 2
	fieldsToFlags = 3
)

func newUpdate(r *decode.Record, m *message.StateUpdate) update {
	u := update{Record: r, m: m, fresh: []string{}}
	u.whole = r.Content().Complete()
	u.hasTime = r.Content().Fields >= fieldsToTime && isNumber(float64(m.GameTime))
	u.hasFlags = r.Content().Fields >= fieldsToFlags
	u.blocks = u.hasFlags && m.DirtyFlags&message.FlagSubsystems != 0
	u.late, u.jumped = r.Has(decode.Late), r.Has(decode.Jump)
	return u
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
var flagsText = func() (texts [256]string) {
	for flags := range texts {
		texts[flags] = fmt.Sprintf("0x%02X", flags)
	}
	return texts
}()
