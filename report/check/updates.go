package check

import (
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/message"
)

var updateRules = []Rule{
	{
		ID: "update-no-subsystems-from-client", Judges: Client, Severity: Error, Effect: damaged, Evidence: Observed, Source: "State update",
		Says:   "Clients send no SUBSYSTEMS block: the host says how damaged ships are.",
		Counts: "each update of a client", Broken: "it has one",
		Watch: fromClient(func(u *update) bool { return u.flags&message.FlagSubsystems == 0 }, "a SUBSYSTEMS block from a client"),
	},
	{
		ID: "update-power-from-client", Judges: Client, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "State update",
		Says:   "Clients always send their power settings (WEAPONS).",
		Counts: "each update of a client", Broken: "it has none",
		Watch: fromClient(func(u *update) bool { return u.flags&message.FlagWeapons != 0 }, "an update of a client without WEAPONS"),
	},
	{
		ID: "update-subsystems-from-server", Judges: Server, Severity: Error, Effect: damaged, Evidence: Observed, Source: "State update",
		Says:   "A dedicated host always sends SUBSYSTEMS, never WEAPONS.",
		Counts: "each update of the host about a ship of a player", Broken: "it has WEAPONS, or no SUBSYSTEMS; without these two sources let a host be that has friendly fire on and more than one player. Heartbeats, without any flag, before the first block about a ship do not count",
		Watch: subsystemsFromServer,
	},
	{
		ID: "update-not-relayed", Judges: Server, Severity: Error, Effect: wasted, Evidence: Observed, Source: "State update", Times: time.Second,
		Says:   "The host writes updates anew for each receiver.",
		Counts: "each update of the host about a ship of a player", Broken: "it has the bytes of an update that its owner sent in the 2 s before",
		Watch: notRelayed,
	},
	{
		ID: "update-hash-side", Judges: Both, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "State update",
		Says:   "Clients send the hash of subsystems with each position, hosts never.",
		Counts: "each update with a position; of the host about a ship of a player", Broken: "a client sends none, or the host one",
		Watch: hashSide,
	},
	{
		ID: "update-hash-constant", Judges: Client, Severity: Error, Effect: thrown, Evidence: Observed, Source: "State update",
		Says:   "The hash of subsystems stays the same for the life of a ship. One source says that the host kicks the client otherwise.",
		Counts: "each hash of a client but the first of a life", Broken: "it is another one",
		Watch: hashConstant,
	},
	{
		ID: "update-own-form", Judges: Server, Severity: Warning, Effect: misplaced, Evidence: Observed, Source: "State update",
		Says:   "About the receiver's own ship the host sends SUBSYSTEMS and nothing else.",
		Counts: "each update of the host about a ship of its receiver", Broken: "it has other flags",
		Watch: ownForm,
	},
	{
		ID: "update-power-bytes", Judges: Server, Severity: Error, Effect: damaged, Evidence: Observed, Source: "Subsystem blocks", Needs: Known,
		Says:   "Subsystem blocks carry power settings for all clients but the owner of the ship.",
		Counts: "each block with entries that have power", Broken: "the owner gets a setting, or another client an entry without one",
		Watch: powerBytes,
	},
	{
		ID: "update-remote-motion", Judges: Server, Severity: Warning, Effect: jerks, Evidence: Observed, Source: "State update", Needs: Uncut,
		Says:   "About the ships of others, motion and subsystems come together.",
		Counts: "each ship and other receiver with 50 updates, if its owner sends motion in 80 % of its updates", Broken: "less than 80 % of them have motion",
		Watch: remoteMotion,
	},
	{
		ID: "update-block-layout", Judges: Server, Severity: Error, Effect: damaged, Evidence: Observed, Source: "Subsystem blocks", Needs: Known,
		Says:   "Subsystem blocks have the stock layout of the class.",
		Counts: "each block about a ship of a known class", Broken: "it does not decode to the last byte in the stock dialect",
		Watch: blockLayout,
	},
	{
		ID: "update-block-window", Judges: Server, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "Subsystem blocks", Needs: Known,
		Says:   "A subsystem block ends with the entry that reaches 10 bytes.",
		Counts: "each block that decodes", Broken: "it ends earlier or later",
		Parts: []Part{{Tolerance: 0.01}},
		Watch: blockWindow,
	},
	{
		ID: "update-roundrobin", Judges: Server, Severity: Error, Effect: damaged, Evidence: Observed, Source: "Subsystem blocks", Times: 100 * time.Millisecond, Needs: NearHost | Known | Uncut | Loss5,
		Says:   "A subsystem block begins where the last one for the same receiver ended.",
		Counts: "each life of a ship and receiver with 30 blocks that follow one that can be read", Broken: "more than one in ten begins elsewhere; if messages are missing, one more than 0.15 s after the block before does not count",
		Watch: roundRobin,
	},
	{
		ID: "update-first-cycle", Judges: Server, Severity: Warning, Effect: damaged, Evidence: Observed, Source: "Subsystem blocks", Times: 200 * time.Millisecond, Needs: NearHost | Creation | Known | Uncut | Loss5,
		Says:   "The first subsystem block of a new ship begins with subsystem 0, and a new ship is whole.",
		Counts: "each new ship and client in the game; each new ship", Broken: "the first block within 1 s begins elsewhere; a value below 90 % in the first 0.6 s",
		Parts: []Part{{WithLoss: 0.1}, {Tolerance: 0.2}},
		Watch: firstCycle,
	},
	{
		ID: "update-rate", Judges: Both, Severity: Warning, Effect: jerks, Evidence: Observed, Source: "State update", Times: 20 * time.Millisecond, Needs: Uncut,
		Says:   "Ten updates per second about each ship.",
		Counts: "each life of a ship with 50 updates on a link", Broken: "the median interval is not 70 to 130 ms, or that of the host not 85 to 120 ms on average (longer by the share of its messages that is missing)",
		Watch: updateRate,
	},
	{
		ID: "update-position-refresh", Judges: Both, Severity: Warning, Effect: misplaced, Evidence: Observed, Source: "State update", Times: 200 * time.Millisecond, Needs: Uncut,
		Says:   "A full position comes about once per second.",
		Counts: "each life of a ship with 100 updates that move it, on a link", Broken: "the median interval of positions is not 0.7 to 2 s, or there are fewer than five; if messages are missing, of fewer than 20 positions not 0.7 to 4 s, or fewer than three",
		Watch: positionRefresh,
	},
	{
		ID: "update-position-first", Judges: Both, Severity: Error, Effect: misplaced, Evidence: Observed, Source: "State update", Times: 50 * time.Millisecond, Needs: Creation | Uncut | Loss5,
		Says:   "The first update that moves a ship has a position; a position and an offset never come together.",
		Counts: "each new ship on each link, unless updates about the ship before came in the last second or, if messages are missing, the first comes later than 90 ms; each update with either", Broken: "an offset comes first, or both come together",
		Parts: []Part{{WithLoss: 0.1}, {}},
		Watch: positionFirst,
	},
	{
		ID: "update-clock", Judges: Both, Severity: Warning, Effect: misplaced, Evidence: OneSource, Source: "State update", Needs: NearJudged,
		Says:   "The updates of a sender carry one clock, which never goes back.",
		Counts: "each update but the first about a ship on a link", Broken: "the clock goes back by up to 5 s, and does not fill a gap of 0.15 s in the clocks that came before: the network changes the order of updates",
		Parts: []Part{{Tolerance: 0.02, PlusLoss: true}},
		Watch: updateClock,
	},
	{
		ID: "update-clock-drift", Judges: Both, Severity: Warning, Effect: misplaced, Evidence: OneSource, Source: "State update", Times: 100 * time.Millisecond,
		Says:   "The clock of a sender runs with real time. Wherever a capture is taken: the network delays datagrams, and that does not add up.",
		Counts: "each link with 50 updates over 10 s; of the host, those with SUBSYSTEMS", Broken: "the clock drifts by more than 0.5 s and 0.5 %",
		Watch: clockDrift,
	},
	{
		ID: "update-clock-stands", Judges: Client, Severity: Warning, Effect: jerks, Evidence: OneSource, Source: "State update", Times: 200 * time.Millisecond,
		Says:   "Each update of a client has a newer clock: it tells of another moment.",
		Counts: "each update of a client but the first about a ship", Broken: "the clock has stood still for more than a second; counted once until it goes on",
		Watch: clockStands,
	},
	{
		ID: "update-clock-shared", Judges: Server, Severity: Warning, Effect: misplaced, Evidence: OneSource, Source: "State update", Times: 50 * time.Millisecond, Needs: TwoClients,
		Says:   "The host has one clock for all receivers.",
		Counts: "each client with 20 updates with SUBSYSTEMS in 5 s, while another one has them", Broken: "the clock that it is told is more than 0.25 s off that of most, in two such times in a row",
		Watch: clockShared,
	},
	{
		ID: "update-gaps", Judges: Both, Severity: Warning, Effect: jerks, Evidence: OneSource, Source: "State update", Times: 500 * time.Millisecond, Needs: Uncut,
		Says:   "A client tells of its ship as long as it flies, and the host tells every other client of it.",
		Counts: "each update of a client but the first about its ship, which has not exploded; each of the host with SUBSYSTEMS but the first for another client, while the owner of the ship is heard", Broken: "it is the first for more than 2 s, though the receiver went on, or the host to this client, and the round did not end or begin in between",
		Watch: updateGaps,
	},
	{
		ID: "update-position-jumps", Judges: Both, Severity: Error, Effect: misplaced, Evidence: OneSource, Source: "State update", Times: 200 * time.Millisecond,
		Says:   "A ship flies from one place to the next: it is where its speed allows.",
		Counts: "each update with a position or an offset; of the host about the ship of another client, while its owner is heard; not within a minute of StartWarp and EnterSet", Broken: "the ship has moved 25 units and five times farther than its speed allows (note `jump`); of the host, if the owner told of no jump. If messages are missing, only up to 30 units a second, and not from or to what is an offset from a position of 2 s ago: it may have lost its base",
		Watch: positionJumps,
	},
	{
		ID: "update-condition-steady", Judges: Server, Severity: Error, Effect: damaged, Evidence: OneSource, Source: "Subsystem blocks", Needs: Known,
		Says:   "A subsystem breaks and is repaired: it does not change to and fro.",
		Counts: "each life of a ship and receiver with 30 blocks; those of updates with POSITION or CLOAK are not compared", Broken: "the condition of a subsystem or a part of one goes up and down by 5 % of all or more, three times in a row, from one block that has it to the next",
		Watch: conditionSteady,
	},
	{
		ID: "update-cloak-only-cloakers", Judges: Both, Severity: Error, Effect: cloaked, Evidence: TwoSources, Source: "State update", Needs: Known,
		Says:   "Only ships with a cloaking device have the flag CLOAK.",
		Counts: "each update with CLOAK", Broken: "the class has no cloaking device",
		Watch: onlyCloakers,
	},
	{
		ID: "update-cloak-follows-owner", Judges: Server, Severity: Warning, Effect: cloaked, Evidence: TwoSources, Source: "State update", Times: 500 * time.Millisecond, Needs: TwoClients | Uncut,
		Says:   "The host passes the cloak state of a ship on to the other clients.",
		Counts: "each change of the cloak state by its owner and other client", Broken: "the client does not have the new state 7 s later",
		Parts: []Part{{Tolerance: 0.1, WithLoss: 0.1}},
		Watch: cloakFollows,
	},
	{
		ID: "update-power-entries", Judges: Client, Severity: Error, Effect: unnoticed, Evidence: Observed, Source: "State update",
		Says:   "An update has up to three power settings, of subsystems that have power.",
		Counts: "each update of a client with WEAPONS", Broken: "more than three, or a subsystem without power",
		Watch: powerEntries,
	},
	{
		ID: "update-power-roundrobin", Judges: Client, Severity: Warning, Effect: unnoticed, Evidence: TwoSources, Source: "State update", Times: 100 * time.Millisecond, Needs: Uncut | Loss5,
		Says:   "A client tells its power settings in turn: an update goes on where the one before ended. What has changed comes out of turn.",
		Counts: "each life of a ship with 30 updates with settings that follow another, when all were told once", Broken: "more than one in three begins elsewhere; if messages are missing, one more than 0.15 s after the one before does not count",
		Watch: powerRoundRobin,
	},
	{
		ID: "update-after-death", Judges: Server, Severity: Warning, Effect: deaths, Evidence: Observed, Source: "Events", Times: 200 * time.Millisecond, Needs: Creation | Uncut,
		Says:   "The host goes on sending updates about a wreck while it explodes.",
		Counts: "each ship that explodes whose owner stays for 4 s and makes no other", Broken: "fewer than ten updates about it to its owner from 1 to 4 s after",
		Watch: afterDeath,
	},
}

