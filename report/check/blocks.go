package check

import "bcdump/decode/message"

// block is what the subsystem block of an update of the host says in the stock dialect.
type block struct {
	message.Skim
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
	b := block{t.scratch.Skim(u.Payload, class, message.Stock), len(class.Subsystems)}
	for _, f := range t.ask.blocks {
		f(u, &b)
	}
}
