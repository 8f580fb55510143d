package check

import (
	"fmt"
	"slices"
	"time"

	"bcdump/decode/match"
	"bcdump/decode/message"
)

var checksumRules = []Rule{
	{
		ID: "checksum-requests", Judges: Server, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Checksums and files", Needs: Joined | Uncut | Whole,
		Says:   "The host asks for five rounds: 0, 1, 2, 3 and 255, each with its directory, filter and flag.",
		Counts: "each link that joins and gets into the game or sees five requests, each checksum request", Broken: "other rounds or another order, or another text or flag",
		Watch: func(w *watch) {
			asked := map[*link][]roundAsked{}
			onMessage(w, toClient, func(h *heard, m *message.ChecksumRequest) {
				if len(asked[h.link]) < 16 {
					asked[h.link] = append(asked[h.link], roundAsked{h.at(), h.Seq, m.Round})
				}
				i := roundIndex(m.Round)
				if i < 0 || !h.content().Complete() {
					w.judge(h, false, "round %d, which is not known", m.Round)
					return
				}
				x := &rounds[i]
				ok := m.Directory.String() == x.directory && m.Filter.String() == x.filter && m.Recursive == x.recursive
				w.judge(h, ok, "round %d asks for %s %s instead of %s %s", m.Round, m.Directory.String(), m.Filter.String(), x.directory, x.filter)
			}, message.OpcodeChecksumRequest)
			atEndOfAll(w, &w.links, func(l *link) {
				list := asked[l]
				if !l.Joined || l.Entered.Frame == 0 && len(list) != len(rounds) {
					return
				}
				slices.SortStableFunc(list, func(a, b roundAsked) int { return l.numbers[toClient][0].apart(a.seq, b.seq) })
				at, flaw := l.Entered, ""
				for i := range rounds {
					if i >= len(list) {
						flaw = fmt.Sprintf("round %d is not asked for", rounds[i].round)
						break
					}
					if at = list[i].at; list[i].round != rounds[i].round {
						flaw = fmt.Sprintf("request %d is for round %d instead of %d", i+1, list[i].round, rounds[i].round)
						break
					}
				}
				if flaw == "" && len(list) > len(rounds) {
					at, flaw = list[len(list)-1].at, fmt.Sprintf("%d checksum requests instead of %d", len(list), len(rounds))
				}
				w.judges(Server, l, flaw == "", at, "%s", flaw)
			})
		},
	},
	{
		ID: "checksum-serial", Judges: Server, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Checksums and files", Times: 20 * time.Millisecond, Needs: Joined | Uncut | Whole,
		Says:   "The host asks for a round only when it has the whole answer to the one before.",
		Counts: "each checksum request but the first, each ChecksumComplete", Broken: "it is sent more than 20 ms before the answer is complete",
		Watch: func(w *watch) {
			const early = 20 * time.Millisecond
			w.onGame(toClient, func(h *heard) {
				before := uint8(255)
				if m, ok := h.content().Message.(*message.ChecksumRequest); ok {
					i := roundIndex(m.Round)
					if i <= 0 {
						return
					}
					before = rounds[i-1].round
				}
				if h.link.Joined && w.certain(h.Time, early) {
					answers := h.link.said(h.link.First.Time, h.Time.Add(early), ofPeer(before), message.OpcodeChecksumResponse)
					w.judge(h, len(answers) > 0, "%s is sent before the answer to round %d is there", h.name(), before)
				}
			}, message.OpcodeChecksumRequest, message.OpcodeChecksumComplete)
		},
	},
	{
		ID: "checksum-answered", Judges: Client, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Checksums and files", Times: 2 * time.Second, Needs: Uncut | Whole,
		Says:   "The client answers each request once.",
		Counts: "each checksum request, if the client still sends 10 s later, 19 s if messages are missing", Broken: "there is no answer for its round, or more than one",
		Watch: func(w *watch) {
			onMessage(w, toClient, func(h *heard, m *message.ChecksumRequest) {
				l, patience := h.link, 10*time.Second+h.link.resent()
				if l.sends(Client, h.Time, patience) && !l.settles(h.Time) {
					n := len(l.said(h.Time, h.Time.Add(patience), ofPeer(m.Round), message.OpcodeChecksumResponse))
					w.judges(Client, l, n == 1, h.at(), "%d answers to the request for round %d", n, m.Round)
				}
			}, message.OpcodeChecksumRequest)
		},
	},
	{
		ID: "checksum-hashes", Judges: Client, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Checksums and files",
		Says:   "The hashes of the version and of the directories are those of the stock game.",
		Counts: "each checksum answer", Broken: "the hash of the version (round 0) or of the directory is another one",
		Watch: func(w *watch) {
			onWhole(w, toServer, func(h *heard, m *message.ChecksumResponse) {
				switch i := roundIndex(m.Round); {
				case i < 0:
				case m.Round == 0 && m.RefHash != versionHash:
					w.judge(h, false, "the hash of the version is 0x%08X instead of 0x%08X", m.RefHash, versionHash)
				default:
					w.judge(h, m.DirectoryHash == rounds[i].hash, "round %d: the hash of the directory is 0x%08X instead of 0x%08X", m.Round, m.DirectoryHash, rounds[i].hash)
				}
			}, message.OpcodeChecksumResponse)
		},
	},
}

// rounds are the requests of a join, in order.
var rounds = [...]struct {
	round             uint8
	directory, filter string
	recursive         bool
	hash              uint32 // of the directory
}{
	{0, "scripts/", "App.pyc", false, 0x4DAFCB2F},
	{1, "scripts/", "Autoexec.pyc", false, 0x4DAFCB2F},
	{2, "scripts/ships", "*.pyc", true, 0xC017D1C4},
	{3, "scripts/mainmenu", "*.pyc", false, 0x3409475D},
	{255, "Scripts/Multiplayer", "*.pyc", true, 0x8794D13F},
}

// versionHash is the hash of the version, "60".
const versionHash = 0x7E0CE243

// roundIndex is the place of a round in the order; -1 = there is no such round.
func roundIndex(round uint8) int {
	return slices.Index([]uint8{0, 1, 2, 3, 255}, round)
}

// roundAsked is a request for a round.
type roundAsked struct {
	at    match.Event
	seq   uint16
	round uint8
}

// ofPeer matches messages about a peer id, or of a round.
func ofPeer(id uint8) func(*entry) bool { return func(e *entry) bool { return e.peer == id } }
