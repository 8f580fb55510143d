package traffic

import (
	"cmp"
	"math"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/record"
)

// Clock is the clock of one sender on one connection, as its updates have it, beside that of the capture: of the host
// those with a subsystem block, because it may pass others on.
type Clock struct {
	Connection *match.Connection
	Own        bool // the client's
	// Changes are where it was set or stood, in order; at most maxChanges.
	Changes []ClockChange

	from, to capture.Time // of the first and the newest update
	base     float64      // seconds that it is ahead of the capture
	n        int64
	last     float32 // the newest value
	since    match.Event
	stands   bool
	away     match.Event  // since when it is elsewhere; frame 0 = it is not
	before   capture.Time // when the update before that came
	there    []float64    // where it was since then, but for the first second
}

// ClockChange is where a clock was set, or stood.
type ClockChange struct {
	match.Event // the first update that shows it
	// Before is when the one before it came.
	Before  capture.Time
	Seconds float64 // by how much it was set, below 0 = back; or for how long it stood
	Stood   bool
	// Capture says that it is the clock of the capture that was set, the other way: all senders show it at once.
	Capture bool
}

const (
	//limit:maxChanges Figures | places where the clock of a sender on a connection was set or stood | not named | —
	maxChanges = 64
	maxSteps   = 256 // of the clock of the capture, forward
	// stepsBy is by how much a clock is set at least, in seconds, and stays for how long it is there until that counts:
	// what the network holds up comes all at once, and then it is as before.
	stepsBy = 0.4
	nearby  = 0.3
	stays   = 2 * time.Second
	settles = time.Second
	// standsFor is how long a clock shows one value at least until it counts as one that stands.
	standsFor = time.Second
	few       = 8
)

// take takes the clock of an update.
func (k *Clock) take(r *record.Record, clock float32) {
	now := r.Steady()
	ahead := float64(clock) - now.SecondsSince(capture.Time{})
	passed := now.Sub(k.to)
	switch {
	case math.IsNaN(ahead) || math.IsInf(ahead, 0):
		return
	case k.n == 0 || passed > absence || math.Abs(ahead-k.base) > maxSet:
		k.n, k.base, k.away, k.stands = 0, ahead, match.Event{}, false
		if k.from.IsZero() {
			k.from = now
		}
	case clock == k.last:
		k.to = now
		k.stands = k.stands || now.Sub(k.since.Time) > standsFor
		return
	case k.stands:
		k.changed(ClockChange{Event: k.since, Before: k.since.Time, Seconds: now.SecondsSince(k.since.Time), Stood: true})
		k.base, k.stands, k.away = ahead, false, match.Event{}
	}
	newest := k.to
	k.n, k.to, k.last = k.n+1, now, clock
	k.since.Is(r)
	switch off := ahead - k.base; {
	case k.n <= few:
		k.base += off / float64(k.n)
	case math.Abs(off) <= nearby:
		k.base += off / few
		k.away = match.Event{}
	case k.away.Frame == 0:
		k.away.Is(r)
		k.before, k.there = newest, k.there[:0]
	case now.Sub(k.away.Time) < settles:
	case len(k.there) < few || now.Sub(k.away.Time) < stays:
		if len(k.there) < 4*few {
			k.there = append(k.there, ahead)
		}
	default:
		slices.Sort(k.there)
		at := k.there[len(k.there)/2]
		if by := at - k.base; math.Abs(by) > nearby {
			k.changed(ClockChange{Event: k.away, Before: k.before, Seconds: by})
		}
		k.base, k.away = at, match.Event{}
	}
}

// maxSet is by how many seconds a clock is set at most: farther, and it is another one.
const maxSet = 600

func (k *Clock) changed(x ClockChange) {
	if len(k.Changes) < maxChanges {
		k.Changes = append(k.Changes, x)
	}
}

// covers reports whether the clock is known long before and after a change: who joins while nobody shows it yet shows none.
func (k *Clock) covers(x *ClockChange) bool {
	return x.Before.Sub(k.from) > stays && k.to.Sub(x.Time) > stays+settles
}

