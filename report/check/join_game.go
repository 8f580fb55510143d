package check

import (
	"slices"
	"strings"
	"time"

	"bcdump/decode/match"
	"bcdump/decode/message"
)

var joinGameRules = []Rule{
	{
		ID: "join-complete-order", Judges: Server, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Join", Needs: Joined | Uncut,
		Says:   "After the checksums the host sends ChecksumComplete, Settings and GameInit, once each, in this order, with consecutive sequence numbers.",
		Counts: "each join", Broken: "another order, other numbers, one twice or missing",
		Watch: func(w *watch) { w.onJoin(0, w.completeOrder) },
	},
	{
		ID: "join-complete-bundle", Judges: Server, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "Join", Needs: Joined | Uncut,
		Says:   "ChecksumComplete, Settings and GameInit share one datagram.",
		Counts: "each join where none of the three is out of order or follows a gap", Broken: "they do not",
		Watch: func(w *watch) { w.onJoin(0, w.completeBundle) },
	},
	{
		ID: "join-slot", Judges: Server, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Join", Times: 500 * time.Millisecond, Needs: Joined,
		Says:   "Player slots are below 16 and no two clients have the same; on a dedicated host the slot is the peer id less 2.",
		Counts: "each link that joins and gets Settings", Broken: "the slot is 16 or more, that of a client that is still there, or not the peer id less 2",
		Watch: joinSlot,
	},
	{
		ID: "join-settings-clock", Judges: Server, Severity: Warning, Effect: jerks, Evidence: OneSource, Source: "Join", Times: 500 * time.Millisecond, Needs: Uncut,
		Says:   "Settings carries the game clock of the host, which its updates carry too.",
		Counts: "each Settings on a link with 20 updates of the host; not one that seems late, if the capture lacks messages of the host", Broken: "its clock is more than 1.5 s off",
		Watch: settingsClock,
	},
	{
		ID: "join-messages-once", Judges: Server, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "Join", Times: 2 * time.Second, Needs: Joined | Uncut,
		Says:   "ChecksumComplete, Settings, GameInit and MissionInit come once in a join, CollisionSetting never.",
		Counts: "each join of a client that stays 5 s; if messages are missing, 14 s", Broken: "one comes more often or not at all, or there is a CollisionSetting",
		Watch: func(w *watch) { w.onJoin(5*time.Second, w.messagesOnce) },
	},
	{
		ID: "join-newplayer-sent", Judges: Client, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Join", Times: 2 * time.Second, Needs: Uncut,
		Says:   "The client answers GameInit with one NewPlayerInGame.",
		Counts: "each GameInit, if the client still sends 15 s later", Broken: "there is none within 10 s, or more than one",
		Watch: newPlayerSent,
	},
	{
		ID: "join-missioninit-first", Judges: Server, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Join", Times: 20 * time.Millisecond, Needs: Joined | Uncut,
		Says:   "The host waits for NewPlayerInGame and answers first with MissionInit.",
		Counts: "each join", Broken: "another message of the game comes before NewPlayerInGame, or before MissionInit, or that comes more than 5 s later; if messages are missing, 14 s",
		Watch: func(w *watch) { w.onJoin(5*time.Second, w.missionFirst) },
	},
	{
		ID: "join-missioninit-fields", Judges: Server, Severity: Warning, Effect: unseen, Evidence: Observed, Source: "Script messages", Needs: Uncut,
		Says:   "MissionInit says the same to everyone, and its system is where the ships are made.",
		Counts: "each MissionInit", Broken: "another limit or system than in the first, or a system in which no ship is made",
		Watch: missionFields,
	},
	{
		ID: "join-scores", Judges: Server, Severity: Warning, Effect: scores, Evidence: Observed, Source: "Script messages", Times: 2 * time.Second, Needs: Joined | Uncut | NoHole,
		Says:   "A newcomer gets one Score (in team missions ScoreInit) for each other player, and none about itself.",
		Counts: "each first join of a peer id, each join and other client", Broken: "one about itself, or not exactly one about the other within 6 s; if messages are missing, 15 s",
		Watch: func(w *watch) { w.onJoin(6*time.Second, w.joinScores) },
	},
	{
		ID: "join-existing-ships", Judges: Server, Severity: Error, Effect: unseen, Evidence: Observed, Source: "Join", Times: time.Second, Needs: Joined | Creation | Uncut | NoHole,
		Says:   "A newcomer is told of each ship that flies.",
		Counts: "each join and ship of another client that was made 2 s before", Broken: "no creation of it comes within 8 s; if messages are missing, 17 s",
		Watch: func(w *watch) { w.onJoin(8*time.Second, w.existingShips) },
	},
	{
		ID: "join-ship-state-current", Judges: Server, Severity: Warning, Effect: misplaced, Evidence: Observed, Source: "Objects", Times: time.Second, Needs: Joined | Creation | Uncut,
		Says:   "What a newcomer is told of a ship is its state at that moment.",
		Counts: "each creation that a newcomer gets of a ship that has moved more than 10 units", Broken: "its position is where the ship was made",
		Watch: shipStateCurrent,
	},
	{
		ID: "join-playerlist-sent", Judges: Server, Severity: Error, Effect: listed, Evidence: Observed, Source: "Join", Times: time.Second, Needs: Joined | Uncut | NoHole,
		Says:   "The host tells every client of a newcomer, the newcomer included: PlayerListEvent with code 0x008000F1. Without it the list of players stays empty.",
		Counts: "each join and client in the game", Broken: "there is none from 2 s before to 6 s after; if messages are missing, 15 s",
		Watch: func(w *watch) { w.onJoin(6*time.Second, w.listSent) },
	},
	{
		ID: "join-playerlist-form", Judges: Server, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "Join", Times: time.Second, Needs: Joined | Uncut,
		Says:   "PlayerListEvent of a join comes once, has class 0x0866, source 0 and an object of the host as target.",
		Counts: "each PlayerListEvent with code 0x008000F1", Broken: "no such join (in a capture taken near the host), a second one, or another class, source or target",
		Watch: listForm,
	},
	{
		ID: "join-order-after-newplayer", Judges: Server, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "Join", Times: 20 * time.Millisecond, Needs: Joined | Uncut | NoHole,
		Says:   "The host answers NewPlayerInGame with MissionInit, then scores, then team scores, then ships, then PlayerListEvent.",
		Counts: "each join", Broken: "another order, or no PlayerListEvent within 8 s; if messages are missing, 17 s",
		Watch: func(w *watch) { w.onJoin(8*time.Second, w.orderAfter) },
	},
}

