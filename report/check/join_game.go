package check

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/wire"
	"bcdump/report/facts"
)

var joinGameRules = []Rule{
	{
		ID: "join-complete-order", Judges: Server, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Join", Needs: Joined | Uncut | Whole,
		Says:   "After the checksums the host sends ChecksumComplete, Settings and GameInit, once each, in this order, with consecutive sequence numbers.",
		Counts: "each join", Broken: "another order, other numbers, one twice or missing",
		Watch: onJoin(0, completeOrder),
	},
	{
		ID: "join-complete-bundle", Judges: Server, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "Join", Needs: Joined | Uncut,
		Says:   "ChecksumComplete, Settings and GameInit share one datagram.",
		Counts: "each join where none of the three is out of order or follows a gap", Broken: "they do not",
		Watch: onJoin(0, completeBundle),
	},
	{
		ID: "join-slot", Judges: Server, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Join", Times: 500 * time.Millisecond, Needs: Joined,
		Says:   "Player slots are below 16 and no two clients have the same; on a dedicated host the slot is the peer id less 2.",
		Counts: "each link that joins and gets Settings", Broken: "the slot is 16 or more, that of a client that is still there, or not the peer id less 2",
		Watch: func(w *watch) {
			const mostSlots, dedicated = 16, 2
			onMessage(w, toClient, func(h *heard, m *message.Settings) {
				l, slot := h.link, int(m.PlayerSlot)
				if !l.Joined || !w.certain(h.Time, time.Second) {
					return
				}
				for o := range w.others(l) {
					if slot < mostSlots && o.slotOf() == slot && o.First.Time.Before(h.Time) && o.end.Sub(h.Time) >= time.Second {
						w.judge(h, false, "player slot %d is that of %s, who is still there", slot, o.label())
						return
					}
				}
				if slot >= mostSlots {
					w.judge(h, false, "player slot %d: slots are below %d", slot, mostSlots)
					return
				}
				want := int(l.PeerID) - dedicated
				w.judge(h, l.PeerID == 0 || slot == want || w.hostPlays(l), "player slot %d for peer id %d: %d expected", slot, l.PeerID, want)
			}, message.OpcodeSettings)
		},
	},
	{
		ID: "join-settings-clock", Judges: Server, Severity: Warning, Effect: jerks, Evidence: OneSource, Source: "Join", Times: 500 * time.Millisecond, Needs: Uncut,
		Says:   "Settings carries the game clock of the host, which its updates carry too.",
		Counts: "each Settings on a link with 20 updates of the host; not one that seems late, if the capture lacks messages of the host", Broken: "its clock is more than 1.5 s off",
		// settingsClock holds the clock of Settings against those of the next updates to the client.
		Watch: func(w *watch) {
			const least, most, off = 20, 64, 1500 * time.Millisecond
			last := map[*link]int{} // rows of Settings
			onMessage(w, toClient, func(h *heard, _ *message.Settings) { last[h.link] = h.n }, message.OpcodeSettings)
			atEndOfAll(w, &w.links, func(l *link) {
				row, known := last[l]
				if !known {
					return
				}
				var later []float64
				for _, r := range w.behind(row, l, toClient) {
					if len(later) == most {
						break
					} else if r.Has(facts.Followed) && r.Flags&message.FlagSubsystems != 0 {
						_, clock, _, _ := message.UpdateHeader(w.Payload(r))
						later = append(later, offset(w.Steady(w.Datagram(r.Datagram)), clock))
					}
				}
				m, ok := w.ahead.At(row).Content().Message.(*message.Settings)
				if !ok || len(later) < least {
					return
				}
				slices.Sort(later)
				at := w.Event(row)
				apart := offset(at.Time, m.GameTime) - later[len(later)/2]
				if apart <= 0 || l.host.numbered[toClient].Missing == 0 { // else it may be sent again, and the first one missing
					w.judges(Server, l, apart <= off.Seconds() && apart >= -off.Seconds(), at, "the clock of Settings is %.1f s off that of the updates", apart)
				}
			})
		},
	},
	{
		ID: "join-messages-once", Judges: Server, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "Join", Times: 2 * time.Second, Needs: Joined | Uncut | Whole,
		Says:   "ChecksumComplete, Settings, GameInit and MissionInit come once in a join, CollisionSetting never.",
		Counts: "each join of a client that stays 5 s; if messages are missing, 14 s", Broken: "one comes more often or not at all, or there is a CollisionSetting",
		Watch: onJoin(5*time.Second, messagesOnce),
	},
	{
		ID: "join-newplayer-sent", Judges: Client, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Join", Times: 2 * time.Second, Needs: Uncut | Whole,
		Says:   "The client answers GameInit with one NewPlayerInGame.",
		Counts: "each GameInit, if the client still sends 15 s later", Broken: "there is none within 10 s, or more than one",
		Watch: func(w *watch) {
			const patience, goesOn = 10 * time.Second, 15 * time.Second
			w.onGame(toClient, func(h *heard) {
				if h.link.sends(Client, h.Time, goesOn) && !h.link.settles(h.Time) {
					n := len(h.link.said(h.Time, h.Time.Add(patience), nil, message.OpcodeNewPlayerInGame))
					w.judges(Client, h.link, n == 1, h.at(), "%d NewPlayerInGame within 10 s of GameInit", n)
				}
			}, message.OpcodeGameInit)
		},
	},
	{
		ID: "join-missioninit-first", Judges: Server, Severity: Error, Effect: noEntry, Evidence: Observed, Source: "Join", Times: 20 * time.Millisecond, Needs: Joined | Uncut | Whole,
		Says:   "The host waits for NewPlayerInGame and answers first with MissionInit.",
		Counts: "each join", Broken: "another message of the game comes before NewPlayerInGame, or before MissionInit, or that comes more than 5 s later; if messages are missing, 14 s",
		Watch: onJoin(5*time.Second, missionFirst),
	},
	{
		ID: "join-missioninit-fields", Judges: Server, Severity: Warning, Effect: unseen, Evidence: Observed, Source: "Script messages", Needs: Uncut,
		Says:   "MissionInit says the same to everyone, and its system is where the ships are made.",
		Counts: "each MissionInit", Broken: "another limit or system than most have, or a system in which no ship is made",
		Watch: func(w *watch) {
			const some = 5
			type limits struct {
				players, system uint8
				time, frags     uint8
			}
			type told struct {
				link *link
				at   match.Event
				limits
				name string // of the system
			}
			all, sets := map[*match.Mission][]told{}, map[*match.Mission][]string{} // of each game
			var games []*match.Mission
			onWhole(w, bothWays, func(h *heard, m *message.ObjectCreate) {
				if game := h.link.Game; m.ClassID == message.ClassShip && len(sets[game]) < some {
					sets[game] = append(sets[game], m.SetName.String())
				}
			}, message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam)
			onMessage(w, toClient, func(h *heard, m *message.MissionInit) {
				game := h.link.Game
				if all[game] == nil {
					games = append(games, game)
				}
				all[game] = append(all[game], told{h.link, h.at(), limits{m.PlayerLimit, m.SystemIndex, m.TimeLimit, m.FragLimit}, m.SystemName()})
			}, message.OpcodeMissionInit)
			atEndOfAll(w, &games, func(game *match.Mission) {
				n := map[limits]int{}
				usual := all[game][0].limits
				for i := range all[game] {
					n[all[game][i].limits]++
				}
				for i := range all[game] {
					if x := all[game][i].limits; n[x] > n[usual] {
						usual = x
					}
				}
				for i := range all[game] {
					x, made := &all[game][i], sets[game]
					w.judges(Server, x.link, x.limits == usual, x.at, "MissionInit: limits %d/%d/%d and system %d, others have %d/%d/%d and %d",
						x.players, x.time, x.frags, x.system, usual.players, usual.time, usual.frags, usual.system)
					if x.limits == usual && x.name != "" && len(made) > 0 && !slices.ContainsFunc(made, func(set string) bool { return strings.HasPrefix(set, x.name) }) {
						w.fail(Server, x.link, x.at, 1, "MissionInit names the system %s, ships are made in %s", x.name, made[0])
					}
				}
			})
		},
	},
	{
		ID: "join-scores", Judges: Server, Severity: Warning, Effect: scores, Evidence: Observed, Source: "Script messages", Times: 2 * time.Second, Needs: Joined | Uncut | NoHole,
		Says:   "A newcomer gets one Score (in team missions ScoreInit) for each other player, and none about itself.",
		Counts: "each first join of a peer id, each join and other client", Broken: "one about itself, or not exactly one about the other within 6 s; if messages are missing, 15 s",
		Watch: onJoin(6*time.Second, joinScores),
	},
	{
		ID: "join-existing-ships", Judges: Server, Severity: Error, Effect: unseen, Evidence: Observed, Source: "Join", Times: time.Second, Needs: Joined | Creation | Uncut | NoHole,
		Says:   "A newcomer is told of each ship that flies.",
		Counts: "each join and ship of another client that was made 2 s before", Broken: "no creation of it comes within 8 s; if messages are missing, 17 s",
		Watch: onJoin(8*time.Second, existingShips),
	},
	{
		ID: "join-ship-state-current", Judges: Server, Severity: Warning, Effect: misplaced, Evidence: Observed, Source: "Objects", Times: time.Second, Needs: Joined | Creation | Uncut,
		Says:   "What a newcomer is told of a ship is its state at that moment.",
		Counts: "each creation that a newcomer gets of a ship that has moved more than 10 units", Broken: "its position is where the ship was made",
		Watch: func(w *watch) {
			const soon, old, far = 8 * time.Second, 5 * time.Second, 10.0
			onMessage(w, toClient, func(h *heard, m *message.ObjectCreate) {
				c := w.hangar.of(h.link.Server, m.ObjectID)
				if !h.link.Joined || h.link.ready.Frame == 0 || h.Time.Before(h.link.ready.Time) || h.Time.Sub(h.link.ready.Time) > soon || c == nil || !c.fresh() || h.Time.Sub(c.made.Time) <= old {
					return
				}
				if place, ok := w.placeOf(c, h.n); ok && distance(c.place, place) > far {
					w.judge(h, m.Position != c.place, "the ship is told to be where it was made; its owner is %.0f units away", distance(c.place, place))
				}
			}, message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam)
		},
	},
	{
		ID: "join-playerlist-sent", Judges: Server, Severity: Error, Effect: listed, Evidence: Observed, Source: "Join", Times: time.Second, Needs: Joined | Uncut | NoHole,
		Says:   "The host tells every client of a newcomer, the newcomer included: PlayerListEvent with code 0x008000F1. Without it the list of players stays empty.",
		Counts: "each join and client in the game", Broken: "there is none from 2 s before to 6 s after; if messages are missing, 15 s",
		Watch: onJoin(6*time.Second, listSent),
	},
	{
		ID: "join-playerlist-form", Judges: Server, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "Join", Times: time.Second, Needs: Joined | Uncut | Whole,
		Says:   "PlayerListEvent of a join comes once, has class 0x0866, source 0 and an object of the host as target.",
		Counts: "each PlayerListEvent with code 0x008000F1", Broken: "no such join (in a capture taken near the host), a second one, or another class, source or target",
		Watch: func(w *watch) {
			const firstPlayer = 0x3FFFFFFF
			const before, after = 2 * time.Second, 6 * time.Second
			type listed struct{ to, join *link }
			done := map[listed]bool{}
			onMessage(w, toClient, func(h *heard, m *message.Event) {
				if !h.link.Joined || m.EventCode != codeJoined || !w.certain(h.Time, before) {
					return
				}
				join := w.joinOf(h.link, m.PeerID, h.Time, after+h.link.resent(), before)
				key := listed{h.link, join}
				twice := done[key]
				done[key] = true
				switch {
				case join == nil && (!w.atHost(h.link) || w.drops(h.link.host) > 0 || w.lacksClient(h.link.Server, h.Time)): // a capture at a client has no joins of others, one that drops not all
				case join == nil:
					w.judge(h, false, "PlayerListEvent for peer id %d, which does not join", m.PeerID)
				case twice:
					w.judge(h, false, "a second PlayerListEvent for the join of %s", join.label())
				default:
					good := m.ClassID == message.ClassPlayerList && m.SourceID == 0 && m.TargetID != 0 && m.TargetID < firstPlayer
					w.judge(h, good, "PlayerListEvent with class 0x%04X, source 0x%X and target 0x%X: 0x0866, 0 and an object of the host expected", m.ClassID, m.SourceID, m.TargetID)
				}
			}, message.OpcodePlayerListEvent)
		},
	},
	{
		ID: "join-order-after-newplayer", Judges: Server, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "Join", Times: 20 * time.Millisecond, Needs: Joined | Uncut | NoHole,
		Says:   "The host answers NewPlayerInGame with MissionInit, then scores, then team scores, then ships, then PlayerListEvent.",
		Counts: "each join", Broken: "another order, or no PlayerListEvent within 8 s; if messages are missing, 17 s",
		Watch: onJoin(8*time.Second, orderAfter),
	},
}

