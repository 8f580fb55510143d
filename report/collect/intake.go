package collect

import (
	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
)

// intake hands the messages of a capture to the sections that they concern.
//
// Those that come in the short are nine of ten. Most of what is counted of them are sums
// over small numbers, which sums keeps for all sections until the capture ends; the
// sections that want more are called by name.
type intake struct {
	queries *queries
	line    line
	short   shortLine
	sums    sums

	game, other []section // those that game messages concern, and all others

	exceptions *exceptions
	bandwidth  *bandwidth
	links      *links
	objects    *objects
	relays     *relays
}

// begin tells that another capture follows.
func (t *intake) begin() { t.short = shortLine{} }

// Record takes a message in long.
func (t *intake) Record(r *decode.Record) {
	t.short.frame = 0 // it may change what is known of the link
	l := &t.line
	l.take(r)
	if !l.game() {
		t.queries.mixed = t.queries.mixed || r.Proto == decode.EntityState
		for _, part := range t.other {
			part.record(l)
		}
		return
	}
	t.sums.record(l)
	for _, part := range t.game {
		part.record(l)
	}
}

// Brief takes a message in the short.
func (t *intake) Brief(b *decode.Brief) {
	l := &t.short
	l.take(b)
	t.sums.brief(l)
	t.bandwidth.brief(l)
	t.links.brief(l)
	t.relays.brief(l)
	if l.update {
		t.exceptions.brief(l)
		t.objects.brief(l)
	}
}

// shortLine is a message in the short, with what several sections ask of it. What
// messages of one datagram have in common is found out once for those that follow one
// another.
type shortLine struct {
	*decode.Brief
	update bool // not an Ack
	flags  uint8
	object uint32
	length int // of the whole message

	begins bool  // the first one of those with the same datagram
	frame  int64 // of the datagram at hand; 0 = none
	time   capture.Time
	at     int64 // the same in nanoseconds since 1970
	from   int   // the place of the direction
}

func (l *shortLine) take(b *decode.Brief) {
	l.Brief, l.update, l.length = b, b.IsUpdate(), b.Header.Length
	if l.update {
		l.object, _ = message.StateUpdateObject(b.Payload)
		l.flags = b.Payload[9]
	}
	if l.begins = b.Datagram.Frame != l.frame; l.begins {
		d := b.Datagram
		l.frame, l.time, l.at, l.from = d.Frame, d.Time, nanos(d.Time), place(b.Dir)
	}
}

// link is asked for only by who has not met its number.
func (l *shortLine) link() link {
	d := l.Datagram
	if l.from == toClient {
		return link{d.Dst, d.Src}
	}
	return link{d.Src, d.Dst}
}

// first reports whether it is the first message of its datagram.
func (l *shortLine) first() bool { return l.Index == 0 }

// hash tells whether an update has a hash of subsystems. The bit is the first one of the
// group byte behind the position.
func (l *shortLine) hash() bool {
	const group = 22
	return l.flags&message.FlagPosition != 0 && l.Payload[group]&1 != 0
}

// sums are figures of messages of the game that are sums over small numbers, when the
// tables are split by direction only. Sections get them at the end of a capture.
type sums struct {
	on        bool // lines are counted here, and not in the tables of the sections
	datagrams [2]tally
	updates   [2][256][2]bulk // in the short, by flags and whether there is a hash
	acks      [2][2]bulk      // in the short, by whether they come again
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
		s.datagrams[l.from].add(l.Datagram.HeaderBytes + l.Datagram.Padding)
	}
	row := &s.acks[l.from][boolInt(l.AckAgain)]
	if l.update {
		row = &s.updates[l.from][l.flags][boolInt(l.hash())]
	} else if l.AckUnseen {
		s.unseen++
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
