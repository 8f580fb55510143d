package timeline

import "bcdump/decode"

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
