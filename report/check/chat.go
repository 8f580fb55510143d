package check

import (
	"bytes"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/wire"
	"bcdump/report/facts"
)

var chatRules = []Rule{
	{
		ID: "chat-sender-id", Judges: Client, Severity: Error, Effect: chat, Evidence: Observed, Source: "Script messages",
		Says:   "A chat text names its sender by the peer id.",
		Counts: "each Chat and TeamChat of a client", Broken: "another id",
		Watch: func(w *watch) {
			judge := func(h *heard, m *message.Chat) {
				if h.link.PeerID != 0 {
					w.judge(h, m.SenderID == int32(h.link.PeerID), "the text names peer %d as its sender, the client is peer %d", m.SenderID, h.link.PeerID)
				}
			}
			onWhole(w, toServer, judge, message.OpcodeChat)
			onWhole(w, toServer, func(h *heard, m *message.TeamChat) { judge(h, &m.Chat) }, message.OpcodeTeamChat)
		},
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
		Watch: func(w *watch) {
			type member struct {
				game *match.Mission
				peer int32
			}
			teams := map[member]uint8{}
			senders := map[uint64]int32{} // peer ids, by what they said: the texts of some clients name another
			onMessage(w, bothWays, func(h *heard, m *message.TeamSelect) { teams[member{h.link.Game, m.PlayerID}] = m.Team }, message.OpcodeTeamSelect)
			onMessage(w, bothWays, func(h *heard, m *message.ScoreInit) {
				x := member{h.link.Game, m.PlayerID}
				if _, known := teams[x]; !known && m.Team != message.NoTeam { // it may come late, with what was so before
					teams[x] = m.Team
				}
			}, message.OpcodeScoreInit)
			onMessage(w, bothWays, func(h *heard, x *message.TeamChat) {
				if h.to == toServer {
					senders[h.sum()] = int32(h.link.PeerID)
					return
				}
				sender, heard := senders[h.sum()]
				if !heard {
					sender = x.SenderID
				}
				from, known := teams[member{h.link.Game, sender}]
				if to, told := teams[member{h.link.Game, int32(h.link.PeerID)}]; known && told {
					w.judge(h, from == to, "a text for team %d goes to a client of team %d", from, to)
				}
			}, message.OpcodeTeamChat)
		},
	},
	{
		ID: "leave-playerlist", Judges: Server, Severity: Error, Effect: listed, Evidence: TwoSources, Source: "Join", Times: time.Second, Needs: Uncut | NoHole,
		Says:   "When a client leaves, each other client gets one PlayerListEvent with code 0x00060005 and its id.",
		Counts: "each client that leaves, and other client that is there from 1 s before to 6 s after", Broken: "not exactly one from 1 s before, or 8 s if messages are missing or sent again, to 8 s after",
		Watch: onLeaving((*watch).leftList),
	},
	{
		ID: "leave-messages", Judges: Server, Severity: Warning, Effect: ghosts, Evidence: TwoSources, Source: "Join", Times: time.Second, Needs: Uncut | NoHole,
		Says:   "When a client leaves, each other client gets DestroyObject for its living ship, then PlayerListEvent, then one PlayerLeftText with its name.",
		Counts: "each client that leaves, and other client that is there from 1 s before to 6 s after", Broken: "one is missing, comes twice, or in another order",
		Watch: onLeaving((*watch).leftMessages),
	},
	{
		ID: "leave-timeout", Judges: Server, Severity: Warning, Effect: thrown, Evidence: TwoSources, Source: "Join", Times: 2 * time.Second, Needs: TwoClients | Uncut | Whole,
		Says:   "A client that is silent is dropped after 45 s.",
		Counts: "each client about which there is a PlayerListEvent with code 0x00060005, and that sent no Disconnect and got no Boot; each to which alone the host ceases to speak though it goes on", Broken: "it was silent for less than 40 s or more than 60 s",
		Watch: func(w *watch) {
			const least, most = 40 * time.Second, 60 * time.Second
			onMessage(w, toClient, func(h *heard, m *message.Event) {
				gone := w.peer(h.link, m.PeerID)
				if m.EventCode != codeLeft || gone == nil || gone == h.link || gone.timedOut || gone.Ending.Others.Frame == 0 {
					return // or it is about the one that had the id before
				}
				// Its Disconnect or Boot may come a moment later, or a third-party host kicked it with opcode 0x04.
				// Or the host acknowledges a control message of his that the capture lacks.
				if n := &gone.numbers[toServer][1]; gone.goneAt.Frame != 0 && gone.goneAt.Time.Sub(h.Time) < deaf || n.acked > n.newest {
					return
				}
				if gone.timedOut = true; gone.Ending.Why != match.Kicked && w.certain(h.Time, deaf) && !gone.ceases(h.Time, time.Second) {
					silent := h.Time.SecondsSince(w.heardBefore(gone, h))
					w.judge(h, silent >= least.Seconds() && silent <= most.Seconds(), "%s is dropped after %.1f s of silence, 45 s expected", gone.label(), silent)
				}
			}, message.OpcodePlayerListEvent)
			atEndOfAll(w, &w.links, func(l *link) {
				if l.Ending.Why == match.GivenUp && l.Ending.Others.Frame == 0 && !l.timedOut && l.goneAt.Frame == 0 {
					w.judges(Server, l, false, l.Ending.Event, "%s is dropped while it sends: %s", l.label(), l.Ending.Text)
				}
			})
		},
	},
}

