package check

import (
	"slices"
	"time"

	"bcdump/decode"
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
		ID: "relay-no-extra-copies", Judges: Server, Severity: Error, Effect: wasted, Evidence: TwoSources, Source: "Opcodes", Times: 2 * time.Second, Needs: Uncut | Whole,
		Says:   "The host sends nothing back to its sender, but chat, and nothing twice.",
		Counts: "each copy of the messages above, and of chat", Broken: "it goes back to the sender, or its receiver has had one; of a client whose join is not in the capture, that not in its first 10 s",
		Parts: []Part{{Tolerance: 0.005}},
		Watch: func(w *watch) {
			w.onGame(toClient, func(h *heard) {
				if !w.Relays(h.Row) {
					return
				}
				x := w.Relay(h.Row)
				switch {
				case x.Echo && !message.AudienceOf(h.Opcode).HasSender():
					w.judge(h, false, "%s goes back to its sender", h.name())
				case x.Surplus && (h.link.settles(h.Time) || w.lacksClient(h.link.Server, h.Time) || w.lacksOriginal(h, &x)):
				default:
					_ = w.kept(h, !x.Surplus) || w.fails(h, "a second copy of %s from frame %d", h.name(), x.Frame)
				}
			}, slices.Concat([]uint8{message.OpcodeObjectCreateTeam, message.OpcodeChat, message.OpcodeTeamChat}, weaponOpcodes, eventOpcodes)...)
		},
	},
}

// lacksOriginal reports whether the capture lacks for a while, or from then on, what the sender of a message said since: a copy may be of an
// equal one of then.
func (t *trial) lacksOriginal(h *heard, x *decode.Relay) bool {
	row := t.Row(t.From(x.Frame))
	from := t.linkOf(t.ofLinks.At(t.Side(row).Link, x.Frame))
	return from != nil && (from.ceases(h.Time, 0) && from.goneAt.Frame == 0 || t.Lacks(from.Link, false, t.Steady(t.Datagram(row.Datagram)), h.Time))
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
		onWhole(w, toClient, w.remade, opcodes...)
		w.atEnd(func() {
			for _, opcode := range opcodes {
				w.relays(opcode, &w.match.Relays()[opcode])
			}
		})
	}
}

// relays takes what became of the messages of an opcode.
func (w *watch) relays(opcode uint8, row *match.RelayRow) {
	const within = 2 * time.Second
	first := slices.DeleteFunc(slices.Clone(row.First), func(x match.MissingCopy) bool { // the capture lacks what the host said then, and has no changed copy
		return w.Lacks(x.To.Link, true, x.Time, x.Time.Add(within)) && len(w.Reader().Instead(opcode, &x).Changes) == 0
	})
	lacking := int64(len(row.First) - len(first))
	for i, x := range first {
		to, name, n := w.linkOf(x.To), "a client", int64(1)
		if to != nil {
			name = to.label()
		}
		if i == len(first)-1 {
			n += row.Missing - int64(len(row.First)) // those that are not named follow from what the last one does
		}
		w.subject = subject{object: x.Object}
		of, text, told := w.linkOf(x.Sender).label(), opcodeText(opcode), w.Reader().Instead(opcode, &x)
		if len(told.Changes) > 0 {
			w.notes(Server, to, x.Event, n, "%s of %s is relayed to %s changed, in frame %d: %s", text, of, name, told.Frame, &told)
			continue
		}
		w.notes(Server, to, x.Event, n, "no copy of %s of %s for %s", text, of, name)
	}
	w.count(Server, nil, count{row.Pairs - lacking, row.Missing - lacking})
}

// remade judges a creation that is no copy, of a ship that its owner has just made, for a client that was in the game then: who
// comes later is told the state of that moment.
func (w *watch) remade(h *heard, m *message.ObjectCreate) {
	const soon, there = 10 * time.Second, 10 * time.Second
	c, l := w.hangar.of(h.link.Server, m.ObjectID), h.link
	if w.Relays(h.Row) || c == nil || !c.fresh() || c.owner == l || c.sum == h.sum() || h.Time.Sub(c.made.Time) > soon || l.Entered.Frame == 0 || c.made.Time.Sub(l.Entered.Time) < there {
		return
	}
	if said := w.ahead.At(c.row).Content(); said.Complete() {
		if changes, alike := fields.Changes(said.Message, m); alike && len(changes) > 0 {
			w.fails(h, "%s of %s is relayed to %s changed: %s", opcodeText(h.Opcode), c.owner.label(), l.label(), &facts.Told{Changes: changes})
		}
	}
}
