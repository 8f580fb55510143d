package match

import (
	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/wire"
)

// WeaponOf gives the object that an event of beams is about. Stock software names the weapon as
// target of the event, others the ship as its source.
func (m *Match) WeaponOf(r *record.Record, e *message.Event) uint32 {
	if x, _ := m.find(r, e.TargetID); x == nil {
		return e.SourceID
	}
	return e.TargetID
}

// startFiring takes a phaser or a tractor that fires.
func (m *Match) startFiring(r *record.Record, c *Connection, e *message.Event) {
	weapon := m.WeaponOf(r, e)
	if x, _ := m.find(r, weapon); x != nil && r.Dir == record.ToServer {
		x.trigger = EventOf(r)
	}
	t := &c.trigger[senderIndex(r)]
	if t.weapon == weapon && !t.twice && r.Header.Seq == t.seq+1 {
		t.twice = true
		return
	}
	*t = trigger{weapon: weapon, seq: r.Header.Seq}
	m.fired(r, c, Beam(r, weapon), weapon, e.TargetRef)
}

// Beam tells tractors from phasers, by the weapon that a message of a beam names.
func Beam(r *record.Record, weapon uint32) Weapon {
	if PartType(r, weapon) == "tractor_system" {
		return Tractor
	}
	return Phaser
}

// fired takes a shot. Whom it was fired at is known only if target is a ship.
func (m *Match) fired(r *record.Record, c *Connection, w Weapon, weapon, target uint32) {
	x, _ := m.find(r, weapon)
	switch {
	case r.Relay.Frame != 0 || !m.listens(r, c, x):
		return
	case x == nil:
		m.stray(r, c, w, weapon)
		return
	}
	m.change.Shot = true
	more := m.volley(r, &x.volleys[w], Volley{By: x, Weapon: w, Object: x.Object})
	if x.Player != nil {
		x.Player.Shots[w]++
		x.Player.Together += more
	}
	if target == 0 && w == Torpedo {
		x.blind = shot{Event: EventOf(r), by: x, weapon: w}
	}
	m.aimed(r, shot{Event: EventOf(r), by: x, weapon: w}, target)
}

// volley keeps a shot with those that it belongs to, and gives how many belong together by it that did not before.
func (m *Match) volley(r *record.Record, v *volley, of Volley) (more int64) {
	switch more = v.take(r.Steady()); {
	case more == 0:
		v.first, v.of = EventOf(r), of.Object
	case v.told != nil:
		v.told.Shots = v.shots
	case v.shots == 2 && len(m.volleys) < m.Room(maxVolleys):
		of.First, of.Object, of.Shots = v.first, v.of, v.shots
		v.told = &of
		m.volleys = append(m.volleys, v.told)
	case v.shots == 2:
		m.dropped.Volleys++
	}
	return more
}

// stray takes a shot of a ship that was there before the capture and was not told of since: the slot alone is known.
func (m *Match) stray(r *record.Record, c *Connection, w Weapon, weapon uint32) {
	slot, owned := wire.OwnerSlot(weapon)
	if !owned {
		return
	}
	h := m.host(c.Server)
	if h.strays == nil {
		h.strays = map[int]*[numWeapons]volley{}
	}
	if h.strays[slot] == nil {
		h.strays[slot] = new([numWeapons]volley)
	}
	m.volley(r, &h.strays[slot][w], Volley{Weapon: w, Object: weapon})
}

// aimed notes a shot at its target.
func (m *Match) aimed(r *record.Record, s shot, target uint32) {
	victim, _ := m.find(r, target)
	if target == 0 || victim == nil || victim == s.by || s.weapon == Tractor {
		return
	}
	victim.shotAt(s)
}

// firing takes the event by which the host tells that a beam fires: the only one that names the
// target in stock software. What fired it is what the client sent just before.
func (m *Match) firing(r *record.Record, e *message.Event) {
	for _, weapon := range []uint32{e.SourceID, e.TargetID} {
		if x, _ := m.find(r, weapon); x != nil {
			s := shot{Event: EventOf(r), by: x, weapon: Phaser}
			if x.trigger.Frame != 0 && r.Steady().Sub(x.trigger.Time) <= beamFlight {
				s.Event = x.trigger
			}
			m.aimed(r, s, e.ObjectRef)
			return
		}
	}
}

// listens reports whether a message that is no copy counts: of a client always; of the host, which
// tells all clients but the owner of a ship, only what it tells one of them. x = nil: nobody knows the ship.
func (m *Match) listens(r *record.Record, c *Connection, x *Ship) bool {
	if r.Dir == record.ToServer {
		return true
	}
	by := &m.host(c.Server).observer
	if x != nil {
		by = &x.observer
	}
	if *by == nil || (*by).over() || r.Steady().Sub((*by).Told.Time) > joiningFor {
		*by = c
	}
	return *by == c
}

func targetOf(has bool, id uint32) uint32 {
	if has {
		return id
	}
	return 0
}
