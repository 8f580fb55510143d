package check

import (
	"encoding/binary"
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
	"bcdump/decode/wire"
	"bcdump/report/facts"
)

func updateRate(w *watch) {
	const most, least = 4, 50
	w.onUpdate(bothWays, func(u *update) {
		if u.Alike != traffic.Unknown && (u.to == toServer || u.Flags&message.FlagSubsystems != 0 && u.players) {
			u.stream.between.add(decode.Milliseconds(u.Alike))
		}
	})
	crowded := false
	w.atEnd(func() { n, _ := w.together(); crowded = n > most })
	w.atEndOfStreams(bothWays, func(s *stream) {
		if s.between.n+1 < least || s.to == toClient && crowded {
			return
		}
		median, _ := s.between.all.Percentile(0.5)
		mean := s.between.sum / float64(s.between.n)
		if s.disorder() { // intervals are cut in two and joined
			median = mean
		}
		ok := median >= 70 && median <= 130 && (s.to == toServer || mean >= 85 && mean*(1-s.link.host.loss(s.to)) <= 120)
		w.judges(sender(s.to), s.link, ok, s.first, "updates about ship 0x%08X come every %.0f ms (median), %.0f ms (mean): 100 ms expected", s.object, median, mean)
	})
}

func positionRefresh(w *watch) {
	const least, few, lossyFew, some = 100, 5, 3, 20
	const from, to = 700.0, 2000.0
	w.onUpdate(bothWays, func(u *update) {
		s := u.stream
		if u.Flags&(message.FlagPosition|message.FlagDelta) == 0 || u.to == toClient && (u.own || !u.players) {
			return
		}
		if s.placed++; u.Flags&message.FlagPosition == 0 {
			return
		}
		if s.positions++; u.Placed != traffic.Unknown {
			s.refresh.Add(decode.Milliseconds(u.Placed))
		}
	})
	w.atEndOfStreams(bothWays, func(s *stream) {
		if s.placed < least {
			return
		}
		median, _ := s.refresh.Percentile(0.5)
		ok := s.positions >= few && median >= from && median <= to
		if s.link.host.lossy() && s.positions < some || s.disorder() { // chance may take every other one
			ok = s.positions >= lossyFew && median >= from && median <= 2*to
		}
		w.judges(sender(s.to), s.link, ok, s.first, "%d positions of ship 0x%08X in %d updates, every %.1f s: about every second expected", s.positions, s.object, s.placed, median/1000)
	})
}

func positionFirst(w *watch) {
	const both = message.FlagPosition | message.FlagDelta
	const disorder, soon, lately = 300 * time.Millisecond, 90 * time.Millisecond, time.Second
	w.onUpdate(bothWays, func(u *update) {
		if u.Flags&both == 0 {
			return
		}
		_ = w.ofPart(1).kept(u.heard, u.Flags&both != both) || w.ofPart(1).fails(u.heard, "a position and an offset in one update")
		first := &u.stream.beginning
		if first.row == 0 || u.clock < first.clock && u.Time.Sub(first.at) < disorder { // the network has changed the order
			*first = beginning{u.n + 1, u.Time, u.clock, u.Flags&message.FlagPosition != 0}
		}
	})
	w.atEndOfStreams(bothWays, func(s *stream) {
		first, c := &s.beginning, s.craft
		if first.row == 0 || c == nil || !c.fresh() || s.to == toClient && (s.link.Entered.Frame == 0 || c.made.Time.Before(s.link.Entered.Time)) {
			return
		}
		age := first.at.Sub(c.made.Time)
		if age < -soon || age > soon && (s.link.host.lossy() || !first.placed) || !s.before.IsZero() && c.made.Time.Sub(s.before) < lately {
			return // an earlier one may be missing, or the creation came late: it may be a copy of one before the capture
		}
		w.judges(sender(s.to), s.link, first.placed, w.Event(first.row-1), "the first update about the new ship has an offset and no position")
	})
}

func updateClock(w *watch) {
	w.onUpdate(bothWays, func(u *update) {
		behind := float64(u.stream.newest - u.clock)
		if u.to == toClient && !u.players || u.stream.updates == 1 || u.overtaken || behind > 0 && u.link.setBack(u.to, u.Time) {
			return
		}
		switch ok := finite(u.clock) && behind <= 0; {
		case w.kept(u.heard, ok):
		case !finite(u.clock):
			w.fails(u.heard, "the clock is %v: no number", u.clock)
		default:
			w.fails(u.heard, "the clock goes back by %.1f ms", 1000*behind)
		}
	})
}