// onLeaving judges each client that was in the game and left, with each other client that was there.
func onLeaving(judge func(w *watch, gone, other *link, at match.Event)) func(*watch) {
	const before, guard, after = time.Second, 6 * time.Second, 8 * time.Second
	return func(w *watch) {
		atEndOfAll(w, &w.links, func(gone *link) {
			at := gone.goneAt
			if gone.Entered.Frame == 0 || at.Frame == 0 {
				return
			}
			for o := range w.others(gone) {
				if o.present(at.Time, before, guard) && !o.holed(at.Time, at.Time.Add(after)) {
					judge(w, gone, o, at)
				}
			}
		})
	}
}

// leftWindow gives what another one is told about a client that leaves. What makes it leave may be lost, and come again later than
// the others were told.
func (t *trial) leftWindow(gone, o *link, at match.Event, want func(*entry) bool, opcodes ...uint8) []*entry {
	const before, after = time.Second, 8 * time.Second
	from := at.Time.Add(-before)
	if early := at.Time.Add(-after); o.resent() > 0 && gone.Entered.Time.Before(from) {
		if from = early; from.Before(gone.Entered.Time) {
			from = gone.Entered.Time
		}
	}
	return o.told(from, at.Time.Add(after), want, opcodes...)
}

// leftListed gives the PlayerListEvents of a client that leaves.
func (t *trial) leftListed(gone, o *link, at match.Event) []*entry {
	return t.leftWindow(gone, o, at, func(e *entry) bool {
		return e.event == codeLeft && e.peer == gone.PeerID && !t.ofAnother(e, gone, gone.samePeer)
	}, message.OpcodePlayerListEvent)
}

func (w *watch) leftList(gone, o *link, at match.Event) {
	n := len(w.leftListed(gone, o, at))
	w.judges(Server, o, n == 1, at, "%s gets %d PlayerListEvents that %s has left", o.label(), n, gone.label())
}

func (w *watch) leftMessages(gone, o *link, at match.Event) {
	all := w.leftListed(gone, o, at)
	all = append(all, w.leftWindow(gone, o, at, func(e *entry) bool { return !w.namesAnother(e, gone) }, message.OpcodePlayerLeftText)...)
	want := []uint8{message.OpcodePlayerListEvent, message.OpcodePlayerLeftText}
	if ship := gone.ship; ship != nil && ship.alive(at.Time.Add(time.Second)) { // the host may tell its explosion before it hears that he leaves
		destroys := func(e *entry) bool { return e.object == ship.Object && !w.ofAnother(e, gone, gone.samePeer) }
		all = append(all, w.leftWindow(gone, o, at, destroys, message.OpcodeDestroyObject)...)
		want = append([]uint8{message.OpcodeDestroyObject}, want...)
		w.subject = subject{object: ship.Object}
	}
	slices.SortStableFunc(all, byNumber)
	w.judges(Server, o, slices.EqualFunc(all, want, func(e *entry, code uint8) bool { return e.Opcode == code }), at, "%s is told that %s leaves with %s", o.label(), gone.label(), codes(all))
	w.subject = subject{}
}

// namesAnother reports whether a PlayerLeftText has the name of another client, who left or was
// dropped at about the same time.
func (t *trial) namesAnother(e *entry, gone *link) bool {
	const about = 10 * time.Second
	return t.ofAnother(e, gone, func(o *link) bool { return o.Name == gone.Name }) || slices.ContainsFunc(t.links, func(o *link) bool {
		text := &message.PlayerLeftText{PlayerName: wire.Text(o.Name)}
		return o != gone && o.left().Frame != 0 && o.left().Time.Sub(gone.goneAt.Time).Abs() <= about && gone.Name != "" && o.Name != gone.Name &&
			bytes.Equal(t.Payload(e.Row), message.Append(nil, message.OpcodePlayerLeftText, text))
	})
}

// samePeer reports whether another client has, or had, the peer id.
func (l *link) samePeer(o *link) bool { return o.PeerID == l.PeerID }

// ofAnother reports whether a message is nearer to the moment at which another client left that has the same peer id, or the same
// name: a client that was kicked and came again at once, or a namesake.
func (t *trial) ofAnother(e *entry, gone *link, same func(*link) bool) bool {
	at := t.timeOf(e.Row)
	return slices.ContainsFunc(t.links, func(o *link) bool {
		return o != gone && o.Server == gone.Server && same(o) && o.left().Frame != 0 && at.Sub(o.left().Time).Abs() < at.Sub(gone.goneAt.Time).Abs()
	})
}

// heardBefore is when a client was heard last before a message.
func (t *trial) heardBefore(l *link, h *heard) capture.Time {
	if l.Heard.Time.Before(h.Time) {
		return l.Heard.Time
	}
	for i := h.n - 1; i > 0; i-- {
		if r := t.Row(i); r.Has(facts.Game) && !r.Has(facts.ToClient) && t.Side(r).Link == l.Link {
			return t.Steady(t.Datagram(r.Datagram))
		}
	}
	return l.First.Time
}
