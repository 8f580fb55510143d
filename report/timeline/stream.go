package timeline

import (
	"net/netip"

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
	refreshes int // of all
}

// of finds or makes the stream of a record.
func (s *streams) of(r *decode.Record) *stream {
	for _, k := range s.list {
		if k.dir == r.Dir && k.receiver == r.Dst {
			return k
		}
	}
	k := &stream{dir: r.Dir, receiver: r.Dst}
	s.list = append(s.list, k)
	return k
}
