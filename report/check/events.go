package check

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"

	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/report/facts"
)

var eventRules = []Rule{
	{
		ID: "event-class-and-code", Judges: Client, Severity: Error, Effect: events, Evidence: Observed, Source: "Events",
		Says:   "An event has the class and the code that belong to its opcode.",
		Counts: "each event of a client with opcode 0x07, 0x08, 0x0A, 0x0D, 0x10, 0x11, 0x12, 0x15 or 0x1B that does not end too soon", Broken: "another class or code",
		Watch: func(w *watch) {
			for opcode, form := range eventForms {
				onWhole(w, toServer, func(h *heard, m *message.Event) {
					w.judge(h, m.ClassID == form.class && m.EventCode == form.code, "%s has class 0x%04X and code 0x%08X instead of 0x%04X and 0x%08X", h.name(), m.ClassID, m.EventCode, form.class, form.code)
				}, opcode)
			}
		},
	},
	{
		ID: "weapon-startfiring-pairs", Judges: Client, Severity: Warning, Effect: unnoticed, Evidence: OneSource, Source: "Events", Times: 100 * time.Millisecond, Needs: Uncut,
		Says:   "A client sends each StartFiring twice, with consecutive sequence numbers.",
		Counts: "each pair, or single StartFiring", Broken: "it is single",
		Parts: []Part{{Tolerance: 0.05}},
		Watch: func(w *watch) {
			atEndOfAll(w, &w.links, func(l *link) {
				var single *entry
				alone := func() {
					if single != nil {
						w.judges(Client, l, false, single.at(), "StartFiring is sent once")
					}
				}
				for _, e := range l.said(l.First.Time, w.until, nil, message.OpcodeStartFiring) {
					if single != nil && (e.number == single.number+1 || e.number == single.number-1) && bytes.Equal(w.Payload(e.Row), w.Payload(single.Row)) {
						w.adds(Client, l, 1)
						single = nil
						continue
					}
					alone()
					single = e
				}
				alone()
			})
		},
	},
	{
		ID: "weapon-id-kind", Judges: Client, Severity: Warning, Effect: shots, Evidence: Observed, Source: "Object ids", Needs: Known | Creation | Uncut,
		Says:   "The id of a weapon message is that of a part of the right kind.",
		Counts: "each weapon message of a client whose id is a part of a known ship", Broken: "it is the ship itself or a part of another kind",
		Watch: func(w *watch) {
			w.onGame(toServer, func(h *heard) {
				id, ok := weaponOf(h)
				c := w.hangar.own(h, id)
				if !ok || c == nil {
					return
				}
				kind := "the ship itself"
				if id != c.Object {
					kind = cmp.Or(c.class.PartType(int(id-c.Object-1)), "unknown")
				}
				wanted := message.FiringParts(h.Opcode)
				_ = w.kept(h, slices.Contains(wanted, kind)) || w.fails(h, "%s names object 0x%08X of a %s, %s: %s expected", h.name(), id, c.class.Name, kind, strings.Join(wanted, " or "))
			}, message.OpcodeStartFiring, message.OpcodeStopFiring, message.OpcodeTorpedoFire, message.OpcodeBeamFire, message.OpcodeSetPhaserLevel, message.OpcodeTorpedoTypeChange)
		},
	},
	{
		ID: "weapon-torpedo-kind", Judges: Client, Severity: Warning, Effect: shots, Evidence: OneSource, Source: "Object ids", Needs: Known | Creation | Uncut,
		Says:   "A ship fires the torpedoes of its class, as the ship scripts have them.",
		Counts: "each TorpedoFire of a client about a tube of a known ship", Broken: "its class has no such torpedoes",
		Watch: func(w *watch) {
			onWhole(w, toServer, func(h *heard, m *message.TorpedoFire) {
				c := w.hangar.own(h, m.ObjectID)
				if c == nil {
					return
				}
				known := cmp.Or(w.Context(h.Row).Catalogue, ship.Stock())
				script, _ := known.Projectile(m.Projectile)
				if loaded := torpedoes(c.class); len(loaded) > 0 {
					w.judge(h, slices.Contains(loaded, script), "a %s fires projectile %d (%s): its tubes have %s", c.class.Name, m.Projectile, cmp.Or(script, "unknown"), strings.Join(loaded, ", "))
				}
			}, message.OpcodeTorpedoFire)
		},
	},
	{
		ID: "event-repair-ids", Judges: Server, Severity: Error, Effect: events, Evidence: Observed, Source: "Events", Needs: Creation | Uncut,
		Says:   "Repair events name two parts of one ship, the second its repair system.",
		Counts: "each repair event of the host (codes 0x008000DF, 0x00800074, 0x00800075)", Broken: "other objects",
		Watch: func(w *watch) {
			onWhole(w, toClient, func(h *heard, m *message.Event) {
				if !isRepair[m.EventCode] || !w.madeSlot(h.link, m.SourceID) || !w.madeSlot(h.link, m.TargetID) {
					return
				}
				from, to := w.hangar.whole(h.link.Server, m.SourceID), w.hangar.whole(h.link.Server, m.TargetID)
				ok := from != nil && from == to && m.SourceID != from.Object && m.TargetID != from.Object &&
					(from.class == nil || from.class.PartType(int(m.TargetID-from.Object-1)) == "repair")
				w.judge(h, ok, "a repair event names 0x%08X and 0x%08X: a part of a ship and its repair system expected", m.SourceID, m.TargetID)
			}, message.OpcodePythonEvent)
		},
	},
	{
		ID: "event-broadcast", Judges: Server, Severity: Warning, Effect: events, Evidence: TwoSources, Source: "Events", Times: 2 * time.Second, Needs: TwoClients | Uncut | NoHole,
		Says:   "What the host makes itself goes to all clients: events, scores, the end of the game.",
		Counts: "each such message of the host, and other client that is told something later too", Broken: "no equal one within 6 s; of deaths, scores and the end of a game, from 60 s before to 10 s after",
		Parts: []Part{{Tolerance: 0.01}, {Of: "deaths, scores, the end of a game"}},
		Watch: func(w *watch) {
			const guard, near = 6 * time.Second, 10 * time.Second
			w.onGame(toClient, func(h *heard) {
				if w.Relays(h.Row) {
					return
				}
				from, at, part, before, after := h.link, h.at(), w.part, guard, guard
				m, is := h.content().Message.(*message.Event)
				if !is || h.code != message.OpcodePythonEvent || m.ClassID == message.ClassObjectExploding { // that changes the game
					part, before, after = w.ofPart(1), time.Minute, near // the one at hand may be late itself
					w.subject.object, _, _ = match.Death(h.record())
				}
				for _, l := range w.links {
					if l == from || l.Server != from.Server || !l.present(at.Time, guard, guard) || l.numbers[toClient][0].mayLack(at.Time, near) {
						continue
					}
					if part.adds(Server, l, 1); l.has(toClient, h.n, h.payload(), h.Opcode, before, after) {
						continue
					}
					if told := w.insteadOf(l, from, at, h.Opcode); told.Changes != nil {
						part.fail(Server, l, at, 1, "%s for %s is sent to %s changed, in frame %d: %s", h.name(), from.label(), l.label(), told.Frame, &told)
						continue
					}
					part.fail(Server, l, at, 1, "%s for %s is not sent to %s", h.name(), from.label(), l.label())
				}
			}, message.OpcodePythonEvent, message.OpcodeScoreChange, message.OpcodeEndGame, message.OpcodeRestartGame)
		},
	},
}

