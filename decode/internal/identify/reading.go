// Package identify infers what no message states: the class of a ship whose creation was not
// captured, and the dialect of a server.
//
// In come updates as they read in a context, to whom each went, and which weapons fired. Out
// come classes and dialects, as soon as what was seen leaves one. What is named by the user, the
// catalogue of classes and the dialect, comes in first.
//
// The package must not know records, links or directories, nor what is done with a class.
package identify

import (
	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// Reading is an update as it reads in a context. It is valid until its decoder reads the next
// one.
type Reading struct {
	message.Decoded
	Update  *message.StateUpdate // nil: it is none
	Context message.Context
	payload []byte
}

// Read reads an update in a context.
func Read(decoder *message.Decoder, payload []byte, in message.Context) Reading {
	d := decoder.DecodeIn(payload, in)
	m, _ := d.Message.(*message.StateUpdate)
	return Reading{d, m, in, payload}
}

// block gives the subsystem block; nil if anything speaks against the class and the
// dialect of the context.
func (read *Reading) block() *message.SubsystemBlock {
	if read.Update == nil || !read.Complete() {
		return nil
	}
	return fitting(&read.Update.Subsystems, &read.Context)
}

// as reads the block as that of another class and dialect; nil if it does not fit. One that
// fits is in order, and so is its update. It is valid until trial reads the next one.
func (read *Reading) as(trial *message.Decoder, class *ship.Class, dialect message.Dialect) *message.SubsystemBlock {
	context := read.Context
	context.Class, context.Dialect = class, dialect
	m, ok := trial.ReadInOrder(read.payload, context)
	if !ok || m.DirtyFlags&message.FlagSubsystems == 0 {
		return nil
	}
	return fitting(&m.Subsystems, &context)
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