// onJoin judges joins: clients that joined in the capture and sent NewPlayerInGame, if their link lives for a time after it.
func onJoin(stays time.Duration, judge func(w *watch, l *link, ready match.Event)) func(*watch) {
	return func(w *watch) {
		atEndOfAll(w, &w.links, func(l *link) {
			if l.Joined && l.ready.Frame != 0 && l.lives(l.ready.Time, stays+l.resent()) {
				judge(w, l, l.ready)
			}
		})
	}
}

// resends is how long an answer that is lost may take: it is sent again after 1, 2.5, 4.75 and 8.1 s.
const resends = 9 * time.Second

// resent is how much later an answer may come where messages are missing, or get lost behind the capture.
func (l *link) resent() time.Duration {
	if l.host.losing(toClient) {
		return resends
	}
	return 0
}

// completeOpcodes are what the host sends when the checksums are done.
var completeOpcodes = []uint8{message.OpcodeChecksumComplete, message.OpcodeSettings, message.OpcodeGameInit}

// completion gives the messages with which the host concludes the checksums, by number.
func completion(l *link, ready match.Event) []*entry {
	all := l.told(l.First.Time, ready.Time, nil, completeOpcodes...)
	slices.SortFunc(all, byNumber)
	return all
}

func completeOrder(w *watch, l *link, ready match.Event) {
	all := completion(l, ready)
	ok := slices.EqualFunc(all, completeOpcodes, func(e *entry, code uint8) bool { return e.Opcode == code }) && all[1].number == all[0].number+1 && all[2].number == all[1].number+1
	w.judges(Server, l, ok, ready, "before it came %s, instead of 0x28 0x00 0x01 with consecutive numbers", codes(all))
}

