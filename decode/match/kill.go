package match

import (
	"time"

	"bcdump/decode/message"
	"bcdump/decode/record"
)

// Kill is the end of a ship that exploded.
type Kill struct {
	Event  // the first message that tells it
	File   string
	Victim *Ship
	// Killer is the player who did it, and By his ship; nil = nobody, or not known.
	Killer *Player
	By     *Ship
	Cause  Cause
	Weapon Weapon // that fired last, of the killer at the victim; NoWeapon = not known
	// Shot is the message by which the weapon and, of a collision or a self-destruct, the cause
	// is known; frame 0 = none. Before is how long before the kill that was.
	Shot   Event
	Before time.Duration
	// Other is the object that the ship collided with; 0 = none is known.
	Other uint32
	// Told says that messages tell the cause, and not only what came shortly before.
	Told     bool
	Lifetime float32 // of the explosion, in seconds
}

// Cause is what ended a ship.
type Cause string

// Causes.
const (
	ByWeapon       Cause = "weapon"
	BySelfDestruct Cause = "self_destruct"
	ByCollision    Cause = "collision"
	ByUnknown      Cause = "unknown"
)

// Weapon is a kind of weapon.
type Weapon uint8

// Kinds of weapons.
const (
	NoWeapon Weapon = iota
	Phaser
	Pulse
	Torpedo
	Tractor
	numWeapons
)

// String names a weapon; "" = NoWeapon.
func (w Weapon) String() string { return [...]string{"", "phaser", "pulse", "torpedo", "tractor"}[w] }

// Codes of events that tell of weapons and players.
const (
	codePhaserFires = 0x00800081
	codePlayerGone  = 0x00060005
)

// event takes an event of the game.
func (m *Match) event(r *record.Record, c *Connection, h *host, e *message.Event) {
	switch {
	case e.Explodes() && explodes[r.Payload[0]]:
		m.explodes(r, c, e)
	case r.Payload[0] == message.OpcodePlayerListEvent && e.EventCode == codePlayerGone:
		if x := h.peers[e.PeerID]; x != c {
			m.gone(r, x)
		}
	case r.Payload[0] == message.OpcodeCollisionEffect:
		m.collides(r, e)
	case r.Payload[0] == message.OpcodeStartFiring:
		m.startFiring(r, c, e)
	case e.EventCode == codePhaserFires:
		m.firing(r, e)
	}
}

// explodes are the opcodes of events that may tell of the end of a ship.
var explodes = [256]bool{message.OpcodePythonEvent: true, message.OpcodeClientEvent: true, message.OpcodePythonEvent2: true}

// EndOf gives the end of an object that a complete message tells of.
func EndOf(r *record.Record) (object uint32, how End, ok bool) {
	switch m := r.Content().Message.(type) {
	case *message.DestroyObject:
		return m.ObjectID, End{}, true
	case *message.Event:
		if m.Explodes() && explodes[r.Payload[0]] {
			object, _ = Whole(r, m.TargetID)
			return object, End{Exploded: true, By: m.SourceID}, true
		}
	}
	return 0, End{}, false
}

// explodes takes the message that a ship explodes: the source is the ship of the killer, the
// target the one that dies.
func (m *Match) explodes(r *record.Record, c *Connection, e *message.Event) {
	object, how, ok := EndOf(r)
	if !ok {
		return
	}
	x := m.ended(r, c, object, how)
	if x == nil {
		return
	}
	k := &Kill{Event: EventOf(r), File: m.file, Victim: x, Lifetime: e.Lifetime, Cause: ByUnknown}
	k.killer(m, r, e)
	k.conclude()
	x.Kill, m.change.Kill = k, k
	if len(m.kills) >= maxKills {
		m.dropped.Kills++
		return
	}
	m.kills = append(m.kills, k)
}

// killer takes whom the message names.
func (k *Kill) killer(m *Match, r *record.Record, e *message.Event) {
	if e.SourceID != 0 {
		k.By, _ = m.find(r, e.SourceID)
	}
	if k.By == k.Victim {
		k.By = nil // servers name the ship that explodes
	}
	if p := m.host(r.Server()).peers[uint8(e.FiringPlayer)]; p != nil && e.FiringPlayer > 0 && e.FiringPlayer <= 0xFF {
		k.Killer = p.Player
	}
	if k.Killer == nil && k.By != nil {
		k.Killer = k.By.Player
	}
	if k.Killer != nil || k.By != nil {
		k.Cause, k.Told = ByWeapon, true
	}
}

// conclude finds the cause from what came shortly before, unless a killer was named, and the
// weapon.
func (k *Kill) conclude() {
	x := k.Victim
	if k.Cause == ByWeapon {
		k.by(x.lastShot(k))
		return
	}
	switch {
	case k.soon(x.asked, answered):
		k.Cause, k.Told, k.Shot = BySelfDestruct, true, x.asked
	case k.soon(x.crashed, crashed):
		k.Cause, k.Told, k.Shot, k.Other = ByCollision, k.collided(), x.crashed, x.other
	case k.collided():
		k.Cause = ByCollision
	default:
		if s := x.lastShot(k); s != nil {
			k.Cause, k.By, k.Killer = ByWeapon, s.by, s.by.Player
			k.by(s)
		}
	}
	if k.Shot.Frame != 0 {
		k.Before = k.Time.Sub(k.Shot.Time)
	}
}

// collided reports whether the explosion lasts as long as that of a collision: 12.9 s, and 9.5 s
// of all others.
func (k *Kill) collided() bool { return k.Lifetime > 12.85 && k.Lifetime < 12.95 }

// soon reports whether the kill came within a time of an event.
func (k *Kill) soon(e Event, within time.Duration) bool {
	before := k.Time.Sub(e.Time)
	return e.Frame != 0 && before >= 0 && before <= within
}

// by takes the shot that was the last; nil = none is known.
func (k *Kill) by(s *shot) {
	if s == nil {
		return
	}
	k.Weapon, k.Shot, k.Before = s.weapon, s.Event, max(k.Time.Sub(s.Time), 0)
}

// collides takes a report of a client that its ship, the target, collided with the source.
func (m *Match) collides(r *record.Record, e *message.Event) {
	x, _ := m.find(r, e.TargetID)
	if x != nil && r.Relay.Frame == 0 {
		x.crashed, x.other, x.force = EventOf(r), e.SourceID, e.Force
	}
}

// asksToDie takes the request of a client that its ship be destroyed.
func (c *Connection) asksToDie(r *record.Record) {
	if c.Player == nil || r.Dir != record.ToServer {
		return
	}
	for i := len(c.Player.Ships) - 1; i >= 0; i-- {
		if x := c.Player.Ships[i]; x.Died.Frame == 0 {
			x.asked = EventOf(r)
			return
		}
	}
}
