package outline

import (
	"encoding/binary"
	"errors"
	"hash/maphash"
	"net/netip"
	"slices"

	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/transport"
)

// place is where a message stands.
type place struct {
	frame int64 // 0 = nowhere
	index uint8
}

// row is a message on its way into the table.
//
//	+0   i64    frame
//	+8   u64    hash of the address of the server
//	+16  u32    object
//	+20  u32    link in the upper 24 bits, index in the lower 8
//	+24  u16    kind
//	+26  u16    flags
//	+28  place  of the message that it answers or repeats: i64 frame, u8 index
//	+37  place  of the message that it is a copy of
//	+46  u8     parts
//	+47  place  of each part
type row struct {
	frame       int64
	server      uint64
	object, who uint32
	kind        uint16
	flags       Flags
	back, other place
}

const rowSize, placeSize = 47, 9

// mostLink is the highest number that a link has in a row.
const mostLink = 1<<24 - 1

// NewRenderer gives a function that appends a record to b, as Write takes it. Each goroutine needs
// one of its own.
func (o *Outline) NewRenderer() func(b []byte, r *record.Record) []byte {
	x := &renderer{of: o, kinds: map[string]uint16{}}
	x.ack, x.update = x.titled(record.TypeTitle(transport.Ack)), x.titled(message.Lookup(message.OpcodeStateUpdate).Name)
	return x.append
}

// renderer is what one goroutine keeps that makes rows.
type renderer struct {
	of     *Outline
	kinds  map[string]uint16
	ack    uint16 // kinds of nine of ten messages
	update uint16
	newest netip.AddrPort // whose hash was made last
	hash   uint64
}

func (x *renderer) append(b []byte, r *record.Record) []byte {
	y := row{
		frame: r.Frame, server: x.server(r), object: match.About(r), who: min(r.Link, mostLink)<<8 | uint32(r.Index),
		kind: x.kind(r), flags: flagsOf(r), back: place{r.Answers.Frame, r.Answers.Index}, other: place{r.Relay.Frame, r.Relay.Index},
	}
	if r.Copy > 0 {
		y.back = place{r.First.Frame, r.First.Index}
	}
	return appendParts(y.append(b), r.Parts)
}

// server gives the hash of a server. Two of 64 bits are equal for different ones so seldom that no
// capture is long enough to see it.
func (x *renderer) server(r *record.Record) uint64 {
	if r.Link == 0 {
		return 0
	}
	if server := r.Server(); x.newest != server {
		x.newest, x.hash = server, maphash.Comparable(x.of.seed, server)
	}
	return x.hash
}

func (x *renderer) kind(r *record.Record) uint16 {
	switch {
	case !r.Walked:
		return x.titled(r.Title())
	case r.Header.Type == transport.Ack:
		return x.ack
	}
	return x.update
}

func (x *renderer) titled(title string) uint16 {
	n, ok := x.kinds[title]
	if !ok {
		n = x.of.kinds.of(title)
		x.kinds[title] = n
	}
	return n
}

// flagsOf says what a record is.
func flagsOf(r *record.Record) (f Flags) {
	set := func(flag Flags, is bool) {
		if is {
			f |= flag
		}
	}
	set(Note, noted(r))
	set(Part, r.Part())
	set(Joined, r.Joined())
	set(Lost, r.Lost())
	set(Update, r.IsGame() && r.Payload[0] == message.OpcodeStateUpdate)
	set(Ack, r.Proto == record.BC && !r.Unread && r.Header.Type == transport.Ack)
	set(Repeat, r.Copy > 0)
	set(ToServer, r.Dir == record.ToServer)
	set(ToClient, r.Dir == record.ToClient)
	if !r.Walked {
		_, _, told := match.Death(r)
		set(Told, told)
	}
	return f
}

// noted reports whether a record has notes, and mostly need not write them.
func noted(r *record.Record) bool {
	return !r.Clean() && (r.AcksAgain() || r.AcksUnseen() || len(r.Diagnostics()) > 0)
}

func (y *row) append(b []byte) []byte {
	b = binary.LittleEndian.AppendUint64(b, uint64(y.frame))
	b = binary.LittleEndian.AppendUint64(b, y.server)
	b = binary.LittleEndian.AppendUint32(b, y.object)
	b = binary.LittleEndian.AppendUint32(b, y.who)
	b = binary.LittleEndian.AppendUint16(b, y.kind)
	b = binary.LittleEndian.AppendUint16(b, uint16(y.flags))
	return y.other.append(y.back.append(b))
}

func (p place) append(b []byte) []byte {
	return append(binary.LittleEndian.AppendUint64(b, uint64(p.frame)), p.index)
}

