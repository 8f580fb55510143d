package check

import (
	"time"

	"bcdump/decode/message"
)

var updateRules = []Rule{
	{
		ID: "update-no-subsystems-from-client", Judges: Client, Severity: Error, Effect: damaged, Evidence: Observed, Source: "State update",
		Says:   "Clients send no SUBSYSTEMS block: the host says how damaged ships are.",
		Counts: "each update of a client", Broken: "it has one",
		Watch: fromClient(func(u *update) bool { return u.Flags&message.FlagSubsystems == 0 }, "a SUBSYSTEMS block from a client"),
	},
	{
		ID: "update-power-from-client", Judges: Client, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "State update",
		Says:   "Clients always send their power settings (WEAPONS).",
		Counts: "each update of a client", Broken: "it has none",
		Watch: fromClient(func(u *update) bool { return u.Flags&message.FlagWeapons != 0 }, "an update of a client without WEAPONS"),
	},
	{
		ID: "update-subsystems-from-server", Judges: Server, Severity: Error, Effect: damaged, Evidence: Observed, Source: "State update",
		Says:   "A dedicated host always sends SUBSYSTEMS, never WEAPONS.",
		Counts: "each update of the host about a ship of a player who was heard before", Broken: "it has WEAPONS, or no SUBSYSTEMS; without these two sources let a host be that has friendly fire on and more than one player. Heartbeats, without any flag, before the first block about a ship do not count",
		Watch: func(w *watch) {
			w.onUpdate(toClient, func(u *update) {
				switch {
				case !u.players:
				case u.Flags == 0 && u.stream.blocks == 0: // a heartbeat: the host has no subsystems of it yet
				case u.Flags&message.FlagWeapons != 0:
					w.judge(u.heard, false, "the update has WEAPONS, which only clients send")
				default:
					_ = w.kept(u.heard, u.Flags&message.FlagSubsystems != 0 || u.link.friendly && w.inGame(u.link, w.now) > 1) || w.fails(u.heard, "the update has no SUBSYSTEMS")
				}
			})
		},
	},
	{
		ID: "update-not-relayed", Judges: Server, Severity: Error, Effect: wasted, Evidence: Observed, Source: "State update", Times: time.Second,
		Says:   "The host writes updates anew for each receiver.",
		Counts: "each update of the host about a ship of a player who was heard before", Broken: "it has the bytes of an update that its owner sent in the 2 s before",
		Watch: func(w *watch) {
			w.onUpdate(toClient, func(u *update) {
				if u.players {
					_ = w.kept(u.heard, !u.relayed) || w.fails(u.heard, "the update has the bytes of the one that a client sent in frame %d", w.Relay(u.Row).Frame)
				}
			})
		},
	},
	{
		ID: "update-hash-side", Judges: Both, Severity: Warning, Effect: unnoticed, Evidence: Observed, Source: "State update",
		Says:   "Clients send the hash of subsystems with each position, hosts never.",
		Counts: "each update with a position; of the host about a ship of a player who was heard before", Broken: "a client sends none, or the host one",
		Watch: func(w *watch) {
			w.onUpdate(bothWays, func(u *update) {
				if u.Flags&message.FlagPosition == 0 || u.to == toClient && !u.players {
					return
				}
				says := "the position has no hash of subsystems"
				if u.to == toClient {
					says = "the position has a hash of subsystems, which only clients send"
				}
				_ = w.kept(u.heard, message.UpdateHasHash(u.payload()) == (u.to == toServer)) || w.fails(u.heard, "%s", says)
			})
		},
	},
	{
		ID: "update-hash-constant", Judges: Client, Severity: Error, Effect: thrown, Evidence: Observed, Source: "State update",
		Says:   "The hash of subsystems stays the same for the life of a ship. One source says that the host kicks the client otherwise.",
		Counts: "each hash of a client but the first of a life", Broken: "it is another one than before; not if it is the one before that again",
		Watch: func(w *watch) {
			w.onUpdate(toServer, func(u *update) {
				s := u.stream
				if hash, ok := message.UpdateHash(u.payload()); ok {
					returns := s.changed && hash == s.hashBefore // the one in between was wrong, which was told
					_ = !s.hashed || w.kept(u.heard, hash == s.hash || returns) || w.fails(u.heard, "the hash of subsystems changes from 0x%04X to 0x%04X", s.hash, hash)
					if s.changed = s.hashed && hash != s.hash && !returns; s.changed {
						s.hashBefore = s.hash
					}
					s.hash, s.hashed = hash, true
				}
			})
		},
	},
	{
		ID: "update-own-form", Judges: Server, Severity: Warning, Effect: misplaced, Evidence: Observed, Source: "State update",
		Says:   "About the receiver's own ship the host sends SUBSYSTEMS and nothing else.",
		Counts: "each update of the host about a ship of its receiver", Broken: "it has other flags",
		Watch: func(w *watch) {
			w.onUpdate(toClient, func(u *update) {
				if u.own && (u.Flags != 0 || u.stream.blocks > 0) {
					_ = w.kept(u.heard, u.Flags == message.FlagSubsystems) || w.fails(u.heard, "flags 0x%02X about the receiver's own ship instead of 0x%02X", u.Flags, message.FlagSubsystems)
				}
			})
		},
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
		Watch: func(w *watch) {
			const least, share, own = 50, 0.8, 20
			w.atEndOfStreams(toClient, func(s *stream) {
				o := w.ownersOf(s)
				if s.own || s.blocks < least || o == nil || o.updates < own || float64(o.moving) < share*float64(o.updates) {
					return
				}
				part := float64(s.both) / float64(s.blocks)
				w.judges(Server, s.link, part >= share, s.first, "%.0f %% of the updates about ship 0x%08X have motion: 80 %% expected", 100*part, s.object)
			})
		},
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
		ID: "update-rate", Judges: Both, Severity: Warning, Effect: jerks, Evidence: Observed, Source: "State update", Times: 20 * time.Millisecond, Needs: Uncut | Dropped5,
		Says:   "Ten updates per second about each ship.",
		Counts: "each life of a ship with 50 updates on a link", Broken: "the median interval is not 70 to 130 ms, or that of the host not 85 to 120 ms on average (longer by the share of its messages that is missing)",
		Watch: updateRate,
	},
	{
		ID: "update-position-refresh", Judges: Both, Severity: Warning, Effect: misplaced, Evidence: Observed, Source: "State update", Times: 200 * time.Millisecond, Needs: Uncut | Dropped5,
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
		Counts: "each update but the first about a ship on a link; not one that fills a gap of 0.15 s in the clocks that came before: the network changes the order of updates", Broken: "the clock goes back by up to 5 s, or is no number",
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
		ID: "update-gaps", Judges: Both, Severity: Warning, Effect: jerks, Evidence: OneSource, Source: "State update", Times: 500 * time.Millisecond, Needs: Uncut | Dropped5,
		Says:   "A client tells of its ship as long as it flies, and the host tells every other client of it.",
		Counts: "each update of a client but the first about its ship, which has not exploded; each of the host with SUBSYSTEMS but the first for another client, while the owner of the ship is heard", Broken: "it is the first for more than 2 s, though the receiver went on, or the host to this client, and the round did not end or begin in between",
		Watch: updateGaps,
	},
	{
		ID: "update-position-jumps", Judges: Both, Severity: Error, Effect: misplaced, Evidence: OneSource, Source: "State update", Times: 200 * time.Millisecond,
		Says:   "A ship flies from one place to the next: it is where its speed allows.",
		Counts: "each update with a position or an offset; of the host about the ship of another client, while its owner is heard; not within a minute of StartWarp and EnterSet", Broken: "the ship has moved 25 units and five times farther than its speed allows (note `jump`), or its position is NaN or infinite; of the host, if the owner told of no jump. If messages are missing, only up to 30 units a second, and not from or to what is an offset from a position of 2 s ago: it may have lost its base",
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
		Watch: func(w *watch) {
			w.onUpdate(bothWays, func(u *update) {
				if u.Flags&message.FlagCloak == 0 {
					return
				}
				if class := w.class(u); class != nil {
					_ = w.kept(u.heard, class.HasCloak) || w.fails(u.heard, "CLOAK for a %s, which has no cloaking device", class.Name)
				}
			})
		},
	},
	{
		ID: "update-cloak-follows-owner", Judges: Server, Severity: Warning, Effect: cloaked, Evidence: TwoSources, Source: "State update", Times: 500 * time.Millisecond, Needs: TwoClients | Uncut,
		Says:   "The host passes the cloak state of a ship on to the other clients.",
		Counts: "each change of the cloak state by its owner and other client", Broken: "the client does not have the new state 7 s later",
		Parts: []Part{{Tolerance: 0.1, WithLoss: 0.1}},
		Watch: func(w *watch) {
			// What is lost comes again after five seconds.
			const settle, before, after, death = 7 * time.Second, time.Second, 11 * time.Second, 5 * time.Second
			w.onUpdate(bothWays, func(u *update) {
				if u.Flags&message.FlagCloak == 0 || u.craft == nil {
					return
				}
				if m, ok := u.content().Message.(*message.StateUpdate); ok {
					if n := len(u.stream.cloaks); n == 0 || u.stream.cloaks[n-1].on != m.Cloaked {
						u.stream.cloaks = append(u.stream.cloaks, cloak{u.n, u.Time, m.Cloaked})
					}
				}
			})
			w.atEndOfStreams(toServer, func(s *stream) {
				for i, x := range s.cloaks {
					if i == 0 || i+1 < len(s.cloaks) && s.cloaks[i+1].at.Sub(x.at) < settle || s.craft == nil {
						continue
					}
					w.subject = subject{object: s.object}
					for l := range w.others(s.link) {
						died := s.craft.died.Frame != 0 && !s.craft.died.Time.Before(x.at) && s.craft.died.Time.Sub(x.at) <= death
						if !l.present(x.at, before, after) || died {
							continue
						}
						known := false
						if o := w.streamOf(s.ship, l, toClient); o != nil {
							for _, y := range o.cloaks {
								known = y.at.Sub(x.at) < settle && y.on == x.on || y.at.Sub(x.at) >= settle && known
							}
						}
						w.judges(Server, l, known, w.Event(x.row), "%s is not told that the ship of %s changes its cloak", l.label(), s.link.label())
					}
				}
			})
		},
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
		ID: "update-after-death", Judges: Server, Severity: Warning, Effect: deaths, Evidence: Observed, Source: "Events", Times: 200 * time.Millisecond, Needs: Creation | Uncut | Dropped5,
		Says:   "The host goes on sending updates about a wreck while it explodes.",
		Counts: "each ship that explodes whose owner stays for 4 s and makes no other", Broken: "fewer than ten updates about it to its owner from 1 to 4 s after",
		Watch: func(w *watch) {
			const from, until, least = time.Second, 4 * time.Second, 10
			wrecks := map[*craft]int{}
			w.onUpdate(toClient, func(u *update) {
				if c := u.craft; u.own && c != nil && c.died.Frame != 0 {
					if since := u.Time.Sub(c.died.Time); since >= from && since <= until {
						wrecks[c]++
					}
				}
			})
			atEndOfShips(w, func(c *craft) {
				at := c.died
				if at.Frame == 0 || c.owner.end.Sub(at.Time) < until || !c.replaced.IsZero() && c.replaced.Sub(at.Time) < until || !c.owner.certain(Server, at.Time, until) {
					return
				}
				w.judges(Server, c.owner, wrecks[c] >= least, at, "%d updates about the wreck to its owner in 3 s", wrecks[c])
			})
		},
	},
}

// fromClient judges each update of a client.
func fromClient(ok func(*update) bool, broken string) func(*watch) {
	return func(w *watch) {
		w.onUpdate(toServer, func(u *update) {
			_ = w.kept(u.heard, ok(u)) || w.fails(u.heard, "%s", broken)
		})
	}
}