func completeBundle(w *watch, l *link, ready match.Event) {
	all := completion(l, ready)
	if len(all) == len(completeOpcodes) && !slices.ContainsFunc(all, w.late) {
		apart := slices.ContainsFunc(all, func(e *entry) bool { return e.Datagram != all[0].Datagram })
		w.judges(Server, l, !apart, all[0].at(), "0x28, 0x00 and 0x01 come in several datagrams")
	}
}

// hostPlays reports whether the host has a ship of its own: one in a slot that no client has.
func (t *trial) hostPlays(l *link) bool {
	for of, c := range t.hangar.ships {
		if of.Server == l.Server && slotOf(of.Object) >= 0 && c.owner == nil && !t.isPlayers(l, slotOf(of.Object)) {
			return true
		}
	}
	return false
}

// behind gives the rows on a link, one way, behind one.
func (t *trial) behind(row int, l *link, to int) iter.Seq2[int, *facts.Row] {
	return func(yield func(int, *facts.Row) bool) {
		for i, r := range t.Some(row+1, t.Rows()) {
			if r.Has(facts.Game) && r.Has(facts.ToClient) == (to == toClient) && t.Side(r).Link == l.Link && !yield(i, r) {
				return
			}
		}
	}
}

func messagesOnce(w *watch, l *link, ready match.Event) {
	const after = 5 * time.Second
	until := ready.Time.Add(after + l.resent())
	for _, code := range []uint8{message.OpcodeChecksumComplete, message.OpcodeSettings, message.OpcodeGameInit, message.OpcodeMissionInit} {
		if n := len(l.told(l.First.Time, until, nil, code)); n != 1 {
			w.judges(Server, l, false, ready, "%s comes %d times", opcodeText(code), n)
			return
		}
	}
	w.judges(Server, l, len(l.told(l.First.Time, until, nil, message.OpcodeCollisionSetting)) == 0, ready, "CollisionSetting (0x16) in a join")
}