// appendParts appends how many parts there are, and where each stands; a message has 255 at most.
func appendParts(b []byte, parts *record.Parts) []byte {
	if parts == nil {
		return append(b, 0)
	}
	count := min(len(parts.Frames), len(parts.Indexes), 255)
	b = append(b, byte(count))
	for i := range count {
		b = place{parts.Frames[i], parts.Indexes[i]}.append(b)
	}
	return b
}

func rowOf(b []byte) (y row) {
	y.frame = int64(binary.LittleEndian.Uint64(b))
	y.server = binary.LittleEndian.Uint64(b[8:])
	y.object, y.who = binary.LittleEndian.Uint32(b[16:]), binary.LittleEndian.Uint32(b[20:])
	y.kind, y.flags = binary.LittleEndian.Uint16(b[24:]), Flags(binary.LittleEndian.Uint16(b[26:]))
	y.back, y.other = placeOf(b[28:]), placeOf(b[28+placeSize:])
	return y
}

func placeOf(b []byte) place { return place{int64(binary.LittleEndian.Uint64(b)), b[8]} }

// errRow is what Write says of bytes that no renderer of the same Outline made.
var errRow = errors.New("outline: these bytes are no rows")

// Take takes the next message, before its row: what is a death is for the match to say, which needs them
// in order. One goroutine at a time, never while Write runs.
func (o *Outline) Take(r *record.Record) {
	if o.match.Take(r).Kill != nil {
		o.deaths = append(o.deaths, o.taken)
	}
	o.taken++
}

// Write takes whole rows, in the order of the capture, from one goroutine at a time. They count when
// it returns.
func (o *Outline) Write(p []byte) (int, error) {
	t := table{*o.blocks.Load(), o.Len()}
	for rest := p; len(rest) > 0; {
		if len(rest) < rowSize || len(rest) < rowSize+placeSize*int(rest[rowSize-1]) {
			return len(p) - len(rest), errRow
		}
		y, end := rowOf(rest), rowSize+placeSize*int(rest[rowSize-1])
		o.add(&t, &y, rest[rowSize:end])
		rest = rest[end:]
	}
	o.length.Store(int64(t.length))
	return len(p), nil
}

// add adds a row.
func (o *Outline) add(t *table, y *row, parts []byte) {
	n := t.length
	if n>>blockBits == len(t.blocks) {
		t.blocks = append(t.blocks, new(block))
		blocks := t.blocks
		o.blocks.Store(&blocks)
	}
	if y.flags&Lost != 0 {
		y.frame = o.end
	}
	o.end = max(o.end, y.frame)
	if len(o.deaths) > 0 && o.deaths[0] == n {
		y.flags |= Death
		o.deaths = o.deaths[1:]
	}
	b, i := t.at(n)
	b.setFrame(i, o.end)
	b.object[i], b.who[i], b.kind[i], b.flags[i] = y.object, y.who, y.kind, y.flags
	t.length++
	o.serve(y.who>>8, y.server)
	o.refer(t, n, y, parts)
	if i == blockRows-1 {
		b.seal(n - i)
	}
}

// serve notes the server of a link.
func (o *Outline) serve(link uint32, server uint64) {
	if link == 0 || link >= knownLinks || o.served[link] != 0 {
		return
	}
	number, ok := o.servers[server]
	if !ok && len(o.servers) < knownLinks-1 {
		number = uint16(len(o.servers) + 1)
		o.servers[server] = number
	}
	o.served[link] = number
}

// refer finds the messages that a new one refers to.
func (o *Outline) refer(t *table, n int, y *row, parts []byte) {
	if y.back.frame != 0 {
		t.setBack(n, n-t.before(n, y.back, false))
	}
	if y.other.frame != 0 {
		t.setOther(n, n-t.before(n, y.other, true))
	}
	if len(parts) > 0 {
		o.join(t, n, parts)
	}
}

// before gives the number of a message before n, by its place; n if there is none.
func (t *table) before(n int, p place, whole bool) int {
	if found := t.number(p.frame, p.index, whole); found >= 0 && found < n {
		return found
	}
	return n
}

// join ties parts to the message that they belong to: it refers to the part that came last, each
// part to the one that came before it, and all to the message.
func (o *Outline) join(t *table, n int, parts []byte) {
	o.parts = o.parts[:0]
	for ; len(parts) > 0; parts = parts[placeSize:] {
		if p := t.before(n, placeOf(parts), false); t.flags(p)&(Part|Repeat) == Part && t.other(p) == 0 {
			o.parts = append(o.parts, p)
		}
	}
	slices.Sort(o.parts)
	for i, p := range o.parts {
		if i > 0 {
			t.setBack(p, p-o.parts[i-1])
		}
		t.setOther(p, n-p)
	}
	if last := len(o.parts) - 1; last >= 0 {
		t.setBack(n, n-o.parts[last])
	}
}
