package timeline

import (
	"math"
	"net/netip"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
)

// path measures how far a ship flies, along the full positions of its owner; where
// the owner is not heard, of one of the receivers. Positions that are put together from
// deltas are off by up to a unit in a hundred, which would add up. Only the way since
// the newest full position is taken from them.
type path struct {
	owned    bool // the owner tells
	receiver netip.AddrPort
	heard    capture.Time // from receiver
	full     [3]float32   // newest full position
	known    bool
	broken   bool    // the ship jumped since
	rest     float64 // from full to the newest position
	distance float64
	jumps    int64
}

// take takes the position of an update, if it has one.
func (p *path) take(u *update) {
	world := u.World
	if !u.Whole || u.Late || !world.Known || !p.follows(u) {
		return
	}
	at := [3]float32(world.Position)
	if u.Jump {
		p.broken = true
		p.jumps++
	}
	if !u.has(message.FlagPosition) {
		if p.known && !p.broken && !world.Estimated {
			p.rest = distance(p.full, at)
		}
		return
	}
	if p.known && !p.broken {
		p.distance += distance(p.full, at)
	}
	p.full, p.known, p.broken, p.rest = at, true, false, 0
}

// follows reports whether an update belongs to the stream that is measured, and chooses
// that stream.
func (p *path) follows(u *update) bool {
	const silent = 5 * time.Second
	switch {
	case u.dir == decode.ToServer && !p.owned:
		p.owned = true
		p.begin()
	case u.dir == decode.ToServer:
	case p.owned:
		return false
	case !p.receiver.IsValid() || p.receiver != u.dst && u.steady.Sub(p.heard) > silent:
		p.receiver = u.dst
		p.begin()
	case p.receiver != u.dst:
		return false
	}
	p.heard = u.steady
	return true
}

// begin starts anew, with another stream.
func (p *path) begin() {
	p.distance += p.rest
	p.known, p.broken, p.rest = false, false, 0
}

// total is the whole way.
func (p *path) total() float64 { return p.distance + p.rest }

func distance(a, b [3]float32) float64 {
	var sum float64
	for i := range a {
		d := float64(a[i]) - float64(b[i])
		sum += d * d
	}
	return math.Sqrt(sum)
}
