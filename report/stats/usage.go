package stats

import (
	"cmp"
	"slices"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// usage says what takes the bytes of game datagrams. Each byte of a datagram and of
// the headers around it is in one row; a joined message has none, its parts have.
type usage struct {
	*base
	rows    [2][uses]useRow       // by direction, in the order of directions
	updates [2][256][2]sizeCounts // by flags, and whether there is a hash: those that were read to their last byte
}

type useRow struct {
	volume
	payloads sizeCounts
}

func (r *useRow) join(o *useRow) {
	r.volume.join(&o.volume)
	r.payloads.join(&o.payloads)
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

func (u *usage) add(c *part) {
	for i, r := range c.All() {
		if !onWire(r) {
			continue
		}
		rows := &u.rows[side(r)]
		if r.Has(facts.Leads) {
			rows[useEnvelope].add(c.Envelope(c.Datagram(r.Datagram)))
			if n := c.Header(r); n > 0 {
				rows[useDatagram].add(n)
			}
		}
		length := c.Length(r)
		switch repeat := r.Has(facts.Retransmit); {
		case r.Has(facts.Unread):
			rows[useUnread].add(length)
		case r.Kind != uint8(transport.Data):
			rows[controlUse(r)].add(length)
		case r.Has(facts.Part) && repeat:
			rows[usePartAgain].add(length)
		case r.Has(facts.Part):
			rows[usePart].add(length)
		case !r.Has(facts.HasOpcode):
			rows[useUnread].add(length)
		case repeat:
			rows[useAgain].add(length)
		default:
			rows[useMessage].add(length - int(c.Size(r)))
			u.message(c, i, r)
		}
	}
}

func (u *usage) message(c *part, i int, r *facts.Row) {
	rows, what := &u.rows[side(r)], use(r.Opcode)
	if r.Opcode == message.OpcodeStateUpdate {
		if what = useUpdateOdd; !r.Has(facts.Remarked) || r.Has(facts.Walked) || c.whole(i) {
			u.updates[side(r)][r.Flags][tally.BoolInt(message.UpdateHasHash(c.Payload(r)))].add(int(c.Size(r)))
			return
		}
	}
	rows[what].add(int(c.Size(r)))
	rows[what].payloads.add(int(c.Size(r)))
}

// whole reports whether all bytes of a message have a field, and all fields bytes.
func (c *part) whole(i int) bool {
	x := c.reader.At(i).Content()
	return x.Complete() && len(x.Trailing) == 0
}

func controlUse(r *facts.Row) use {
	switch kind := transport.Type(r.Kind); {
	case kind == transport.Ack && r.Has(facts.AckAgain):
		return useAckAgain
	case kind == transport.Ack:
		return useAck
	case r.Has(facts.Retransmit):
		return useControlAgain
	case kind == transport.Keepalive:
		return useKeepalive
	case kind == transport.Connect:
		return useConnect
	case kind == transport.PeerInfo:
		return usePeerInfo
	case kind == transport.Boot:
		return useBoot
	}
	return useDisconnect
}

// blocks adds the blocks of updates to the rows of a direction.
func (u *usage) blocks(dir int) (rows [uses]useRow) {
	for what := range rows {
		rows[what].join(&u.rows[dir][what])
	}
	for flags := range u.updates[dir] {
		for hash := range u.updates[dir][flags] {
			m := message.StateUpdate{DirtyFlags: uint8(flags), HasHash: hash > 0}
			for size, n := range u.updates[dir][flags][hash].all() {
				b := m.Blocks(size)
				add := func(what use, flag uint8, bytes int) {
					if m.DirtyFlags&flag == flag {
						rows[what].join(&useRow{volume: volume{n, n * int64(bytes)}})
						rows[what].payloads.addSome(bytes, n)
					}
				}
				add(useUpdateHeader, 0, b.Header)
				add(usePosition, message.FlagPosition, b.Position)
				add(useDelta, message.FlagDelta, b.Delta)
				add(useForward, message.FlagForward, b.Forward)
				add(useUp, message.FlagUp, b.Up)
				add(useSpeed, message.FlagSpeed, b.Speed)
				add(useCloak, message.FlagCloak, b.Cloak)
				add(useSubsystems, message.FlagSubsystems, b.Subsystems)
				if m.DirtyFlags&message.FlagSubsystems == 0 { // its block runs to the end
					add(usePower, message.FlagWeapons, b.Power)
				}
			}
		}
	}
	return rows
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
func (u *usage) figure(dir decode.Direction, what use, t *useRow, total int64) figures.Usage {
	w := wordingOf(what)
	where := with(w.where, tally.DirIs(dir))
	f := figures.Usage{
		What: w.what, Dir: string(dir), Group: w.group, Count: t.count, Bytes: t.bytes,
		Share: tally.Ratio(float64(t.bytes), float64(total)), Query: u.Of(where...),
	}
	if t.payloads.count > 0 {
		f.Payload = new(t.payloads.figure())
	}
	if w.bytes != nil {
		f.Queries = figures.Queries{"bytes": w.bytes(&u.Queries, where)}
	}
	return f
}

func (u *usage) report(out *figures.Stats) {
	out.Usage = []figures.Usage{}
	var sum [uses]useRow
	for dir := range u.rows {
		rows := u.blocks(dir)
		u.rowsOf(directions[dir], &rows, out)
		for what := range rows {
			sum[what].join(&rows[what])
		}
	}
	u.rowsOf(both, &sum, out)
	slices.SortFunc(out.Usage, func(a, b figures.Usage) int {
		return cmp.Or(cmp.Compare(a.Dir, b.Dir), cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Group, b.Group), cmp.Compare(a.What, b.What))
	})
}

func (u *usage) rowsOf(dir decode.Direction, rows *[uses]useRow, out *figures.Stats) {
	var total int64
	for what := range rows {
		total += rows[what].bytes
	}
	for what := range rows {
		if rows[what].count > 0 {
			out.Usage = append(out.Usage, u.figure(dir, use(what), &rows[what], total))
		}
	}
}
