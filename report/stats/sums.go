package stats

import (
	"bcdump/decode/message"
	"bcdump/report/tally"
)

// sums are figures of messages of the game, by direction, that are sums over small numbers.
type sums struct {
	// Of messages that were walked.
	datagrams [2]volume
	updates   [2][256][2]bulk // by flags and whether there is a hash
	acks      [2][2]bulk      // by whether they come again
	unseen    int64           // Acks of what is not in the capture

	// Of all others.
	types   [2][256]volume // by transport type
	unread  [2]volume
	opcodes [2][256]opcodeSum
	flags   [2][256]volume
}

type opcodeSum struct {
	volume
	unique int64
}

// bulk counts messages, their bytes and those of their payloads.
type bulk struct {
	volume
	payload int64
}

// walked takes a message that was walked.
func (s *sums) walked(l *line) {
	if l.first {
		s.datagrams[l.from].add(l.Envelope())
	}
	var row *bulk
	if l.flags >= 0 {
		row = &s.updates[l.from][l.flags][tally.BoolInt(message.UpdateHasHash(l.Payload))]
	} else {
		row = &s.acks[l.from][tally.BoolInt(l.AcksAgain())]
		s.unseen += int64(tally.BoolInt(l.AcksUnseen()))
	}
	row.add(l.length)
	row.payload += int64(len(l.Payload))
}

// allUpdates adds up the updates of a direction.
func (s *sums) allUpdates(dir int) (all bulk) {
	for flags := range s.updates[dir] {
		for _, n := range s.updates[dir][flags] {
			all.join(n.volume)
			all.payload += n.payload
		}
	}
	return all
}

// decoded takes any other message.
func (s *sums) decoded(l *line) {
	dir := l.from
	switch {
	case !l.wire:
	case l.Unread:
		s.unread[dir].add(l.length)
	default:
		s.types[dir][l.Header.Type].add(l.length)
	}
	if l.opcode < 0 {
		return
	}
	row := &s.opcodes[dir][l.opcode]
	row.add(l.length)
	if !l.repeat {
		row.unique++
	}
	if l.flags >= 0 {
		s.flags[dir][l.flags].add(l.length)
	}
}