// fromClient judges each update of a client.
func fromClient(ok func(*update) bool, broken string) func(*watch) {
	return func(w *watch) {
		w.onUpdateTo(toServer, func(u *update) {
			if !w.kept(Client, u.link, ok(u)) {
				w.fails(Client, u.link, u.at(), "%s", broken)
			}
		})
	}
}

func subsystemsFromServer(w *watch) {
	friendly := map[*link]bool{}
	onMessage(w, bothWays, func(h *heard, m *message.Settings) { friendly[h.link] = m.FriendlyFire }, message.OpcodeSettings)
	w.onUpdateTo(toClient, func(u *update) {
		switch {
		case !u.players:
		case u.flags == 0 && u.stream.blocks == 0: // a heartbeat: the host has no subsystems of it yet
		case u.flags&message.FlagWeapons != 0:
			w.breaks(Server, u.link, u.at(), "the update has WEAPONS, which only clients send")
		default:
			if !w.kept(Server, u.link, u.flags&message.FlagSubsystems != 0 || friendly[u.link] && w.inGame(u.link) > 1) {
				w.fails(Server, u.link, u.at(), "the update has no SUBSYSTEMS")
			}
		}
	})
}

func notRelayed(w *watch) {
	w.onUpdateTo(toClient, func(u *update) {
		if u.players {
			if !w.kept(Server, u.link, !u.relayed()) {
				w.fails(Server, u.link, u.at(), "the update has the bytes of the one that a client sent in frame %d", u.Relay.Frame)
			}
		}
	})
}

