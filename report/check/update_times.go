package check

import (
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
)

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
