package check

import (
	"time"

	"bcdump/decode/match"
	"bcdump/decode/message"
)

var relayRules = []Rule{
	{
		ID: "relay-weapons-all-peers", Judges: Server, Severity: Error, Effect: shots, Evidence: Observed, Source: "Opcodes", Times: 2 * time.Second, Needs: TwoClients | Uncut | NoHole,
		Says:   "The host relays StartFiring, StopFiring, TorpedoFire and BeamFire to every other client, unchanged.",
		Counts: "each of them that a client sends, and other client; not in the first 10 s of a client whose join is not in the capture", Broken: "no copy comes",
		Parts: relayParts,
		Watch: relayed(weaponOpcodes...),
	},
	{
		ID: "relay-events-all-peers", Judges: Server, Severity: Error, Effect: events, Evidence: Observed, Source: "Opcodes", Times: 2 * time.Second, Needs: TwoClients | Uncut | NoHole,
		Says:   "The host relays the events 0x09, 0x0A, 0x0B, 0x0C, 0x10, 0x11, 0x12 and 0x1B to every other client, unchanged.",
		Counts: "each of them that a client sends, and other client; not in the first 10 s of a client whose join is not in the capture", Broken: "no copy comes",
		Parts: relayParts,
		Watch: relayed(eventOpcodes...),
	},
	{
		ID: "relay-creation-all-peers", Judges: Server, Severity: Error, Effect: unseen, Evidence: Observed, Source: "Opcodes", Times: 2 * time.Second, Needs: TwoClients | Uncut | NoHole,
		Says:   "The host relays the creation of a ship (0x03) to every other client, unchanged.",
		Counts: "each creation that a client sends, and other client; not in the first 10 s of a client whose join is not in the capture", Broken: "no copy comes",
		Watch: relayed(message.OpcodeObjectCreateTeam),
	},
	{
		ID: "relay-no-extra-copies", Judges: Server, Severity: Error, Effect: wasted, Evidence: TwoSources, Source: "Opcodes", Times: 2 * time.Second, Needs: Uncut,
		Says:   "The host sends nothing back to its sender and nothing twice.",
		Counts: "each copy of the messages above", Broken: "it goes back to the sender, or its receiver has had one; of a client whose join is not in the capture, that not in its first 10 s",
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

// relayed watches what the host relays: the account of the match has it.
func relayed(opcodes ...uint8) func(*watch) {
	return func(w *watch) {
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
		w.named(cause, Server, to, x.Event, "no copy of %s of %s for %s", opcodeText(opcode), w.linkOf(x.Sender).label(), name)
	}
	w.adds(Server, nil, row.Pairs)
	w.tally(Server, nil).violations += row.Missing
}

func noExtraCopies(w *watch) {
	opcodes := append(append([]uint8{message.OpcodeObjectCreateTeam}, weaponOpcodes...), eventOpcodes...)
	w.onGame(func(h *heard) {
		if h.to != toClient || h.Relay.Frame == 0 {
			return
		}
		switch {
		case h.Relay.Echo:
			w.breaks(Server, h.link, h.at(), "%s goes back to its sender", h.Name())
		case h.Relay.Surplus && h.link.settles(h.Time): // of what was sent before the capture began
		default:
			if !w.kept(Server, h.link, !h.Relay.Surplus) {
				w.fails(Server, h.link, h.at(), "a second copy of %s from frame %d", h.Name(), h.Relay.Frame)
			}
		}
	}, opcodes...)
}
