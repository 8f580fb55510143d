package match

import (
	"bcdump/decode/message"
	"bcdump/decode/record"
)

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

// collides takes a report of a client that its ship, the target, collided with the source.
func (m *Match) collides(r *record.Record, e *message.Event) {
	x, _ := m.find(r, e.TargetID)
	if x != nil && r.Relay.Frame == 0 {
		x.crashed, x.other = EventOf(r), e.SourceID
	}
}
