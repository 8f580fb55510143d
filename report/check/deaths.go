package check

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

var deathRules = []Rule{
	{
		ID: "death-event", Judges: Server, Severity: Error, Effect: deaths, Evidence: Observed, Source: "Events", Needs: Uncut,
		Says:   "Each client is told once that a ship explodes: target is the ship, source the ship of the killer or 0, firing_player the peer id of the killer or 0.",
		Counts: "each ObjectExploding event", Broken: "a second one for the same ship and client, another target, or a firing_player that does not belong to the source",
		Watch: deathEvent,
	},
	{
		ID: "death-killer", Judges: Server, Severity: Error, Effect: scores, Evidence: TwoSources, Source: "Events",
		Says:   "The source of an explosion is the ship of the killer, and the ship that explodes its target: they are two.",
		Counts: "each ObjectExploding event with a source", Broken: "the source is the ship that explodes, or a part of it",
		Watch: deathKiller,
	},
	{
		ID: "death-lifetime", Judges: Server, Severity: Warning, Effect: deaths, Evidence: Observed, Source: "Events",
		Says:   "An explosion lasts 9.5 s, or 12.9 s after a collision.",
		Counts: "each ObjectExploding event", Broken: "another lifetime",
		Watch: deathLifetime,
	},
	{
		ID: "death-explosion", Judges: Server, Severity: Warning, Effect: deaths, Evidence: TwoSources, Source: "Events", Times: 200 * time.Millisecond, Needs: Uncut,
		Says:   "A ship that weapons kill has an Explosion, others have none.",
		Counts: "each ObjectExploding event", Broken: "one with a killer without Explosion within 5 s, or one without with an Explosion within 1 s",
		Watch: deathExplosion,
	},
	{
		ID: "death-score", Judges: Server, Severity: Warning, Effect: scores, Evidence: Observed, Source: "Script messages", Times: 2 * time.Second, Needs: Uncut,
		Says:   "A death without killer is scored.",
		Counts: "each ObjectExploding event without killer, to a client in the game, unless another client alone is told the score", Broken: "no ScoreChange without killer about the owner within 6 s",
		Watch: deathScore,
	},
	{
		ID: "death-no-score-for-weapon", Judges: Server, Severity: Info, Effect: unnoticed, Evidence: Observed, Source: "Script messages", Times: 500 * time.Millisecond,
		Says:   "The stock host sends no ScoreChange for kills by weapons: a bug that other servers mend on purpose.",
		Counts: "each ObjectExploding event with a killer", Broken: "a ScoreChange with a killer within 2 s",
		Watch: noScoreForWeapon,
	},
	{
		ID: "destroy-only-for-leavers", Judges: Server, Severity: Error, Effect: unseen, Evidence: Observed, Source: "Small messages", Times: time.Second, Needs: Uncut,
		Says:   "DestroyObject is for ships of players who leave; it never follows a death or a change of ship.",
		Counts: "each DestroyObject about a ship of a client of the capture, each ObjectExploding event", Broken: "its owner has not left",
		Watch: destroyOnly,
	},
	{
		ID: "selfdestruct-answered", Judges: Server, Severity: Error, Effect: deaths, Evidence: Observed, Source: "Small messages", Times: 2 * time.Second, Needs: Creation | Uncut,
		Says:   "HostMsg of a client destroys its ship.",
		Counts: "each HostMsg of a client with a living ship", Broken: "no ObjectExploding without killer about it within 6 s",
		Watch: selfDestruct,
	},
	{
		ID: "respawn-delay", Judges: Client, Severity: Warning, Effect: unnoticed, Evidence: TwoSources, Source: "Events", Times: time.Second, Needs: Creation,
		Says:   "A player chooses the next ship when the explosion is over.",
		Counts: "each creation after a death on the same link", Broken: "it comes earlier",
		Watch: respawnDelay,
	},
	{
		ID: "object-used-after-death", Judges: Client, Severity: Error, Effect: ghosts, Evidence: OneSource, Source: "Events", Times: 200 * time.Millisecond, Needs: Creation,
		Says:   "Who knows that his ship has exploded fires no more with it, and when the explosion is over flies it no more.",
		Counts: "each weapon message of a client about its ship, and each update", Broken: "a weapon message comes later than 1 s after the client's Ack of ObjectExploding, 4 s if messages are missing, and those of one datagram 9 s; an update later than the lifetime of the explosion and 5 s",
		Parts: []Part{{}, {}},
		Watch: usedAfterDeath,
	},
	{
		ID: "score-consistent", Judges: Server, Severity: Warning, Effect: scores, Evidence: OneSource, Source: "Script messages", Needs: Uncut,
		Says:   "Counts of deaths go up by one, and survive that a player joins again.",
		Counts: "each ScoreChange about a victim but the first on a link, each Score about it; afresh after RestartGame and when a client gets the peer id", Broken: "the deaths are not one more, or fewer than before",
		Watch: scoreConsistent,
	},
	{
		ID: "endgame-form", Judges: Server, Severity: Warning, Effect: scores, Evidence: OneSource, Source: "Script messages", Times: time.Second, Needs: Uncut,
		Says:   "EndGame has a reason from 0 to 6; the time is up at the end time of MissionInit.",
		Counts: "each EndGame", Broken: "another reason, or the time is up more than 3 s off",
		Watch: endgameForm,
	},
}

