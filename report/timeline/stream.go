package timeline

import (
	"net/netip"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
)

// stream is the updates of one ship that go one way to one receiver. What is nil was not asked for
// yet, or found no room.
type stream struct {
	dir      decode.Direction
	receiver netip.AddrPort
	cadences [2]*cadence // without and with blocks
	round    *round
	refresh  *refresh

	connection *match.Connection // on which the newest came
}

// on tells on which connection an update comes. What was before another one is no measure for it: the
// client was away.
func (k *stream) on(c *match.Connection) {
	if k.connection == c {
		return
	}
	for _, x := range k.cadences {
		if x != nil {
			x.last = capture.Time{}
		}
	}
	if k.round != nil {
		k.round.anew()
	}
	if x := k.refresh; x != nil && x != &uncounted {
		for i := range x.fields {
			x.fields[i].last, x.fields[i].known = capture.Time{}, false
		}
	}
	k.connection = c
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
