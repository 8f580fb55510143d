package match

import (
	"slices"

	"bcdump/decode/message"
	"bcdump/decode/record"
	"bcdump/decode/wire"
)

// codePhaserFires is the code of the event that a phaser fires.
const codePhaserFires = 0x00800081

// event takes an event of the game.
func (m *Match) event(r *record.Record, c *Connection, h *host, e *message.Event) {
	object, how, dies := Death(r)
	switch {
	case dies:
		m.explodes(r, c, e, object, how)
	case r.Payload[0] == message.OpcodePlayerListEvent && e.EventCode == message.CodePlayerGone:
		x := h.peers[e.PeerID]
		h.departs(r, x, e.PeerID)
		if x != c {
			m.gone(EventOf(r), r.Link, x)
		}
	case r.Payload[0] == message.OpcodePlayerListEvent && e.EventCode == message.CodePlayerCame:
		h.arrives(r, e.PeerID)
		clear(m.ships[:])
	case r.Payload[0] == message.OpcodeCollisionEffect:
		m.collides(r, e)
	case r.Payload[0] == message.OpcodeStartFiring:
		m.startFiring(r, c, e)
	case e.EventCode == codePhaserFires:
		m.firing(r, e)
	}
}

// explodes takes the message that a ship explodes: the source is the ship of the killer, the
// target the one that dies.
func (m *Match) explodes(r *record.Record, c *Connection, e *message.Event, object uint32, how End) {
	m.unheard(c, object)
	x := m.ended(r, c, object, how)
	if x == nil {
		return
	}
	k := &Kill{Event: EventOf(r), Game: c.Game, Victim: x, Lifetime: e.Lifetime, Cause: ByUnknown}
	k.killer(m, r, e)
	k.conclude()
	k.sides()
	if k.Other != 0 && r.Context.Names != nil {
		k.OtherName = r.Context.Names.Name(k.Other)
	}
	x.Kill, m.change.Kill = k, k
	if len(m.kills) >= m.Room(maxKills) {
		m.dropped.Kills++
		return
	}
	m.kills = append(m.kills, k)
}

// unheard begins the life of a player's ship of which nothing was told before its end.
func (m *Match) unheard(c *Connection, object uint32) {
	key := Key{Server: c.Server, Object: object}
	if _, ok := wire.OwnerSlot(object); !ok || m.lives.Current(key) != nil {
		return
	}
	if x := m.lives.updated(key, false, false); x != nil {
		m.belongs(x, c, false)
	}
}

// killer takes whom the message names. Nobody kills himself: servers name the ship that explodes.
func (k *Kill) killer(m *Match, r *record.Record, e *message.Event) {
	if e.SourceID != 0 {
		k.By, _ = m.find(r, e.SourceID)
	}
	if e.FiringPlayer > 0 && e.FiringPlayer <= 0xFF {
		k.Killer = m.host(r.Server()).player(e.FiringPlayer)
	}
	switch {
	case k.Killer != nil:
	case k.By != nil:
		k.Killer = k.By.Player
	case e.FiringPlayer > 0 && e.SourceID != e.TargetID:
		k.Killer = m.playerOfID(m.host(r.Server()), e.SourceID) // his ship was gone when the capture began
	}
	if k.By == k.Victim || k.Killer != nil && k.Killer == k.Victim.Player {
		k.self = e.FiringPlayer > 0 && e.FiringPlayer <= 0xFF && k.Killer != nil
		k.By, k.Killer = nil, nil
	}
	if k.Killer != nil || k.By != nil {
		k.Cause, k.Told = ByWeapon, true
	}
}

// collides takes a report of a client that its ship, the target, collided with the source.
func (m *Match) collides(r *record.Record, e *message.Event) {
	if r.Relay.Frame != 0 {
		return
	}
	again := r.Again() // what came after another report is not the news
	if x, _ := m.find(r, e.TargetID); x != nil && (!again || x.crashed.Frame != 0 && x.other == e.SourceID) {
		x.crashed, x.other = EventOf(r), e.SourceID
	}
	if x, _ := m.find(r, e.SourceID); x != nil && (!again || x.met.Frame != 0 && x.meets == e.TargetID) {
		x.met, x.meets = EventOf(r), e.TargetID
	}
}

// blast takes an Explosion, which hosts send after the work of weapons: who was thought to be
// rammed by the killer was shot.
func (m *Match) blast(r *record.Record, object uint32) {
	x, _ := m.find(r, object)
	if x == nil || x.Kill == nil || x.Kill.Cause != ByCollision || x.Kill.By == nil || r.Steady().Sub(x.Kill.Time) > scoreWithin {
		return
	}
	k := x.Kill
	k.Cause, k.Told, k.Shot, k.Before, k.Other = ByWeapon, true, Event{}, 0, 0
	k.by(x.lastShot(k))
}

// scored takes how the host counts a kill: it names the killer, or says that there was none.
func (m *Match) scored(r *record.Record, h *host, s *message.ScoreChange) {
	for _, k := range slices.Backward(m.kills) {
		if r.Steady().Sub(k.Time) > scoreWithin {
			return
		}
		if k.Victim.Player == nil || k.Victim.Player != h.player(s.VictimID) || k.scored {
			continue
		}
		k.scored = true
		killer := h.player(s.KillerID)
		if k.Cause == ByWeapon && !k.Told {
			k.counted(killer, s.KillerID != 0 && s.KillerID != s.VictimID)
			k.sides()
		}
		if c := h.peer(s.KillerID); k.Team && c != nil && killer == k.Killer {
			k.Counts = c.Score.ToldKills && s.KillerKills > c.Score.Kills
		}
		return
	}
}

// sides finds out whether killer and victim are of one team.
func (k *Kill) sides() {
	p, q := k.Killer, k.Victim.Player
	k.Team = p != nil && q != nil && p.Team >= 0 && p.Team == q.Team
	k.Counts = p != nil && !k.Team
}

// counted takes who killed, in place of who was thought to have.
func (k *Kill) counted(killer *Player, known bool) {
	if killer == k.Killer && known {
		k.Told = killer != nil
		return
	}
	k.Cause, k.Killer, k.By, k.Weapon, k.Shot, k.Before = ByUnknown, nil, nil, NoWeapon, Event{}, 0
	if known {
		k.Killer = killer
		k.Cause, k.Told = ByWeapon, true
		k.by(k.Victim.lastShot(k))
	}
}
