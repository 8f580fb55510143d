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

// streamCache remembers the streams of records, so that most are found without a search.
type streamCache [512]struct {
	ship   *shipLife
	stream *stream
}

// of gives the stream of a record about a ship.
func (c *streamCache) of(x *shipLife, r *decode.Record) *stream {
	at := r.Link*2 + x.number*34
	if r.Dir == decode.ToServer {
		at++
	}
	k := &c[at%uint32(len(c))]
	if k.ship != x || k.stream.dir != r.Dir || k.stream.receiver != r.Dst {
		k.ship, k.stream = x, x.streams.of(r)
	}
	return k.stream
}

// forget drops what is remembered of a ship.
func (c *streamCache) forget(x *shipLife) {
	for i := range c {
		if c[i].ship == x {
			c[i].ship, c[i].stream = nil, nil
		}
	}
}
