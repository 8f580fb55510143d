package check

import (
	"time"

	"bcdump/decode/message"
	"bcdump/decode/wire"
)

var objectRules = []Rule{
	{
		ID: "object-own-only", Judges: Client, Severity: Error, Effect: shots, Evidence: Observed, Source: "Object ids", Needs: Uncut,
		Says:   "A client speaks for its own objects only.",
		Counts: "each creation of a ship or torpedo, update, event and shot of a client; not what ends too soon", Broken: "the object lies in the slot of another player, or there is none",
		Watch: ownOnly,
	},
	{
		ID: "object-ids", Judges: Client, Severity: Error, Effect: unseen, Evidence: Observed, Source: "Object ids", Needs: Joined | Uncut,
		Says:   "The first ship of a player has the first id of its slot, each later one an id above the last ship and its parts.",
		Counts: "each creation of a client that joins", Broken: "another id",
		Watch: objectIDs,
	},
	{
		ID: "object-blob", Judges: Client, Severity: Error, Effect: damaged, Evidence: Observed, Source: "Objects", Needs: Known,
		Says:   "The state of the subsystems in a creation is that of its class, to the last byte.",
		Counts: "each creation of a ship of a known class by a client", Broken: "it does not decode to the last byte",
		Watch: objectBlob,
	},
	{
		ID: "object-spawn-state", Judges: Client, Severity: Warning, Effect: damaged, Evidence: Observed, Source: "Objects",
		Says:   "A ship is made whole and at rest, and its orientation has length 1.",
		Counts: "each creation by a client", Broken: "an orientation of another length, or, if the state decodes to the last byte, a condition below 100 % or a velocity",
		Watch: spawnState,
	},
	{
		ID: "object-no-host-spawn", Judges: Server, Severity: Error, Effect: ghosts, Evidence: Observed, Source: "Objects", Needs: Creation | Uncut,
		Says:   "Ships of players appear because their owners create them.",
		Counts: "each creation that the host sends of an object of a client that joined", Broken: "its owner has not created it before",
		Watch: noHostSpawn,
	},
	{
		ID: "object-not-found-after-create", Judges: Server, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "Small messages", Times: time.Second, Needs: Creation | Uncut,
		Says:   "The host sends every client one ObjectNotFound with the id of each new ship.",
		Counts: "each new ship and client in the game", Broken: "there is none from 0.1 s before to 5 s after",
		Parts: []Part{{Tolerance: 0.25}},
		Watch: notFoundAfterCreate,
	},
}

func ownOnly(w *watch) {
	judge := func(h *heard, id uint32, what string) {
		mine := h.link.slotOf()
		if w.kept(Client, h.link, mine < 0 || slotOf(id) == mine) {
			return
		}
		if id == 0 {
			w.fails(Client, h.link, h.at(), "%s names no object: one of slot %d expected", what, mine)
			return
		}
		w.fails(Client, h.link, h.at(), "%s names object 0x%08X, which is not in the client's slot %d", what, id, mine)
	}
	w.onUpdateTo(toServer, func(u *update) { judge(u.heard, u.object, "StateUpdate") })
	w.onGame(func(h *heard) {
		if h.to != toServer || !h.Content().Complete() {
			return
		}
		switch m := h.Content().Message.(type) {
		case *message.ObjectCreate:
			if m.ClassID != message.ClassShip && m.ClassID != message.ClassTorpedo {
				return // another layout, whose ids lie elsewhere
			}
			if int(m.OwnerSlot) != h.link.slotOf() && h.link.slotOf() >= 0 {
				w.breaks(Client, h.link, h.at(), "a ship for slot %d is made by the player of slot %d", m.OwnerSlot, h.link.slotOf())
				return
			}
			judge(h, m.ObjectID, h.Name())
		case *message.TorpedoFire:
			judge(h, m.ObjectID, h.Name())
		case *message.BeamFire:
			judge(h, m.ObjectID, h.Name())
		case *message.Event:
			w.ownEvent(h, m, judge)
		}
	}, message.OpcodeObjectCreateTeam, message.OpcodeCollisionEffect, message.OpcodeStartFiring, message.OpcodeStopFiring, message.OpcodeSubsystemStatus,
		message.OpcodeRepairListPriority, message.OpcodeSetPhaserLevel, message.OpcodeTorpedoTypeChange, message.OpcodeTorpedoFire, message.OpcodeBeamFire)
}

// ownEvent judges an event. Of a collision one of the two objects is the client's.
func (w *watch) ownEvent(h *heard, m *message.Event, judge func(*heard, uint32, string)) {
	if h.code != message.OpcodeCollisionEffect {
		judge(h, m.TargetID, h.Name())
		return
	}
	if slot, owned := wire.OwnerSlot(m.SourceID); owned && slot == h.link.slotOf() {
		w.keeps(Client, h.link)
		return
	}
	judge(h, m.TargetID, h.Name())
}