// hostsOwn reports whether the clock of an update is that of its sender: some hosts relay the updates of
// clients, with theirs.
func (u *update) hostsOwn() bool {
	return u.to == toServer || u.players && u.Flags&message.FlagSubsystems != 0
}

func clockDrift(w *watch) {
	const least, long = 50, 10 * time.Second
	const fixed, share = 0.5, 0.005
	w.onUpdate(bothWays, func(u *update) {
		if u.hostsOwn() && finite(u.clock) {
			u.link.drift[u.to].add(u.Time, u.clock, w.times.Ahead[:])
		}
	})
	atEndOfAll(w, &w.links, func(l *link) {
		for to := range l.drift {
			x := l.drift[to].longest()
			lasts := x.lasts()
			if x.n < least || lasts < long.Seconds() {
				continue
			}
			d, most := x.drifted(), fixed+share*lasts
			w.subject = subject{until: x.to}
			if at, text, left := l.changed(to, x, -d); text != "" && math.Abs(left) <= most {
				w.judges(sender(to), l, at.Frame == 0, at, "%s", text)
				continue
			}
			w.judges(sender(to), l, math.Abs(d) <= most, l.First, "in %.0f s the clock of the updates drifts by %.2f s", lasts, -d)
		}
	})
}

// setBack reports whether a clock was set back a moment ago: that is told once.
func (l *link) setBack(to int, at capture.Time) bool {
	k := l.senders[to]
	return k != nil && slices.ContainsFunc(k.Changes, func(x traffic.ClockChange) bool {
		since := at.SecondsSince(x.Time)
		return !x.Stood && x.Seconds < 0 && since >= 0 && since < 1-x.Seconds
	})
}

// changed says where a clock that drifts by so many seconds was set or stood, and what of the drift is left; "" = nowhere. What
// the clock of the capture did is not the sender's, and a client whose clock stands is told of by another rule: then there is
// no frame.
func (l *link) changed(to int, in *drift, drift float64) (at match.Event, text string, left float64) {
	if l.senders[to] == nil {
		return at, "", drift
	}
	list := slices.DeleteFunc(slices.Clone(l.senders[to].Changes), func(x traffic.ClockChange) bool { return !in.from.Before(x.Time) || in.to.Before(x.Time) })
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
	w.onUpdate(toServer, func(u *update) {
		s := u.stream
		if s.updates > 1 {
			w.kept(u.heard, true)
		}
		switch {
		case s.updates == 1 || u.clock != s.tick || u.clock < s.newest:
			s.tick, s.ticked, s.stands = u.clock, u.Time, false
		case u.Time.Sub(s.ticked) > long && !s.stands:
			s.stands = true
			at, text := u.at(), fmt.Sprintf("the clock stands at %.3f s for more than a second", u.clock)
			if k := u.link.senders[toServer]; k != nil {
				for _, x := range slices.Backward(k.Changes) {
					if d := u.Time.SecondsSince(x.Time); x.Stood && d >= 0 && d <= x.Seconds {
						at, text = x.Event, fmt.Sprintf("the clock stands from frame %d for %.1f s", x.Frame, x.Seconds)
					}
				}
			}
			w.fail(Client, u.link, at, 1, "%s", text)
		}
	})
}

// clockShared compares the clocks of the host in its updates to all clients: where they are seen
// soonest, in every slice of time.
func clockShared(w *watch) {
	const slice = 5 * time.Second
	servers := map[netip.AddrPort]*reading{}
	w.onUpdate(toClient, func(u *update) {
		l := u.link
		if !u.hostsOwn() || !finite(u.clock) {
			return
		}
		if l.clocks == nil {
			if servers[l.Server] == nil {
				servers[l.Server] = &reading{}
			}
			l.clocks = servers[l.Server]
		}
		x := l.clocks
		if since := u.Time.Sub(x.from); since > slice || since < 0 {
			w.clocksAgree(x)
			x.from = u.Time
		}
		if l.shows.n == 0 {
			x.links = append(x.links, l)
		}
		l.shows.add(u)
	})
	atEndOfAll(w, &w.links, func(l *link) {
		if l.clocks != nil {
			w.clocksAgree(l.clocks)
		}
	})
}

// clocksAgree judges the clocks of a slice, and begins another one.
func (w *watch) clocksAgree(x *reading) {
	const least, most = 20, 0.25
	x.links = slices.DeleteFunc(x.links, func(l *link) bool {
		few := l.shows.n < least
		if few {
			l.shows = told{}
		}
		return few
	})
	if len(x.links) == 0 {
		return
	}
	usual, about := x.most(), w.subject
	w.subject = subject{until: w.now}
	for _, l := range x.links {
		off, since := usual-l.shows.lowest, match.Event{}
		if math.Abs(off) > most {
			since = l.shows.first
		}
		if before := l.shows.apart; len(x.links) > 1 {
			ok := since.Frame == 0 || before.Frame == 0
			if !ok {
				l.apart = append(l.apart, [2]capture.Time{before.Time, w.now})
			}
			w.judges(Server, l, ok, before, "the clock in the updates for %s is %+.2f s off that for others", l.label(), off)
		}
		l.shows = told{apart: since}
	}
	x.links, w.subject = x.links[:0], about
}

