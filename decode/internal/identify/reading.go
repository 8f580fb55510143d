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

// blockFits looks over an update as one of a class in a dialect, and reports whether its block is one of them: it
// reads to its last byte, and is as long as a writer of the dialect makes it. trial is overwritten.
func blockFits(trial *message.StateUpdate, payload []byte, class *ship.Class, dialect message.Dialect) (s message.Skim, ok bool) {
	s = trial.Skim(payload, class, dialect)
	return s, s.InOrder && fitsWindow(class, dialect, &s)
}

// fitsWindow reports whether a block in order is as long as a writer of the dialect makes
// it.
func fitsWindow(class *ship.Class, dialect message.Dialect, s *message.Skim) bool {
	return s.WindowOK || dialect == message.OpenBC && openBCWindow(class, int(s.Start), int(s.Entries), s.FirstHasData)
}

// openBCWindow reports whether a block that is longer than a stock writer makes it
// is one of OpenBC's, which does not look at the length before the second entry, but
// does before all others.
func openBCWindow(class *ship.Class, start, entries int, firstHasData bool) bool {
	const two, rest = 2, 8 // with start index and group byte, 8 bytes make 10
	return entries == two && ship.EntrySize(&class.Subsystems[start], firstHasData) >= rest
}
