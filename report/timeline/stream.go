package timeline

import (
	"net/netip"

	"bcdump/decode"
)

// stream is what is kept of the updates of one ship that go one way to one receiver. What is nil
// was not looked for yet, or found no room.
type stream struct {
	of       *shipLife
	receiver netip.AddrPort
	toServer bool
	cadences [2]*cadence // without and with blocks
	round    *round
	refresh  *refresh
}

// streams are the newest ones, found without looking into the maps of a ship.
type streams [512]stream

// of gives the stream of a record about a ship.
func (s *streams) of(x *shipLife, r *decode.Record) *stream {
	toServer := r.Dir == decode.ToServer
	at := r.Link*2 + x.number*34
	if toServer {
		at++
	}
	k := &s[at%uint32(len(s))]
	if k.of != x || k.toServer != toServer || k.receiver != r.Dst {
		*k = stream{of: x, receiver: r.Dst, toServer: toServer}
	}
	return k
}
