package stats

import (
	"bcdump/decode/message"
	"bcdump/report/tally"
)

// sums are figures of messages of the game, by direction, that are sums over small numbers.
type sums struct {
	// Of messages that were walked.
	datagrams [2]volume
	sizes     [2][256]*walkedSizes // of updates, by flags; nil = there are none
	updates   [2][256][2]bulk      // of them, by whether there is a hash, after total
	acks      [2][2]bulk           // by whether they come again
	unseen    int64                // Acks of what is not in the capture

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
	if l.flags >= 0 {
		s.update(l)
		return
	}
	row := &s.acks[l.from][tally.BoolInt(l.AcksAgain())]
	s.unseen += int64(tally.BoolInt(l.AcksUnseen()))
	row.add(l.length)
	row.payload += int64(len(l.Payload))
}

// update counts by size: that takes one addition, and gives the number of updates, their bytes
// and those of their payloads.
func (s *sums) update(l *line) {
	w, size := s.sizes[l.from&1][uint8(l.flags)], len(l.Payload)
	if w != nil && size < exactSizes && l.flags&message.FlagPosition == 0 { // as most
		w.counts[0][size]++
		return
	}
	s.unusual(l)
}

// unusual counts an update with a position, which may have a hash, one that is large, and the
// first of its flags.
func (s *sums) unusual(l *line) {
	w := s.sizes[l.from][l.flags]
	if w == nil {
		w = &walkedSizes{}
		s.sizes[l.from][l.flags] = w
	}
	size, hash := len(l.Payload), tally.BoolInt(message.UpdateHasHash(l.Payload))
	if size >= exactSizes {
		w.large[hash].add(l.length)
		w.large[hash].payload += int64(size)
	}
	w.counts[hash][classOf(size)]++
}

// walkedSizes counts updates by size, and by whether there is a hash.
type walkedSizes struct {
	counts [2][sizeClasses]uint32
	large  [2]bulk // those in a class of several sizes
}

// plainHeader is how many bytes a Data message without a number has before its payload. Updates
// that were walked have none.
const plainHeader = 3

// total works out updates from their sizes.
func (s *sums) total() {
	for dir := range s.sizes {
		for flags, w := range s.sizes[dir] {
			if w == nil {
				continue
			}
			for hash := range w.counts {
				s.updates[dir][flags][hash] = w.large[hash]
				s.updates[dir][flags][hash].addSizes(w.counts[hash][:exactSizes])
			}
		}
	}
}

func (b *bulk) addSizes(counts []uint32) {
	for size, n := range counts {
		b.count += int64(n)
		b.payload += int64(n) * int64(size)
		b.bytes += int64(n) * int64(size+plainHeader)
	}
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
