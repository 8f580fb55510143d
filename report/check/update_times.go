package check

import (
	"fmt"
	"math"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
)

func updateRate(w *watch) {
	const most, least = 4, 50
	crowded := false
	w.onEntered(func(l *link) { crowded = crowded || w.inGame(l) > most })
	w.onUpdate(func(u *update) {
		if u.Alike != traffic.Unknown && (u.to == toServer || u.flags&message.FlagSubsystems != 0 && u.players) {
			u.stream.between.add(decode.Milliseconds(u.Alike))
		}
	})
	atEndOfAll(w, &w.streams.all, func(s *stream) {
		if s.between.n+1 >= least && (s.to == toServer || !crowded) {
			w.rate(s)
		}
	})
}

// rate judges how often updates come about a ship.
func (w *watch) rate(s *stream) {
	median, _ := s.between.all.Percentile(0.5)
	mean := s.between.sum / float64(s.between.n)
	left := 1 - w.loss(s.to) // of the updates
	w.subject = subject{s.object, s.seen}
	if s.disorder() { // intervals are cut in two and joined
		median = mean
	}
	ok := median >= 70 && median <= 130 && (s.to == toServer || mean >= 85 && mean*left <= 120)
	w.judges(sender(s.to), s.link, ok, s.first, "updates about ship 0x%08X come every %.0f ms (median), %.0f ms (mean): 100 ms expected", s.object, median, mean)
}

// inGame counts the clients that are in the game at the server of a link.
func (t *trial) inGame(l *link) (n int) {
	for _, o := range t.links {
		if o.Server == l.Server && o.Entered.Frame != 0 && !o.end.Before(t.now) {
			n++
		}
	}
	return n
}

func positionRefresh(w *watch) {
	const least, few, lossyFew, some = 100, 5, 3, 20
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
		if s.positions++; u.Placed != traffic.Unknown {
			s.refresh.Add(decode.Milliseconds(u.Placed))
		}
	})
	atEndOfAll(w, &w.streams.all, func(s *stream) {
		if s.placed < least {
			return
		}
		w.about, w.subject = s, subject{s.object, s.seen}
		median, _ := s.refresh.Percentile(0.5)
		ok := s.positions >= few && median >= from && median <= to
		if w.lossy() && s.positions < some || s.disorder() { // chance may take every other one
			ok = s.positions >= lossyFew && median >= from && median <= 2*to
		}
		w.judges(sender(s.to), s.link, ok, s.first, "%d positions of ship 0x%08X in %d updates, every %.1f s: about every second expected", s.positions, s.object, s.placed, median/1000)
	})
}