// shows reports whether this clock changed in the same way at about the same time.
func (k *Clock) shows(x *ClockChange) bool {
	return slices.ContainsFunc(k.Changes, func(o ClockChange) bool {
		return o.Stood == x.Stood && math.Abs(o.Seconds-x.Seconds) < stepsBy/2 && o.Before.Sub(x.Time) < settles && x.Before.Sub(o.Time) < settles
	})
}

// Set is by how much the clock of a sender had been set at a moment.
func (k *Clock) Set(at capture.Time) (seconds float64) {
	for i := range k.Changes {
		if x := &k.Changes[i]; !x.Stood && !x.Capture && !at.Before(x.Time) {
			seconds += x.Seconds
		}
	}
	return seconds
}

// Clocks gives the clocks of all senders, by connection; call it when the capture has been read.
func (t *Traffic) Clocks() []*Clock {
	var changes []*ClockChange
	for _, k := range t.clocks {
		for i := range k.Changes {
			changes = append(changes, &k.Changes[i])
		}
	}
	slices.SortFunc(changes, func(a, b *ClockChange) int { return cmp.Compare(a.Time.Sub(b.Time), 0) })
	later := slices.Clone(t.clocks)
	slices.SortFunc(later, func(a, b *Clock) int { return cmp.Compare(a.from.Sub(b.from), 0) })
	var known []*Clock // at the time of the change; of thousands of connections few are at once
	for _, x := range changes {
		for ; len(later) > 0 && x.Time.Sub(later[0].from) > stays; later = later[1:] {
			known = append(known, later[0])
		}
		known = slices.DeleteFunc(known, func(k *Clock) bool { return x.Time.Sub(k.to) > 0 })
		x.Capture = x.shownBy(known)
	}
	for _, k := range t.clocks { // a little more or less is seen of a step of the capture; of others it tells nothing
		k.Changes = slices.DeleteFunc(k.Changes, func(x ClockChange) bool { return !x.Stood && !x.Capture && math.Abs(x.Seconds) < stepsBy })
	}
	return t.clocks
}

// shownBy reports whether all these clocks show a change, those of several senders.
func (x *ClockChange) shownBy(all []*Clock) bool {
	host, clients := false, 0
	for _, k := range all {
		switch {
		case !k.covers(x):
			continue
		case !k.shows(x):
			return false
		}
		if k.Own {
			clients++
		} else {
			host = true
		}
	}
	return clients > 0 && (host || clients > 1)
}

// SetOn gives where the clock of the capture was set on, as all senders show: one that was silent for a while shows it
// later. There are at most maxSteps.
func SetOn(clocks []*Clock) (all []capture.Step) {
	var since []capture.Time // when that had not been yet
	for _, k := range clocks {
		for _, x := range k.Changes {
			if !x.Capture || x.Stood || x.Seconds > 0 {
				continue
			}
			by := time.Duration(-x.Seconds * float64(time.Second))
			i := 0
			for i < len(all) && !(x.Before.Sub(all[i].At) < stays && since[i].Sub(x.Time) < stays && (by-all[i].By).Abs().Seconds() < stepsBy/2) {
				i++
			}
			if i == maxSteps {
				continue
			}
			if i == len(all) {
				all, since = append(all, capture.Step{Frame: x.Frame, By: by, At: x.Time}), append(since, x.Before)
			}
			if x.Frame < all[i].Frame {
				all[i].Frame, all[i].At = x.Frame, x.Time
			}
			if since[i].Before(x.Before) {
				since[i] = x.Before
			}
		}
	}
	return all
}

// clock gives the clock of a sender on a connection.
func (t *Traffic) clock(c *match.Connection, own bool) *Clock {
	key := clockKey{c, own}
	k := t.byConnection[key]
	if k == nil {
		k = &Clock{Connection: c, Own: own}
		if t.byConnection == nil {
			t.byConnection = map[clockKey]*Clock{}
		}
		t.byConnection[key] = k
		t.clocks = append(t.clocks, k)
	}
	return k
}

type clockKey struct {
	connection *match.Connection
	own        bool
}