// onJoin asks for joins: clients that joined in the capture and sent NewPlayerInGame, if their link lives
// for a time after it. They come when all about them is known.
func (w *watch) onJoin(stays time.Duration, judge func(l *link, ready match.Event)) {
	seen := map[*link]bool{}
	w.onGame(func(h *heard) {
		l, at := h.link, h.at()
		if h.to != toServer || !l.Joined || seen[l] {
			return
		}
		seen[l] = true
		w.at(h.Time.Add(max(stays, 2*time.Second)+certain+resends), func() {
			if l.lives(at.Time, stays+w.resent()) {
				judge(l, at)
			}
		})
	}, message.OpcodeNewPlayerInGame)
}

// resends is how long an answer that is lost may take: it is sent again after 1, 2.5, 4.75 and 8.1 s.
const resends = 9 * time.Second

// resent is how much later an answer may come where messages are missing, or get lost behind the capture. It is asked
// when the answer would have come: that may be the first thing that is missing.
func (t *trial) resent() time.Duration {
	if t.losing(toClient) {
		return resends
	}
	return 0
}

// completeOpcodes are what the host sends when the checksums are done.
var completeOpcodes = []uint8{message.OpcodeChecksumComplete, message.OpcodeSettings, message.OpcodeGameInit}

// completion gives the messages with which the host concludes the checksums, by number.
func completion(l *link, ready match.Event) []*entry {
	all := l.log.within(toClient, l.First.Time, ready.Time, is(completeOpcodes...))
	slices.SortFunc(all, byNumber)
	return all
}

