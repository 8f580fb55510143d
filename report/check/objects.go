package check

import (
	"time"

	"bcdump/decode/message"
)

var objectRules = []Rule{
	{
		ID: "object-own-only", Judges: Client, Severity: Error, Effect: shots, Evidence: Observed, Source: "Object ids", Needs: Uncut,
		Says:   "A client speaks for its own objects only.",
		Counts: "each creation of a ship or torpedo, update, shot, collision and setting of a system by a client; not what ends too soon", Broken: "the object lies in the slot of another player, or there is none",
		Watch: func(w *watch) {
			judge := func(h *heard, id uint32, name func() string) {
				mine := h.link.slotOf()
				switch ok := mine < 0 || slotOf(id) == mine; {
				case w.kept(h, ok):
				case id == 0:
					w.fails(h, "%s names no object: one of slot %d expected", name(), mine)
				default:
					w.fails(h, "%s names object 0x%08X, which is not in the client's slot %d", name(), id, mine)
				}
			}
			w.onUpdate(toServer, func(u *update) { judge(u.heard, u.Object, func() string { return "StateUpdate" }) })
			w.onGame(toServer, func(h *heard) {
				if !h.content().Complete() {
					return
				}
				switch m := h.content().Message.(type) {
				case *message.ObjectCreate:
					if m.ClassID != message.ClassShip && m.ClassID != message.ClassTorpedo {
						return // another layout, whose ids lie elsewhere
					}
					if slot := h.link.slotOf(); int(m.OwnerSlot) != slot && slot >= 0 {
						w.judge(h, false, "a ship for slot %d is made by the player of slot %d", m.OwnerSlot, slot)
						return
					}
					judge(h, m.ObjectID, h.name)
				case *message.TorpedoFire:
					judge(h, m.ObjectID, h.name)
				case *message.BeamFire:
					judge(h, m.ObjectID, h.name)
				case *message.Event:
					if slot := slotOf(m.SourceID); h.code == message.OpcodeCollisionEffect && slot >= 0 && slot == h.link.slotOf() {
						w.kept(h, true) // of a collision one of the two objects is the client's
						return
					}
					judge(h, m.TargetID, h.name)
				}
			}, message.OpcodeObjectCreateTeam, message.OpcodeCollisionEffect, message.OpcodeStartFiring, message.OpcodeStopFiring, message.OpcodeSubsystemStatus,
				message.OpcodeRepairListPriority, message.OpcodeSetPhaserLevel, message.OpcodeTorpedoTypeChange, message.OpcodeTorpedoFire, message.OpcodeBeamFire)
		},
	},
	{
		ID: "object-ids", Judges: Client, Severity: Error, Effect: unseen, Evidence: Observed, Source: "Object ids", Needs: Joined | Uncut | Whole,
		Says:   "The first ship of a player has the first id of its slot, each later one an id above the last ship and its parts.",
		Counts: "each creation of a client that joins", Broken: "another id",
		Watch: func(w *watch) {
			const perSlot, first = 0x40000, 0x3FFFFFFF
			atEndOfShips(w, func(c *craft) {
				l := c.owner
				if !l.Joined || l.Slot < 0 {
					return
				}
				if c.prior == nil {
					want := uint32(first + l.Slot*perSlot)
					w.judges(Client, l, c.Object == want, c.made, "the first ship has id 0x%08X instead of 0x%08X", c.Object, want)
					return
				}
				if parts, ok := c.prior.parts(); ok {
					least := c.prior.Object + uint32(parts) + 1
					w.judges(Client, l, c.Object >= least, c.made, "the ship has id 0x%08X; a higher one than 0x%08X expected, to which the ship before and its parts reach", c.Object, least-1)
				}
			})
		},
	},
	{
		ID: "object-blob", Judges: Client, Severity: Error, Effect: damaged, Evidence: Observed, Source: "Objects", Needs: Known,
		Says:   "The state of the subsystems in a creation is that of its class, to the last byte.",
		Counts: "each creation of a ship of a known class by a client", Broken: "it does not decode to the last byte",
		Watch: func(w *watch) {
			onMessage(w, toServer, func(h *heard, m *message.ObjectCreate) {
				if m.Class() != nil && len(m.Class().Subsystems) > 0 {
					w.judge(h, blobRead(h, m), "the state of a %s does not decode to the last byte", m.Class().Name)
				}
			}, message.OpcodeObjectCreateTeam)
		},
	},
	{
		ID: "object-spawn-state", Judges: Client, Severity: Warning, Effect: damaged, Evidence: Observed, Source: "Objects",
		Says:   "A ship is made whole and at rest, and its orientation has length 1.",
		Counts: "each creation by a client", Broken: "an orientation of another length, a position that is NaN or infinite, or, if the state decodes to the last byte, a condition below 100 % or a velocity",
		Watch: func(w *watch) {
			onWhole(w, toServer, func(h *heard, m *message.ObjectCreate) {
				if m.ClassID == message.ClassShip {
					what := flaw(m, blobRead(h, m))
					w.judge(h, what == "", "a ship is made with %s", what)
				}
			}, message.OpcodeObjectCreateTeam)
		},
	},
	{
		ID: "object-no-host-spawn", Judges: Server, Severity: Error, Effect: ghosts, Evidence: Observed, Source: "Objects", Needs: Creation | Uncut,
		Says:   "Ships of players appear because their owners create them.",
		Counts: "each creation that the host sends of an object of a client that joined", Broken: "its owner has not created it before",
		Watch: func(w *watch) {
			const slack = 50 * time.Millisecond
			onMessage(w, toClient, func(h *heard, m *message.ObjectCreate) {
				if m.ClassID == message.ClassShip && w.joinedSlot(h.link, m.ObjectID) && w.certain(h.Time, slack) && !w.lacksClient(h.link.Server, h.Time) {
					c, owner := w.hangar.of(h.link.Server, m.ObjectID), w.ownerOf(h.link, m.ObjectID)
					own := c != nil && c.fresh() && c.made.Time.Sub(h.Time) < slack
					if !own && owner != nil && (owner.ceases(h.Time, time.Second) || w.Lacks(owner.Link, false, owner.First.Time, h.Time)) {
						return
					}
					w.subject = subject{object: m.ObjectID}
					w.judge(h, own, "the host makes the ship 0x%08X, its owner has not", m.ObjectID)
				}
			}, message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam)
		},
	},
	{
		ID: "object-not-found-after-create", Judges: Server, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "Small messages", Times: time.Second, Needs: Creation | Uncut | Whole,
		Says:   "The host sends every client one ObjectNotFound with the id of each new ship.",
		Counts: "each new ship and client in the game", Broken: "there is none from 0.1 s before to 5 s after",
		Parts: []Part{{Tolerance: 0.25}},
		Watch: func(w *watch) {
			const before, after = 100 * time.Millisecond, 5 * time.Second
			atEndOfShips(w, func(c *craft) {
				for _, l := range w.links {
					if at := c.made.Time; l.Server == c.owner.Server && l.present(at, 500*time.Millisecond, after) {
						told := l.told(at.Add(-before), at.Add(after), about(c.Object), message.OpcodeObjectNotFound)
						w.judges(Server, l, len(told) > 0, c.made, "no ObjectNotFound about the new ship for %s", l.label())
					}
				}
			})
		},
	},
}

