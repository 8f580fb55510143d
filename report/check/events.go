package check

import (
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
		Watch: classAndCode,
	},
	{
		ID: "weapon-startfiring-pairs", Judges: Client, Severity: Warning, Effect: unnoticed, Evidence: OneSource, Source: "Events", Times: 100 * time.Millisecond, Needs: Uncut,
		Says:   "A client sends each StartFiring twice, with consecutive sequence numbers.",
		Counts: "each pair, or single StartFiring", Broken: "it is single",
		Parts: []Part{{Tolerance: 0.05}},
		Watch: startFiringPairs,
	},
	{
		ID: "weapon-id-kind", Judges: Client, Severity: Warning, Effect: shots, Evidence: Observed, Source: "Object ids", Needs: Known | Creation | Uncut,
		Says:   "The id of a weapon message is that of a part of the right kind.",
		Counts: "each weapon message of a client whose id is a part of a known ship", Broken: "it is the ship itself or a part of another kind",
		Watch: weaponKind,
	},
	{
		ID: "weapon-torpedo-kind", Judges: Client, Severity: Warning, Effect: shots, Evidence: OneSource, Source: "Object ids", Needs: Known | Creation | Uncut,
		Says:   "A ship fires the torpedoes of its class, as the ship scripts have them.",
		Counts: "each TorpedoFire of a client about a tube of a known ship", Broken: "its class has no such torpedoes",
		Watch: torpedoKind,
	},
	{
		ID: "event-repair-ids", Judges: Server, Severity: Error, Effect: events, Evidence: Observed, Source: "Events", Needs: Creation | Uncut,
		Says:   "Repair events name two parts of one ship, the second its repair system.",
		Counts: "each repair event of the host (codes 0x008000DF, 0x00800074, 0x00800075)", Broken: "other objects",
		Watch: repairIDs,
	},
	{
		ID: "event-broadcast", Judges: Server, Severity: Warning, Effect: events, Evidence: TwoSources, Source: "Events", Times: 2 * time.Second, Needs: TwoClients | Uncut | NoHole,
		Says:   "What the host makes itself goes to all clients: events, scores, the end of the game.",
		Counts: "each such message of the host, and other client that is told something later too", Broken: "no equal one within 6 s; of deaths, scores and the end of a game, from 60 s before to 10 s after",
		Parts: []Part{{Tolerance: 0.01}, {Of: "deaths, scores, the end of a game"}},
		Watch: broadcast,
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

func classAndCode(w *watch) {
	for opcode, form := range eventForms {
		onWhole(w, toServer, func(h *heard, m *message.Event) {
			w.judges(Client, h.link, m.ClassID == form.class && m.EventCode == form.code, h.at(),
				"%s has class 0x%04X and code 0x%08X instead of 0x%04X and 0x%08X", h.Name(), m.ClassID, m.EventCode, form.class, form.code)
		}, opcode)
	}
}

func startFiringPairs(w *watch) {
	type shot struct {
		at     match.Event
		number int64
		sum    uint64
	}
	single := map[*link]shot{}
	conclude := func(l *link) {
		if x, open := single[l]; open {
			w.breaks(Client, l, x.at, "StartFiring is sent once")
			delete(single, l)
		}
	}
	w.onGame(func(h *heard) {
		if h.to != toServer {
			return
		}
		x, open := single[h.link]
		now := shot{h.at(), h.number, h.sum()}
		if apart := now.number - x.number; open && now.sum == x.sum && (apart == 1 || apart == -1) {
			w.keeps(Client, h.link)
			delete(single, h.link)
			return
		}
		conclude(h.link)
		single[h.link] = now
	}, message.OpcodeStartFiring)
	atEndOfAll(w, &w.links, conclude)
}

func weaponKind(w *watch) {
	w.onGame(func(h *heard) {
		id, ok := weaponOf(h)
		c := w.hangar.whole(h.link.Server, id)
		if !ok || h.to != toServer || c == nil || !c.fresh() || c.class == nil {
			return
		}
		kind := "the ship itself"
		if id != c.Object {
			kind = cmp.Or(c.class.PartType(int(id-c.Object-1)), "unknown")
		}
		wanted := message.FiringParts(uint8(h.code))
		if !w.kept(Client, h.link, slices.Contains(wanted, kind)) {
			w.fails(Client, h.link, h.at(), "%s names object 0x%08X of a %s, %s: %s expected", h.Name(), id, c.class.Name, kind, strings.Join(wanted, " or "))
		}
	}, message.OpcodeStartFiring, message.OpcodeStopFiring, message.OpcodeTorpedoFire, message.OpcodeBeamFire, message.OpcodeSetPhaserLevel, message.OpcodeTorpedoTypeChange)
}

// weaponOf is the object that a weapon message names.
func weaponOf(h *heard) (id uint32, ok bool) {
	if !h.Content().Complete() {
		return 0, false
	}
	switch m := h.Content().Message.(type) {
	case *message.Event:
		return m.TargetID, true
	case *message.TorpedoFire:
		return m.ObjectID, true
	case *message.BeamFire:
		return m.ObjectID, true
	}
	return 0, false
}

func torpedoKind(w *watch) {
	onWhole(w, toServer, func(h *heard, m *message.TorpedoFire) {
		c := w.hangar.whole(h.link.Server, m.ObjectID)
		if c == nil || !c.fresh() || c.class == nil {
			return
		}
		known := h.Context.Catalogue
		if known == nil {
			known = ship.Stock()
		}
		loaded := torpedoes(c.class)
		script, _ := known.Projectile(m.Projectile)
		if len(loaded) > 0 {
			w.judges(Client, h.link, slices.Contains(loaded, script), h.at(), "a %s fires projectile %d (%s): its tubes have %s", c.class.Name, m.Projectile, cmp.Or(script, "unknown"), strings.Join(loaded, ", "))
		}
	}, message.OpcodeTorpedoFire)
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

// isRepair tells the codes of repair events.
var isRepair = map[uint32]bool{0x008000DF: true, 0x00800074: true, 0x00800075: true}

func repairIDs(w *watch) {
	onWhole(w, toClient, func(h *heard, m *message.Event) {
		if !isRepair[m.EventCode] || !w.madeSlot(h.link, m.SourceID) || !w.madeSlot(h.link, m.TargetID) {
			return
		}
		from, to := w.hangar.whole(h.link.Server, m.SourceID), w.hangar.whole(h.link.Server, m.TargetID)
		ok := from != nil && from == to && m.SourceID != from.Object && m.TargetID != from.Object &&
			(from.class == nil || from.class.PartType(int(m.TargetID-from.Object-1)) == "repair")
		w.judges(Server, h.link, ok, h.at(), "a repair event names 0x%08X and 0x%08X: a part of a ship and its repair system expected", m.SourceID, m.TargetID)
	}, message.OpcodePythonEvent)
}

// madeSlot reports whether a ship was made in the capture by the player in whose slot an id lies; ids
// of the host count as such.
func (t *trial) madeSlot(at *link, id uint32) bool {
	slot := slotOf(id)
	if slot < 0 {
		return true
	}
	if t.vacated(at, id) {
		return false
	}
	for _, l := range t.links {
		if l.Server == at.Server && l.slotOf() == slot && l.ships > 0 {
			return true
		}
	}
	return false
}

func broadcast(w *watch) {
	const guard, near = 6 * time.Second, 10 * time.Second
	w.onGame(func(h *heard) {
		if h.to != toClient || h.Relay.Frame != 0 {
			return
		}
		from, at, code, sum, name := h.link, h.at(), uint8(h.code), h.sum(), h.Name()
		part, before, after, about := w.part, guard, guard, subject{}
		if changesGame(h) {
			part, before, after = w.ofPart(1), time.Minute, near // the one at hand may be late itself
			about.object, _, _ = match.Death(h.Record)
		}
		w.at(h.Time.Add(guard+certain), func() {
			for _, l := range w.living(at.Time) {
				if l == from || l.Server != from.Server || !l.present(at.Time, guard, guard) || l.numbers[toClient][0].mayLack(at.Time, near) {
					continue
				}
				w.subject = about
				if part.kept(Server, l, l.log.has(toClient, at.Time, before, after, code, sum)) {
					continue
				}
				if told := w.insteadOf(l, from, at, code); told.Changes != nil {
					part.fails(Server, l, at, "%s for %s is sent to %s changed, in frame %d: %s", name, from.label(), l.label(), told.Frame, &told)
					continue
				}
				part.fails(Server, l, at, "%s for %s is not sent to %s", name, from.label(), l.label())
			}
		})
	}, message.OpcodePythonEvent, message.OpcodeScoreChange, message.OpcodeEndGame, message.OpcodeRestartGame)
}

// insteadOf finds what a client was told at that time in place of what another one was told, who was not told that.
func (w *watch) insteadOf(l, from *link, at match.Event, code uint8) facts.Told {
	const near = time.Second
	var rows []int
	l.log.each(toClient, at.Time.Add(-near), at.Time.Add(near), func(e *entry) {
		if e.code == code && !from.log.has(toClient, e.time, near, near, code, e.sum) {
			rows = append(rows, int(e.row))
		}
	})
	return w.Reader().Told(at, rows)
}

// changesGame tells a death, a score or the end of a game from what happens all the time.
func changesGame(h *heard) bool {
	m, ok := h.Content().Message.(*message.Event)
	return !ok || h.code != message.OpcodePythonEvent || m.ClassID == classExploding
}