// early are the messages that a host does not send before the client is ready.
var early = []uint8{
	message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam, message.OpcodePythonEvent, message.OpcodePlayerListEvent, message.OpcodeMissionInit,
	message.OpcodeScore, message.OpcodeScoreInit, message.OpcodeTeamScore,
}

func missionFirst(w *watch, l *link, ready match.Event) {
	const slack, soon, long = 20 * time.Millisecond, 5 * time.Second, 12 * time.Second
	patience := soon + l.resent()
	if before := l.told(l.First.Time, ready.Time.Add(-slack), nil, early...); len(before) > 0 {
		w.judges(Server, l, false, before[0].at(), "%s is sent before NewPlayerInGame", opcodeText(before[0].Opcode))
		return
	}
	if l.firstUpdate.Frame != 0 && l.firstUpdate.Time.Before(ready.Time.Add(-slack)) {
		w.judges(Server, l, false, l.firstUpdate, "StateUpdate is sent before NewPlayerInGame")
		return
	}
	var first *entry
	for x, r := range l.since(l.First.Time) {
		if ready.Time.Add(patience + long).Before(w.timeOf(r)) {
			break
		}
		if way(r) == toClient && x.number >= 0 && r.Opcode != message.OpcodeChecksumRequest && !slices.Contains(completeOpcodes, r.Opcode) {
			if first == nil || x.number < first.number {
				first = l.read(x, r)
			}
		}
	}
	if first == nil {
		w.judges(Server, l, false, ready, "NewPlayerInGame is not answered")
		return
	}
	ok := first.Opcode == message.OpcodeMissionInit && first.time.Sub(ready.Time) <= patience
	w.judges(Server, l, ok, first.at(), "the answer to NewPlayerInGame is %s, after %.1f s", opcodeText(first.Opcode), first.time.SecondsSince(ready.Time))
}