func hashSide(w *watch) {
	w.onUpdate(func(u *update) {
		if u.flags&message.FlagPosition == 0 || u.to == toClient && !u.players {
			return
		}
		hashed := message.UpdateHasHash(u.Payload)
		if u.to == toServer {
			if !w.kept(Client, u.link, hashed) {
				w.fails(Client, u.link, u.at(), "the position has no hash of subsystems")
			}
			return
		}
		if !w.kept(Server, u.link, !hashed) {
			w.fails(Server, u.link, u.at(), "the position has a hash of subsystems, which only clients send")
		}
	})
}

func hashConstant(w *watch) {
	w.onUpdateTo(toServer, func(u *update) {
		hash, ok := message.UpdateHash(u.Payload)
		s := u.stream
		if !ok {
			return
		}
		if s.hashed {
			if !w.kept(Client, u.link, hash == s.hash) {
				w.fails(Client, u.link, u.at(), "the hash of subsystems changes from 0x%04X to 0x%04X", s.hash, hash)
			}
		}
		s.hash, s.hashed = hash, true
	})
}

func ownForm(w *watch) {
	w.onUpdateTo(toClient, func(u *update) {
		if u.own && (u.flags != 0 || u.stream.blocks > 0) {
			if !w.kept(Server, u.link, u.flags == message.FlagSubsystems) {
				w.fails(Server, u.link, u.at(), "flags 0x%02X about the receiver's own ship instead of 0x%02X", u.flags, message.FlagSubsystems)
			}
		}
	})
}

