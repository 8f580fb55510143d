package match

import (
	"slices"

	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/wire"
)

// begins notes what is kept of a life that begins.
func (m *Match) begins(x *Ship) {
	x.File, x.since = m.file, m.now.Frame
	clear(m.ships[:])
	for i, begins := range m.begun {
		x.kept[i] = begins(x)
	}
}

func (m *Match) forget(x *Ship) {
	clear(m.ships[:])
	x.shots = nil // ships that know of each other would keep all of them
	if p := x.Player; p != nil {
		p.Gone.Add(x)
		switch i := slices.Index(p.Ships, x); {
		case i == 0: // mostly: the oldest goes
			p.Ships[0], p.Ships = nil, p.Ships[1:]
		case i > 0:
			p.Ships = slices.Delete(p.Ships, i, i+1)
		}
	}
	x.Kill, x.shots, x.blind = nil, nil, shot{} // which lead to other ships
	for _, f := range m.forgets {
		f(x)
	}
}

// update takes an update about a ship.
func (m *Match) update(r *record.Record, c *Connection, id uint32) {
	own := r.Dir == record.ToServer
	known := &m.ships[(id>>18^id^r.Link<<5)%uint32(len(m.ships))]
	if known.ship != nil && known.link == r.Link && known.id == id && (known.own || !own) {
		known.ship.Heard(own)
		m.change.Ship = known.ship
		return
	}
	m.updated(r, c, id, own)
	known.link, known.id, known.ship, known.own = r.Link, id, m.change.Ship, own
}

// updated is for an update about a ship that was not asked for lately.
func (m *Match) updated(r *record.Record, c *Connection, id uint32, own bool) {
	key := Key{Server: c.Server, Object: id}
	x := m.lives.updated(key, own, m.returned(key, c, own))
	m.change.Ship = x
	if own {
		if !c.over() {
			x.flown = c
		}
		m.slotFromID(c, id)
	}
	switch { // hosts tell nobody of ships who is not in the game
	case own && c.Entered.Frame == 0 && (c.lost.Frame != 0 || c.cut): // he flies: the capture lacks how he came into the game
		m.enter(c, EventOf(r))
	case c.Joined || !own && len(c.Steps) != 0:
	case c.Entered.Frame == 0 && c.Ending.Why == Left && m.now.Time.Sub(c.left) <= leavingFor:
		c.Entered = c.First // it leaves as the capture begins
		m.play(c)
	default:
		m.enter(c, c.First)
	}
	m.belongs(x, c, own)
}

// belongs finds the player of a ship: the client that sends its updates, or whose slot its id
// is from.
func (m *Match) belongs(x *Ship, c *Connection, own bool) {
	if x.Player != nil {
		return
	}
	if x.Player = c.Player; !own {
		x.Player = m.playerOfID(m.host(c.Server), x.Object)
	}
	if x.Player != nil {
		x.Player.Ships = append(x.Player.Ships, x)
	}
}

// returned reports whether an object was flown by somebody who has gone: on a connection that is over, or, in the slot
// of a client that joined in the capture, before it came; who comes numbers its ships from the beginning. Of players
// without a connection the host says who goes and comes.
func (m *Match) returned(key Key, c *Connection, own bool) bool {
	x := m.lives.Current(key)
	slot, ok := wire.OwnerSlot(key.Object)
	switch {
	case x == nil || !ok || c.over():
		return false
	case x.Player != nil && x.Player.Game != c.Game:
		return true // of a host that has started anew since
	case !own:
		h := m.host(c.Server)
		return slot < len(h.taken) && x.since < h.taken[slot]
	}
	by := x.flown
	return by != nil && by != c && by.over() || c.Joined && c.Slot == slot && x.since < c.First.Frame
}

// created takes a creation.
func (m *Match) created(r *record.Record, c *Connection, o *message.ObjectCreate) {
	told, own := messageOf(r, c, o.ObjectID), r.Dir == record.ToServer
	told.Anew = m.returned(told.Key, c, own)
	x, first := m.lives.Created(told, ClassKey(o.Class()))
	if first {
		x.Other = o.ClassID != message.ClassShip
	}
	m.change.Ship, m.change.Created = x, first
	if own {
		m.slotFromID(c, o.ObjectID)
	}
	m.nameFromCreation(r, c, o)
	m.belongs(x, c, own)
}

// ended takes the end of an object.
func (m *Match) ended(r *record.Record, c *Connection, id uint32, how End) *Ship {
	x := m.lives.Ended(messageOf(r, c, id), how)
	if x == nil {
		return nil
	}
	m.change.Ship, m.change.Ended = x, true
	return x
}

func messageOf(r *record.Record, c *Connection, object uint32) *Message {
	return &Message{
		Key: Key{Server: c.Server, Object: object}, Event: EventOf(r), Client: c.Client, ToServer: r.Dir == record.ToServer,
		Late: r.Has(record.OutOfOrder),
	}
}

// find gives the ship that an id means, itself or a part of it, and the name of the part; nil =
// none is known.
func (m *Match) find(r *record.Record, id uint32) (x *Ship, part string) {
	id, part = Whole(r, id)
	return m.lives.Current(Key{Server: r.Server(), Object: id}), part
}
