package check

import (
	"slices"
	"time"

	"bcdump/decode/match"
	"bcdump/decode/message"
)

var checksumRules = []Rule{
	{
		ID: "checksum-requests", Judges: Server, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Checksums and files", Needs: Joined | Uncut,
		Says:   "The host asks for five rounds: 0, 1, 2, 3 and 255, each with its directory, filter and flag.",
		Counts: "each link that joins and gets into the game or sees five requests, each checksum request", Broken: "other rounds or another order, or another text or flag",
		Watch: checksumRequests,
	},
	{
		ID: "checksum-serial", Judges: Server, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Checksums and files", Times: 20 * time.Millisecond, Needs: Joined | Uncut,
		Says:   "The host asks for a round only when it has the whole answer to the one before.",
		Counts: "each checksum request but the first, each ChecksumComplete", Broken: "it is sent more than 20 ms before the answer is complete",
		Watch: checksumSerial,
	},
	{
		ID: "checksum-answered", Judges: Client, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Checksums and files", Times: 2 * time.Second, Needs: Uncut,
		Says:   "The client answers each request once.",
		Counts: "each checksum request, if the client still sends 10 s later, 19 s if messages are missing", Broken: "there is no answer for its round, or more than one",
		Watch: checksumAnswered,
	},
	{
		ID: "checksum-hashes", Judges: Client, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Checksums and files",
		Says:   "The hashes of the version and of the directories are those of the stock game.",
		Counts: "each checksum answer", Broken: "the hash of the version (round 0) or of the directory is another one",
		Watch: checksumHashes,
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
	for i := range rounds {
		if rounds[i].round == round {
			return i
		}
	}
	return -1
}

func checksumRequests(w *watch) {
	asked := map[*link][]entry{}
	onMessage(w, toClient, func(h *heard, m *message.ChecksumRequest) {
		if len(asked[h.link]) < 16 {
			asked[h.link] = append(asked[h.link], entry{row: uint32(w.row), number: h.number, peer: m.Round})
		}
		i := roundIndex(m.Round)
		known := i >= 0 && h.Content().Complete()
		ok := known && m.Directory.String() == rounds[i].directory && m.Filter.String() == rounds[i].filter && m.Recursive == rounds[i].recursive
		switch {
		case ok:
			w.keeps(Server, h.link)
		case !known:
			w.breaks(Server, h.link, h.at(), "round %d, which is not known", m.Round)
		default:
			w.breaks(Server, h.link, h.at(), "round %d asks for %s %s instead of %s %s", m.Round, m.Directory.String(), m.Filter.String(), rounds[i].directory, rounds[i].filter)
		}
	}, message.OpcodeChecksumRequest)
	atEndOfAll(w, &w.links, func(l *link) {
		if list := asked[l]; l.Joined && (l.Entered.Frame != 0 || len(list) == len(rounds)) {
			w.roundsOf(l, list)
		}
	})
}

// roundsOf judges the order of the rounds on a link.
func (w *watch) roundsOf(l *link, list []entry) {
	slices.SortStableFunc(list, func(a, b entry) int { return byNumber(&a, &b) })
	for i := range rounds {
		if i >= len(list) {
			at := l.Entered
			if len(list) > 0 {
				at = w.Event(int(list[len(list)-1].row))
			}
			w.breaks(Server, l, at, "round %d is not asked for", rounds[i].round)
			return
		}
		if list[i].peer != rounds[i].round {
			w.breaks(Server, l, w.Event(int(list[i].row)), "request %d is for round %d instead of %d", i+1, list[i].peer, rounds[i].round)
			return
		}
	}
	w.judges(Server, l, len(list) == len(rounds), w.Event(int(list[len(list)-1].row)), "%d checksum requests instead of %d", len(list), len(rounds))
}

func checksumSerial(w *watch) {
	const early = 20 * time.Millisecond
	w.onGame(func(h *heard) {
		if h.to != toClient || !h.link.Joined {
			return
		}
		l, at, name := h.link, h.at(), h.Name()
		before := uint8(255)
		if m, ok := h.Content().Message.(*message.ChecksumRequest); ok {
			i := roundIndex(m.Round)
			if i <= 0 {
				return
			}
			before = rounds[i-1].round
		}
		w.at(h.Time.Add(early), func() {
			answered := func(e *entry) bool { return e.code == message.OpcodeChecksumResponse && e.peer == before }
			ok := l.log.count(toServer, l.First.Time, at.Time.Add(early), answered) > 0
			w.judges(Server, l, ok, at, "%s is sent before the answer to round %d is there", name, before)
		})
	}, message.OpcodeChecksumRequest, message.OpcodeChecksumComplete)
}

func checksumAnswered(w *watch) {
	const patience = 10 * time.Second
	onMessage(w, toClient, func(h *heard, m *message.ChecksumRequest) {
		l, at, round := h.link, h.at(), m.Round
		w.at(h.Time.Add(patience+certain+resends), func() { w.answers(l, at, round, patience+w.resent()) })
	}, message.OpcodeChecksumRequest)
}

// answers judges the answers to a checksum request.
func (w *watch) answers(l *link, at match.Event, round uint8, patience time.Duration) {
	if !l.sends(Client, at.Time, patience) || l.settles(at.Time) {
		return
	}
	n := l.log.count(toServer, at.Time, at.Time.Add(patience), func(e *entry) bool {
		return e.code == message.OpcodeChecksumResponse && e.peer == round
	})
	w.judges(Client, l, n == 1, at, "%d answers to the request for round %d", n, round)
}

func checksumHashes(w *watch) {
	onWhole(w, toServer, func(h *heard, m *message.ChecksumResponse) {
		i := roundIndex(m.Round)
		switch {
		case i < 0:
		case m.Round == 0 && m.RefHash != versionHash:
			w.breaks(Client, h.link, h.at(), "the hash of the version is 0x%08X instead of 0x%08X", m.RefHash, versionHash)
		default:
			w.judges(Client, h.link, m.DirectoryHash == rounds[i].hash, h.at(), "round %d: the hash of the directory is 0x%08X instead of 0x%08X", m.Round, m.DirectoryHash, rounds[i].hash)
		}
	}, message.OpcodeChecksumResponse)
}
