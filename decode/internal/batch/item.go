package batch

import (
	"bcdump/decode/capture"
	"bcdump/decode/entitystate"
	"bcdump/decode/transport"
)

// Item is one datagram, or one IP fragment.
type Item struct {
	Datagram capture.Datagram
	Offset   int64 // of its frame in the capture
	// Sum is what its copies have too; Interface where it was captured, as a pcapng says: nil = nothing is known.
	Sum       uint64
	Interface *capture.Interface
	Findings
}

// Findings are what is empty in a new item.
type Findings struct {
	Fragment *Fragment       // nil = a datagram
	Logged   *capture.Logged // nil = not of a text log
	Plain    []byte          // deciphered; nil for GameSpy texts and empty datagrams
	Messages []transport.Message
	Fault    transport.Fault
	Strength transport.Strength
	// Judged says that Grade is how much the datagram speaks for entity-state. Both belong to
	// the ordered stage, which works it out when it is asked for.
	Judged bool
	Grade  entitystate.Grade
}

// Fragment is a part of an IP datagram that waits to be joined in order.
type Fragment struct {
	Frame *capture.Frame
	Part  capture.IPFragment
}

// Identify sums up what copies of the datagram have too.
func (it *Item) Identify() { it.Sum = sum(&it.Datagram) }

// Walk reads the transport messages, appending them to arena.
func (it *Item) Walk(arena []transport.Message) []transport.Message {
	if it.Plain == nil {
		return arena
	}
	start := len(arena)
	arena = transport.WalkInto(it.Plain, it.Cut(), arena, &it.Fault)
	it.Messages = arena[start:len(arena):len(arena)]
	it.Strength = transport.Judge(it.Messages, it.Fault.Cause)
	return arena
}

// Sound reports whether all of a datagram is there and was read, and nothing is remarkable
// about it.
func (it *Item) Sound() bool {
	return it.Strength != transport.Refused && len(it.Messages) > 0 && it.Fragment == nil && it.Datagram.Missing == 0 && len(it.Remarks()) == 0
}

// Remarks are those of a text log.
func (it *Item) Remarks() []capture.Remark {
	if it.Logged == nil {
		return nil
	}
	return it.Logged.Remarks
}

// Cut counts the bytes that the datagram had and the capture does not.
func (it *Item) Cut() int {
	if it.Datagram.Snapped {
		return int(it.Datagram.Missing)
	}
	return 0
}