// onExploding asks for the events that tell a client of the end of a ship.
func (w *watch) onExploding(f func(h *heard, m *message.Event, c *craft)) {
	w.ask.exploding = append(w.ask.exploding, f)
}

func deathEvent(w *watch) {
	type told struct {
		link *link
		ship *craft
	}
	done := map[told]bool{}
	w.onExploding(func(h *heard, m *message.Event, c *craft) {
		again := c != nil && done[told{h.link, c}]
		if c != nil {
			done[told{h.link, c}] = true
		}
		unknown := func(id uint32) bool { // of a player whose ships the capture shows
			return w.hangar.of(h.link.Server, id) == nil && w.ownerOf(h.link, id) != nil
		}
		killer := w.peerOf(h.link, m.SourceID)
		switch {
		case again:
			w.breaks(Server, h.link, h.at(), "a second ObjectExploding about ship 0x%08X", m.TargetID)
		case slotOf(m.TargetID) < 0:
			w.breaks(Server, h.link, h.at(), "the target 0x%08X is no object of a player", m.TargetID)
		case w.complete() && (unknown(m.TargetID) || m.SourceID != 0 && unknown(m.SourceID)):
			w.breaks(Server, h.link, h.at(), "target 0x%08X or source 0x%08X is no known ship", m.TargetID, m.SourceID)
		case m.SourceID == 0:
			w.judges(Server, h.link, m.FiringPlayer == 0, h.at(), "no source, but firing_player %d", m.FiringPlayer)
		default:
			w.judges(Server, h.link, killer == 0 || int(m.FiringPlayer) == killer, h.at(), "firing_player is %s; the source belongs to peer %d", firing(m.FiringPlayer), killer)
		}
	})
}

func deathKiller(w *watch) {
	w.onExploding(func(h *heard, m *message.Event, c *craft) {
		if m.SourceID == 0 {
			return
		}
		own := m.SourceID == m.TargetID || c != nil && c == w.hangar.whole(h.link.Server, m.SourceID)
		w.judges(Server, h.link, !own, h.at(), "ship 0x%08X is named as its own killer", m.TargetID)
	})
}

