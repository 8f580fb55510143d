package stats

import (
	"cmp"
	"math"
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
	// slow is below how many updates a second a ship moves by jerks, and enough after which time
	// a rate can be told.
	slow   = 9
	enough = 5 * time.Second
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

// rate is updates a second.
func (y *receiver) rate() float64 { return tally.Ratio(float64(y.updates-1), y.active.Seconds()) }

// slow reports whether the client gets too few updates, where that share of messages is lost: fewer than is left of
// enough of them, less what chance may take of so many.
func (y *receiver) slow(loss float64) bool {
	const chance = 4 // standard deviations: there are many pairs of ships and clients
	left := slow * y.active.Seconds() * (1 - loss)
	return !y.own && y.active >= enough && float64(y.updates-1) < left-chance*math.Sqrt(left*loss)
}

// slowShips are the ships that move by jerks for some client.
type slowShips struct {
	count int64 // pairs of a ship and a client
	worst slowShip
}

type slowShip struct {
	name        string
	link        tally.Link
	rate        float64
	active      time.Duration
	first, last int64 // frames
}

// look takes a ship whose capture has ended.
func (s *slowShips) look(x *object, loss float64) {
	for _, y := range slices.Concat(x.before, x.receivers) {
		if y.slow(loss) {
			if s.count++; s.count == 1 || y.rate() < s.worst.rate {
				s.worst = slowShip{cmp.Or(x.name, tally.ObjectText(x.Object)), y.link, y.rate(), y.active, y.first, y.last}
			}
		}
	}
}
