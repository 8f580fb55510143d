package check

import (
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
)

var updateRules = []Rule{
	{
		ID: "update-no-subsystems-from-client", Judges: Client, Severity: Error, Evidence: Observed, Source: "State update",
		Says:   "Clients send no SUBSYSTEMS block: the host says how damaged ships are.",
		Counts: "each update of a client", Broken: "it has one",
		Watch: fromClient(func(u *update) bool { return u.flags&message.FlagSubsystems == 0 }, "a SUBSYSTEMS block from a client"),
	},
	{
		ID: "update-power-from-client", Judges: Client, Severity: Warning, Evidence: Observed, Source: "State update",
		Says:   "Clients always send their power settings (WEAPONS).",
		Counts: "each update of a client", Broken: "it has none",
		Watch: fromClient(func(u *update) bool { return u.flags&message.FlagWeapons != 0 }, "an update of a client without WEAPONS"),
	},
	{
		ID: "update-subsystems-from-server", Judges: Server, Severity: Error, Evidence: Observed, Source: "State update",
		Says:   "A dedicated host always sends SUBSYSTEMS, never WEAPONS.",
		Counts: "each update of the host about a ship of a player", Broken: "it has no SUBSYSTEMS, unless friendly fire is on, or it has WEAPONS",
		Watch: subsystemsFromServer,
	},
	{
		ID: "update-not-relayed", Judges: Server, Severity: Error, Evidence: Observed, Source: "State update",
		Says:   "The host writes updates anew for each receiver.",
		Counts: "each update of the host about a ship of a player", Broken: "it has the bytes of an update that its owner sent in the 2 s before",
		Watch: notRelayed,
	},
	{
		ID: "update-hash-side", Judges: Both, Severity: Warning, Evidence: Observed, Source: "State update",
		Says:   "Clients send the hash of subsystems with each position, hosts never.",
		Counts: "each update with a position; of the host about a ship of a player", Broken: "a client sends none, or the host one",
		Watch: hashSide,
	},
	{
		ID: "update-hash-constant", Judges: Client, Severity: Error, Evidence: Observed, Source: "State update",
		Says:   "The hash of subsystems stays the same for the life of a ship; otherwise the host kicks the client.",
		Counts: "each hash of a client but the first of a life", Broken: "it is another one",
		Watch: hashConstant,
	},
	{
		ID: "update-own-form", Judges: Server, Severity: Warning, Evidence: Observed, Source: "State update",
		Says:   "About the receiver's own ship the host sends SUBSYSTEMS and nothing else.",
		Counts: "each update of the host about a ship of its receiver", Broken: "it has other flags",
		Watch: ownForm,
	},
	{
		ID: "update-power-bytes", Judges: Server, Severity: Error, Evidence: Observed, Source: "Subsystem blocks", Needs: Known,
		Says:   "Subsystem blocks carry power settings for all clients but the owner of the ship.",
		Counts: "each block with entries that have power", Broken: "the owner gets a setting, or another client an entry without one",
		Watch: powerBytes,
	},
	{
		ID: "update-remote-motion", Judges: Server, Severity: Warning, Evidence: Observed, Source: "State update",
		Says:   "About the ships of others, motion and subsystems come together.",
		Counts: "each ship and other receiver with 50 updates, if its owner sends motion in 80 % of its updates", Broken: "less than 80 % of them have motion",
		Watch: remoteMotion,
	},
	{
		ID: "update-block-layout", Judges: Server, Severity: Error, Evidence: Observed, Source: "Subsystem blocks", Needs: Known,
		Says:   "Subsystem blocks have the stock layout of the class.",
		Counts: "each block about a ship of a known class", Broken: "it does not decode to the last byte in the stock dialect",
		Watch: blockLayout,
	},
	{
		ID: "update-block-window", Judges: Server, Severity: Warning, Evidence: Observed, Source: "Subsystem blocks", Needs: Known,
		Says:   "A subsystem block ends with the entry that reaches 10 bytes.",
		Counts: "each block that decodes", Broken: "it ends earlier or later",
		Parts: []Part{{Tolerance: 0.01}},
		Watch: blockWindow,
	},
	{
		ID: "update-roundrobin", Judges: Server, Severity: Error, Evidence: Observed, Source: "Subsystem blocks", Needs: NearHost | Known | Uncut | Loss5,
		Says:   "A subsystem block begins where the last one for the same receiver ended.",
		Counts: "each life of a ship and receiver with 30 blocks that follow one that can be read", Broken: "more than one in ten begins elsewhere; if messages are missing, one more than 0.15 s after the block before does not count",
		Watch: roundRobin,
	},
	{
		ID: "update-first-cycle", Judges: Server, Severity: Warning, Evidence: Observed, Source: "Subsystem blocks", Needs: NearHost | Creation | Known | Uncut | Loss5,
		Says:   "The first subsystem block of a new ship begins with subsystem 0, and a new ship is whole.",
		Counts: "each new ship and client in the game; each new ship", Broken: "the first block within 1 s begins elsewhere; a value below 90 % in the first 0.6 s",
		Parts: []Part{{WithLoss: 0.1}, {Tolerance: 0.2}},
		Watch: firstCycle,
	},
	{
		ID: "update-rate", Judges: Both, Severity: Warning, Evidence: Observed, Source: "State update",
		Says:   "Ten updates per second about each ship.",
		Counts: "each life of a ship with 50 updates on a link", Broken: "the median interval is not 70 to 130 ms, or that of the host not 85 to 120 ms on average",
		Watch: updateRate,
	},
	{
		ID: "update-position-refresh", Judges: Both, Severity: Warning, Evidence: Observed, Source: "State update",
		Says:   "A full position comes about once per second.",
		Counts: "each life of a ship with 100 updates that move it, on a link", Broken: "the median interval of positions is not 0.7 to 2 s, or there are fewer than five",
		Watch: positionRefresh,
	},
	{
		ID: "update-position-first", Judges: Both, Severity: Error, Evidence: Observed, Source: "State update", Needs: Creation | Uncut | Loss5,
		Says:   "The first update that moves a ship has a position; a position and an offset never come together.",
		Counts: "each new ship on each link, unless updates about the ship before came in the last second or, if messages are missing, the first comes later than 90 ms; each update with either", Broken: "an offset comes first, or both come together",
		Parts: []Part{{WithLoss: 0.1}, {}},
		Watch: positionFirst,
	},
	{
		ID: "update-clock", Judges: Both, Severity: Warning, Evidence: OneSource, Source: "State update", Needs: NearJudged,
		Says:   "The updates of a sender carry one clock, which runs with real time.",
		Counts: "each update but the first about a ship on a link; each link with 50 updates over 10 s", Broken: "the clock goes back by up to 5 s; it drifts by more than 0.5 s and 0.5 %",
		Parts: []Part{{Tolerance: 0.02, WithLoss: 0.1}, {}},
		Watch: updateClock,
	},
	{
		ID: "update-cloak-only-cloakers", Judges: Both, Severity: Error, Evidence: TwoSources, Source: "State update", Needs: Known,
		Says:   "Only ships with a cloaking device have the flag CLOAK.",
		Counts: "each update with CLOAK", Broken: "the class has no cloaking device",
		Watch: onlyCloakers,
	},
	{
		ID: "update-cloak-follows-owner", Judges: Server, Severity: Warning, Evidence: TwoSources, Source: "State update", Needs: TwoClients,
		Says:   "The host passes the cloak state of a ship on to the other clients.",
		Counts: "each change of the cloak state by its owner and other client", Broken: "the client does not have the new state 2 s later",
		Parts: []Part{{Tolerance: 0.1, WithLoss: 0.1}},
		Watch: cloakFollows,
	},
	{
		ID: "update-power-entries", Judges: Client, Severity: Error, Evidence: Observed, Source: "State update",
		Says:   "An update has up to three power settings, of subsystems that have power.",
		Counts: "each update of a client with WEAPONS", Broken: "more than three, or a subsystem without power",
		Watch: powerEntries,
	},
	{
		ID: "update-after-death", Judges: Server, Severity: Warning, Evidence: Observed, Source: "Events", Needs: Creation,
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
	w.onGame(func(h *heard) {
		if m, ok := h.Content().Message.(*message.Settings); ok {
			friendly[h.link] = m.FriendlyFire
		}
	}, message.OpcodeSettings)
	w.onUpdateTo(toClient, func(u *update) {
		switch {
		case !u.players:
		case u.flags&message.FlagWeapons != 0:
			w.breaks(Server, u.link, u.at(), "the update has WEAPONS, which only clients send")
		default:
			if !w.kept(Server, u.link, u.flags&message.FlagSubsystems != 0 || friendly[u.link]) {
				w.fails(Server, u.link, u.at(), "the update has no SUBSYSTEMS")
			}
		}
	})
}

func notRelayed(w *watch) {
	const lately = 2 * time.Second
	w.onUpdateTo(toClient, func(u *update) {
		if u.players {
			if !w.kept(Server, u.link, u.Relay.Frame == 0 || u.Relay.After > lately) {
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
		if u.own {
			if !w.kept(Server, u.link, u.flags == message.FlagSubsystems) {
				w.fails(Server, u.link, u.at(), "flags 0x%02X about the receiver's own ship instead of 0x%02X", u.flags, message.FlagSubsystems)
			}
		}
	})
}

func powerBytes(w *watch) {
	w.onBlock(func(u *update, b *block) {
		switch {
		case !b.InOrder || b.Powered == 0 || u.link.slotOf() < 0:
		case u.own:
			if !w.kept(Server, u.link, b.Given == 0) {
				w.fails(Server, u.link, u.at(), "the owner of the ship gets %d power settings", b.Given)
			}
		default:
			if !w.kept(Server, u.link, b.Given == b.Powered) {
				w.fails(Server, u.link, u.at(), "%d of %d power settings for a client that is not the owner", b.Given, b.Powered)
			}
		}
	})
}

func remoteMotion(w *watch) {
	const least, share, own = 50, 0.8, 20
	w.atEnd(func() {
		for _, s := range w.streams.all {
			if s.to != toClient || s.own || s.blocks < least || !w.mostlyMoves(s, own, share) {
				continue
			}
			part := float64(s.both) / float64(s.blocks)
			w.judges(Server, s.link, part >= share, s.first, "%.0f %% of the updates about ship 0x%08X have motion: 80 %% expected", 100*part, s.object)
		}
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

func blockLayout(w *watch) {
	w.onBlock(func(u *update, b *block) {
		if !w.kept(Server, u.link, b.InOrder) {
			w.fails(Server, u.link, u.at(), "the block does not decode as a %s in the stock dialect", u.Context.Class.Name)
		}
	})
}

func blockWindow(w *watch) {
	w.onBlock(func(u *update, b *block) {
		if b.InOrder {
			if !w.kept(Server, u.link, b.WindowOK) {
				w.fails(Server, u.link, u.at(), "the block of %d entries from subsystem %d ends elsewhere than at 10 bytes", b.Entries, b.Start)
			}
		}
	})
}

func roundRobin(w *watch) {
	const least = 30
	w.onBlock(func(u *update, b *block) {
		x := u.stream.chain.add(u.clock)
		x.at.Is(u.Record)
		x.start, x.next = int(b.Start), (int(b.Start)+int(b.Entries))%b.subsystems
		if !b.InOrder {
			x.start = unread
		}
		u.stream.chain.take(reordered)
	})
	w.atEnd(func() {
		for _, s := range w.streams.all {
			c := &s.chain
			if c.take(0); w.lossy() {
				c.lost -= c.gaps
			}
			if s.to == toClient && c.blocks >= least {
				w.judges(Server, s.link, c.lost <= max(1, c.blocks/10), c.first, "%d of %d blocks about ship 0x%08X begin elsewhere: the first with subsystem %d instead of %d",
					c.lost, c.blocks, s.object, c.began, c.expected)
			}
		}
	})
}

func firstCycle(w *watch) {
	const soon, early, whole, before = time.Second, 600 * time.Millisecond, 230, time.Second
	const sure = 90 * time.Millisecond // later, an earlier update may have been lost
	hurt := map[*craft]bool{}          // something has happened to it
	poor := map[*craft]bool{}          // is told of
	w.onGame(func(h *heard) {
		if m, ok := h.Content().Message.(*message.Event); ok {
			for _, id := range []uint32{m.SourceID, m.TargetID} {
				if c := w.hangar.whole(h.link.Server, id); c != nil {
					hurt[c] = true
				}
			}
		}
	}, message.OpcodeCollisionEffect, message.OpcodePythonEvent)
	w.onBlock(func(u *update, b *block) {
		c := u.craft
		if c == nil || !c.fresh() || u.stream.cycled && !u.own {
			return
		}
		age := u.Time.Sub(c.made.Time)
		if !u.stream.cycled {
			u.stream.cycled = true
			if age <= soon && (b.Start == 0 || age <= sure) && u.link.Entered.Frame != 0 && c.made.Time.Sub(u.link.Entered.Time) >= before {
				if !w.kept(Server, u.link, b.Start == 0) {
					w.fails(Server, u.link, u.at(), "the first block about the new ship begins with subsystem %d", b.Start)
				}
			}
		}
		if u.own && b.InOrder && age < early && !hurt[c] && !poor[c] && w.least(u) < whole {
			poor[c] = true
			w.part(1).fails(Server, u.link, u.at(), "the new ship has a value of %d of 255", w.least(u))
		}
	})
	w.onShip(func(c *craft, _ *heard) { w.part(1).keeps(Server, c.owner) })
}

// least is the lowest value of a subsystem block, in 1/255.
func (t *trial) least(u *update) uint8 {
	least := uint8(255)
	m, ok := t.decoder.DecodeIn(u.Payload, message.Context{Class: u.Context.Class, Dialect: message.Stock}).Message.(*message.StateUpdate)
	if !ok {
		return least
	}
	for i := range m.Subsystems.Items {
		least = min(least, m.Subsystems.Items[i].Least())
	}
	return least
}

func updateRate(w *watch) {
	const most, least, pause = 4, 50, 2 * time.Second
	crowded := false
	w.onEntered(func(l *link) { crowded = crowded || w.inGame(l) > most })
	w.onUpdate(func(u *update) {
		s := u.stream
		if u.to == toClient && (u.flags&message.FlagSubsystems == 0 || !u.players) {
			return
		}
		if after := u.Time.Sub(s.last); !s.last.IsZero() && after < pause {
			s.between.add(decode.Milliseconds(after))
		}
		s.last = u.Time
	})
	w.atEnd(func() {
		for _, s := range w.streams.all {
			if s.between.n+1 >= least && (s.to == toServer || !crowded) {
				w.rate(s)
			}
		}
	})
}

// rate judges how often updates come about a ship.
func (w *watch) rate(s *stream) {
	median, _ := s.between.all.Percentile(0.5)
	mean := s.between.sum / float64(s.between.n)
	ok := median >= 70 && median <= 130 && (s.to == toServer || mean >= 85 && mean <= 120)
	w.judges(sender(s.to), s.link, ok, s.first, "updates about ship 0x%08X come every %.0f ms (median), %.0f ms (mean): 100 ms expected", s.object, median, mean)
}

// inGame counts the clients that are in the game at the server of a link.
func (t *trial) inGame(l *link) (n int) {
	for _, o := range t.links {
		if o.Server == l.Server && o.Entered.Frame != 0 && !o.end(t.now).Before(t.now) {
			n++
		}
	}
	return n
}

func positionRefresh(w *watch) {
	const least, few = 100, 5
	const from, to = 700.0, 2000.0
	placed := func(u *update) bool { return u.flags&(message.FlagPosition|message.FlagDelta) != 0 }
	w.onUpdate(func(u *update) {
		s := u.stream
		if !placed(u) || u.to == toClient && (u.own || !u.players) {
			return
		}
		s.placed++
		if u.flags&message.FlagPosition == 0 {
			return
		}
		if s.positions++; !s.position.IsZero() {
			s.refresh.Add(decode.Milliseconds(u.Time.Sub(s.position)))
		}
		s.position = u.Time
	})
	w.atEnd(func() {
		for _, s := range w.streams.all {
			if s.placed < least {
				continue
			}
			median, _ := s.refresh.Percentile(0.5)
			w.judges(sender(s.to), s.link, s.positions >= few && median >= from && median <= to, s.first, "%d positions of ship 0x%08X in %d updates, every %.1f s: about every second expected", s.positions, s.object, s.placed, median/1000)
		}
	})
}

func positionFirst(w *watch) {
	const both = message.FlagPosition | message.FlagDelta
	const disorder = 300 * time.Millisecond
	w.onUpdate(func(u *update) {
		if u.flags&both == 0 {
			return
		}
		if !w.part(1).kept(u.who, u.link, u.flags&both != both) {
			w.part(1).fails(u.who, u.link, u.at(), "a position and an offset in one update")
		}
		first := &u.stream.beginning
		if first.at.Frame == 0 || u.clock < first.clock && u.Time.Sub(first.at.Time) < disorder { // the network has changed the order
			*first = beginning{u.at(), u.clock, u.flags&message.FlagPosition != 0}
		}
	})
	w.atEnd(func() {
		for _, s := range w.streams.all {
			if s.beginning.at.Frame != 0 {
				w.begins(s, &s.beginning)
			}
		}
	})
}

// begins judges how the updates about a ship begin on a link.
func (w *watch) begins(s *stream, first *beginning) {
	const soon, lately = 90 * time.Millisecond, time.Second
	c := s.craft
	if c == nil || !c.fresh() || s.to == toClient && (s.link.Entered.Frame == 0 || c.made.Time.Before(s.link.Entered.Time)) {
		return
	}
	age := first.at.Time.Sub(c.made.Time)
	switch {
	case age > soon && (w.lossy() || !first.placed), !s.before.IsZero() && c.made.Time.Sub(s.before) < lately:
		return // an earlier one may be missing, or the creation came late
	case !w.kept(sender(s.to), s.link, first.placed):
		w.fails(sender(s.to), s.link, first.at, "the first update about the new ship has an offset and no position")
	}
}

func updateClock(w *watch) {
	const back, least, long = 5.0, 50, 10 * time.Second
	const fixed, share = 0.5, 0.005
	w.onUpdate(func(u *update) {
		if u.to == toClient && !u.players {
			return
		}
		u.link.drift[u.to].add(u.Time, u.clock)
		if behind := float64(u.stream.newest - u.clock); u.stream.updates > 1 {
			if !w.kept(u.who, u.link, behind <= 0 || behind > back) {
				w.fails(u.who, u.link, u.at(), "the clock goes back by %.1f ms", 1000*behind)
			}
		}
	})
	w.atEnd(func() {
		for _, l := range w.links {
			for to := range l.drift {
				x := &l.drift[to]
				lasts := x.to.Sub(x.from)
				if x.n < least || lasts < long {
					continue
				}
				d, most := x.drifted(), fixed+share*lasts.Seconds()
				w.part(1).judges(sender(to), l, d <= most && d >= -most, l.First, "in %.0f s the clock of the updates drifts by %.2f s", lasts.Seconds(), -d)
			}
		}
	})
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
	const settle, after, before, death = 2 * time.Second, 6 * time.Second, time.Second, 5 * time.Second
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
				s := w.streams.current[streamKey{l, toClient, c.id}]
				known := s != nil && of(s).told && of(s).on == on
				w.at(changed.Add(after+certain), func() {
					if l.present(changed, before, after, w.now) && (c.died.Frame == 0 || c.died.Time.Sub(changed) > death || c.died.Time.Before(changed)) {
						w.judges(Server, l, known, at, "%s is not told that the ship of %s changes its cloak", l.label(), owner.label())
					}
				})
			}
		})
	})
}

func powerEntries(w *watch) {
	const most, size = 3, 2
	w.onUpdateTo(toServer, func(u *update) {
		settings := message.UpdatePower(u.Payload)
		if settings == nil {
			return
		}
		class := w.class(u)
		for i := 0; class != nil && i+1 < len(settings); i += size {
			if !class.HasPower(int(settings[i])) {
				w.breaks(Client, u.link, u.at(), "a power setting for subsystem %d of a %s, which has no power", settings[i], class.Name)
				return
			}
		}
		if !w.kept(Client, u.link, len(settings) <= most*size) {
			w.fails(Client, u.link, u.at(), "%d power settings: at most %d", len(settings)/size, most)
		}
	})
}

func afterDeath(w *watch) {
	const from, until, least = time.Second, 4 * time.Second, 10
	wrecks := map[*stream]int{}
	w.onUpdateTo(toClient, func(u *update) {
		if c := u.craft; u.own && c != nil && c.died.Frame != 0 {
			if since := u.Time.Sub(c.died.Time); since >= from && since <= until {
				wrecks[u.stream]++
			}
		}
	})
	w.onDeath(func(c *craft, h *heard) {
		if !c.fresh() {
			return
		}
		at := h.at()
		w.at(h.Time.Add(until+certain), func() {
			stays := c.owner.end(w.now).Sub(at.Time) >= until
			if again := c.replaced; !stays || !again.IsZero() && again.Sub(at.Time) < until {
				return
			}
			n := wrecks[w.streams.current[streamKey{c.owner, toClient, c.id}]]
			w.judges(Server, c.owner, n >= least, at, "%d updates about the wreck to its owner in 3 s", n)
		})
	})
}
