package identify

import (
	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// Dialect is which dialect a server speaks, and what speaks for one or the other. Only blocks
// with a shield generator can: all others read the same in both.
type Dialect struct {
	Settled               message.Dialect // Undecided = too little was seen
	OnlyStock, OnlyOpenBC int64           // blocks that fit only one
	named                 bool            // by the user: nothing changes it
}

// NewDialect makes that of a server of which nothing was seen. named is what the user says;
// Undecided = nothing.
func NewDialect(named message.Dialect) Dialect {
	return Dialect{Settled: named, named: named != message.Undecided}
}

// dissent is the share of blocks that may fit only the other dialect without
// changing the verdict.
const dissent = 100

// Judge takes the subsystem block of an update for a client as evidence. It reports whether
// the block dissents: whether it fits only the other dialect than the one that was settled.
// trial is overwritten.
func (d *Dialect) Judge(trial *message.StateUpdate, read *Reading) (dissents bool) {
	m := read.Update
	if read.Context.Class == nil || m.DirtyFlags&message.FlagSubsystems == 0 || !m.Subsystems.HasShield {
		return false
	}
	only := OnlyDialect(trial, read.payload, read.Context.Class)
	dissents = only != message.Undecided && d.Settled != message.Undecided && only != d.Settled
	d.count(only)
	return dissents
}

// count takes the dialect that alone explains a block.
func (d *Dialect) count(only message.Dialect) {
	switch only {
	case message.Stock:
		d.OnlyStock++
	case message.OpenBC:
		d.OnlyOpenBC++
	}
	d.settle()
}

// settle takes the dialect that the evidence names; one block in a hundred may
// dissent.
func (d *Dialect) settle() {
	switch {
	case d.named:
	case d.OnlyStock > 0 && d.OnlyStock >= d.OnlyOpenBC*dissent:
		d.Settled = message.Stock
	case d.OnlyOpenBC > 0 && d.OnlyOpenBC >= d.OnlyStock*dissent:
		d.Settled = message.OpenBC
	case d.Settled == message.Undecided && d.OnlyStock > d.OnlyOpenBC:
		d.Settled = message.Stock
	case d.Settled == message.Undecided && d.OnlyOpenBC > d.OnlyStock:
		d.Settled = message.OpenBC
	}
}

// OnlyDialect gives the dialect that alone explains the block of an update; Undecided = both do, or
// none. trial is overwritten.
func OnlyDialect(trial *message.StateUpdate, payload []byte, class *ship.Class) message.Dialect {
	_, asStock := blockFits(trial, payload, class, message.Stock)
	_, asOpenBC := blockFits(trial, payload, class, message.OpenBC)
	switch {
	case asStock == asOpenBC:
		return message.Undecided
	case asStock:
		return message.Stock
	}
	return message.OpenBC
}

// Confirm counts a block that was read in the settled dialect. only is the dialect that alone explains it: see
// OnlyDialect. Confirm returns false and counts nothing if that is another one, or if counting would settle another.
func (d *Dialect) Confirm(only message.Dialect) bool {
	if only != d.Settled {
		return only == message.Undecided
	}
	next := *d
	if next.count(only); next.Settled != d.Settled {
		return false
	}
	*d = next
	return true
}
