package check

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/message"
)

var deathRules = []Rule{
	{
		ID: "death-event", Judges: Server, Severity: Error, Effect: deaths, Evidence: Observed, Source: "Events", Needs: Uncut,
		Says:   "Each client is told once that a ship explodes: target is the ship, source the ship of the killer or 0, firing_player the peer id of the killer or 0.",
		Counts: "each ObjectExploding event", Broken: "a second one for the same ship and client, another target, or a firing_player that does not belong to the source",
		Watch: func(w *watch) {
			type told struct {
				link *link
				ship *craft
			}
			done := map[told]bool{}
			w.onExploding(func(h *heard, m *message.Event, c *craft) {
				again := c != nil && done[told{h.link, c}]
				done[told{h.link, c}] = true
				unknown := func(id uint32) bool { // of a player whose ships the capture shows
					o := w.ownerOf(h.link, id)
					return w.hangar.of(h.link.Server, id) == nil && o != nil && o.whole()
				}
				switch killer := w.ownerOf(h.link, m.SourceID); {
				case again:
					w.judge(h, false, "a second ObjectExploding about ship 0x%08X", m.TargetID)
				case slotOf(m.TargetID) < 0:
					w.judge(h, false, "the target 0x%08X is no object of a player", m.TargetID)
				case w.complete() && (unknown(m.TargetID) || m.SourceID != 0 && unknown(m.SourceID)):
					w.judge(h, false, "target 0x%08X or source 0x%08X is no known ship", m.TargetID, m.SourceID)
				case m.SourceID == 0:
					w.judge(h, m.FiringPlayer == 0, "no source, but firing_player %d", m.FiringPlayer)
				case killer == nil || killer.PeerID == 0:
					w.kept(h, true)
				default:
					w.judge(h, m.FiringPlayer == int32(killer.PeerID), "firing_player is %s; the source belongs to peer %d", firing(m.FiringPlayer), killer.PeerID)
				}
			})
		},
	},
	{
		ID: "death-killer", Judges: Server, Severity: Error, Effect: scores, Evidence: TwoSources, Source: "Events",
		Says:   "The source of an explosion is the ship of the killer, and the ship that explodes its target: they are two.",
		Counts: "each ObjectExploding event with a source", Broken: "the source is the ship that explodes, or a part of it",
		Watch: func(w *watch) {
			w.onExploding(func(h *heard, m *message.Event, c *craft) {
				if m.SourceID != 0 {
					own := m.SourceID == m.TargetID || c != nil && c == w.hangar.whole(h.link.Server, m.SourceID)
					w.judge(h, !own, "ship 0x%08X is named as its own killer", m.TargetID)
				}
			})
		},
	},
	{
		ID: "death-lifetime", Judges: Server, Severity: Warning, Effect: deaths, Evidence: Observed, Source: "Events",
		Says:   "An explosion lasts 9.5 s, or 12.9 s after a collision.",
		Counts: "each ObjectExploding event", Broken: "another lifetime, by more than 0.05 s",
		Watch: func(w *watch) {
			const usual, crash, off = 9.5, 12.9, 0.05
			w.onExploding(func(h *heard, m *message.Event, _ *craft) {
				x := float64(m.Lifetime)
				w.judge(h, x >= usual-off && x <= usual+off || x >= crash-off && x <= crash+off, "the explosion lasts %.2f s", x)
			})
		},
	},
	{
		ID: "death-explosion", Judges: Server, Severity: Warning, Effect: deaths, Evidence: TwoSources, Source: "Events", Times: 200 * time.Millisecond, Needs: Uncut,
		Says:   "A ship that weapons kill has an Explosion, others have none.",
		Counts: "each ObjectExploding event", Broken: "one with a killer without Explosion within 5 s, or one without with an Explosion within 1 s",
		Watch: func(w *watch) {
			const killed, otherwise = 5 * time.Second, time.Second
			w.onExploding(func(h *heard, m *message.Event, c *craft) {
				within := otherwise
				if m.SourceID != 0 {
					within = killed
				}
				if w.until.Sub(h.Time) < within || !w.certain(h.Time, within) {
					return
				}
				n := len(h.link.told(h.Time.Add(-within), h.Time.Add(within), func(e *entry) bool {
					whole := w.hangar.whole(h.link.Server, e.object)
					return e.object == m.TargetID || whole != nil && whole == c
				}, message.OpcodeExplosion))
				if m.SourceID != 0 {
					w.judge(h, n > 0, "no Explosion of ship 0x%08X, although the event names a killer", m.TargetID)
					return
				}
				w.judge(h, n == 0, "an Explosion of ship 0x%08X, although the event names no killer", m.TargetID)
			})
		},
	},
	{
		ID: "death-score", Judges: Server, Severity: Warning, Effect: scores, Evidence: Observed, Source: "Script messages", Times: 2 * time.Second, Needs: Uncut,
		Says:   "A death without killer is scored.",
		Counts: "each ObjectExploding event without killer, to a client in the game, unless another client alone is told the score", Broken: "no ScoreChange without killer about the owner from 1 s before to 6 s after",
		Watch: func(w *watch) {
			const patience = 6 * time.Second
			w.onExploding(func(h *heard, m *message.Event, _ *craft) {
				owner := w.ownerOf(h.link, m.TargetID)
				if m.SourceID != 0 || owner == nil || owner.PeerID == 0 || !h.link.present(h.Time, 0, patience) {
					return
				}
				scored := func(l *link) bool {
					return len(l.told(h.Time.Add(-time.Second), h.Time.Add(patience), func(e *entry) bool { return e.source == 0 && e.object == uint32(owner.PeerID) }, message.OpcodeScoreChange)) > 0
				}
				ok := scored(h.link)
				for o := range w.others(h.link) {
					if !ok && scored(o) {
						return // it is kept from one: see event-broadcast
					}
				}
				w.judge(h, ok, "no ScoreChange for the death of peer %d", owner.PeerID)
			})
		},
	},
	{
		ID: "death-no-score-for-weapon", Judges: Server, Severity: Info, Effect: unnoticed, Evidence: Observed, Source: "Script messages", Times: 500 * time.Millisecond,
		Says:   "The stock host sends no ScoreChange for kills by weapons: a bug that other servers mend on purpose.",
		Counts: "each ObjectExploding event with a killer", Broken: "a ScoreChange with a killer within 2 s",
		Watch: func(w *watch) {
			const patience = 2 * time.Second
			w.onExploding(func(h *heard, m *message.Event, _ *craft) {
				if m.SourceID != 0 && w.certain(h.Time, patience) {
					named := h.link.told(h.Time, h.Time.Add(patience), func(e *entry) bool { return e.source != 0 }, message.OpcodeScoreChange)
					w.judge(h, len(named) == 0, "a ScoreChange for a kill by weapons, with a killer")
				}
			})
		},
	},
	{
		ID: "destroy-only-for-leavers", Judges: Server, Severity: Error, Effect: unseen, Evidence: Observed, Source: "Small messages", Times: time.Second, Needs: Uncut,
		Says:   "DestroyObject is for ships of players who leave; it never follows a death or a change of ship.",
		Counts: "each DestroyObject about a ship of a client of the capture, each ObjectExploding event", Broken: "its owner has not left in the minute before, and does not within 1.5 s; of an explosion, if DestroyObject comes from 1 s before to 20 s after",
		Watch: func(w *watch) {
			const before, late, dying, dead = 1500 * time.Millisecond, time.Minute, time.Second, 20 * time.Second
			gone := func(o *link, at capture.Time) bool {
				since := at.Sub(o.end)
				return o.end.Before(w.until) && since >= -before && since <= late
			}
			onWhole(w, toClient, func(h *heard, m *message.DestroyObject) {
				if owner := w.ownerOf(h.link, m.ObjectID); w.hangar.of(h.link.Server, m.ObjectID) != nil && owner != nil && owner.Heard.Frame != 0 && w.certain(h.Time, before) {
					ok := gone(owner, h.Time)
					for o := range w.others(owner) { // what is told late of who had the slot may come when it is another's
						ok = ok || o.slotOf() == owner.slotOf() && gone(o, h.Time)
					}
					w.judge(h, ok, "DestroyObject about ship 0x%08X, whose player %s is still there", m.ObjectID, owner.label())
				}
			}, message.OpcodeDestroyObject)
			w.onExploding(func(h *heard, m *message.Event, c *craft) {
				if owner := w.ownerOf(h.link, m.TargetID); c != nil && owner != nil && w.certain(h.Time, dead) {
					found := h.link.told(h.Time.Add(-dying), h.Time.Add(dead), about(m.TargetID), message.OpcodeDestroyObject)
					w.judge(h, len(found) == 0 || gone(owner, found[0].time), "DestroyObject follows the death of ship 0x%08X", m.TargetID)
				}
			})
		},
	},
	{
		ID: "selfdestruct-answered", Judges: Server, Severity: Error, Effect: deaths, Evidence: Observed, Source: "Small messages", Times: 2 * time.Second, Needs: Creation | Uncut,
		Says:   "HostMsg of a client destroys its ship.",
		Counts: "each HostMsg of a client whose ship lives and is older than 0.5 s, unless it asked in the 15 s before, or another player destroys the ship", Broken: "no ObjectExploding without killer about it within 6 s",
		Watch: func(w *watch) {
			const patience, age, again = 6 * time.Second, 500 * time.Millisecond, 15 * time.Second
			last := map[*link]capture.Time{}
			w.onGame(toServer, func(h *heard) {
				c := w.shipOf(h.link)
				before, asked := last[h.link]
				last[h.link] = h.Time
				if c == nil || !c.alive(h.Time) || h.Time.Sub(c.made.Time) <= age || asked && h.Time.Sub(before) < again || !h.link.present(h.Time, time.Second, patience) {
					return
				}
				n, others := 0, 0
				for _, e := range h.link.told(h.Time, h.Time.Add(patience), about(c.Object), message.OpcodePythonEvent) {
					switch {
					case e.class != message.ClassObjectExploding:
					case e.source == 0:
						n++
					case slotOf(e.source) != slotOf(c.Object):
						others++
					}
				}
				if others == 0 { // no other player was faster
					w.judges(Server, h.link, n > 0, h.at(), "the ship of %s does not explode", h.link.label())
				}
			}, message.OpcodeHostMsg)
		},
	},
	{
		ID: "respawn-delay", Judges: Client, Severity: Warning, Effect: unnoticed, Evidence: TwoSources, Source: "Events", Times: time.Second, Needs: Creation,
		Says:   "A player chooses the next ship when the explosion is over.",
		Counts: "each creation after a death on the same link", Broken: "it comes more than 0.5 s before the explosion is over, or less than 9 s after the death if that takes longer",
		Watch: func(w *watch) {
			const longest, slack = 9.5, 0.5
			atEndOfShips(w, func(c *craft) {
				if x := c.prior; x != nil && !x.told.IsZero() && x.told.Before(c.made.Time) {
					since, least := c.made.Time.Sub(x.told).Seconds(), longest
					if x.lifetime < longest { // and not if it is no number
						least = x.lifetime
					}
					w.judges(Client, c.owner, since >= least-slack, c.made, "the next ship is made %.1f s after the death, the explosion lasts %.1f s", since, x.lifetime)
				}
			})
		},
	},
	{
		ID: "object-used-after-death", Judges: Client, Severity: Error, Effect: ghosts, Evidence: OneSource, Source: "Events", Times: 200 * time.Millisecond, Needs: Creation,
		Says:   "Who knows that his ship has exploded fires no more with it, and when the explosion is over flies it no more.",
		Counts: "each weapon message of a client about its ship, and each update", Broken: "a weapon message comes later than 1 s after the client's Ack of ObjectExploding, 4 s if messages are missing, and those of one datagram 9 s; an update later than the lifetime of the explosion and 5 s",
		Parts: []Part{{}, {}},
		// usedAfterDeath judges from the Ack on by which a client shows that it knows of the end of its ship.
		Watch: func(w *watch) {
			const soon, lossy, over = time.Second, 4 * time.Second, 5.0
			overdue := map[*craft]int64{} // the frame of shots that may have been lost again and again
			since := func(c *craft, h *heard) time.Duration {
				if c == nil || c.owner != h.link || c.knows.IsZero() || !c.knows.Before(h.Time) {
					return 0
				}
				return h.Time.Sub(c.knows)
			}
			w.onGame(toServer, func(h *heard) {
				id, ok := weaponOf(h)
				c := w.hangar.whole(h.link.Server, id)
				if !ok || c == nil || c.owner != h.link {
					return
				}
				late, after := soon, since(c, h)
				if h.link.host.lossy() {
					late = lossy
				}
				if after > late && after <= h.link.resent() && (overdue[c] == 0 || overdue[c] == h.Frame) {
					overdue[c], late = h.Frame, after
				}
				_ = w.kept(h, after <= late) || w.fails(h, "%s %.1f s after the client knew that its ship 0x%08X has exploded", h.name(), after.Seconds(), c.Object)
			}, message.OpcodeStartFiring, message.OpcodeTorpedoFire, message.OpcodeBeamFire)
			w.onUpdate(toServer, func(u *update) {
				after := since(u.craft, u.heard)
				if p := w.ofPart(1); !p.kept(u.heard, after == 0 || after.Seconds() <= u.craft.explodes()+over) {
					p.fails(u.heard, "an update %.1f s after the client knew that its ship 0x%08X has exploded, for %.1f s", after.Seconds(), u.Object, u.craft.explodes())
				}
			})
		},
	},
	{
		ID: "score-consistent", Judges: Server, Severity: Warning, Effect: scores, Evidence: OneSource, Source: "Script messages", Needs: Uncut,
		Says:   "Counts of deaths go up by one, and survive that a player joins again.",
		Counts: "each ScoreChange about a victim but the first on a link, each Score about it; afresh after RestartGame and when a client gets the peer id", Broken: "the deaths are not one more, or fewer than before; behind a wrong number they may go on from the one before it",
		Watch: func(w *watch) {
			type player struct {
				link *link
				peer int32
			}
			type known struct {
				deaths int32
				due    int32 // instead: if what was told was wrong, it may go on from there
				row    int
			}
			all := map[player]known{}
			// before gives the deaths that a client was told of last, unless the peer id has been given to somebody since: some hosts tell
			// of a newcomer's score before it is in the game.
			before := func(h *heard, peer int32) (x known, ok bool) {
				x, ok = all[player{h.link, peer}]
				for _, l := range w.links {
					if ok && int32(l.PeerID) == peer {
						told := w.Event(x.row).Time
						since := func(at capture.Time) bool { return told.Before(at) && !h.Time.Before(at) }
						ok = !(l.accepted.Frame != 0 && since(l.accepted.Time)) && !(l.Entered.Frame != 0 && since(l.Entered.Time))
					}
				}
				// Of who has no link in the capture, the others are told that he leaves, and who comes.
				list := func(e *entry) bool { return int32(e.peer) == peer && e.row > x.row }
				ok = ok && len(h.link.told(w.Event(x.row).Time, h.Time, list, message.OpcodePlayerListEvent)) == 0
				return x, ok
			}
			onWhole(w, toClient, func(h *heard, m *message.ScoreChange) {
				now := known{m.VictimDeaths, m.VictimDeaths, h.n}
				if was, ok := before(h, m.VictimID); ok {
					ok = m.VictimDeaths == was.deaths+1 || m.VictimDeaths == was.due+1
					if !ok {
						now.due = was.deaths + 1
					}
					w.judge(h, ok, "peer %d has %d deaths, after %d before: %d expected", m.VictimID, m.VictimDeaths, was.deaths, was.deaths+1)
				}
				all[player{h.link, m.VictimID}] = now
			}, message.OpcodeScoreChange)
			total := func(h *heard, m *message.Score) {
				if was, ok := before(h, m.PlayerID); ok {
					w.judge(h, m.Deaths >= min(was.deaths, was.due), "peer %d has %d deaths, it had %d", m.PlayerID, m.Deaths, was.deaths)
				}
			}
			onWhole(w, toClient, total, message.OpcodeScore)
			onWhole(w, toClient, func(h *heard, m *message.ScoreInit) { total(h, &m.Score) }, message.OpcodeScoreInit)
			w.onGame(bothWays, func(h *heard) {
				maps.DeleteFunc(all, func(p player, _ known) bool { return p.link == h.link })
			}, message.OpcodeRestartGame)
		},
	},
	{
		ID: "endgame-form", Judges: Server, Severity: Warning, Effect: scores, Evidence: OneSource, Source: "Script messages", Times: time.Second, Needs: Uncut,
		Says:   "EndGame has a reason from 0 to 6; the time is up at the end time of MissionInit.",
		Counts: "each EndGame", Broken: "another reason, or the time is up more than 3 s off",
		Watch: func(w *watch) {
			const reasons, timeUp, off = 7, 1, 3.0
			clocks, ends := map[*link]float64{}, map[*link]float64{}
			onMessage(w, bothWays, func(h *heard, m *message.Settings) { clocks[h.link] = offset(h.Time, m.GameTime) }, message.OpcodeSettings)
			onMessage(w, bothWays, func(h *heard, m *message.MissionInit) {
				if delete(ends, h.link); m.TimeLimit != message.NoLimit && clocks[h.link] != 0 {
					ends[h.link] = float64(m.EndTime)
				}
			}, message.OpcodeMissionInit)
			onMessage(w, toClient, func(h *heard, m *message.EndGame) {
				if m.Reason < 0 || m.Reason >= reasons {
					w.judge(h, false, "EndGame with reason %d", m.Reason)
					return
				}
				end, known := ends[h.link]
				apart := offset(h.Time, 0) - clocks[h.link] - end
				w.judge(h, m.Reason != timeUp || !known || apart <= off && apart >= -off, "the time is up %.1f s after the end time", apart)
			}, message.OpcodeEndGame)
		},
	},
}

// explodes is for how many seconds a ship does: the longest, if that is no number.
func (c *craft) explodes() float64 {
	const longest = 3600
	if c.lifetime <= longest {
		return max(c.lifetime, 0)
	}
	return longest
}

// shipOf is the newest ship that a client has made at the row at hand; nil = none.
func (t *trial) shipOf(l *link) *craft {
	c := l.ship
	for c != nil && c.row > t.row {
		c = c.prior
	}
	return c
}

// firing writes the player who fired: a peer id, or what looks like the id of an object.
func firing(player int32) string {
	if player >= 0 && player <= math.MaxUint8 {
		return strconv.Itoa(int(player))
	}
	return fmt.Sprintf("0x%08X, no peer id", uint32(player))
}

// complete reports whether all links joined in the capture.
func (t *trial) complete() bool {
	return !slices.ContainsFunc(t.links, func(l *link) bool { return !l.Joined })
}
