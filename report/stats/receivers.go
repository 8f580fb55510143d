package stats

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/report/tally"
)

// receiver is a client that the host tells of a ship while it lives.
type receiver struct {
	number      uint32            // of its link
	connection  *match.Connection // on it: who comes back is another receiver
	link        tally.Link
	updates     int64
	at          int64         // of the last one, in nanoseconds since 1970
	active      time.Duration // without pauses
	first, last tally.Position
	cycle       cycle
}

const (
	// maxReceivers bounds the clients of a ship.
	maxReceivers = 16
	// slow is below how many updates a second a ship moves by jerks, and enough after which time
	// a rate can be told.
	slow   = 9
	enough = 5 * time.Second
	// paused is a silence that tells nothing of the rate.
	paused = time.Minute
)

// told takes an update that goes to a client.
func (x *object) told(l *line, to *match.Connection, c *cycles) {
	if x.Died.Frame > 0 {
		return
	}
	r := x.receiver(l, to)
	if r == nil {
		return
	}
	if since := time.Duration(l.at - r.at); since > 0 && since < paused {
		r.active += since
	}
	r.updates++
	r.at, r.last = l.at, tally.PositionOf(l.Record)
	if l.flags&message.FlagSubsystems != 0 {
		c.block(r, l)
	}
}

// receiver gives the client that a line goes to; nil = there is no room for it.
func (x *object) receiver(l *line, to *match.Connection) *receiver {
	for i := range x.receivers {
		if x.receivers[i].connection == to && x.receivers[i].number == l.Link {
			return &x.receivers[i]
		}
	}
	if len(x.receivers) >= maxReceivers {
		return nil
	}
	x.receivers = append(x.receivers, receiver{number: l.Link, connection: to, link: l.link(), at: l.at, first: tally.PositionOf(l.Record)})
	return &x.receivers[len(x.receivers)-1]
}

// rate is updates a second.
func (r *receiver) rate() float64 { return tally.Ratio(float64(r.updates-1), r.active.Seconds()) }

// slow reports whether the client gets too few updates, where that share of messages is lost: fewer than is left of
// enough of them, less what chance may take of so many.
func (r *receiver) slow(loss float64) bool {
	const chance = 4 // standard deviations: there are many pairs of ships and clients
	left := slow * r.active.Seconds() * (1 - loss)
	return r.active >= enough && float64(r.updates-1) < left-chance*math.Sqrt(left*loss)
}

// where is what the updates have in common.
func (r *receiver) where(object uint32) []string {
	return []string{
		tally.OpcodeIs(message.OpcodeStateUpdate), tally.ObjectIs(object), r.link.Sent(decode.ToClient), tally.FramesIn(r.first.Frame, r.last.Frame),
		fmt.Sprintf("(frame != %d || index >= %d) && (frame != %d || index <= %d)", r.first.Frame, r.first.Index, r.last.Frame, r.last.Index),
	}
}

// slowShips are the ships that move by jerks for some client.
type slowShips struct {
	count int64 // pairs of a ship and a client
	worst slowShip
}

type slowShip struct {
	file, name  string
	link        tally.Link
	rate        float64
	active      time.Duration
	updates     int64
	first, last int64 // frames
	where       []string
}

// look takes a ship whose capture has ended.
func (s *slowShips) look(x *object, loss float64) {
	for i := range x.receivers {
		if r := &x.receivers[i]; r.slow(loss) {
			s.Merge(&slowShips{1, slowShip{
				x.File, cmp.Or(x.name, tally.ObjectText(x.Object)), r.link, r.rate(), r.active, r.updates, r.first.Frame, r.last.Frame, r.where(x.Object),
			}})
		}
	}
}

// Merge takes what other captures had.
func (s *slowShips) Merge(o *slowShips) {
	if o.count > 0 && (s.count == 0 || o.worst.rate < s.worst.rate) {
		s.worst = o.worst
	}
	s.count += o.count
}