// eventForms are the class and the code of events, by opcode.
var eventForms = map[uint8]struct{ class, code uint32 }{
	message.OpcodeStartFiring:        {0x8128, 0x008000D8},
	message.OpcodeStopFiring:         {0x101, 0x008000DA},
	message.OpcodeSubsystemStatus:    {0x104, 0x008000DD},
	message.OpcodePythonEvent2:       {0x10C, 0x00800058},
	message.OpcodeStartWarp:          {0x812A, 0x008000EC},
	message.OpcodeRepairListPriority: {0x10C, 0x00800076},
	message.OpcodeSetPhaserLevel:     {0x105, 0x008000E0},
	message.OpcodeCollisionEffect:    {0x8124, 0x00800050},
	message.OpcodeTorpedoTypeChange:  {0x105, 0x008000FE},
}

// isRepair tells the codes of repair events.
var isRepair = map[uint32]bool{0x008000DF: true, 0x00800074: true, 0x00800075: true}

// weaponOf is the object that a weapon message names.
func weaponOf(h *heard) (id uint32, ok bool) {
	switch m := h.content().Message.(type) {
	case *message.Event:
		id, ok = m.TargetID, true
	case *message.TorpedoFire:
		id, ok = m.ObjectID, true
	case *message.BeamFire:
		id, ok = m.ObjectID, true
	}
	return id, ok && h.content().Complete()
}

// torpedoes are the scripts of those that a class has.
func torpedoes(class *ship.Class) (scripts []string) {
	for i := range class.Subsystems {
		for _, a := range class.Subsystems[i].TorpedoSlots {
			scripts = append(scripts, a.Script)
		}
	}
	return scripts
}

// madeSlot reports whether a ship was made in the capture by the player in whose slot an id lies; ids
// of the host count as such.
func (t *trial) madeSlot(at *link, id uint32) bool {
	slot := slotOf(id)
	return slot < 0 || !t.vacated(at, id) && slices.ContainsFunc(t.links, func(l *link) bool {
		return l.Server == at.Server && l.slotOf() == slot && l.first != nil && l.first.made.Frame <= t.frame && l.whole()
	})
}

// insteadOf finds what a client was told at that time in place of what another one was told, who was not told that.
func (w *watch) insteadOf(l, from *link, at match.Event, code uint8) facts.Told {
	const near = time.Second
	var rows []int
	for _, e := range l.told(at.Time.Add(-near), at.Time.Add(near), nil, code) {
		if !from.has(toClient, e.row, w.Payload(e.Row), code, near, near) {
			rows = append(rows, e.row)
		}
	}
	return w.Reader().Told(at, rows)
}
