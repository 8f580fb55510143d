package check

import (
	"slices"
	"time"

	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/wire"
	"bcdump/reassembly"
)

var chatRules = []Rule{
	{
		ID: "chat-sender-id", Judges: Client, Severity: Error, Effect: chat, Evidence: Observed, Source: "Script messages",
		Says:   "A chat text names its sender by the peer id.",
		Counts: "each Chat and TeamChat of a client", Broken: "another id",
		Watch: chatSender,
	},
	{
		ID: "chat-to-all", Judges: Server, Severity: Warning, Effect: chat, Evidence: Observed, Source: "Script messages", Times: 2 * time.Second, Needs: Uncut | NoHole,
		Says:   "A chat text goes to every client, the sender included.",
		Counts: "each Chat of a client, and client in the game", Broken: "no copy comes, or a changed one",
		Watch: relayed(message.OpcodeChat),
	},
	{
		ID: "chat-team-only", Judges: Server, Severity: Warning, Effect: chat, Evidence: OneSource, Source: "Script messages",
		Says:   "A text for the team goes to the team only.",
		Counts: "each TeamChat of the host, if the teams of receiver and sender are known; the sender is the client that said it, whatever id the text names", Broken: "they are in different teams",
		Watch: teamOnly,
	},
	{
		ID: "leave-playerlist", Judges: Server, Severity: Error, Effect: listed, Evidence: TwoSources, Source: "Join", Times: time.Second, Needs: Uncut | NoHole,
		Says:   "When a client leaves, each other client gets one PlayerListEvent with code 0x00060005 and its id.",
		Counts: "each client that leaves, and other client", Broken: "not exactly one from 1 s before to 8 s after",
		Watch: func(w *watch) { w.onLeaving(w.leftList) },
	},
	{
		ID: "leave-messages", Judges: Server, Severity: Warning, Effect: ghosts, Evidence: TwoSources, Source: "Join", Times: time.Second, Needs: Uncut | NoHole,
		Says:   "When a client leaves, each other client gets DestroyObject for its living ship, then PlayerListEvent, then one PlayerLeftText with its name.",
		Counts: "each client that leaves, and other client", Broken: "one is missing, comes twice, or in another order",
		Watch: func(w *watch) { w.onLeaving(w.leftMessages) },
	},
	{
		ID: "leave-timeout", Judges: Server, Severity: Warning, Effect: thrown, Evidence: TwoSources, Source: "Join", Times: 2 * time.Second, Needs: TwoClients | Uncut,
		Says:   "A client that is silent is dropped after 45 s.",
		Counts: "each client about which there is a PlayerListEvent with code 0x00060005, and that sent no Disconnect and got no Boot; each to which alone the host ceases to speak though it goes on", Broken: "it was silent for less than 40 s or more than 60 s",
		Watch: leaveTimeout,
	},
}

func chatSender(w *watch) {
	judge := func(h *heard, m *message.Chat) {
		if h.link.PeerID != 0 {
			w.judges(Client, h.link, m.SenderID == int32(h.link.PeerID), h.at(), "the text names peer %d as its sender, the client is peer %d", m.SenderID, h.link.PeerID)
		}
	}
	onWhole(w, toServer, judge, message.OpcodeChat)
	onWhole(w, toServer, func(h *heard, m *message.TeamChat) { judge(h, &m.Chat) }, message.OpcodeTeamChat)
}

func teamOnly(w *watch) {
	teams := map[int32]uint8{}
	senders := map[uint64]int32{} // peer ids, by what they said: the texts of some clients name another
	onMessage(w, bothWays, func(_ *heard, m *message.TeamSelect) { teams[m.PlayerID] = m.Team }, message.OpcodeTeamSelect)
	onMessage(w, bothWays, func(_ *heard, m *message.ScoreInit) {
		if _, known := teams[m.PlayerID]; !known && m.Team != message.NoTeam { // it may come late, with what was so before
			teams[m.PlayerID] = m.Team
		}
	}, message.OpcodeScoreInit)
	onMessage(w, bothWays, func(h *heard, x *message.TeamChat) {
		if h.to == toServer {
			senders[h.sum()] = int32(h.link.PeerID)
			return
		}
		sender := x.SenderID
		if peer, heard := senders[h.sum()]; heard {
			sender = peer
		}
		from, known := teams[sender]
		to, told := teams[int32(h.link.PeerID)]
		if known && told {
			w.judges(Server, h.link, from == to, h.at(), "a text for team %d goes to a client of team %d", from, to)
		}
	}, message.OpcodeTeamChat)
}

// onLeaving asks for each client that was in the game and left more than 3 s before the end of the
// capture, with each other client that was there.
func (w *watch) onLeaving(judge func(gone, other *link, at match.Event)) {
	const before, guard, rest = time.Second, 6 * time.Second, 3 * time.Second
	const after = 8 * time.Second
	w.onControl(func(h *heard) {
		gone, at := h.link, h.at()
		if gone.Entered.Frame == 0 || gone.goneAt != at {
			return
		}
		w.at(h.Time.Add(after+certain), func() {
			if w.until.Sub(at.Time) < rest {
				return
			}
			for _, o := range w.links {
				if o != gone && o.Server == gone.Server && o.present(at.Time, before, guard) && !o.numbers[toClient][0].holed(at.Time, at.Time.Add(after)) {
					judge(gone, o, at)
				}
			}
		})
	})
}

