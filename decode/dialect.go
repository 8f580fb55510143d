package decode

import "bcdump/decode/message"

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
func (k *knowledge) judgeDialect(r *Record, s *server, flags uint8) {
	if r.Context.Class == nil || r.Dir != ToClient || flags&message.FlagSubsystems == 0 {
		return
	}
	asStock, shield := k.fits(r, message.Stock)
	if !shield {
		return
	}
	asOpenBC, _ := k.fits(r, message.OpenBC)
	e := &s.dialect
	switch {
	case asStock && !asOpenBC:
		e.stock++
	case asOpenBC && !asStock:
		e.other++
	}
	if k.options.Dialect == message.Undecided {
		e.settle()
	}
}

// fits reads the block in a dialect. shield tells whether it holds the shield
// generator.
func (k *knowledge) fits(r *Record, dialect message.Dialect) (sound, shield bool) {
	context := r.Context
	context.Dialect = dialect
	d := k.trial.DecodeIn(r.Payload, context)
	m, ok := d.Message.(*message.StateUpdate)
	if !ok {
		return false, false
	}
	return d.Complete() && m.Subsystems.Sound(dialect), m.Subsystems.HasShield
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
