package timeline

import (
	"cmp"
	"net/netip"
	"slices"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/traffic"
)

// stream is the updates of one ship that go one way to one receiver, on whatever connection. What is nil was not
// asked for yet, or found no room.
type stream struct {
	dir      decode.Direction
	receiver netip.AddrPort
	cadences [2]*cadence // without and with blocks
	round    *round
	refresh  *refresh
}

// take takes what an update is to its flow: what lies before a run is no measure for it, and nothing that came
// on another connection: the client was away.
func (k *stream) take(step traffic.Step) {
	if step == traffic.Interval || step == traffic.Late || step == traffic.Copy {
		return
	}
	if step == traffic.First && k.round != nil {
		k.round.anew()
	}
	if x := k.refresh; x != nil {
		for i := range x.fields {
			x.fields[i].last, x.fields[i].known = capture.Time{}, x.fields[i].known && step != traffic.First
		}
	}
}

// streams are those of one ship.
type streams struct {
	list      []*stream
	ways      []linkWay // of flows
	flows     []*flow
	refreshes int // of all
}

// linkWay is one of the two of a link.
type linkWay struct {
	link     uint32
	toClient bool
}

// flow is what goes one way.
type flow struct {
	traffic.Times
	stream *stream
}

// flow finds or makes that of a row.
func (s *streams) flow(l *line) *flow {
	of := linkWay{l.facts.Side(l.Row).Link, l.dir == decode.ToClient}
	for i, w := range s.ways {
		if w == of {
			return s.flows[i]
		}
	}
	w := &flow{stream: s.of(l.dir, l.dst)}
	s.ways, s.flows = append(s.ways, of), append(s.flows, w)
	return w
}

// of finds or makes the stream that goes one way to a receiver.
func (s *streams) of(dir decode.Direction, receiver netip.AddrPort) *stream {
	for _, k := range s.list {
		if k.dir == dir && k.receiver == receiver {
			return k
		}
	}
	k := &stream{dir: dir, receiver: receiver}
	s.list = append(s.list, k)
	return k
}

// ordered gives them by direction and receiver.
func (s *streams) ordered() []*stream {
	return slices.SortedFunc(slices.Values(s.list), func(a, b *stream) int {
		return cmp.Or(cmp.Compare(a.dir, b.dir), a.receiver.Compare(b.receiver))
	})
}