// usedAfterDeath judges from the Ack on by which a client shows that it knows of the end of its ship.
func usedAfterDeath(w *watch) {
	const soon, lossy, over = time.Second, 4 * time.Second, 5 * time.Second
	type end struct {
		ship     *craft
		seq      uint16
		knows    capture.Time // zero = it has not acknowledged that yet
		lifetime time.Duration
		overdue  int64 // the frame of shots that may have been lost again and again
	}
	ends := map[*link]*end{} // the newest of each client
	w.onExploding(func(h *heard, m *message.Event, c *craft) {
		if x := ends[h.link]; c != nil && c.fresh() && c.owner == h.link && (x == nil || x.ship != c) {
			ends[h.link] = &end{ship: c, seq: h.Header.Seq, lifetime: time.Duration(min(max(float64(m.Lifetime), 0), 3600) * float64(time.Second))}
		}
	})
	w.onAck(func(h *heard) {
		if x := ends[h.link]; x != nil && h.to == toServer && x.knows.IsZero() && h.Header.Seq == x.seq && h.Header.AckFlags&transport.AckLowChannel == 0 {
			x.knows = h.Time
		}
	})
	since := func(l *link, c *craft) (time.Duration, *end) {
		x := ends[l]
		if x == nil || x.ship != c || x.knows.IsZero() {
			return 0, nil
		}
		return w.now.Sub(x.knows), x
	}
	w.onGame(func(h *heard) {
		id, ok := weaponOf(h)
		if !ok || h.to != toServer {
			return
		}
		c := w.hangar.whole(h.link.Server, id)
		if c == nil || c.owner != h.link {
			return
		}
		late := soon
		if w.lossy() {
			late = lossy
		}
		after, x := since(h.link, c)
		if x != nil && after > late && after <= w.resent() && (x.overdue == 0 || x.overdue == h.Frame) {
			x.overdue, late = h.Frame, after
		}
		if !w.kept(Client, h.link, x == nil || after <= late) {
			w.fails(Client, h.link, h.at(), "%s %.1f s after the client knew that its ship 0x%08X has exploded", h.Name(), after.Seconds(), c.Object)
		}
	}, message.OpcodeStartFiring, message.OpcodeTorpedoFire, message.OpcodeBeamFire)
	w.onUpdateTo(toServer, func(u *update) {
		after, x := since(u.link, u.craft)
		if !w.ofPart(1).kept(Client, u.link, u.craft == nil || x == nil || after <= x.lifetime+over) {
			w.ofPart(1).fails(Client, u.link, u.at(), "an update %.1f s after the client knew that its ship 0x%08X has exploded, for %.1f s", after.Seconds(), u.object, x.lifetime.Seconds())
		}
	})
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

// peerOf is the peer id of the client that owns an object; 0 = nobody knows.
func (t *trial) peerOf(at *link, id uint32) int {
	if o := t.ownerOf(at, id); o != nil {
		return int(o.PeerID)
	}
	return 0
}

// ownerOf gives the newest link of the client in whose slot an object lies; nil = there is none.
func (t *trial) ownerOf(at *link, id uint32) *link {
	slot := slotOf(id)
	for _, l := range slices.Backward(t.links) {
		if slot >= 0 && l.Server == at.Server && l.slotOf() == slot {
			return l
		}
	}
	return nil
}

// formerly reports whether one of those who had the slot of a link before it is as asked for: what is told of
// them late may come when the slot is another's.
func (t *trial) formerly(l *link, is func(*link) bool) bool {
	return slices.ContainsFunc(t.links, func(o *link) bool {
		return o != l && o.Server == l.Server && o.slotOf() == l.slotOf() && is(o)
	})
}

func deathLifetime(w *watch) {
	const usual, crash, off = 9.5, 12.9, 0.05
	w.onExploding(func(h *heard, m *message.Event, _ *craft) {
		x := float64(m.Lifetime)
		ok := x >= usual-off && x <= usual+off || x >= crash-off && x <= crash+off
		w.judges(Server, h.link, ok, h.at(), "the explosion lasts %.2f s", x)
	})
}

func deathExplosion(w *watch) {
	const killed, otherwise = 5 * time.Second, time.Second
	w.onExploding(func(h *heard, m *message.Event, _ *craft) {
		l, at, target, killer := h.link, h.at(), m.TargetID, m.SourceID != 0
		within := otherwise
		if killer {
			within = killed
		}
		w.at(h.Time.Add(within), func() {
			if w.until.Sub(at.Time) < within {
				return
			}
			n := l.log.count(toClient, at.Time.Add(-within), at.Time.Add(within), func(e *entry) bool {
				whole := w.hangar.whole(l.Server, e.object)
				return e.code == message.OpcodeExplosion && (e.object == target || whole != nil && whole == w.hangar.of(l.Server, target))
			})
			if killer {
				w.judges(Server, l, n > 0, at, "no Explosion of ship 0x%08X, although the event names a killer", target)
				return
			}
			w.judges(Server, l, n == 0, at, "an Explosion of ship 0x%08X, although the event names no killer", target)
		})
	})
}

func deathScore(w *watch) {
	const patience = 6 * time.Second
	w.onExploding(func(h *heard, m *message.Event, _ *craft) {
		victim := w.peerOf(h.link, m.TargetID)
		if m.SourceID != 0 || victim == 0 {
			return
		}
		l, at := h.link, h.at()
		w.at(h.Time.Add(patience), func() {
			if !l.present(at.Time, 0, patience) {
				return
			}
			scored := func(l *link) bool {
				return l.log.count(toClient, at.Time.Add(-time.Second), at.Time.Add(patience), func(e *entry) bool {
					return e.code == message.OpcodeScoreChange && e.source == 0 && int(e.object) == victim
				}) > 0
			}
			if scored(l) {
				w.keeps(Server, l)
				return
			}
			for _, o := range w.living(at.Time) {
				if o.Server == l.Server && scored(o) {
					return // it is kept from one: see broadcast
				}
			}
			w.breaks(Server, l, at, "no ScoreChange for the death of peer %d", victim)
		})
	})
}

func noScoreForWeapon(w *watch) {
	const patience = 2 * time.Second
	w.onExploding(func(h *heard, m *message.Event, _ *craft) {
		if m.SourceID == 0 {
			return
		}
		l, at := h.link, h.at()
		w.at(h.Time.Add(patience), func() {
			n := l.log.count(toClient, at.Time, at.Time.Add(patience), func(e *entry) bool {
				return e.code == message.OpcodeScoreChange && e.source != 0
			})
			w.judges(Server, l, n == 0, at, "a ScoreChange for a kill by weapons, with a killer")
		})
	})
}

func destroyOnly(w *watch) {
	const before, late, dying, dead = 1500 * time.Millisecond, time.Minute, time.Second, 20 * time.Second
	gone := func(o *link, at capture.Time) bool {
		end := o.end
		since := at.Sub(end)
		return end.Before(w.until) && since >= -before && since <= late
	}
	onWhole(w, toClient, func(h *heard, m *message.DestroyObject) {
		c, owner := w.hangar.of(h.link.Server, m.ObjectID), w.ownerOf(h.link, m.ObjectID)
		if c == nil || owner == nil {
			return
		}
		l, at, id := h.link, h.at(), m.ObjectID
		w.at(h.Time.Add(before), func() {
			ok := gone(owner, at.Time) || w.formerly(owner, func(o *link) bool { return gone(o, at.Time) })
			w.judges(Server, l, ok, at, "DestroyObject about ship 0x%08X, whose player %s is still there", id, owner.label())
		})
	}, message.OpcodeDestroyObject)
	w.onExploding(func(h *heard, m *message.Event, c *craft) {
		owner := w.ownerOf(h.link, m.TargetID)
		if c == nil || owner == nil {
			return
		}
		l, at, id := h.link, h.at(), m.TargetID
		w.at(h.Time.Add(dead), func() {
			found := l.log.within(toClient, at.Time.Add(-dying), at.Time.Add(dead), func(e *entry) bool {
				return e.code == message.OpcodeDestroyObject && e.object == id
			})
			ok := len(found) == 0 || gone(owner, found[0].time)
			w.judges(Server, l, ok, at, "DestroyObject follows the death of ship 0x%08X", id)
		})
	})
}

func selfDestruct(w *watch) {
	const patience, age, again = 6 * time.Second, 500 * time.Millisecond, 15 * time.Second
	last := map[*link]capture.Time{}
	w.onGame(func(h *heard) {
		c := h.link.ship
		before, asked := last[h.link]
		last[h.link] = h.Time
		if h.to != toServer || c == nil || !c.alive(h.Time) || h.Time.Sub(c.made.Time) <= age || asked && h.Time.Sub(before) < again {
			return
		}
		l, at := h.link, h.at()
		w.at(h.Time.Add(patience), func() {
			if !l.present(at.Time, time.Second, patience) {
				return
			}
			ends := l.log.within(toClient, at.Time, at.Time.Add(patience), func(e *entry) bool {
				return e.code == message.OpcodePythonEvent && e.class == classExploding && e.object == c.Object
			})
			if slices.ContainsFunc(ends, func(e *entry) bool { return e.source != 0 && slotOf(e.source) != slotOf(c.Object) }) {
				return // another player was faster
			}
			n := len(slices.DeleteFunc(ends, func(e *entry) bool { return e.source != 0 }))
			w.judges(Server, l, n > 0, at, "the ship of %s does not explode", l.label())
		})
	}, message.OpcodeHostMsg)
}

func respawnDelay(w *watch) {
	const longest, slack = 9.5, 0.5
	type end struct {
		at       capture.Time
		lifetime float64
	}
	last := map[*link]end{}
	w.onExploding(func(h *heard, m *message.Event, c *craft) {
		if c != nil && c.owner == h.link {
			last[h.link] = end{h.Time, float64(m.Lifetime)}
		}
	})
	w.onShip(func(c *craft, h *heard) {
		x, died := last[h.link]
		if !died {
			return
		}
		delete(last, h.link)
		since, least := h.Time.Sub(x.at).Seconds(), min(x.lifetime, longest)-slack
		w.judges(Client, h.link, since >= least, h.at(), "the next ship is made %.1f s after the death, the explosion lasts %.1f s", since, x.lifetime)
	})
}

func scoreConsistent(w *watch) {
	type player struct {
		link *link
		peer int32
	}
	deaths := map[player]int32{}
	forget := func(match func(player) bool) {
		for p := range deaths {
			if match(p) {
				delete(deaths, p)
			}
		}
	}
	onWhole(w, toClient, func(h *heard, m *message.ScoreChange) {
		p := player{h.link, m.VictimID}
		if before, known := deaths[p]; known {
			w.judges(Server, h.link, m.VictimDeaths == before+1, h.at(), "peer %d has %d deaths, after %d before: %d expected", m.VictimID, m.VictimDeaths, before, before+1)
		}
		deaths[p] = m.VictimDeaths
	}, message.OpcodeScoreChange)
	total := func(h *heard, m *message.Score) {
		if before, known := deaths[player{h.link, m.PlayerID}]; known {
			w.judges(Server, h.link, m.Deaths >= before, h.at(), "peer %d has %d deaths, it had %d", m.PlayerID, m.Deaths, before)
		}
	}
	onWhole(w, toClient, total, message.OpcodeScore)
	onWhole(w, toClient, func(h *heard, m *message.ScoreInit) { total(h, &m.Score) }, message.OpcodeScoreInit)
	w.onGame(func(h *heard) { forget(func(p player) bool { return p.link == h.link }) }, message.OpcodeRestartGame)
	joins := func(peer uint8) { forget(func(p player) bool { return p.peer == int32(peer) }) }
	w.onControl(func(h *heard) {
		if m, ok := h.Content().Message.(*transport.ConnectResponse); ok && h.to == toClient && h.once {
			joins(m.AssignedPeerID) // some hosts tell of the newcomer's score before it is in the game
		}
	})
	w.onEntered(func(l *link) { joins(l.PeerID) })
}

func endgameForm(w *watch) {
	const reasons, timeUp, off = 7, 1, 3.0
	type clock struct {
		offset float64
		end    int32
		known  bool
	}
	clocks := map[*link]*clock{}
	w.onLink(func(l *link) { clocks[l] = &clock{} })
	onMessage(w, bothWays, func(h *heard, m *message.Settings) { clocks[h.link].offset = offset(h.Time, m.GameTime) }, message.OpcodeSettings)
	onMessage(w, bothWays, func(h *heard, m *message.MissionInit) {
		x := clocks[h.link]
		x.end, x.known = m.EndTime, m.TimeLimit != message.NoLimit && x.offset != 0
	}, message.OpcodeMissionInit)
	onMessage(w, toClient, func(h *heard, m *message.EndGame) {
		x := clocks[h.link]
		switch apart := offset(h.Time, 0) - x.offset - float64(x.end); {
		case m.Reason < 0 || m.Reason >= reasons:
			w.breaks(Server, h.link, h.at(), "EndGame with reason %d", m.Reason)
		case m.Reason == timeUp && x.known:
			w.judges(Server, h.link, apart <= off && apart >= -off, h.at(), "the time is up %.1f s after the end time", apart)
		default:
			w.keeps(Server, h.link)
		}
	}, message.OpcodeEndGame)
}