// blobRead reports whether the state of the subsystems in a creation was read to its last byte.
func blobRead(h *heard, m *message.ObjectCreate) bool {
	return h.content().Complete() && len(h.content().Trailing) == 0 && len(m.Raw) == 0
}

// flaw says in what a ship is not whole and at rest when it is made; "" = it is. Values that were
// read in the wrong places say nothing.
func flaw(m *message.ObjectCreate, blobRead bool) string {
	const off = 0.001
	norm := 0.0
	for _, x := range m.Orientation {
		norm += float64(x) * float64(x)
	}
	switch {
	case !(norm >= (1-off)*(1-off) && norm <= (1+off)*(1+off)): // or it is no number
		return "an orientation that is not of length 1"
	case !isPlace(m.Position):
		return "a position that is no place"
	case !blobRead:
		return ""
	case m.Velocity.Magnitude != 0:
		return "a velocity"
	}
	for i := range m.Subsystems {
		if m.Subsystems[i].Least() < 255 {
			return "a subsystem below 100 %"
		}
	}
	return ""
}

// vacated reports whether the client has left in whose slot an object lies, in a capture that lacks other
// clients: then the slot may be that of one of those.
func (t *trial) vacated(at *link, id uint32) bool {
	o := t.ownerOf(at, id)
	return o != nil && o.left().Frame != 0 && !t.now.Before(o.left().Time) && !t.atHost(at)
}

// joinedSlot reports whether all links of the slot of an object joined in the capture.
func (t *trial) joinedSlot(at *link, id uint32) (some bool) {
	if t.vacated(at, id) {
		return false
	}
	for _, l := range t.links {
		if slot := slotOf(id); slot >= 0 && l.Server == at.Server && l.slotOf() == slot && !t.now.Before(l.First.Time) {
			if !l.Joined || !l.whole() {
				return false
			}
			some = true
		}
	}
	return some
}
