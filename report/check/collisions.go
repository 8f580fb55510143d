package check

import (
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/report/facts"
)

var collisionRules = []Rule{
	{
		ID: "collision-rate", Judges: Client, Severity: Warning, Effect: wasted, Evidence: Observed, Source: "Events", Times: 10 * time.Millisecond,
		Says:   "A client reports collisions of the same two objects at most every 0.1 s.",
		Counts: "each two successive reports about the same two objects; each client in the game for 20 s", Broken: "they are less than 50 ms apart; more than two reports per second",
		Parts: []Part{{Minimum: 5, Tolerance: 0.1}, {}},
		Watch: func(w *watch) {
			const apart, long, most = 50 * time.Millisecond, 20 * time.Second, 2.0
			type pair struct {
				link *link
				a, b uint32
			}
			last, reports := map[pair]capture.Time{}, map[*link]int64{}
			onWhole(w, toServer, func(h *heard, m *message.Event) {
				reports[h.link]++
				x := pair{h.link, min(m.SourceID, m.TargetID), max(m.SourceID, m.TargetID)}
				if before, again := last[x]; again {
					since := h.Time.Sub(before)
					w.judge(h, since >= apart, "the same collision is reported again after %d ms", since.Milliseconds())
				}
				last[x] = h.Time
			}, message.OpcodeCollisionEffect)
			atEndOfAll(w, &w.links, func(l *link) {
				if lasts := l.end.Sub(l.Entered.Time); l.Entered.Frame != 0 && lasts >= long {
					rate := float64(reports[l]) / lasts.Seconds()
					w.ofPart(1).judges(Client, l, rate <= most, l.Entered, "%.1f collisions per second", rate)
				}
			})
		},
	},
	{
		ID: "collision-has-effect", Judges: Server, Severity: Warning, Effect: damaged, Evidence: Observed, Source: "Events", Times: 500 * time.Millisecond, Needs: Uncut,
		Says:   "The host does the damage of collisions.",
		Counts: "each report of force 500 or more about a living ship, if collisions do damage", Broken: "within 2 s neither a repair event nor an explosion about it, nor a lower value in its blocks",
		Parts: []Part{{Minimum: 3, Tolerance: 0.5}},
		Watch: func(w *watch) {
			const force, patience = 500, 2 * time.Second
			damage := map[*link]bool{}
			onMessage(w, bothWays, func(h *heard, m *message.Settings) { damage[h.link] = m.CollisionDamage }, message.OpcodeSettings)
			onMessage(w, toServer, func(h *heard, m *message.Event) {
				on, told := damage[h.link]
				l, c := h.link, w.shipOf(h.link)
				if m.Force < force || told && !on || c == nil || !c.alive(h.Time) || m.SourceID != c.Object && m.TargetID != c.Object || !w.certain(h.Time, patience) {
					return
				}
				until := h.Time.Add(patience)
				is := func(id uint32) bool { return w.hangar.whole(l.Server, id) == c }
				ok := len(l.told(h.Time, until, about(c.Object), message.OpcodeExplosion)) > 0 ||
					len(l.told(h.Time, until, func(e *entry) bool { return is(e.object) || is(e.source) }, message.OpcodePythonEvent)) > 0
				w.judges(Server, l, ok || w.lowered(c, h.n, until), h.at(), "the collision does nothing to the ship of %s within 2 s", l.label())
			}, message.OpcodeCollisionEffect)
		},
	},
}

// lowered reports whether a value in the blocks of a ship that its owner is told from a row to a moment is lower than in the last
// blocks before: more of those than a cycle has.
func (t *trial) lowered(c *craft, row int, until capture.Time) bool {
	const cycle, far = 12, 1 << 14
	ofShip := func(r *facts.Row) bool {
		return r.Has(facts.Update|facts.Followed|facts.ToClient) && r.Flags&message.FlagSubsystems != 0 && t.Life(r.Life) == c.Ship && t.Side(r).Link == c.owner.Link
	}
	first, n := row, 0
	for first > max(c.row, row-far) && n < cycle {
		if first--; ofShip(t.Row(first)) {
			n++
		}
	}
	values := map[int]uint8{}
	for i, r := range t.Some(first, t.Rows()) {
		switch {
		case until.Before(t.Steady(t.Datagram(r.Datagram))):
			return false
		case !ofShip(r):
			continue
		}
		lower := false
		for _, s := range t.states(t.Payload(r), c.class, c.owner.dialect) {
			before, told := values[s.Index]
			least := s.Least()
			lower = lower || i > row && told && least < before
			values[s.Index] = least
		}
		if lower {
			return true
		}
	}
	return false
}