func updateGaps(w *watch) {
	const long, alive = 2 * time.Second, time.Second
	// excused reports whether a gap is not the sender's: the capture lacks something, the host has said
	// nothing at all, the round has ended, or the owner was silent too.
	excused := func(u *update, since capture.Time) bool {
		l := u.link
		host := l.last[toClient].at
		if u.to == toClient {
			host = l.before[toClient].at
		}
		if !l.certain(u.who, since, u.Time.Sub(since)) || u.Time.Sub(host) > alive || l.lately(since, message.OpcodeEndGame, message.OpcodeRestartGame) {
			return true
		}
		if u.to == toServer {
			return false
		}
		o := w.streamOf(u.craft.Ship, u.craft.owner, toServer)
		return o == nil || u.Time.Sub(o.seen) > alive || !o.gap.Before(since)
	}
	w.onUpdate(bothWays, func(u *update) {
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
		_ = w.kept(u.heard, after <= long) || w.fails(u.heard, "no update about ship 0x%08X for %.1f s", u.Object, u.Time.SecondsSince(since))
	})
}

// lately reports whether one of these messages has come on a link since a moment.
func (l *link) lately(since capture.Time, opcodes ...uint8) bool {
	for _, r := range l.since(since) {
		if slices.Contains(opcodes, r.Opcode) {
			return true
		}
	}
	return false
}

func positionJumps(w *watch) {
	const fast, heardOf, settles = 30, time.Second, 3 * time.Second
	const explained = time.Minute         // for so long after a warp, or a change of the set
	jumped := map[*craft][]capture.Time{} // as its owner tells
	w.onUpdate(bothWays, func(u *update) {
		if u.Flags&(message.FlagPosition|message.FlagDelta) == 0 || u.to == toClient && (u.own || !u.players) {
			return
		}
		nowhere := u.Flags&message.FlagPosition != 0 && !isPlace(positionOf(u.payload()))
		now := w.Stale(u.Row)
		stale := u.stream.stale || now
		if u.stream.stale = now; !nowhere && (u.Has(facts.Walked) || !w.Noted(u.Row, decode.Jump)) {
			w.kept(u.heard, true)
			return
		}
		warped := slices.ContainsFunc(w.links, func(l *link) bool {
			return l.Server == u.link.Server && l.lately(u.Time.Add(1-explained), message.OpcodeStartWarp, message.OpcodeEnterSet)
		})
		if !nowhere && (warped || u.link.host.lossy() && (stale || speedOf(u) > fast)) {
			return
		}
		c, l, text := u.craft, u.link, "a position that is no place"
		if !nowhere {
			text = u.note(decode.Jump)
		}
		if u.to == toServer {
			if c != nil {
				jumped[c] = append(jumped[c], u.Time)
			}
			if late := u.stream.late; late.IsZero() || u.Time.Sub(late) > settles { // else it may count from another position
				w.judge(u.heard, false, "ship 0x%08X: %s", u.Object, text)
			}
			return
		}
		if c == nil || c.owner == nil || u.Time.Sub(c.owner.last[toServer].at) > heardOf || w.streamOf(c.Ship, c.owner, toServer) == nil {
			return
		}
		at, s := u.at(), u.stream
		w.atEnd(func() {
			told := slices.ContainsFunc(jumped[c], func(x capture.Time) bool { return x.Sub(at.Time).Abs() <= settles })
			if w.about, w.subject = s, (subject{object: s.object}); !told && w.certain(at.Time, settles) {
				w.judges(Server, l, false, at, "ship 0x%08X, of which its owner tells nothing of the kind: %s", s.object, text)
			}
		})
	})
}

// positionOf reads the position of an update that has one, and nothing else of it.
func positionOf(payload []byte) (place wire.Vector) {
	b := payload[message.UpdateHeaderSize:]
	for i := range place {
		if len(b) >= 4*(i+1) {
			place[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		}
	}
	return place
}

// speedOf is the speed that an update tells.
func speedOf(u *update) float64 {
	if m, ok := u.content().Message.(*message.StateUpdate); ok {
		return math.Abs(m.Speed.Float64())
	}
	return 0
}