func joinScores(w *watch, l *link, ready match.Event) {
	const before, soon, own = time.Second, 6 * time.Second, 5 * time.Second
	from, after := ready.Time.Add(-before), soon+l.resent()
	if l.Entered.Frame == 0 || l.holed(from, ready.Time.Add(after)) {
		return
	}
	scores := func(from, until capture.Time, of *link) int {
		return len(l.told(from, until, ofPeer(of.PeerID), message.OpcodeScore, message.OpcodeScoreInit))
	}
	if first := slices.IndexFunc(w.links, func(o *link) bool { return o.Server == l.Server && o.PeerID == l.PeerID }); w.links[first] == l {
		w.judges(Server, l, scores(l.First.Time, l.Entered.Time.Add(own), l) == 0, ready, "a newcomer gets a score about itself")
	}
	for o := range w.others(l) {
		if o.present(ready.Time, 2*time.Second, after) {
			n := scores(from, ready.Time.Add(after), o)
			w.judges(Server, l, n == 1, ready, "%d scores about %s, who is in the game: 1 expected", n, o.label())
		}
	}
}

func existingShips(w *watch, l *link, ready match.Event) {
	const old, soon, answered = 2 * time.Second, 2 * time.Second, 8 * time.Second
	stays, until := soon+l.resent(), ready.Time.Add(answered+l.resent())
	if l.holed(ready.Time, until) {
		return
	}
	for _, c := range w.hangar.all {
		if c.owner == l || c.owner.Server != l.Server || ready.Time.Sub(c.made.Time) < old || !c.alive(ready.Time.Add(stays)) || c.owner.end.Sub(ready.Time) < stays {
			continue
		}
		w.subject = subject{object: c.Object}
		told := l.told(l.First.Time, until, about(c.Object), message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam)
		w.judges(Server, l, len(told) > 0, ready, "the ship of %s (0x%08X) is not told to the newcomer", c.owner.label(), c.Object)
	}
	w.subject = subject{}
}

