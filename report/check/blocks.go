package check

import (
	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// block is what the subsystem block of an update of the host says in the dialect of the host.
type block struct {
	*message.Skim
	subsystems int // of the class
}

// onBlock asks for updates of the host with a subsystem block about ships of a known class.
func (w *watch) onBlock(f func(*update, *block)) { w.ask.blocks = append(w.ask.blocks, f) }

// block reads the subsystem block of an update.
func (t *trial) block(u *update) {
	if len(t.ask.blocks) == 0 || u.to != toClient || u.flags&message.FlagSubsystems == 0 {
		return
	}
	class := t.class(u)
	if class == nil || len(class.Subsystems) == 0 {
		return
	}
	t.skimmed = t.skim(u, class, u.link.dialect)
	t.seen.Skim, t.seen.subsystems = &t.skimmed, len(class.Subsystems)
	for _, f := range t.ask.blocks {
		f(u, &t.seen)
	}
}

// skim looks over an update in a dialect.
func (t *trial) skim(u *update, class *ship.Class, dialect message.Dialect) message.Skim {
	s, _ := t.looks.Look(&t.scratch, u.Payload, class, dialect)
	return s
}