func (w *watch) completeOrder(l *link, ready match.Event) {
	all := completion(l, ready)
	ok := len(all) == len(completeOpcodes)
	for i := range all {
		ok = ok && all[i].code == completeOpcodes[i] && all[i].number == all[0].number+int64(i)
	}
	w.judges(Server, l, ok, ready, "before it came %s, instead of 0x28 0x00 0x01 with consecutive numbers", codes(all))
}

// codes lists opcodes for the text of a violation.
func codes(all []*entry) string {
	if len(all) == 0 {
		return "nothing"
	}
	var texts []string
	for _, e := range all {
		texts = append(texts, opcodeText(e.code))
	}
	return strings.Join(texts, " ")
}

func (w *watch) completeBundle(l *link, ready match.Event) {
	all := completion(l, ready)
	if len(all) != len(completeOpcodes) || slices.ContainsFunc(all, func(e *entry) bool { return e.late }) {
		return
	}
	ok := !slices.ContainsFunc(all, func(e *entry) bool { return w.Row(int(e.row)).Datagram != w.Row(int(all[0].row)).Datagram })
	w.judges(Server, l, ok, w.Event(int(all[0].row)), "0x28, 0x00 and 0x01 come in several datagrams")
}

func joinSlot(w *watch) {
	const mostSlots, dedicated = 16, 2
	onMessage(w, toClient, func(h *heard, m *message.Settings) {
		if !h.link.Joined {
			return
		}
		l, at, slot := h.link, h.at(), int(m.PlayerSlot)
		w.at(h.Time.Add(time.Second), func() {
			other := w.sameSlot(l, slot, at)
			switch {
			case slot >= mostSlots:
				w.breaks(Server, l, at, "player slot %d: slots are below %d", slot, mostSlots)
			case other != nil:
				w.breaks(Server, l, at, "player slot %d is that of %s, who is still there", slot, other.label())
			default:
				want := int(l.PeerID) - dedicated
				w.judges(Server, l, l.PeerID == 0 || slot == want || w.hostPlays(l), at, "player slot %d for peer id %d: %d expected", slot, l.PeerID, want)
			}
		})
	}, message.OpcodeSettings)
}

// sameSlot gives another client with a slot that stays for a second; nil = there is none.
func (t *trial) sameSlot(l *link, slot int, at match.Event) *link {
	for _, o := range t.links {
		if o != l && o.Server == l.Server && o.slotOf() == slot && o.First.Time.Before(at.Time) && o.end.Sub(at.Time) >= time.Second {
			return o
		}
	}
	return nil
}

// hostPlays reports whether the host has a ship of its own: one in a slot that no client has.
func (t *trial) hostPlays(l *link) bool {
	for _, x := range t.match.Lives().All() {
		c, slot := t.hangar.ships[x], slotOf(x.Object)
		if x.Server != l.Server || slot < 0 || c == nil || c.owner != nil {
			continue
		}
		if !slices.ContainsFunc(t.links, func(o *link) bool { return o.Server == l.Server && o.slotOf() == slot }) {
			return true
		}
	}
	return false
}

func settingsClock(w *watch) {
	const least, most, off = 20, 64, 1500 * time.Millisecond
	type sample struct {
		at     match.Event
		offset float64
		later  []float64
	}
	all, open := map[*link]*sample{}, map[*link]*sample{} // open: more updates are wanted
	onMessage(w, toClient, func(h *heard, m *message.Settings) {
		all[h.link] = &sample{at: h.at(), offset: offset(h.Time, m.GameTime)}
		open[h.link] = all[h.link]
	}, message.OpcodeSettings)
	w.onUpdateTo(toClient, func(u *update) {
		if len(open) == 0 || u.flags&message.FlagSubsystems == 0 {
			return
		}
		if s := open[u.link]; s != nil {
			if s.later = append(s.later, offset(u.Time, u.clock)); len(s.later) == most {
				delete(open, u.link)
			}
		}
	})
	atEndOfAll(w, &w.links, func(l *link) {
		s := all[l]
		if s == nil || len(s.later) < least {
			return
		}
		slices.Sort(s.later)
		apart := s.offset - s.later[len(s.later)/2]
		if apart > 0 && w.match.Numbered()[toClient].Missing > 0 {
			return // it may be sent again, and the first one missing
		}
		w.judges(Server, l, apart <= off.Seconds() && apart >= -off.Seconds(), s.at, "the clock of Settings is %.1f s off that of the updates", apart)
	})
}