// placeOf is the newest position that the owner of a ship told before a row.
func (t *trial) placeOf(c *craft, row int) (place wire.Vector, ok bool) {
	const most = 1 << 14
	for i := row - 1; i > max(c.row, row-most); i-- {
		if r := t.Row(i); r.Has(facts.Update|facts.Followed) && !r.Has(facts.ToClient) && r.Flags&message.FlagPosition != 0 && t.Life(r.Life) == c.Ship {
			if m, ok := t.ahead.At(i).Content().Message.(*message.StateUpdate); ok {
				return m.Position, true
			}
		}
	}
	return place, false
}

// isListed matches the PlayerListEvent of a join.
func isListed(peer uint8) func(*entry) bool {
	return func(e *entry) bool { return e.event == codeJoined && e.peer == peer }
}

func listSent(w *watch, l *link, ready match.Event) {
	const before, soon = 2 * time.Second, 6 * time.Second
	after := soon + l.resent()
	from, until := ready.Time.Add(-before), ready.Time.Add(after)
	for _, o := range w.links {
		if o.Server == l.Server && (o == l && l.end.Sub(ready.Time) >= after || o != l && o.present(ready.Time, 0, after)) && !o.holed(from, until) {
			told := o.told(from, until, isListed(l.PeerID), message.OpcodePlayerListEvent)
			w.judges(Server, o, len(told) > 0, ready, "%s is not told that %s has joined (PlayerListEvent)", o.label(), l.label())
		}
	}
}

// joinOf gives the client whose join a message of a moment is about; nil = there is none. Who has been ready before
// goes first: a client may leave and come back at once.
func (t *trial) joinOf(to *link, peer uint8, at capture.Time, after, before time.Duration) (join *link) {
	for _, o := range slices.Backward(t.links) {
		since := at.Sub(o.ready.Time)
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

func orderAfter(w *watch, l *link, ready match.Event) {
	const slack, soon = 20 * time.Millisecond, 8 * time.Second
	patience := soon + l.resent()
	if l.holed(ready.Time, ready.Time.Add(patience)) {
		return
	}
	all := l.told(ready.Time.Add(-slack), ready.Time.Add(patience), func(e *entry) bool {
		return e.Opcode != message.OpcodePlayerListEvent || isListed(l.PeerID)(e)
	}, slices.Collect(maps.Keys(rank))...)
	slices.SortStableFunc(all, byNumber)
	end := slices.IndexFunc(all, func(e *entry) bool { return e.Opcode == message.OpcodePlayerListEvent })
	if end < 0 {
		w.judges(Server, l, false, ready, "no PlayerListEvent within %.0f s of NewPlayerInGame", patience.Seconds())
		return
	}
	ok := slices.IsSortedFunc(all[:end+1], func(a, b *entry) int { return rank[a.Opcode] - rank[b.Opcode] })
	w.judges(Server, l, ok, ready, "NewPlayerInGame is answered with %s", codes(all[:end+1]))
}