// leftWindow is from when to when the others are told of a client that leaves. What makes it leave may
// be lost, and come again later than the others were told.
func (t *trial) leftWindow(gone, o *link, at match.Event, want func(*entry) bool) []*entry {
	const before, after = time.Second, 8 * time.Second
	from := at.Time.Add(-before)
	if early := at.Time.Add(-after); t.resent() > 0 && gone.Entered.Time.Before(from) {
		if from = early; from.Before(gone.Entered.Time) {
			from = gone.Entered.Time
		}
	}
	return o.log.within(toClient, from, at.Time.Add(after), want)
}

// isLeft matches the PlayerListEvent of a client that leaves.
func isLeft(peer uint8) func(*entry) bool {
	return func(e *entry) bool {
		return e.code == message.OpcodePlayerListEvent && e.event == codeLeft && e.peer == peer
	}
}

func (w *watch) leftList(gone, o *link, at match.Event) {
	n := len(w.leftWindow(gone, o, at, isLeft(gone.PeerID)))
	w.judges(Server, o, n == 1, at, "%s gets %d PlayerListEvents that %s has left", o.label(), n, gone.label())
}

// namesAnother reports whether a PlayerLeftText has the name of another client, who left or was
// dropped at about the same time.
func (t *trial) namesAnother(e *entry, gone *link) bool {
	const about = 10 * time.Second
	return slices.ContainsFunc(t.links, func(o *link) bool {
		apart := o.left().Time.Sub(gone.goneAt.Time)
		if o == gone || o.left().Frame == 0 || apart > about || apart < -about {
			return false
		}
		text := &message.PlayerLeftText{PlayerName: wire.Text(o.Name)}
		return gone.Name != "" && o.Name != gone.Name && o.Name != "" && e.sum == reassembly.Sum(message.Append(nil, message.OpcodePlayerLeftText, text))
	})
}

func (w *watch) leftMessages(gone, o *link, at match.Event) {
	ship := gone.ship
	flies := ship != nil && ship.alive(at.Time.Add(time.Second)) // the host may tell its explosion before it hears that he leaves
	all := w.leftWindow(gone, o, at, func(e *entry) bool {
		return isLeft(gone.PeerID)(e) || e.code == message.OpcodePlayerLeftText && !w.namesAnother(e, gone) || flies && e.code == message.OpcodeDestroyObject && e.object == ship.Object
	})
	slices.SortStableFunc(all, byNumber)
	want := []uint8{message.OpcodePlayerListEvent, message.OpcodePlayerLeftText}
	w.subject = subject{}
	if flies {
		w.subject.object = ship.Object
		want = append([]uint8{message.OpcodeDestroyObject}, want...)
	}
	ok := slices.EqualFunc(all, want, func(e *entry, code uint8) bool { return e.code == code })
	w.judges(Server, o, ok, at, "%s is told that %s leaves with %s", o.label(), gone.label(), codes(all))
}

func leaveTimeout(w *watch) {
	const least, most = 40 * time.Second, 60 * time.Second
	onMessage(w, toClient, func(h *heard, m *message.Event) {
		if m.EventCode != codeLeft {
			return
		}
		gone := w.peer(h.link, m.PeerID)
		if gone == nil || gone == h.link || gone.goneAt.Frame != 0 || gone.timedOut || gone.Ending.Others.Frame == 0 {
			return // or it is about the one that had the id before
		}
		gone.timedOut = true
		silent, l, at := h.Time.SecondsSince(gone.last[toServer].Time), h.link, h.at()
		w.at(h.Time.Add(deaf), func() {
			// Else its Disconnect or Boot came a moment later, or a third-party host kicked it with opcode 0x04.
			if gone.goneAt.Frame == 0 && gone.Ending.Why != match.Kicked {
				w.judges(Server, l, silent >= least.Seconds() && silent <= most.Seconds(), at, "%s is dropped after %.1f s of silence, 45 s expected", gone.label(), silent)
			}
		})
	}, message.OpcodePlayerListEvent)
	atEndOfAll(w, &w.links, func(l *link) {
		if l.Ending.Why == match.GivenUp && l.Ending.Others.Frame == 0 && !l.timedOut && l.goneAt.Frame == 0 {
			w.breaks(Server, l, l.Ending.Event, "%s is dropped while it sends: %s", l.label(), l.Ending.Text)
		}
	})
}

// peer gives the newest link with a peer id, up to the moment; nil = there is none.
func (t *trial) peer(at *link, id uint8) *link {
	for _, l := range slices.Backward(t.links) {
		given, known := l.accepted()
		if l.Server == at.Server && l.PeerID == id && !(known && t.now.Before(given)) {
			return l
		}
	}
	return nil
}