func objectIDs(w *watch) {
	const perSlot, first = 0x40000, 0x3FFFFFFF
	last := map[*link]*craft{}
	w.onShip(func(c *craft, h *heard) {
		before := last[h.link]
		last[h.link] = c
		if !h.link.Joined || h.link.Slot < 0 {
			return
		}
		if before == nil {
			want := uint32(first + h.link.Slot*perSlot)
			w.judges(Client, h.link, c.Object == want, h.at(), "the first ship has id 0x%08X instead of 0x%08X", c.Object, want)
			return
		}
		if parts, ok := before.parts(); ok {
			least := before.Object + uint32(parts) + 1
			w.judges(Client, h.link, c.Object >= least, h.at(), "the ship has id 0x%08X; a higher one than 0x%08X expected, to which the ship before and its parts reach", c.Object, least-1)
		}
	})
}

func objectBlob(w *watch) {
	onMessage(w, toServer, func(h *heard, m *message.ObjectCreate) {
		if m.Class() == nil || len(m.Class().Subsystems) == 0 {
			return
		}
		w.judges(Client, h.link, blobRead(h, m), h.at(), "the state of a %s does not decode to the last byte", m.Class().Name)
	}, message.OpcodeObjectCreateTeam)
}

// blobRead reports whether the state of the subsystems in a creation was read to its last byte.
func blobRead(h *heard, m *message.ObjectCreate) bool {
	return h.Content().Complete() && len(h.Content().Trailing) == 0 && len(m.Raw) == 0
}

func spawnState(w *watch) {
	onWhole(w, toServer, func(h *heard, m *message.ObjectCreate) {
		if m.ClassID != message.ClassShip {
			return
		}
		what := flaw(m, blobRead(h, m))
		w.judges(Client, h.link, what == "", h.at(), "a ship is made with %s", what)
	}, message.OpcodeObjectCreateTeam)
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
	case norm < (1-off)*(1-off) || norm > (1+off)*(1+off):
		return "an orientation that is not of length 1"
	case !blobRead:
		return ""
	case m.Velocity.Magnitude != 0:
		return "a velocity"
	}
	for i := range m.Subsystems {
		if s := &m.Subsystems[i]; s.Least() < 255 {
			return "a subsystem below 100 %"
		}
	}
	return ""
}

func noHostSpawn(w *watch) {
	const slack = 50 * time.Millisecond
	onMessage(w, toClient, func(h *heard, m *message.ObjectCreate) {
		if m.ClassID != message.ClassShip || !w.joinedSlot(h.link, m.ObjectID) {
			return
		}
		l, at, id := h.link, h.at(), m.ObjectID
		w.at(h.Time.Add(slack), func() {
			c := w.hangar.of(l.Server, id)
			w.subject = subject{object: id}
			w.judges(Server, l, c != nil && c.fresh(), at, "the host makes the ship 0x%08X, its owner has not", id)
		})
	}, message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam)
}

// vacated reports whether the client has left in whose slot an object lies, in a capture that lacks other
// clients: then the slot may be that of one of those.
func (t *trial) vacated(at *link, id uint32) bool {
	o := t.ownerOf(at, id)
	return o != nil && o.left().Frame != 0 && !t.now.Before(o.left().Time) && !t.atHost(at)
}

// joinedSlot reports whether all links of the slot of an object joined in the capture.
func (t *trial) joinedSlot(at *link, id uint32) bool {
	if t.vacated(at, id) {
		return false
	}
	slot, owned := wire.OwnerSlot(id)
	some := false
	for _, l := range t.links {
		if owned && l.Server == at.Server && l.slotOf() == slot {
			if !l.Joined {
				return false
			}
			some = true
		}
	}
	return some
}

func notFoundAfterCreate(w *watch) {
	const before, after = 100 * time.Millisecond, 5 * time.Second
	w.onShip(func(c *craft, h *heard) {
		at := h.at()
		w.at(h.Time.Add(after), func() {
			for _, l := range w.links {
				if l.Server != c.owner.Server || !l.present(at.Time, 500*time.Millisecond, after) {
					continue
				}
				n := l.log.count(toClient, at.Time.Add(-before), at.Time.Add(after), func(e *entry) bool {
					return e.code == message.OpcodeObjectNotFound && e.object == c.Object
				})
				w.judges(Server, l, n > 0, at, "no ObjectNotFound about the new ship for %s", l.label())
			}
		})
	})
}
