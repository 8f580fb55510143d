package decode

import (
	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// dialectEvidence is what speaks for one dialect of a server or the other. Only
// blocks with a shield generator can: all others read the same in both.
type dialectEvidence struct {
	settled      message.Dialect
	stock, other int64 // blocks that fit only stock, only openbc
}

// dissent is the share of blocks that may fit only the other dialect without
// changing the verdict.
const dissent = 100

// judgeDialect takes the subsystem block of an update as evidence.
func (k *knowledge) judgeDialect(r *Record, s *server, read *reading) {
	m := read.update
	if read.context.Class == nil || r.Dir != ToClient || m.DirtyFlags&message.FlagSubsystems == 0 || !m.Subsystems.HasShield {
		return
	}
	asStock, asOpenBC := k.fits(r, read, message.Stock), k.fits(r, read, message.OpenBC)
	e := &s.dialect
	switch {
	case asStock && !asOpenBC:
		e.stock++
		dissents(r, e.settled == message.OpenBC)
	case asOpenBC && !asStock:
		e.other++
		dissents(r, e.settled == message.Stock)
	}
	if k.options.Dialect == message.Undecided {
		e.settle()
	}
}

// dissents notes a block that speaks against what all others say.
func dissents(r *Record, against bool) {
	if against {
		r.Diagnose(Unusual, Whole, "subsystem block: fits only the other dialect")
	}
}

// fits reports whether the block fits a dialect. Only one that the update was not read
// in takes another reading.
func (k *knowledge) fits(r *Record, read *reading, dialect message.Dialect) bool {
	if dialect == read.context.Dialect {
		return read.block() != nil
	}
	context := read.context
	context.Dialect = dialect
	return k.blockIn(r, context) != nil
}

// blockIn reads the block of an update in a context; nil if it does not fit. One that
// fits is in order, and so is its update.
func (k *knowledge) blockIn(r *Record, context message.Context) *message.SubsystemBlock {
	m, ok := k.trial.ReadInOrder(r.Payload, context)
	if !ok || m.DirtyFlags&message.FlagSubsystems == 0 {
		return nil
	}
	return fitting(&m.Subsystems, &context)
}

// reading is an update as it reads in a context. It is valid until its decoder reads
// the next one.
type reading struct {
	message.Decoded
	update  *message.StateUpdate // nil: it is none
	context message.Context
}

func readUpdate(decoder *message.Decoder, payload []byte, context message.Context) reading {
	d := decoder.DecodeIn(payload, context)
	m, _ := d.Message.(*message.StateUpdate)
	return reading{d, m, context}
}

// block gives the subsystem block; nil if anything speaks against the class and the
// dialect of the context.
func (read *reading) block() *message.SubsystemBlock {
	if read.update == nil || !read.Complete() {
		return nil
	}
	return fitting(&read.update.Subsystems, &read.context)
}

// fitting gives the block, or nil if it is not sound in its context.
func fitting(b *message.SubsystemBlock, in *message.Context) *message.SubsystemBlock {
	if !b.Sound(in.Dialect) || in.Dialect == message.OpenBC && !b.WindowOK && !openBCWindow(in.Class, int(b.StartIndex), len(b.Items), b.Items[0].HasData) {
		return nil
	}
	return b
}

// openBCWindow reports whether a block that is longer than a stock writer makes it
// is one of OpenBC's, which does not look at the length before the second entry, but
// does before all others.
func openBCWindow(class *ship.Class, start, entries int, firstHasData bool) bool {
	const two, rest = 2, 8 // with start index and group byte, 8 bytes make 10
	return entries == two && ship.EntrySize(&class.Subsystems[start], firstHasData) >= rest
}

// settle takes the dialect that the evidence names; one block in a hundred may
// dissent.
func (e *dialectEvidence) settle() {
	switch {
	case e.stock > 0 && e.stock >= e.other*dissent:
		e.settled = message.Stock
	case e.other > 0 && e.other >= e.stock*dissent:
		e.settled = message.OpenBC
	case e.settled == message.Undecided && e.stock > e.other:
		e.settled = message.Stock
	case e.settled == message.Undecided && e.other > e.stock:
		e.settled = message.OpenBC
	}
}

// leaning is what a block of a shield generator says about the dialect that it is read in.
type leaning uint8

const (
	leansNowhere leaning = iota // it fits both dialects or none
	leansTo                     // it fits only the one that it is read in
	leansAway                   // it fits only the other one
)

// lean judges the block of an update in order, which s was read from.
func (t *trial) lean(payload []byte, class *ship.Class, dialect message.Dialect, s *message.Skim) leaning {
	other := message.Stock
	if dialect == message.Stock {
		other = message.OpenBC
	}
	again := t.other.Skim(payload, class, other)
	fits, fitsOther := fitsWindow(class, dialect, s), again.InOrder && fitsWindow(class, other, &again)
	switch {
	case fits == fitsOther:
		return leansNowhere
	case fits:
		return leansTo
	}
	return leansAway
}

// fitsWindow reports whether a block in order is as long as a writer of the dialect makes
// it.
func fitsWindow(class *ship.Class, dialect message.Dialect, s *message.Skim) bool {
	return s.WindowOK || dialect == message.OpenBC && openBCWindow(class, s.Start, s.Entries, s.FirstHasData)
}

// confirm counts a block that was read in the settled dialect. false = it speaks for
// another one than that, and nothing was done. fixed says that the user named the dialect.
func (e *dialectEvidence) confirm(said leaning, fixed bool) bool {
	if said != leansTo {
		return said == leansNowhere
	}
	next := *e
	if e.settled == message.Stock {
		next.stock++
	} else {
		next.other++
	}
	if !fixed {
		next.settle()
	}
	if next.settled != e.settled {
		return false
	}
	*e = next
	return true
}
