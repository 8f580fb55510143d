package facts

import (
	"fmt"
	"math"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/transport"
)

// dropped is what the capture lacks though it came.
type dropped struct {
	share float64         // of the messages on the data channel, by their Acks
	sizes string          // which datagrams, if size decides; "" = it does not
	early []time.Duration // by how much messages come behind their Acks
	all   int             // messages
}

// Dropped is the share of the messages with a number on the data channel that came, as their Acks say, and that the capture lacks; 0 = hardly
// any are.
func (f *Facts) Dropped() float64 { return f.dropped().share }

// DroppedSizes says datagrams of which size the capture lacks, as a filter leaves out; "" = it lacks none for its size.
func (f *Facts) DroppedSizes() string { return f.dropped().sizes }

// DroppedMany says how much is missing if that is so much that updates, which have no numbers, tell nothing by staying out; "" = it is not.
func (f *Facts) DroppedMany() string {
	const many = 0.05
	if share := f.Dropped(); share > many {
		return fmt.Sprintf("%.2g %% of the messages that came are missing", 100*share)
	}
	return ""
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
	smallest, largest, n := math.MaxInt, 0, [2]int{}
	reader := f.Reader()
	for i, r := range f.All() {
		if r.Is&(Game|Lost|Joined) != Game {
			continue
		}
		if r.Has(Leads) {
			size := int(f.PayloadLength(f.Datagram(r.Datagram)))
			smallest, largest = min(smallest, size), max(largest, size)
			n[(r.Is&ToClient)/ToClient]++
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
			}
			delete(lacking, at)
			if r.Has(Part) {
				at.part = int(reader.Header(i).FragmentIndex)
				parts[at] = true
			}
		}
	}
	if len(lacking) >= some {
		d.share = float64(len(lacking)) / float64(len(lacking)+d.all)
	}
	full := 0
	for at, there := range parts {
		at.part++
		if _, more := parts[at]; more && !there {
			full++
		}
	}
	switch {
	case full > 1 && largest < whole:
		d.sizes = fmt.Sprintf("datagrams of more than %d bytes are missing", largest)
	case smallest > alone && min(n[0], n[1]) >= long:
		d.sizes = fmt.Sprintf("datagrams of less than %d bytes are missing", smallest)
	}
	return d
}
