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
	flows     []*flow
	refreshes int // of all
}

// flow is what goes one way of a link.
type flow struct {
	link     uint32
	toClient bool
	traffic.Times
	stream *stream
}

// flow finds or makes that of a row, and the stream of its direction and receiver.
func (s *streams) flow(l *line) *flow {
	link, toClient := l.facts.Side(l.Row).Link, l.dir == decode.ToClient
	for _, w := range s.flows {
		if w.link == link && w.toClient == toClient {
			return w
		}
	}
	i := slices.IndexFunc(s.list, func(k *stream) bool { return k.dir == l.dir && k.receiver == l.dst })
	if i < 0 {
		i = len(s.list)
		s.list = append(s.list, &stream{dir: l.dir, receiver: l.dst})
	}
	w := &flow{link: link, toClient: toClient, stream: s.list[i]}
	s.flows = append(s.flows, w)
	return w
}

// ordered gives them by direction and receiver.
func (s *streams) ordered() []*stream {
	return slices.SortedFunc(slices.Values(s.list), func(a, b *stream) int {
		return cmp.Or(cmp.Compare(a.dir, b.dir), a.receiver.Compare(b.receiver))
	})
}
