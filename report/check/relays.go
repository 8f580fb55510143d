package check

import (
	"time"

	"bcdump/decode/fields"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/report/facts"
)

var relayRules = []Rule{
	{
		ID: "relay-weapons-all-peers", Judges: Server, Severity: Error, Effect: shots, Evidence: Observed, Source: "Opcodes", Times: 2 * time.Second, Needs: TwoClients | Uncut | NoHole,
		Says:   "The host relays StartFiring, StopFiring, TorpedoFire and BeamFire to every other client, unchanged.",
		Counts: "each of them that a client sends, and other client; not in the first 10 s of a client whose join is not in the capture", Broken: "no copy comes, or a changed one",
		Parts: relayParts,
		Watch: relayed(weaponOpcodes...),
	},
	{
		ID: "relay-events-all-peers", Judges: Server, Severity: Error, Effect: events, Evidence: Observed, Source: "Opcodes", Times: 2 * time.Second, Needs: TwoClients | Uncut | NoHole,
		Says:   "The host relays the events 0x09, 0x0A, 0x0B, 0x0C, 0x10, 0x11, 0x12 and 0x1B to every other client, unchanged.",
		Counts: "each of them that a client sends, and other client; not in the first 10 s of a client whose join is not in the capture", Broken: "no copy comes, or a changed one",
		Parts: relayParts,
		Watch: relayed(eventOpcodes...),
	},
	{
		ID: "relay-creation-all-peers", Judges: Server, Severity: Error, Effect: unseen, Evidence: Observed, Source: "Opcodes", Times: 2 * time.Second, Needs: TwoClients | Uncut | NoHole,
		Says:   "The host relays the creation of a ship (0x03) to every other client, unchanged.",
		Counts: "each creation that a client sends, and other client; not in the first 10 s of a client whose join is not in the capture", Broken: "no copy comes, or a changed one",
		Watch: relayed(message.OpcodeObjectCreateTeam),
	},
	{
		ID: "relay-no-extra-copies", Judges: Server, Severity: Error, Effect: wasted, Evidence: TwoSources, Source: "Opcodes", Times: 2 * time.Second, Needs: Uncut,
		Says:   "The host sends nothing back to its sender, but chat, and nothing twice.",
		Counts: "each copy of the messages above, and of chat", Broken: "it goes back to the sender, or its receiver has had one; of a client whose join is not in the capture, that not in its first 10 s",
		Parts: []Part{{Tolerance: 0.005}},
		Watch: noExtraCopies,
	},
}

var (
	weaponOpcodes = []uint8{message.OpcodeStartFiring, message.OpcodeStopFiring, message.OpcodeTorpedoFire, message.OpcodeBeamFire}
	eventOpcodes  = []uint8{
		message.OpcodeStopFiringAtTarget, message.OpcodeSubsystemStatus, message.OpcodeAddToRepairList, message.OpcodeClientEvent,
		message.OpcodeStartWarp, message.OpcodeRepairListPriority, message.OpcodeSetPhaserLevel, message.OpcodeTorpedoTypeChange,
	}
)

// relayParts is the tolerance for messages that the capture lacks: of those of which there are many.
var relayParts = []Part{{WithLoss: 0.002}}

// relayed watches what the host relays: the account of the match has it. What it passes on with other content is told as
// such: the client has a message of that kind then which is no copy.
func relayed(opcodes ...uint8) func(*watch) {
	return func(w *watch) {
		w.onGame(func(h *heard) {
			if h.to == toClient && h.Relay.Frame == 0 {
				w.remade(h)
			}
		}, opcodes...)
		w.atEnd(func() {
			for _, opcode := range opcodes {
				w.relays(opcode, &w.match.Relays()[opcode])
			}
		})
	}
}

// relays takes what became of the messages of an opcode.
func (w *watch) relays(opcode uint8, row *match.RelayRow) {
	unnamed := row.Missing - int64(len(row.First)) // which follow from what the last one that is named does
	for i, x := range row.First {
		to := w.linkOf(x.To)
		n := int64(1)
		if i == len(row.First)-1 {
			n += unnamed
		}
		cause := w.follows(Server, w.place(Server, 0), to, x.Event, n)
		name := "a client"
		if to != nil {
			name = to.label()
		}
		w.subject = subject{object: x.Object}
		w.spell(cause, Server, to, x.Time)
		of := w.linkOf(x.Sender).label()
		if told := w.Reader().Instead(opcode, &x); len(told.Changes) > 0 {
			w.named(cause, Server, to, x.Event, "%s of %s is relayed to %s changed, in frame %d: %s", opcodeText(opcode), of, name, told.Frame, &told)
			continue
		}
		w.named(cause, Server, to, x.Event, "no copy of %s of %s for %s", opcodeText(opcode), of, name)
	}
	w.adds(Server, nil, row.Pairs)
	w.tally(Server, nil).violations += row.Missing
}

// remade judges a creation that is no copy, of a ship that its owner has just made, for a client that was in the game then: who
// comes later is told the state of that moment.
func (w *watch) remade(h *heard) {
	const soon, there = 10 * time.Second, 10 * time.Second
	m, ok := h.Content().Message.(*message.ObjectCreate)
	if !ok || !h.Content().Complete() {
		return
	}
	c, l := w.hangar.of(h.link.Server, m.ObjectID), h.link
	if c == nil || !c.fresh() || c.owner == l || c.sum == h.sum() || h.Time.Sub(c.made.Time) > soon || l.Entered.Frame == 0 || c.made.Time.Sub(l.Entered.Time) < there {
		return
	}
	if said := w.Reader().At(c.row).Content(); said.Complete() {
		if changes, alike := fields.Changes(said.Message, m); alike && len(changes) > 0 {
			w.fails(Server, l, h.at(), "%s of %s is relayed to %s changed: %s", opcodeText(uint8(h.code)), c.owner.label(), l.label(), &facts.Told{Changes: changes})
		}
	}
}

func noExtraCopies(w *watch) {
	opcodes := append(append([]uint8{message.OpcodeObjectCreateTeam, message.OpcodeChat, message.OpcodeTeamChat}, weaponOpcodes...), eventOpcodes...)
	w.onGame(func(h *heard) {
		if h.to != toClient || h.Relay.Frame == 0 {
			return
		}
		switch {
		case h.Relay.Echo && !message.AudienceOf(uint8(h.code)).HasSender():
			w.breaks(Server, h.link, h.at(), "%s goes back to its sender", h.Name())
		case h.Relay.Surplus && h.link.settles(h.Time): // of what was sent before the capture began
		default:
			if !w.kept(Server, h.link, !h.Relay.Surplus) {
				w.fails(Server, h.link, h.at(), "a second copy of %s from frame %d", h.Name(), h.Relay.Frame)
			}
		}
	}, opcodes...)
}
