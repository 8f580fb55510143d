package stats

import (
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/report/facts"
	"bcdump/report/tally"
)

// receiver is who is told of a ship while it lives: a client by the host, or the host by the owner.
type receiver struct {
	number      uint32 // of the link
	link        tally.Link
	own         bool // the owner sends
	updates     int64
	active      time.Duration // from one to the next, but for absences
	at          capture.Time  // of the newest, but for copies
	first, last int64         // frames
	cycle       cycle         // of blocks
	whole       cycle         // of all fields of motion
}

const (
	// maxReceivers bounds the clients of a ship, and the host.
	//limit:maxReceivers Figures | receivers of updates about a ship whose updates are counted | not counted | —
	maxReceivers = 32
)

// told takes an update about a ship that lives.
func (o *objects) told(x *object, at capture.Time, c *part, i int, r *facts.Row) {
	number, own := c.Side(r).Link, side(r) == toServer
	k := slices.IndexFunc(x.receivers, func(y *receiver) bool { return y.number == number && y.own == own })
	if k >= 0 && r.Step() == traffic.First { // of another connection
		x.before, x.receivers = append(x.before, x.receivers[k]), slices.Delete(x.receivers, k, k+1)
		k = -1
	}
	if k < 0 {
		if len(x.receivers)+len(x.before) >= maxReceivers {
			return
		}
		k = len(x.receivers)
		x.receivers = append(x.receivers, &receiver{number: number, link: c.link(r), own: own, first: c.frame(r)})
	}
	y := x.receivers[k]
	y.count(at, c, r)
	blocks := uint8(message.FlagSubsystems)
	if own {
		blocks = message.FlagWeapons
	}
	if r.Flags&blocks != 0 {
		o.cycles.block(&y.cycle, at, c, i, r)
	}
	o.cycles.whole(&y.whole, at, c, r)
}

func (y *receiver) count(at capture.Time, c *part, r *facts.Row) {
	y.updates++
	y.last = c.frame(r)
	switch r.Step() {
	case traffic.Copy:
		return
	case traffic.Interval, traffic.Pause:
		y.active += at.Sub(y.at)
	}
	y.at = at
}
