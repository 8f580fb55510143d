package facts

import (
	"cmp"
	"fmt"
	"math"
	"net/netip"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/transport"
)

// Dropped is what the capture lacks though it came, of what a server and its clients say.
type Dropped struct {
	// Share is that of the messages with a number on the data channel, by their Acks; 0 = hardly any are missing.
	Share float64
	// Sizes says datagrams of which size are missing, as a filter leaves out; "" = size does not decide.
	Sizes string
}

// Many says how much is missing if that is so much that updates, which have no numbers, tell nothing by staying out; "" = it is not.
func (d *Dropped) Many() string {
	const many = 0.05
	if d.Share > many {
		return fmt.Sprintf("%.2g %% of the messages that came are missing", 100*d.Share)
	}
	return ""
}

// Dropped gives that of a server.
func (f *Facts) Dropped(server netip.AddrPort) *Dropped {
	if x := f.dropped().of[server]; x != nil {
		return &x.Dropped
	}
	return &Dropped{}
}

// EachDropped gives why servers are not judged, of the first one; "" = one is.
func (f *Facts) EachDropped(why func(*Dropped) string) (text string) {
	for _, c := range f.match.Connections() {
		x := why(f.Dropped(c.Server))
		if x == "" {
			return ""
		}
		text = cmp.Or(text, x)
	}
	return text
}

// dropped is what is missing of all.
type dropped struct {
	of    map[netip.AddrPort]*droppedOf
	early []time.Duration // by how much messages come behind their Acks
	all   int             // messages
}

// droppedOf is what is there of a server.
type droppedOf struct {
	Dropped
	smallest, largest int    // datagrams, in bytes
	n                 [2]int // datagrams, by direction
	messages, lacking int
	full              int // fragments of full size that are missing
}

// findDropped finds these. All large datagrams are missing if two fragments of full size were acknowledged, and none is there; all small
// ones if a long game has neither an Ack nor a keepalive alone: stock clients send both.
func (f *Facts) findDropped() (d dropped) {
	const whole, alone = 412, 12 // bytes: of a fragment but the last, of a datagram with an Ack or two
	const long, some = 100, 20   // datagrams of a direction, messages
	type place struct {
		link     uint32
		toClient bool
		seq      uint16
		part     int // -1 = the message is whole
	}
	began, lacking, parts := map[way]bool{}, map[place]capture.Time{}, map[place]bool{} // parts: whether they are there
	servers := map[uint32]*droppedOf{}                                                  // by link
	d.of = map[netip.AddrPort]*droppedOf{}
	for _, c := range f.match.Connections() {
		if d.of[c.Server] == nil {
			d.of[c.Server] = &droppedOf{smallest: math.MaxInt}
		}
		servers[c.Link] = d.of[c.Server]
	}
	reader := f.Reader()
	for i, r := range f.All() {
		if r.Is&(Game|Lost|Joined) != Game {
			continue
		}
		server := servers[f.Side(r).Link]
		if server == nil {
			continue // there was no room for its connection
		}
		if r.Has(Leads) {
			size := int(f.PayloadLength(f.Datagram(r.Datagram)))
			server.smallest, server.largest = min(server.smallest, size), max(server.largest, size)
			server.n[(r.Is&ToClient)/ToClient]++
		}
		at := place{f.Side(r).Link, r.Has(ToClient), r.Seq, -1}
		switch kind := transport.Type(r.Kind); {
		case kind == transport.Ack:
			p := f.Payload(r) // number, flags, index of a fragment
			if at.toClient = !at.toClient; len(p) < 3 || p[2]&transport.AckLowChannel != 0 {
				continue
			}
			if _, known := lacking[at]; !known && r.Has(AckUnseen) && began[way{at.link, at.toClient}] {
				lacking[at] = f.Steady(f.Datagram(r.Datagram))
			}
			if len(p) > 3 {
				at.part = int(p[3])
				if !parts[at] {
					parts[at] = false // it is named
				}
			}
		case kind == transport.Data && r.Has(Reliable):
			if !r.Has(Again) {
				if acked, is := lacking[at]; is {
					d.early = append(d.early, f.Steady(f.Datagram(r.Datagram)).Sub(acked))
				}
				began[way{at.link, at.toClient}] = true
				d.all++
				server.messages++
			}
			delete(lacking, at)
			if r.Has(Part) {
				at.part = int(reader.Header(i).FragmentIndex)
				parts[at] = true
			}
		}
	}
	for at := range lacking {
		servers[at.link].lacking++
	}
	for at, there := range parts {
		at.part++
		if _, more := parts[at]; more && !there {
			servers[at.link].full++
		}
	}
	for _, x := range d.of {
		if x.lacking >= some {
			x.Share = float64(x.lacking) / float64(x.lacking+x.messages)
		}
		switch {
		case x.full > 1 && x.largest < whole:
			x.Sizes = fmt.Sprintf("datagrams of more than %d bytes are missing", x.largest)
		case x.smallest > alone && min(x.n[0], x.n[1]) >= long:
			x.Sizes = fmt.Sprintf("datagrams of less than %d bytes are missing", x.smallest)
		}
	}
	return d
}
