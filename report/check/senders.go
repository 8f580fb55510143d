package check

import (
	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/report/facts"
)

var senderRules = []Rule{
	{
		ID: "sender-newplayer-client", Judges: Server, Severity: Error, Effect: unnoticed, Evidence: Observed, Source: "Join",
		Says:   "NewPlayerInGame comes from clients only.",
		Counts: "each NewPlayerInGame", Broken: "the host sends it",
		Watch: onlyFrom(Client, message.OpcodeNewPlayerInGame),
	},
	{
		ID: "sender-collision-client", Judges: Server, Severity: Error, Effect: unnoticed, Evidence: Observed, Source: "Events",
		Says:   "CollisionEffect is a report of a client; the host never relays it.",
		Counts: "each CollisionEffect", Broken: "the host sends it",
		Watch: onlyFrom(Client, message.OpcodeCollisionEffect),
	},
	{
		ID: "sender-target-event-client", Judges: Server, Severity: Error, Effect: events, Evidence: Observed, Source: "Events",
		Says:   "The host never relays event 0x0D: a copy would be a second event.",
		Counts: "each message 0x0D", Broken: "the host sends it",
		Watch: onlyFrom(Client, message.OpcodePythonEvent2),
	},
	{
		ID: "sender-client-only", Judges: Server, Severity: Error, Effect: unnoticed, Evidence: Observed, Source: "Opcodes",
		Says:   "HostMsg, RequestObject, ChecksumResponse and FileTransferAck come from clients.",
		Counts: "each of them", Broken: "the host sends it",
		Watch: onlyFrom(Client, message.OpcodeHostMsg, message.OpcodeRequestObject, message.OpcodeChecksumResponse, message.OpcodeFileTransferAck),
	},
	{
		ID: "sender-python-event-host", Judges: Client, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "Events",
		Says:   "Clients send no PythonEvent 0x06.",
		Counts: "each PythonEvent", Broken: "a client sends it",
		Watch: onlyFrom(Server, message.OpcodePythonEvent),
	},
	{
		ID: "sender-host-only", Judges: Client, Severity: Error, Effect: unnoticed, Evidence: Observed, Source: "Opcodes",
		Says:   "Settings, creations and ends of objects, lists of players, scores, checksum requests and explosions come from the host.",
		Counts: "each message 0x00-0x02, 0x14, 0x16-0x18, 0x1F, 0x20, 0x22, 0x23, 0x25, 0x28, 0x29, 0x35-0x39, 0x3F, 0x40", Broken: "a client sends it",
		Watch: onlyFrom(Server,
			message.OpcodeSettings, message.OpcodeGameInit, message.OpcodeObjectCreate, message.OpcodeDestroyObject, message.OpcodeCollisionSetting,
			message.OpcodePlayerListEvent, message.OpcodePlayerLeftText, message.OpcodeEnterSet, message.OpcodeChecksumRequest,
			message.OpcodeSystemChecksumFail, message.OpcodeVersionDifferent, message.OpcodeFileTransfer, message.OpcodeChecksumComplete, message.OpcodeExplosion,
			message.OpcodeMissionInit, message.OpcodeScoreChange, message.OpcodeScore, message.OpcodeEndGame, message.OpcodeRestartGame, message.OpcodeScoreInit,
			message.OpcodeTeamScore),
	},
	{
		ID: "sender-dead-opcodes", Judges: Both, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "Opcodes",
		Says:   "Opcodes 0x04, 0x05, 0x0E and 0x0F are never sent: kicks are control messages, cloaking is a flag of updates.",
		Counts: "each game message", Broken: "it is one of them",
		Watch: func(w *watch) {
			w.onGame(bothWays, func(h *heard) {
				_ = w.kept(h, !deadOpcode[h.code]) || w.fails(h, "opcode 0x%02X, which stock software never sends", h.code)
			})
			w.onUpdate(bothWays, func(u *update) { w.kept(u.heard, true) })
		},
	},
	{
		ID: "payload-layout", Judges: Both, Severity: Error, Effect: illegible, Evidence: Observed, Source: "Opcodes",
		Says:   "Every message whose layout is known ends with its last field.",
		Counts: "each message of a known opcode; of those of the host not updates, nor what a client sent with the same bytes in the 10 s before, nor the creation of a ship with the bytes of its owner", Broken: "it ends within a field, goes on after the last one, or breaks the packing of booleans",
		Watch: func(w *watch) {
			judge := func(h *heard) {
				if h.content().Spec == nil || h.to == toClient && (w.Relays(h.Row) || w.createdSo(h)) {
					return
				}
				for _, code := range []decode.Code{decode.Truncated, decode.Trailing, decode.BoolGroup} {
					if h.noted(code) {
						w.judge(h, false, "%s: %s", h.name(), h.note(code))
						return
					}
				}
				w.kept(h, true)
			}
			w.onGame(bothWays, judge)
			w.onUpdate(toServer, func(u *update) {
				if u.Has(facts.Walked) {
					w.kept(u.heard, true)
					return
				}
				judge(u.heard)
			})
		},
	},
}

// onlyFrom watches for messages that one side alone sends.
func onlyFrom(who Who, opcodes ...uint8) func(*watch) {
	return func(w *watch) {
		w.onGame(bothWays, func(h *heard) {
			w.judges(1-who, h.link, h.who == who, h.at(), "%s comes from the %s", h.name(), h.who)
		}, opcodes...)
	}
}

// deadOpcode tells those that nobody sends.
var deadOpcode = [256]bool{message.OpcodeBootPlayer: true, 0x05: true, message.OpcodeStartCloak: true, message.OpcodeStopCloak: true}

// createdSo reports whether a message of the host is the creation of a ship with the bytes that its
// owner sent, however long ago.
func (t *trial) createdSo(h *heard) bool {
	m, ok := h.content().Message.(*message.ObjectCreate)
	if !ok || h.content().Fields < m.FieldsToObject() {
		return false
	}
	c := t.hangar.of(h.link.Server, m.ObjectID)
	return c != nil && c.fresh() && c.sum == h.sum()
}
