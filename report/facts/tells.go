package facts

import (
	"bcdump/decode"
	"bcdump/decode/message"
)

// Tells is what an update tells.
type Tells struct {
	*message.StateUpdate
	Fields     int  // that could be read
	Whole      bool // all of it could be read
	Late, Jump bool // these notes are on it
	World      message.World
	// Rest is the block of one that is known to be in order, which is read when asked for, and Open what its booleans
	// begin in; see [message.StateUpdate.ReadFixed].
	Rest []byte
	Open uint8
}

// Tells reads the update of a row; ok is false if nothing of it could be read. It is valid until the next one is asked for.
func (x *Reader) Tells(i int) (u Tells, ok bool) {
	f, row := x.facts, x.facts.Row(i)
	u.World = f.World(row)
	if row.Has(Remarked) {
		u.Late, u.Jump = f.Noted(row, decode.Late), f.Noted(row, decode.Jump)
	}
	if row.Has(Walked) {
		u.StateUpdate, u.Fields, u.Whole = &x.update, updateFields, true
		u.Rest, u.Open = x.update.ReadFixed(f.Payload(row))
		return u, true
	}
	c := x.At(i).Content()
	u.Fields, u.Whole = c.Fields, c.Complete()
	u.StateUpdate, ok = c.Message.(*message.StateUpdate)
	return u, ok && c.Fields > 0
}

// updateFields are those that each update has.
const updateFields = 3

// HasTime reports whether its clock could be read.
func (u *Tells) HasTime() bool { return u.Fields >= updateFields-1 }

// HasFlags reports whether its flags could be.
func (u *Tells) HasFlags() bool { return u.Fields >= updateFields }

// HasBlock reports whether it has a subsystem block.
func (u *Tells) HasBlock() bool { return u.HasFlags() && u.DirtyFlags&message.FlagSubsystems != 0 }

// Block reads the subsystem block, if that was not done, and reports whether it can be believed.
func (u *Tells) Block(c *message.Context) bool {
	if u.Rest != nil {
		u.ReadBlock(u.Rest, u.Open, c.Class, c.Dialect)
	}
	return u.Whole && u.HasBlock() && u.Subsystems.Sound(c.Dialect)
}
