package timeline

import (
	"net/netip"

	"bcdump/decode"
)

// stream is the updates of one ship that go one way to one receiver. What is nil was not asked for
// yet, or found no room.
type stream struct {
	dir      decode.Direction
	receiver netip.AddrPort
	cadences [2]*cadence // without and with blocks
	round    *round
	refresh  *refresh
}

// streams are those of one ship.
type streams struct {
	list                        []*stream
	cadences, rounds, refreshes int // of all
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