func (w *watch) messagesOnce(l *link, ready match.Event) {
	const after = 5 * time.Second
	until := ready.Time.Add(after + w.resent())
	for _, code := range []uint8{message.OpcodeChecksumComplete, message.OpcodeSettings, message.OpcodeGameInit, message.OpcodeMissionInit} {
		if n := l.log.count(toClient, l.First.Time, until, is(code)); n != 1 {
			w.breaks(Server, l, ready, "%s comes %d times", opcodeText(code), n)
			return
		}
	}
	n := l.log.count(toClient, l.First.Time, until, is(message.OpcodeCollisionSetting))
	w.judges(Server, l, n == 0, ready, "CollisionSetting (0x16) in a join")
}

func newPlayerSent(w *watch) {
	const patience, goesOn = 10 * time.Second, 15 * time.Second
	w.onGame(func(h *heard) {
		if h.to != toClient {
			return
		}
		l, at := h.link, h.at()
		w.at(h.Time.Add(goesOn), func() {
			if !l.sends(Client, at.Time, goesOn) || l.settles(at.Time) {
				return
			}
			n := l.log.count(toServer, at.Time, at.Time.Add(patience), is(message.OpcodeNewPlayerInGame))
			w.judges(Client, l, n == 1, at, "%d NewPlayerInGame within 10 s of GameInit", n)
		})
	}, message.OpcodeGameInit)
}

// early are the messages that a host does not send before the client is ready.
var early = []uint8{
	message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam, message.OpcodePythonEvent, message.OpcodePlayerListEvent, message.OpcodeMissionInit,
	message.OpcodeScore, message.OpcodeScoreInit, message.OpcodeTeamScore,
}

func (w *watch) missionFirst(l *link, ready match.Event) {
	const slack, soon = 20 * time.Millisecond, 5 * time.Second
	patience := soon + w.resent()
	before := l.log.within(toClient, l.First.Time, ready.Time.Add(-slack), is(early...))
	switch {
	case len(before) > 0:
		w.breaks(Server, l, w.Event(int(before[0].row)), "%s is sent before NewPlayerInGame", opcodeText(before[0].code))
		return
	case l.firstUpdate.Frame != 0 && l.firstUpdate.Time.Before(ready.Time.Add(-slack)):
		w.breaks(Server, l, l.firstUpdate, "StateUpdate is sent before NewPlayerInGame")
		return
	}
	after := l.log.within(toClient, l.First.Time, ready.Time.Add(patience+certain), func(e *entry) bool {
		return e.number >= 0 && e.code != message.OpcodeChecksumRequest && !is(completeOpcodes...)(e)
	})
	slices.SortStableFunc(after, byNumber)
	if len(after) == 0 {
		w.breaks(Server, l, ready, "NewPlayerInGame is not answered")
		return
	}
	first := after[0]
	ok := first.code == message.OpcodeMissionInit && first.time.Sub(ready.Time) <= patience
	w.judges(Server, l, ok, w.Event(int(first.row)), "the answer to NewPlayerInGame is %s, after %.1f s", opcodeText(first.code), first.time.SecondsSince(ready.Time))
}

func missionFields(w *watch) {
	type told struct {
		link   *link
		at     match.Event
		system string
	}
	var first *message.MissionInit
	var all []told
	var sets []string
	onMessage(w, toClient, func(h *heard, m *message.MissionInit) {
		if first == nil {
			kept := *m
			first = &kept
		}
		same := m.PlayerLimit == first.PlayerLimit && m.SystemIndex == first.SystemIndex && m.TimeLimit == first.TimeLimit && m.FragLimit == first.FragLimit
		w.judges(Server, h.link, same, h.at(), "MissionInit: limits %d/%d/%d and system %d, the first had %d/%d/%d and %d",
			m.PlayerLimit, m.TimeLimit, m.FragLimit, m.SystemIndex, first.PlayerLimit, first.TimeLimit, first.FragLimit, first.SystemIndex)
		if same && m.SystemName() != "" {
			all = append(all, told{h.link, h.at(), m.SystemName()})
		}
	}, message.OpcodeMissionInit)
	onWhole(w, bothWays, func(_ *heard, m *message.ObjectCreate) {
		const some = 5
		if m.ClassID == message.ClassShip && len(sets) < some {
			sets = append(sets, m.SetName.String())
		}
	}, message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam)
	w.atEnd(func() {
		for _, x := range all {
			if len(sets) > 0 && !slices.ContainsFunc(sets, func(set string) bool { return strings.HasPrefix(set, x.system) }) {
				w.fails(Server, x.link, x.at, "MissionInit names the system %s, ships are made in %s", x.system, sets[0])
			}
		}
	})
}

