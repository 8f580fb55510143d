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
func (d *Dialect) Judge(trial *message.Decoder, read *Reading) (dissents bool) {
	m := read.Update
	if read.Context.Class == nil || m.DirtyFlags&message.FlagSubsystems == 0 || !m.Subsystems.HasShield {
		return false
	}
	asStock, asOpenBC := read.fits(trial, message.Stock), read.fits(trial, message.OpenBC)
	switch {
	case asStock && !asOpenBC:
		d.OnlyStock++
		dissents = d.Settled == message.OpenBC
	case asOpenBC && !asStock:
		d.OnlyOpenBC++
		dissents = d.Settled == message.Stock
	}
	d.settle()
	return dissents
}

// fits reports whether the block fits a dialect. Only one that the update was not read
// in takes another reading.
func (read *Reading) fits(trial *message.Decoder, dialect message.Dialect) bool {
	if dialect == read.Context.Dialect {
		return read.block() != nil
	}
	return read.as(trial, read.Context.Class, dialect) != nil
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

// Evidence is what a block of a shield generator says about the dialect that it is read in.
type Evidence uint8

// Kinds of evidence.
const (
	NoEvidence Evidence = iota // it fits both dialects or none
	For                        // it fits only the one that it is read in
	Against                    // it fits only the other one
)

// DialectEvidence judges the block of an update in order, which s was read from. trial is
// overwritten.
func DialectEvidence(trial *message.StateUpdate, payload []byte, class *ship.Class, dialect message.Dialect, s *message.Skim) Evidence {
	other := message.Stock
	if dialect == message.Stock {
		other = message.OpenBC
	}
	again := trial.Skim(payload, class, other)
	fits, fitsOther := fitsWindow(class, dialect, s), again.InOrder && fitsWindow(class, other, &again)
	switch {
	case fits == fitsOther:
		return NoEvidence
	case fits:
		return For
	}
	return Against
}

// fitsWindow reports whether a block in order is as long as a writer of the dialect makes
// it.
func fitsWindow(class *ship.Class, dialect message.Dialect, s *message.Skim) bool {
	return s.WindowOK || dialect == message.OpenBC && openBCWindow(class, int(s.Start), int(s.Entries), s.FirstHasData)
}

// Confirm counts a block that was read in the settled dialect. false = it speaks for
// another one than that, and nothing was done.
func (d *Dialect) Confirm(says Evidence) bool {
	if says != For {
		return says == NoEvidence
	}
	next := *d
	if d.Settled == message.Stock {
		next.OnlyStock++
	} else {
		next.OnlyOpenBC++
	}
	next.settle()
	if next.Settled != d.Settled {
		return false
	}
	*d = next
	return true
}