func remoteMotion(w *watch) {
	const least, share, own = 50, 0.8, 20
	atEndOfAll(w, &w.streams.all, func(s *stream) {
		if s.to != toClient || s.own || s.blocks < least || !w.mostlyMoves(s, own, share) {
			return
		}
		part := float64(s.both) / float64(s.blocks)
		w.about, w.subject = s, subject{s.object, s.seen}
		w.judges(Server, s.link, part >= share, s.first, "%.0f %% of the updates about ship 0x%08X have motion: 80 %% expected", 100*part, s.object)
	})
}

// mostlyMoves reports whether the owner of a ship sends motion in a share of its updates.
func (t *trial) mostlyMoves(s *stream, least int64, share float64) bool {
	for _, o := range t.streams.all {
		if o.to == toServer && o.object == s.object && o.craft == s.craft && o.link.Server == s.link.Server {
			return o.updates >= least && float64(o.moving) >= share*float64(o.updates)
		}
	}
	return false
}

func onlyCloakers(w *watch) {
	w.onUpdate(func(u *update) {
		if u.flags&message.FlagCloak == 0 {
			return
		}
		if class := w.class(u); class != nil {
			if !w.kept(u.who, u.link, class.HasCloak) {
				w.fails(u.who, u.link, u.at(), "CLOAK for a %s, which has no cloaking device", class.Name)
			}
		}
	})
}

