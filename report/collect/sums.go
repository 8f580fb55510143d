package collect

// sums are figures of messages of the game that are sums over small numbers, when the
// tables are split by direction only. Sections get them at the end of a capture.
type sums struct {
	on        bool // lines are counted here, and not in the tables of the sections
	datagrams [2]tally
	updates   [2][256][2]bulk // in the short, by flags and whether there is a hash
	acks      [2][2]bulk      // in the short, by whether they come again
	unusual   int64           // updates in the short that call for remarks
	unseen    int64           // Acks in the short of what is not in the capture
	types     [2][256]tally   // in long, by transport type
	unread    [2]tally
	opcodes   [2][256]opcodeSum
	flags     [2][256]tally
}

// bulk counts messages, their bytes and those of their payloads.
type bulk struct {
	tally
	payload int64
}

type opcodeSum struct {
	tally
	unique int64
}

func (s *sums) brief(l *shortLine) {
	if l.first() {
		s.datagrams[l.from].add(int(l.Datagram.HeaderBytes + l.Datagram.Padding))
	}
	var row *bulk
	if l.update {
		row = &s.updates[l.from][l.flags][boolInt(l.hash())]
		s.unusual += int64(boolInt(l.Unusual))
	} else {
		row = &s.acks[l.from][boolInt(l.AckAgain)]
		s.unseen += int64(boolInt(l.AckUnseen))
	}
	row.add(l.length)
	row.payload += int64(len(l.Payload))
}

// allUpdates adds up the updates of a direction.
func (s *sums) allUpdates(dir int) (all bulk) {
	for flags := range s.updates[dir] {
		for _, n := range s.updates[dir][flags] {
			all.join(n.tally)
			all.payload += n.payload
		}
	}
	return all
}

// record takes a game message in long.
func (s *sums) record(l *line) {
	if !s.on {
		return
	}
	dir := place(l.Dir)
	switch {
	case !l.wire:
	case l.Unread:
		s.unread[dir].add(l.Length)
	default:
		s.types[dir][l.Header.Type].add(l.Length)
	}
	if l.opcode < 0 {
		return
	}
	row := &s.opcodes[dir][l.opcode]
	row.add(l.Length)
	if !l.repeat {
		row.unique++
	}
	if m, ok := l.update(); ok {
		s.flags[dir][m.DirtyFlags].add(l.Length)
	}
}
