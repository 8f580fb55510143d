package stats

import (
	"cmp"
	"slices"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// usage says what takes the bytes of game datagrams. Each byte of a datagram and of
// the headers around it is in one row; a joined message has none, its parts have.
type usage struct {
	*base `merge:"-"`
	rows  [2][uses]volume // by direction, in the order of directions
}

// use is an opcode, or one of these.
type use int

const (
	useEnvelope use = 256 + iota
	useDatagram
	useMessage
	useAck
	useAckAgain
	useKeepalive
	useConnect
	usePeerInfo
	useBoot
	useDisconnect
	useAgain
	usePartAgain
	useControlAgain
	usePart
	useUnread
	useUpdateOdd // an update that was not read to its last byte
	useUpdateHeader
	usePosition
	useDelta
	useForward
	useUp
	useSpeed
	useCloak
	useSubsystems
	usePower
	uses // how many there are
)

// Groups of rows.
const (
	groupHeaders = "headers"
	groupAcks    = "acks"
	groupControl = "control"
	groupAgain   = "sent again"
	groupUpdate  = "StateUpdate"
	groupOther   = "other"
)

func (u *usage) game(l *line) {
	if !l.wire {
		return
	}
	if l.first {
		u.add(l, useEnvelope, l.Envelope())
	}
	if l.header() > 0 {
		u.add(l, useDatagram, l.header())
	}
	switch {
	case l.Unread:
		u.add(l, useUnread, l.length)
	case l.Header.Type == transport.Data:
		u.data(l)
	default:
		u.add(l, controlUse(l), l.length)
	}
}

func (u *usage) settle(s *sums) {
	for dir := range directions {
		row := &u.rows[dir]
		row[useEnvelope].join(s.datagrams[dir])
		row[useDatagram].join(volume{s.datagrams[dir].count, s.datagrams[dir].count * tally.HeaderBytes})
		row[useAck].join(s.acks[dir][tally.BoolInt(false)].volume)
		row[useAckAgain].join(s.acks[dir][tally.BoolInt(true)].volume)
		updates := s.allUpdates(dir)
		row[useMessage].join(volume{updates.count, updates.bytes - updates.payload})
		for flags := range s.updates[dir] {
			for hash, n := range s.updates[dir][flags] {
				m := message.StateUpdate{DirtyFlags: uint8(flags), HasHash: hash > 0}
				u.updates(dir, &m, n.count, n.payload)
			}
		}
	}
}

func (u *usage) add(l *line, what use, bytes int) {
	u.rows[place(l.Dir)][what].add(bytes)
}

func controlUse(l *line) use {
	switch {
	case l.Header.Type == transport.Ack && l.Has(decode.RepeatAck):
		return useAckAgain
	case l.Header.Type == transport.Ack:
		return useAck
	case l.repeat:
		return useControlAgain
	}
	switch l.Header.Type {
	case transport.Keepalive:
		return useKeepalive
	case transport.Connect:
		return useConnect
	case transport.PeerInfo:
		return usePeerInfo
	case transport.Boot:
		return useBoot
	}
	return useDisconnect
}

func (u *usage) data(l *line) {
	switch {
	case l.Part() && l.repeat:
		u.add(l, usePartAgain, l.length)
	case l.Part():
		u.add(l, usePart, l.length)
	case l.opcode < 0:
		u.add(l, useUnread, l.length)
	case l.repeat:
		u.add(l, useAgain, l.length)
	default:
		u.add(l, useMessage, l.length-len(l.Payload))
		u.message(l)
	}
}

func (u *usage) message(l *line) {
	m, ok := l.Content().Message.(*message.StateUpdate)
	switch {
	case !ok:
		u.add(l, use(l.opcode), len(l.Payload))
	case l.Content().Err != nil || len(l.Content().Trailing) > 0:
		u.add(l, useUpdateOdd, len(l.Payload))
	default:
		u.updates(place(l.Dir), m, 1, int64(len(l.Payload)))
	}
}

// updates takes n updates like m, whose payloads have so many bytes together. A block of
// fixed size takes the same in each of them; that which runs to the end takes the rest, so
// it is one byte more for each byte of the payload.
func (u *usage) updates(dir int, m *message.StateUpdate, n, bytes int64) {
	none, one := m.Blocks(0), m.Blocks(1)
	row := &u.rows[dir]
	row[useUpdateHeader].join(volume{n, n * int64(none.Header)})
	for _, x := range [...]struct {
		flag      uint8
		what      use
		none, one int
	}{
		{message.FlagPosition, usePosition, none.Position, one.Position},
		{message.FlagDelta, useDelta, none.Delta, one.Delta},
		{message.FlagForward, useForward, none.Forward, one.Forward},
		{message.FlagUp, useUp, none.Up, one.Up},
		{message.FlagSpeed, useSpeed, none.Speed, one.Speed},
		{message.FlagCloak, useCloak, none.Cloak, one.Cloak},
		{message.FlagSubsystems, useSubsystems, none.Subsystems, one.Subsystems},
		{message.FlagWeapons, usePower, none.Power, one.Power},
	} {
		swallowed := x.what == usePower && m.DirtyFlags&message.FlagSubsystems != 0 // its block runs to the end
		if m.DirtyFlags&x.flag != 0 && !swallowed {
			row[x.what].join(volume{n, n*int64(x.none) + bytes*int64(x.one-x.none)})
		}
	}
}

// wording is how a row is called and what its lines have in common, beside the
// direction. bytes gives the formula of its bytes; nil = none.
type wording struct {
	what, group string
	where       []string
	bytes       func(q *tally.Queries, where []string) string
}

// Conditions that share their words.
const (
	oddUpdate   = `(notes contains "truncated" || notes contains "trailing")`
	wholeUpdate = `!(notes contains "truncated") && !(notes contains "trailing")`
	anUpdate    = `opcode == 0x1C`
	hasPosition = `fields.flags contains "POSITION"`
	noPosition  = `!(fields.flags contains "POSITION")`
	hasHash     = `fields.subsys_hash`
)

func flag(name string) string { return `fields.flags contains "` + name + `"` }

func lengths(q *tally.Queries, where []string) string { return q.Sum("len", where...) }

func sizes(q *tally.Queries, where []string) string { return q.Sum("size", where...) }

func each(n int) func(*tally.Queries, []string) string {
	return func(q *tally.Queries, where []string) string { return q.Times(n, where...) }
}

// blockBytes is the size of what has a fixed one.
var blockBytes = []struct {
	n     int
	where []string
}{
	{message.UpdateHeaderSize, nil},
	{message.PositionSize, []string{hasPosition}},
	{message.HashSize, []string{hasPosition, hasHash}},
	{message.DeltaSize, []string{flag("DELTA")}},
	{message.DirectionSize, []string{flag("FORWARD")}},
	{message.DirectionSize, []string{flag("UP")}},
	{message.SpeedSize, []string{flag("SPEED")}},
	{message.CloakSize, []string{flag("CLOAK"), noPosition}},
}

// remainder is the formula of what runs to the end of an update.
func remainder(q *tally.Queries, where []string) string {
	formula := q.Sum("size", where...)
	for _, b := range blockBytes {
		formula += " - " + q.Times(b.n, with(where, b.where...)...)
	}
	return formula
}

func with(where []string, more ...string) []string { return append(slices.Clip(where), more...) }

func block(what string, bytes func(*tally.Queries, []string) string, where ...string) wording {
	return wording{what, groupUpdate, append([]string{anUpdate, tally.OnWire, tally.Once, wholeUpdate}, where...), bytes}
}

func control(what, kind string) wording {
	return wording{what, groupControl, []string{tally.Is("type", kind), tally.OnWire, tally.Once}, lengths}
}

var wordings = map[use]wording{
	useEnvelope: {"link, IP and UDP headers", groupHeaders, []string{tally.Datagram}, nil},
	useDatagram: {"datagram headers", groupHeaders, []string{tally.Headed}, each(tally.HeaderBytes)},
	useMessage: {"message headers", groupHeaders, []string{"opcode", tally.OnWire, tally.Once}, func(q *tally.Queries, where []string) string {
		return q.Sum("len", where...) + " - " + q.Sum("size", where...)
	}},
	useAck:          {"acks", groupAcks, []string{`type == "ack"`, tally.OnWire, "!(" + tally.Noted(decode.RepeatAck) + ")"}, lengths},
	useAckAgain:     {"repeated acks", groupAcks, []string{`type == "ack"`, tally.OnWire, tally.Noted(decode.RepeatAck)}, lengths},
	useKeepalive:    control("keepalives", "keepalive"),
	useConnect:      control("connects", "connect"),
	usePeerInfo:     control("peer infos", "peer_info"),
	useBoot:         control("boots", "boot"),
	useDisconnect:   control("disconnects", "disconnect"),
	useAgain:        {"messages", groupAgain, []string{"opcode", tally.OnWire, tally.Repeated}, lengths},
	usePartAgain:    {"fragments", groupAgain, []string{"fragment", tally.Repeated}, lengths},
	useControlAgain: {"control messages", groupAgain, []string{`type in ["keepalive", "connect", "peer_info", "boot", "disconnect"]`, tally.OnWire, tally.Repeated}, lengths},
	usePart:         {"fragments", groupOther, []string{"fragment", tally.Once}, lengths},
	useUnread:       {"unreadable", groupOther, []string{`(type == "unknown" || type == "data" && !opcode && !fragment)`, tally.OnWire}, lengths},
	useUpdateOdd:    {"cut or too long", groupUpdate, []string{anUpdate, tally.OnWire, tally.Once, oddUpdate}, sizes},
	useUpdateHeader: block("object, time and flags", each(message.UpdateHeaderSize)),
	usePosition: block("position", func(q *tally.Queries, where []string) string {
		return q.Times(message.PositionSize, where...) + " + " + q.Times(message.HashSize, with(where, hasHash)...)
	}, hasPosition),
	useDelta:   block("delta", each(message.DeltaSize), flag("DELTA")),
	useForward: block("forward", each(message.DirectionSize), flag("FORWARD")),
	useUp:      block("up", each(message.DirectionSize), flag("UP")),
	useSpeed:   block("speed", each(message.SpeedSize), flag("SPEED")),
	useCloak: block("cloak", func(q *tally.Queries, where []string) string {
		return q.Times(message.CloakSize, with(where, noPosition)...)
	}, flag("CLOAK")),
	useSubsystems: block("subsystems", remainder, flag("SUBSYSTEMS")),
	usePower:      block("weapons (power)", remainder, flag("WEAPONS"), `!(`+flag("SUBSYSTEMS")+`)`),
}

func wordingOf(what use) wording {
	if w, ok := wordings[what]; ok {
		return w
	}
	name := cmp.Or(opcodeName(int(what)), tally.OpcodeText(int(what)))
	return wording{name, groupOther, []string{tally.OpcodeIs(int(what)), tally.OnWire, tally.Once}, sizes}
}

// figure makes the row of one use of a direction, of which total is all bytes.
func (u *usage) figure(dir decode.Direction, what use, t volume, total int64) figures.Usage {
	w := wordingOf(what)
	where := with(w.where, tally.DirIs(dir))
	f := figures.Usage{
		What: w.what, Dir: string(dir), Group: w.group, Count: t.count, Bytes: t.bytes,
		Share: tally.Ratio(float64(t.bytes), float64(total)), Query: u.Of(where...),
	}
	if w.bytes != nil {
		f.Queries = figures.Queries{"bytes": w.bytes(&u.Queries, where)}
	}
	return f
}

func (u *usage) report(out *figures.Stats) {
	out.Usage = []figures.Usage{}
	var sum [uses]volume
	for dir := range u.rows {
		u.rowsOf(directions[dir], &u.rows[dir], out)
		for what := range u.rows[dir] {
			sum[what].join(u.rows[dir][what])
		}
	}
	u.rowsOf(both, &sum, out)
	slices.SortFunc(out.Usage, func(a, b figures.Usage) int {
		return cmp.Or(cmp.Compare(a.Dir, b.Dir), cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Group, b.Group), cmp.Compare(a.What, b.What))
	})
}

func (u *usage) rowsOf(dir decode.Direction, rows *[uses]volume, out *figures.Stats) {
	var total int64
	for what := range rows {
		total += rows[what].bytes
	}
	for what := range rows {
		if rows[what].count > 0 {
			out.Usage = append(out.Usage, u.figure(dir, use(what), rows[what], total))
		}
	}
}