func cloakFollows(w *watch) {
	// What is lost comes again after five seconds.
	const settle, rest, before, death = 7 * time.Second, 4 * time.Second, time.Second, 5 * time.Second
	const after = settle + rest
	type state struct {
		told, on bool
		changed  capture.Time
	}
	owners, told := map[*craft]*state{}, map[*stream]*state{}
	of := func(s *stream) *state {
		if told[s] == nil {
			told[s] = &state{}
		}
		return told[s]
	}
	w.onUpdate(func(u *update) {
		if u.flags&message.FlagCloak == 0 || u.craft == nil {
			return
		}
		m, ok := u.Content().Message.(*message.StateUpdate)
		if !ok {
			return
		}
		if u.to == toClient {
			*of(u.stream) = state{told: true, on: m.Cloaked}
			return
		}
		c, x := u.craft, owners[u.craft]
		if x == nil {
			owners[c] = &state{told: true, on: m.Cloaked}
			return
		}
		if x.on == m.Cloaked {
			return
		}
		x.on, x.changed = m.Cloaked, u.Time
		at, changed, on, owner := u.at(), u.Time, m.Cloaked, u.link
		w.at(u.Time.Add(settle), func() {
			if x.changed != changed {
				return
			}
			for _, l := range w.links {
				if l == owner || l.Server != owner.Server {
					continue
				}
				s := w.streamOf(c.Ship, l, toClient)
				known := s != nil && of(s).told && of(s).on == on
				w.at(changed.Add(after), func() {
					if l.present(changed, before, after) && (c.died.Frame == 0 || c.died.Time.Sub(changed) > death || c.died.Time.Before(changed)) {
						w.subject = subject{object: c.Object}
						w.judges(Server, l, known, at, "%s is not told that the ship of %s changes its cloak", l.label(), owner.label())
					}
				})
			}
		})
	})
}

func afterDeath(w *watch) {
	const from, until, least = time.Second, 4 * time.Second, 10
	wrecks := map[*craft]int{}
	w.onUpdateTo(toClient, func(u *update) {
		if c := u.craft; u.own && c != nil && c.died.Frame != 0 {
			if since := u.Time.Sub(c.died.Time); since >= from && since <= until {
				wrecks[c]++
			}
		}
	})
	w.onDeath(func(c *craft, h *heard) {
		if !c.fresh() {
			return
		}
		at := h.at()
		w.at(h.Time.Add(until), func() {
			stays := c.owner.end.Sub(at.Time) >= until
			if again := c.replaced; !stays || !again.IsZero() && again.Sub(at.Time) < until {
				return
			}
			w.judges(Server, c.owner, wrecks[c] >= least, at, "%d updates about the wreck to its owner in 3 s", wrecks[c])
		})
	})
}
