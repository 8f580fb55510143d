package traffic

import (
	"slices"

	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/record"
)

// Traffic is the account of all captures that it was given. One goroutine at a time.
type Traffic struct {
	match   *match.Match
	of      match.Slot[*flows]
	ships   []*flows // of all ships that have some
	room    int      // flows that are kept
	dropped int64    // updates of those that found no room
	cache   [512]*Flow
	change  Change
	clocks  []*Clock

	byConnection map[clockKey]*Clock
}

// flows are those of a ship.
type flows struct {
	ship *match.Ship
	list []*Flow
}

const (
	// maxFlows bounds the flows of all ships, maxOfShip those of one.
	//limit:maxFlows Figures | connections and directions on which all ships are told of, in the account of the traffic | those of a ship of which nothing came for a minute are forgotten; else nothing is measured; counted | TestRoom
	maxFlows = 8192
	//limit:maxOfShip Figures | connections and directions on which a ship is told of, in the account of the traffic | nothing is measured; counted | TestRoom
	maxOfShip = 64
)

// New makes an account of the traffic of a match.
func New(m *match.Match) *Traffic {
	t := &Traffic{match: m}
	t.of = match.Keep(m, func(*match.Ship) *flows { return nil })
	m.OnForget(t.forget)
	return t
}

// Dropped counts the updates of flows that found no room.
func (t *Traffic) Dropped() int64 { return t.dropped }

// Change gives what the record that was taken last did.
func (t *Traffic) Change() *Change { return &t.change }

// Take takes the next record, which the account of the match has taken.
func (t *Traffic) Take(r *record.Record) {
	c := &t.change
	c.Flow = nil
	x := t.match.Change().Ship
	if x == nil || !r.Walked && !(r.IsGame() && r.Payload[0] == message.OpcodeStateUpdate) {
		return
	}
	if c.Flow = t.flow(r, x); c.Flow == nil {
		t.dropped++
		return
	}
	c.Step = c.Flow.take(r)
}

// flow gives the flow of an update; nil = there is no room for it.
func (t *Traffic) flow(r *record.Record, x *match.Ship) *Flow {
	c, own := t.match.Connection(), r.Dir == record.ToServer
	place := x.Object>>18 ^ x.Object ^ r.Link<<3
	if own {
		place ^= 4
	}
	cached := &t.cache[place%uint32(len(t.cache))]
	if f := *cached; f != nil && f.Ship == x && f.Connection == c && f.Own == own {
		return f
	}
	f := t.lookUp(r, x, c, own)
	if f != nil {
		*cached = f
	}
	return f
}

// lookUp is for a flow that was not asked for lately.
func (t *Traffic) lookUp(r *record.Record, x *match.Ship, c *match.Connection, own bool) *Flow {
	if c == nil {
		return nil
	}
	all := t.of.Of(x)
	if all == nil {
		all = &flows{ship: x}
	}
	for _, f := range all.list {
		if f.Connection == c && f.Own == own {
			return f
		}
	}
	if len(all.list) >= maxOfShip || t.room >= maxFlows && !t.makeRoom(r) {
		return nil
	}
	if len(all.list) == 0 {
		t.of.Set(x, all)
		t.ships = append(t.ships, all)
	}
	t.room++
	f := newFlow(x, c, own)
	f.clock = t.clock(c, own)
	all.list = append(all.list, f)
	return f
}

// makeRoom forgets the flows of a ship of which nothing came for long; false = the one that was asked has some.
func (t *Traffic) makeRoom(r *record.Record) bool {
	oldest := t.ships[0]
	for _, f := range oldest.list {
		if since := r.Steady().Sub(f.at); since >= 0 && since < absence {
			t.ships = append(t.ships[1:], oldest) // the next time another one is asked
			return false
		}
	}
	t.forget(oldest.ship)
	return true
}

// forget forgets the flows of a ship.
func (t *Traffic) forget(x *match.Ship) {
	all := t.of.Of(x)
	if all == nil {
		return
	}
	clear(t.cache[:])
	t.of.Set(x, nil)
	t.room -= len(all.list)
	t.ships = slices.Delete(t.ships, slices.Index(t.ships, all), slices.Index(t.ships, all)+1)
}