func positionFirst(w *watch) {
	const both = message.FlagPosition | message.FlagDelta
	const disorder = 300 * time.Millisecond
	w.onUpdate(func(u *update) {
		if u.flags&both == 0 {
			return
		}
		if !w.ofPart(1).kept(u.who, u.link, u.flags&both != both) {
			w.ofPart(1).fails(u.who, u.link, u.at(), "a position and an offset in one update")
		}
		first := &u.stream.beginning
		if first.at.Frame == 0 || u.clock < first.clock && u.Time.Sub(first.at.Time) < disorder { // the network has changed the order
			*first = beginning{u.at(), u.clock, u.flags&message.FlagPosition != 0}
		}
	})
	atEndOfAll(w, &w.streams.all, func(s *stream) {
		if s.beginning.at.Frame != 0 {
			w.begins(s, &s.beginning)
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
	case age < -soon, age > soon && (w.lossy() || !first.placed), !s.before.IsZero() && c.made.Time.Sub(s.before) < lately:
		return // an earlier one may be missing, or the creation came late: it may be a copy of one before the capture
	case !w.kept(sender(s.to), s.link, first.placed):
		w.fails(sender(s.to), s.link, first.at, "the first update about the new ship has an offset and no position")
	}
}

func updateClock(w *watch) {
	const back = 5.0
	w.onUpdate(func(u *update) {
		if u.to == toClient && !u.players {
			return
		}
		if behind := float64(u.stream.newest - u.clock); u.stream.updates > 1 && !u.overtaken && !u.link.setBack(u.to, u.Time, behind) {
			if !w.kept(u.who, u.link, behind <= 0 || behind > back) {
				w.fails(u.who, u.link, u.at(), "the clock goes back by %.1f ms", 1000*behind)
			}
		}
	})
}

// hostsOwn reports whether the clock of an update is that of its sender: some hosts relay the updates of
// clients, with theirs.
func (u *update) hostsOwn() bool {
	return u.to == toServer || u.players && u.flags&message.FlagSubsystems != 0
}

func clockDrift(w *watch) {
	const least, long = 50, 10 * time.Second
	const fixed, share = 0.5, 0.005
	w.onUpdate(func(u *update) {
		if u.hostsOwn() {
			u.link.drift[u.to].add(u.Time, u.clock)
		}
	})
	atEndOfAll(w, &w.links, func(l *link) {
		for to := range l.drift {
			x := &l.drift[to]
			lasts := x.to.SecondsSince(x.from)
			if x.n < least || lasts < long.Seconds() {
				continue
			}
			d, most := x.drifted(), fixed+share*lasts
			w.subject = subject{until: x.to}
			if at, text, left := l.changed(to, -d); text != "" && left <= most && left >= -most {
				w.judges(sender(to), l, at.Frame == 0, at, "%s", text)
				continue
			}
			w.judges(sender(to), l, d <= most && d >= -most, l.First, "in %.0f s the clock of the updates drifts by %.2f s", lasts, -d)
		}
	})
}

// setBack reports whether a clock that goes back by so much was set back a moment ago: that is told once.
func (l *link) setBack(to int, at capture.Time, behind float64) bool {
	k := l.senders[to]
	return k != nil && slices.ContainsFunc(k.Changes, func(x traffic.ClockChange) bool {
		since := at.SecondsSince(x.Time)
		return behind > 0 && !x.Stood && x.Seconds < 0 && since >= 0 && since < 1-x.Seconds
	})
}

// changed says where a clock that drifts by so many seconds was set or stood, and what of the drift is left; "" = nowhere. What
// the clock of the capture did is not the sender's, and a client whose clock stands is told of by another rule: then there is
// no frame.
func (l *link) changed(to int, drift float64) (at match.Event, text string, left float64) {
	if l.senders[to] == nil {
		return at, "", drift
	}
	list := l.senders[to].Changes
	for i := range list {
		x := &list[i]
		says := fmt.Sprintf("the clock of the updates steps by %+.1f s at frame %d", x.Seconds, x.Frame)
		if drift -= x.Seconds; x.Stood {
			drift += 2 * x.Seconds
			says = fmt.Sprintf("the clock of the updates stands from frame %d for %.1f s", x.Frame, x.Seconds)
		}
		if text == "" {
			text = says
		}
		if at.Frame == 0 && !x.Capture && !(x.Stood && to == toServer) {
			at, text = x.Event, says
		}
	}
	if more := len(list) - 1; more > 0 {
		text += fmt.Sprintf(", and %d more such places", more)
	}
	return at, text, drift
}

func clockStands(w *watch) {
	const long = time.Second
	w.onUpdateTo(toServer, func(u *update) {
		s := u.stream
		switch {
		case s.updates == 1 || u.clock != s.tick || u.clock < s.newest:
			s.tick, s.ticked, s.stands = u.clock, u.Time, false
		case u.Time.Sub(s.ticked) > long && !s.stands:
			s.stands = true
			at, text := u.link.stood(u.at(), u.clock)
			w.breaks(Client, u.link, at, "%s", text)
			return
		}
		w.keeps(Client, u.link)
	})
}

// stood says since when, and for how long, the clock of a client stands at a moment.
func (l *link) stood(at match.Event, clock float32) (since match.Event, text string) {
	if k := l.senders[toServer]; k != nil {
		for _, x := range k.Changes {
			if d := at.Time.SecondsSince(x.Time); x.Stood && d >= 0 && d <= x.Seconds {
				return x.Event, fmt.Sprintf("the clock stands from frame %d for %.1f s", x.Frame, x.Seconds)
			}
		}
	}
	return at, fmt.Sprintf("the clock stands at %.3f s for more than a second", clock)
}

// clockShared compares the clocks of the host in its updates to all clients: where they are seen
// soonest, in every slice of time.
func clockShared(w *watch) {
	const slice = 5 * time.Second
	servers := map[netip.AddrPort]*reading{}
	w.onLink(func(l *link) {
		if servers[l.Server] == nil {
			servers[l.Server] = &reading{}
		}
		l.clocks = servers[l.Server]
	})
	w.onUpdateTo(toClient, func(u *update) {
		if !u.hostsOwn() {
			return
		}
		x := u.link.clocks
		if since := u.Time.Sub(x.from); since > slice || since < 0 {
			w.clocksAgree(x)
			x.from = u.Time
		}
		if u.link.told.n == 0 {
			x.links = append(x.links, u.link)
		}
		u.link.told.add(u)
	})
	atEndOfAll(w, &w.links, func(l *link) { w.clocksAgree(l.clocks) })
}

// clocksAgree judges the clocks of a slice, and begins another one.
func (w *watch) clocksAgree(x *reading) {
	const least, most = 20, 0.25
	x.links = slices.DeleteFunc(x.links, func(l *link) bool {
		few := l.told.n < least
		if few {
			l.told = told{}
		}
		return few
	})
	if len(x.links) == 0 {
		return
	}
	usual, about := x.most(), w.subject
	w.subject = subject{until: w.now}
	for _, l := range x.links {
		off, since := usual-l.told.lowest, match.Event{}
		if off > most || off < -most {
			since = l.told.first
		}
		if before := l.told.apart; len(x.links) > 1 && !w.kept(Server, l, since.Frame == 0 || before.Frame == 0) {
			l.apart = append(l.apart, [2]capture.Time{before.Time, w.now})
			w.fails(Server, l, before, "the clock in the updates for %s is %+.2f s off that for others", l.label(), off)
		}
		l.told = told{apart: since}
	}
	x.links, w.subject = x.links[:0], about
}

func updateGaps(w *watch) {
	const long, alive = 2 * time.Second, time.Second
	ends := map[*link]capture.Time{}
	w.onGame(func(h *heard) { ends[h.link] = h.Time }, message.OpcodeEndGame, message.OpcodeRestartGame)
	// excused reports whether a gap is not the sender's: the capture lacks something, the host has said
	// nothing at all, the round has ended, or the owner was silent too.
	excused := func(u *update, since capture.Time) bool {
		host := u.link.last[toClient]
		if u.to == toClient {
			host = u.link.before[toClient]
		}
		if since.Before(w.paused) || u.Time.Sub(host.Time) > alive || !ends[u.link].Before(since) {
			return true
		}
		if u.to == toServer {
			return false
		}
		o := w.streamOf(u.craft.Ship, u.craft.owner, toServer)
		return o == nil || u.Time.Sub(o.seen) > alive || !o.gap.Before(since)
	}
	w.onUpdate(func(u *update) {
		s, c := u.stream, u.craft
		if s.updates == 1 || c != nil && !c.alive(u.Time) || u.to == toServer && !u.own || u.to == toClient && (u.own || c == nil || c.owner == nil || !u.hostsOwn()) {
			return
		}
		since := u.Before
		if u.to == toClient {
			since = u.BeforeAlike
		}
		after := u.Time.Sub(since)
		if after > long {
			s.gap = u.Time
		}
		if since.IsZero() || after > long && excused(u, since) {
			return
		}
		if !w.kept(u.who, u.link, after <= long) {
			w.fails(u.who, u.link, u.at(), "no update about ship 0x%08X for %.1f s", u.object, u.Time.SecondsSince(since))
		}
	})
}

// jumpsExplained is for how long after a warp, or a change of the set, jumps are no surprise.
const jumpsExplained = time.Minute

func positionJumps(w *watch) {
	const fast, heardOf, settles = 30, time.Second, 3 * time.Second
	warped := map[netip.AddrPort]capture.Time{}
	w.onGame(func(h *heard) { warped[h.link.Server] = h.Time }, message.OpcodeStartWarp, message.OpcodeEnterSet)
	jumped := map[*craft]capture.Time{} // as its owner tells
	w.onUpdate(func(u *update) {
		if u.flags&(message.FlagPosition|message.FlagDelta) == 0 || u.to == toClient && (u.own || !u.players) {
			return
		}
		stale := u.stream.stale || u.Context.World.Stale
		u.stream.stale = u.Context.World.Stale
		if u.walked || !u.Has(decode.Jump) {
			w.keeps(u.who, u.link)
			return
		}
		if at, ok := warped[u.link.Server]; ok && u.Time.Sub(at) < jumpsExplained || w.lossy() && (stale || speedOf(u) > fast) {
			return
		}
		text := noteText(u.heard, decode.Jump)
		if u.to == toServer {
			if u.craft != nil {
				jumped[u.craft] = u.Time
			}
			if late := u.stream.late; late.IsZero() || u.Time.Sub(late) > settles { // else it may count from another position
				w.breaks(Client, u.link, u.at(), "ship 0x%08X: %s", u.object, text)
			}
			return
		}
		c, l, at, object, s := u.craft, u.link, u.at(), u.object, u.stream
		if c == nil || !c.moved || c.owner == nil || u.Time.Sub(c.owner.last[toServer].Time) > heardOf {
			return
		}
		w.at(u.Time.Add(settles), func() {
			if own, told := jumped[c]; !told || at.Time.Sub(own) > settles {
				w.about, w.subject = s, subject{object: object}
				w.breaks(Server, l, at, "ship 0x%08X, of which its owner tells nothing of the kind: %s", object, text)
			}
		})
	})
}

// speedOf is the speed that an update tells.
func speedOf(u *update) float64 {
	if m, ok := u.Content().Message.(*message.StateUpdate); ok {
		return math.Abs(m.Speed.Float64())
	}
	return 0
}