// isScore matches what a newcomer is told of a player's score.
func isScore(peer uint8) func(*entry) bool {
	return func(e *entry) bool {
		return (e.code == message.OpcodeScore || e.code == message.OpcodeScoreInit) && e.peer == peer
	}
}

func (w *watch) joinScores(l *link, ready match.Event) {
	const before, soon, own = time.Second, 6 * time.Second, 5 * time.Second
	after := soon + w.resent()
	if l.Entered.Frame == 0 || l.numbers[toClient][0].holed(ready.Time.Add(-before), ready.Time.Add(after)) {
		return
	}
	if w.firstOf(l) {
		n := l.log.count(toClient, l.First.Time, l.Entered.Time.Add(own), isScore(l.PeerID))
		w.judges(Server, l, n == 0, ready, "a newcomer gets a score about itself")
	}
	for _, o := range w.links {
		if o == l || o.Server != l.Server || !o.present(ready.Time, 2*time.Second, after) {
			continue
		}
		n := l.log.count(toClient, ready.Time.Add(-before), ready.Time.Add(after), isScore(o.PeerID))
		w.judges(Server, l, n == 1, ready, "%d scores about %s, who is in the game: 1 expected", n, o.label())
	}
}

// firstOf reports whether a link is the first of its peer id.
func (t *trial) firstOf(l *link) bool {
	for _, o := range t.links {
		if o.Server == l.Server && o.PeerID == l.PeerID {
			return o == l
		}
	}
	return true
}

func (w *watch) existingShips(l *link, ready match.Event) {
	const old, soon, answered = 2 * time.Second, 2 * time.Second, 8 * time.Second
	stays, patience := soon+w.resent(), answered+w.resent()
	if l.numbers[toClient][0].holed(ready.Time, ready.Time.Add(patience)) {
		return
	}
	for _, c := range w.hangar.all {
		flies := c.owner != l && c.owner.Server == l.Server && ready.Time.Sub(c.made.Time) >= old && c.alive(ready.Time.Add(stays))
		if !flies || c.owner.end.Sub(ready.Time) < stays {
			continue
		}
		n := l.log.count(toClient, l.First.Time, ready.Time.Add(patience), func(e *entry) bool {
			return (e.code == message.OpcodeObjectCreate || e.code == message.OpcodeObjectCreateTeam) && e.object == c.Object
		})
		w.subject = subject{object: c.Object}
		w.judges(Server, l, n > 0, ready, "the ship of %s (0x%08X) is not told to the newcomer", c.owner.label(), c.Object)
	}
}

func shipStateCurrent(w *watch) {
	const soon, old, far = 8 * time.Second, 5 * time.Second, 10.0
	onMessage(w, toClient, func(h *heard, m *message.ObjectCreate) {
		if !h.link.Joined || h.link.ready.Frame == 0 || h.Time.Sub(h.link.ready.Time) > soon {
			return
		}
		c := w.hangar.of(h.link.Server, m.ObjectID)
		if c == nil || !c.fresh() || !c.moved || h.Time.Sub(c.made.Time) <= old || distance(c.place, c.last) <= far {
			return
		}
		w.judges(Server, h.link, m.Position != c.place, h.at(), "the ship is told to be where it was made; its owner is %.0f units away", distance(c.place, c.last))
	}, message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam)
}

// isListed matches the PlayerListEvent of a join.
func isListed(peer uint8) func(*entry) bool {
	return func(e *entry) bool {
		return e.code == message.OpcodePlayerListEvent && e.event == codeJoined && e.peer == peer
	}
}

