package stats

import (
	"cmp"
	"math"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/report/tally"
)

// receiver is who is told of a ship while it lives: a client by the host, or the host by the owner.
type receiver struct {
	*traffic.Flow
	link  tally.Link
	cycle cycle // of blocks
	whole cycle // of all fields of motion
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

// told takes an update.
func (x *object) told(l *line, f *traffic.Flow, o *objects) {
	if x.Died.Frame > 0 {
		return
	}
	r := o.receivers.Of(f)
	if r == nil {
		if len(x.receivers) >= maxReceivers {
			return
		}
		r = &receiver{Flow: f, link: l.link()}
		x.receivers = append(x.receivers, r)
		o.receivers.Set(f, r)
	}
	blocks := message.FlagSubsystems
	if f.Own {
		blocks = message.FlagWeapons
	}
	if l.flags&blocks != 0 {
		o.cycles.block(&r.cycle, l)
	}
	o.cycles.whole(&r.whole, l)
}

// rate is updates a second.
func (r *receiver) rate() float64 {
	return tally.Ratio(float64(r.Alive.Updates-1), r.Alive.Active.Seconds())
}

// slow reports whether the client gets too few updates, where that share of messages is lost: fewer than is left of
// enough of them, less what chance may take of so many.
func (r *receiver) slow(loss float64) bool {
	const chance = 4 // standard deviations: there are many pairs of ships and clients
	left := slow * r.Alive.Active.Seconds() * (1 - loss)
	return !r.Own && r.Alive.Active >= enough && float64(r.Alive.Updates-1) < left-chance*math.Sqrt(left*loss)
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
	for i := range x.receivers {
		if r, f := x.receivers[i], &x.receivers[i].Alive; r.slow(loss) {
			if s.count++; s.count == 1 || r.rate() < s.worst.rate {
				s.worst = slowShip{cmp.Or(x.name, tally.ObjectText(x.Object)), r.link, r.rate(), f.Active, f.First.Frame, f.Last.Frame}
			}
		}
	}
}
