package check

import (
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
)

var collisionRules = []Rule{
	{
		ID: "collision-rate", Judges: Client, Severity: Warning, Effect: wasted, Evidence: Observed, Source: "Events", Times: 10 * time.Millisecond,
		Says:   "A client reports collisions of the same two objects at most every 0.1 s.",
		Counts: "each two successive reports about the same two objects; each client in the game for 20 s", Broken: "they are less than 50 ms apart; more than two reports per second",
		Parts: []Part{{Minimum: 5, Tolerance: 0.1}, {}},
		Watch: collisionRate,
	},
	{
		ID: "collision-has-effect", Judges: Server, Severity: Warning, Effect: damaged, Evidence: Observed, Source: "Events", Times: 500 * time.Millisecond, Needs: Uncut,
		Says:   "The host does the damage of collisions.",
		Counts: "each report of force 500 or more about a living ship, if collisions do damage", Broken: "within 2 s neither a repair event nor an explosion about it, nor a lower value in its blocks",
		Parts: []Part{{Minimum: 3, Tolerance: 0.5}},
		Watch: collisionEffect,
	},
}

func collisionRate(w *watch) {
	const apart, long, most = 50 * time.Millisecond, 20 * time.Second, 2.0
	type pair struct {
		link *link
		a, b uint32
	}
	last, reports := map[pair]capture.Time{}, map[*link]int64{}
	onWhole(w, toServer, func(h *heard, m *message.Event) {
		reports[h.link]++
		x := pair{h.link, min(m.SourceID, m.TargetID), max(m.SourceID, m.TargetID)}
		before, again := last[x]
		if again {
			since := h.Time.Sub(before)
			w.judges(Client, h.link, since >= apart, h.at(), "the same collision is reported again after %d ms", since.Milliseconds())
		}
		last[x] = h.Time
	}, message.OpcodeCollisionEffect)
	atEndOfAll(w, &w.links, func(l *link) {
		lasts := l.end.Sub(l.Entered.Time)
		if l.Entered.Frame == 0 || lasts < long {
			return
		}
		rate := float64(reports[l]) / lasts.Seconds()
		w.ofPart(1).judges(Client, l, rate <= most, l.Entered, "%.1f collisions per second", rate)
	})
}

func collisionEffect(w *watch) {
	const force, patience = 500, 2 * time.Second
	damage := map[*link]bool{}
	hurt := map[*craft]capture.Time{}    // when a value of it went down last
	watched := map[*craft]capture.Time{} // until when its blocks are looked at
	values := map[*craft]map[int]uint8{}
	onMessage(w, bothWays, func(h *heard, m *message.Settings) { damage[h.link] = m.CollisionDamage }, message.OpcodeSettings)
	w.onBlock(func(u *update, b *block) {
		c := u.craft
		if !u.own || c == nil || !b.InOrder {
			return
		}
		u.stream.keep(u.Payload)
		if u.Time.Before(watched[c]) && w.lower(c, u.link.dialect, u.Payload, values) {
			hurt[c] = u.Time
		}
	})
	onMessage(w, toServer, func(h *heard, m *message.Event) {
		on, told := damage[h.link]
		c := h.link.ship
		if m.Force < force || told && !on || c == nil || !c.alive(h.Time) || m.SourceID != c.Object && m.TargetID != c.Object {
			return
		}
		if s := w.streamOf(c.Ship, h.link, toClient); s != nil && !h.Time.Before(watched[c]) {
			s.lately(func(payload []byte) { w.lower(c, h.link.dialect, payload, values) })
		}
		watched[c] = h.Time.Add(patience)
		l, at := h.link, h.at()
		w.at(h.Time.Add(patience), func() { w.effect(l, c, at, patience, hurt[c]) })
	}, message.OpcodeCollisionEffect)
}

// effect judges whether a collision did something to a ship.
func (w *watch) effect(l *link, c *craft, at match.Event, patience time.Duration, hurt capture.Time) {
	n := l.log.count(toClient, at.Time, at.Time.Add(patience), func(e *entry) bool {
		return e.code == message.OpcodeExplosion && e.object == c.Object || e.code == message.OpcodePythonEvent &&
			(w.hangar.whole(l.Server, e.object) == c || w.hangar.whole(l.Server, e.source) == c)
	})
	w.judges(Server, l, n > 0 || !hurt.Before(at.Time), at, "the collision does nothing to the ship of %s within 2 s", l.label())
}

// lower reads the values of a block, and reports whether one is lower than before.
func (t *trial) lower(c *craft, dialect message.Dialect, payload []byte, values map[*craft]map[int]uint8) (lower bool) {
	m, ok := t.decoder.DecodeIn(payload, message.Context{Class: c.class, Dialect: dialect}).Message.(*message.StateUpdate)
	if !ok {
		return false
	}
	known := values[c]
	if known == nil {
		known = map[int]uint8{}
		values[c] = known
	}
	for i := range m.Subsystems.Items {
		s := &m.Subsystems.Items[i]
		least := s.Least()
		if before, told := known[s.Index]; told && least < before {
			lower = true
		}
		known[s.Index] = least
	}
	return lower
}