func (w *watch) listSent(l *link, ready match.Event) {
	const before, soon = 2 * time.Second, 6 * time.Second
	after := soon + w.resent()
	from, until := ready.Time.Add(-before), ready.Time.Add(after)
	for _, o := range w.links {
		there := o == l || o.present(ready.Time, 0, after)
		if o.Server != l.Server || !there || o.numbers[toClient][0].holed(from, until) || o == l && l.end.Sub(ready.Time) < after {
			continue
		}
		w.judges(Server, o, o.log.count(toClient, from, until, isListed(l.PeerID)) > 0, ready, "%s is not told that %s has joined (PlayerListEvent)", o.label(), l.label())
	}
}

func listForm(w *watch) {
	const class = message.ClassPlayerList
	const firstPlayer = 0x3FFFFFFF
	const before, after = 2 * time.Second, 6 * time.Second
	type listed struct {
		to   *link
		join *link
	}
	done := map[listed]bool{}
	onMessage(w, toClient, func(h *heard, m *message.Event) {
		if !h.link.Joined || m.EventCode != codeJoined {
			return
		}
		to, at, x := h.link, h.at(), *m
		w.at(h.Time.Add(before), func() {
			join := w.joinOf(to, x.PeerID, at, after+w.resent(), before)
			key := listed{to, join}
			twice := done[key]
			done[key] = true
			switch {
			case join == nil && !w.atHost(to): // a capture at a client has no joins of others
			case join == nil:
				w.breaks(Server, to, at, "PlayerListEvent for peer id %d, which does not join", x.PeerID)
			case twice:
				w.breaks(Server, to, at, "a second PlayerListEvent for the join of %s", join.label())
			default:
				good := x.ClassID == class && x.SourceID == 0 && x.TargetID != 0 && x.TargetID < firstPlayer
				w.judges(Server, to, good, at, "PlayerListEvent with class 0x%04X, source 0x%X and target 0x%X: 0x0866, 0 and an object of the host expected", x.ClassID, x.SourceID, x.TargetID)
			}
		})
	}, message.OpcodePlayerListEvent)
}

// joinOf gives the client whose join a message of a moment is about; nil = there is none. Who has been ready before
// goes first: a client may leave and come back at once.
func (t *trial) joinOf(to *link, peer uint8, at match.Event, after, before time.Duration) (join *link) {
	for _, o := range slices.Backward(t.links) {
		since := at.Time.Sub(o.ready.Time)
		if o.Server != to.Server || o.PeerID != peer || o.ready.Frame == 0 || since > after || since < -before {
			continue
		}
		if join = o; since >= 0 {
			break
		}
	}
	return join
}

// rank is the place of messages in the answer to NewPlayerInGame.
var rank = map[uint8]int{
	message.OpcodeMissionInit: 0, message.OpcodeScore: 1, message.OpcodeScoreInit: 1, message.OpcodeTeamScore: 2,
	message.OpcodeObjectCreate: 3, message.OpcodeObjectCreateTeam: 3, message.OpcodePlayerListEvent: 4,
}

func (w *watch) orderAfter(l *link, ready match.Event) {
	const slack, soon = 20 * time.Millisecond, 8 * time.Second
	patience := soon + w.resent()
	if l.numbers[toClient][0].holed(ready.Time, ready.Time.Add(patience)) {
		return
	}
	all := l.log.within(toClient, ready.Time.Add(-slack), ready.Time.Add(patience), func(e *entry) bool {
		_, ranked := rank[e.code]
		return ranked && (e.code != message.OpcodePlayerListEvent || isListed(l.PeerID)(e))
	})
	slices.SortStableFunc(all, byNumber)
	if i := slices.IndexFunc(all, func(e *entry) bool { return e.code == message.OpcodePlayerListEvent }); i < 0 {
		w.breaks(Server, l, ready, "no PlayerListEvent within %.0f s of NewPlayerInGame", patience.Seconds())
		return
	} else {
		all = all[:i+1]
	}
	ok := slices.IsSortedFunc(all, func(a, b *entry) int { return rank[a.code] - rank[b.code] })
	w.judges(Server, l, ok, ready, "NewPlayerInGame is answered with %s", codes(all))
}
