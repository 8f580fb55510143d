package outline

import (
	"math"
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

// incoming is a message on its way into the table.
type incoming struct {
	row
	frame    int64
	server   netip.AddrPort
	answers  place   // the message that it answers or repeats
	passesOn place   // the message that it is a copy of
	parts    []place // that it was joined of
}

// Take takes the next message, from one goroutine at a time. It counts when Take returns.
func (o *Outline) Take(r *record.Record) {
	x := incoming{
		row:   row{object: match.About(r), who: min(r.Link, mostLink)<<8 | uint32(r.Index), flags: flagsOf(r)},
		frame: r.Frame, answers: place{r.Answers.Frame, r.Answers.Index}, passesOn: place{r.Relay.Frame, r.Relay.Index},
	}
	if r.Link != 0 {
		x.server = r.Server()
	}
	if r.Copy > 0 {
		x.answers = place{r.First.Frame, r.First.Index}
	}
	if r.Parts != nil {
		for i := range min(len(r.Parts.Frames), len(r.Parts.Indexes)) {
			x.parts = append(x.parts, place{r.Parts.Frames[i], r.Parts.Indexes[i]})
		}
	}
	if o.match.Take(r).Kill != nil {
		x.flags |= Death
	}
	title := ""
	if !r.Walked {
		title = r.Title()
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case !r.Walked:
		x.kind = o.kind(title)
	case r.Header.Type == transport.Ack:
		x.kind = o.ack
	default:
		x.kind = o.update
	}
	o.add(&x)
}

// kind gives the number of a title.
func (o *Outline) kind(title string) Kind {
	k, ok := o.kinds[title]
	if !ok && len(o.titles) < mostKinds {
		o.titles = append(o.titles, title)
		k = Kind(len(o.titles))
		o.kinds[title] = k
	}
	return k
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
		set(Explodes, told)
	}
	return f
}

// noted reports whether a record has notes, and mostly need not write them.
func noted(r *record.Record) bool {
	return !r.Clean() && (r.AcksAgain() || r.AcksUnseen() || len(r.Diagnostics()) > 0)
}

// add adds a row.
func (o *Outline) add(x *incoming) {
	n := o.length
	if n%chunkRows == 0 {
		o.chunks = append(o.chunks, chunk{rows: new([chunkRows]row)})
	}
	if x.flags&Lost == 0 {
		o.end = max(o.end, x.frame)
	}
	x.row.frame, x.frameHigh = uint32(o.end), uint16(o.end>>32)
	c := &o.chunks[n/chunkRows]
	c.flags |= x.flags
	c.marks.add(uint32(x.kind))
	c.marks.add(x.who | 0xFF)
	c.marks.add(x.object)
	y := o.row(n)
	*y = x.row
	o.length++
	o.serve(y.link(), x.server)
	if x.answers.frame != 0 {
		y.back = o.distance(n, x.answers, false)
	}
	if x.passesOn.frame != 0 {
		y.other = o.distance(n, x.passesOn, true)
	}
	if len(x.parts) > 0 {
		o.join(n, x.parts)
	}
}

// serve notes the server of a link.
func (o *Outline) serve(link uint32, server netip.AddrPort) {
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

// distance is how far before n a message stands, by its place; 0 = there is none, or it is too far.
func (o *Outline) distance(n int, p place, whole bool) uint32 {
	found := o.number(p, whole)
	if found < 0 || found >= n || int64(n-found) > math.MaxUint32 {
		return 0
	}
	return uint32(n - found)
}

// join ties parts to the message that they belong to: it refers to the part that came last, each
// part to the one that came before it, and all to the message.
func (o *Outline) join(n int, parts []place) {
	var list []int
	for _, p := range parts {
		part := n - int(o.distance(n, p, false))
		if y := o.row(part); y.flags&(Part|Repeat) == Part && y.other == 0 {
			list = append(list, part)
		}
	}
	slices.Sort(list)
	for i, part := range list {
		y := o.row(part)
		if i > 0 {
			y.back = uint32(part - list[i-1])
		}
		y.other = uint32(n - part)
	}
	if last := len(list) - 1; last >= 0 {
		o.row(n).back = uint32(n - list[last])
	}
}
