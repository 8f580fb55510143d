package check

import (
	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// block is what the subsystem block of an update of the host says in the stock dialect.
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
	t.seen.Skim, t.seen.subsystems = t.skim(u, class), len(class.Subsystems)
	for _, f := range t.ask.blocks {
		f(u, &t.seen)
	}
}

// skim looks over an update in the stock dialect. Of most, the session has done so: an update in order
// reads the same as long as the dialect is open.
func (t *trial) skim(u *update, class *ship.Class) *message.Skim {
	if u.Walked && u.Context.Dialect != message.OpenBC {
		return &u.Skim
	}
	t.skimmed = t.scratch.Skim(u.Payload, class, message.Stock)
	return &t.skimmed
}
