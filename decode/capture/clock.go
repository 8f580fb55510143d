package capture

import (
	"fmt"
	"math/bits"
	"strings"
	"time"
)

// Clock is what a capture tells of its own clock, and makes it a steady one: see [Datagram.Steady]. Each
// frame is stamped by the clock of its interface or queue, and stays where it stands in the file.
type Clock struct {
	// Frames have a time, Missing have none.
	Frames, Missing int64
	// First and Last are the stamps of the earliest and of the latest frame; Active is how much time went by between them,
	// without pauses of more than a minute.
	First, Last Time
	Active      time.Duration
	// Back is by how much the clock was set back in all, in Set steps: Steps has the first ones.
	Back  time.Duration
	Set   int64
	Steps [4]Step
	// Fall is by how much a frame is stamped earlier than one before it, at most, without that the clock was set: what
	// comes from several queues, interfaces or machines has no common clock.
	Fall time.Duration
	// Stand is how long the clock stood still at most, while frames came: from frame Stood on.
	Stand time.Duration
	Stood int64
	// Ahead are the first steps forward, which only the clocks of senders tell from a silence: see package traffic.
	Ahead [4]Step
	// Apart is by how much the clocks of captures differ that were merged: what the host passes on of a client comes before that
	// client sends it. Only who has all messages at hand knows it.
	Apart time.Duration
	// Twice says that both captures have the same links.
	Twice bool
	// Shuffled is by how much frames are out of order, if many are: by the clocks of senders. It is known as Apart is. Sortable says
	// that their stamps are right.
	Shuffled time.Duration
	Sortable bool

	newest, oldest Time          // on the steady clock
	fell           [40]int64     // frames that are behind, by depth: place n has those of 2^(n-1) ms up to 2^n
	unit           int           // of units: all stamps are multiples of it
	alike          int64         // frames stamped as the one before
	leap, undone   time.Duration // the last step forward of more than a pause; what of such steps was set back again
	run            int64         // of these, one after the other, up to now
	since          int64         // the first of these
	stood          int64         // frames stamped while the clock stood
}

// Step is by how much the clock was set before a frame.
type Step struct {
	Frame int64
	By    time.Duration
	At    Time // on the steady clock, of a step forward
	// Repeats says that what comes then has come before. Only who has all datagrams at hand knows it.
	Repeats bool
}

const (
	// mostLate is by how much the stamps of several queues or interfaces differ. What is behind by more, and goes on from
	// there, is a clock that was set back.
	mostLate = time.Second
	// soon is how many datagrams are looked at to tell which: of two queues, one that is not behind comes soon.
	soon = 64
	// LongPause is the longest silence that still counts as active.
	LongPause = time.Minute
	// century is more than a clock is set by: such times are left as they are.
	century = 100 * 365 * 24 * time.Hour
	// standing is how many frames in a row have one stamp if the clock stands, and of how many it is said that it is coarse.
	standing = 50
	// someFrames is of how many frames it is said that all stamps are alike.
	someFrames = 8
	// rare is the share of frames that may be behind: they are no more than a few intervals among many.
	rare = 0.01
)

// units are what stamps may be multiples of, the coarsest first.
var units = [...]time.Duration{time.Second, 100 * time.Millisecond, 10 * time.Millisecond}

// TimesAhead gives the time that comes n places behind the one at hand, 0 being the next; false if it is not known.
type TimesAhead interface{ Time(n int) (Time, bool) }

// Take takes the time of the next frame, and says by how much it is behind the newest on the clock as it was set last.
// ahead gives the times behind it, as far as they can be known; nil = they are not.
func (c *Clock) Take(frame int64, at Time, ahead TimesAhead) (late time.Duration) {
	if at.IsZero() {
		c.Missing++
		return min(max(c.newest.Sub(at.Add(c.Back)), 0), century)
	}
	now := at
	if c.Back != 0 {
		now = at.Add(c.Back)
	}
	if c.Frames++; c.Frames == 1 {
		c.First, c.Last, c.oldest, c.newest = at, at, now, now
		c.grain(at)
		return 0
	}
	c.grain(at)
	if now.Before(c.newest) {
		return c.behind(frame, at, min(c.newest.Sub(now), century), ahead)
	}
	if step := now.Sub(c.newest); step == 0 {
		if c.run == 0 {
			c.since = frame
		}
		c.alike, c.run = c.alike+1, c.run+1
	} else {
		c.rise(step)
	}
	c.newest, c.Last = now, at
	return 0
}

// grain finds out what all stamps are multiples of.
func (c *Clock) grain(at Time) {
	for c.unit < len(units) && at.Nanos%uint32(units[c.unit]) != 0 {
		c.unit++
	}
}

// rise takes a step forward.
func (c *Clock) rise(step time.Duration) {
	if step <= LongPause {
		c.Active += step
	} else {
		c.leap = step
	}
	if c.run >= standing && step >= mostLate {
		if c.stood += c.run; step > c.Stand {
			c.Stand, c.Stood = step, c.since
		}
	}
	c.run = 0
}

// behind takes a frame that is stamped earlier than one before it.
func (c *Clock) behind(frame int64, at Time, late time.Duration, ahead TimesAhead) time.Duration {
	switch {
	case c.Back+late >= century:
		return 0 // what cannot be a clock is left as it is
	case late <= mostLate, ahead == nil, c.returns(late, at, ahead):
		c.Fall = max(c.Fall, late)
		c.fell[min(bits.Len64(uint64(late/time.Millisecond)), len(c.fell)-1)]++ //nolint:gosec // it is positive
		return late
	}
	if c.Set < int64(len(c.Steps)) {
		c.Steps[c.Set] = Step{Frame: frame, By: late}
	}
	back := min(late, c.leap) // the clock was wrong for a while
	c.leap, c.undone = c.leap-back, c.undone+back
	c.Set, c.Back, c.Last, c.run = c.Set+1, c.Back+late, at, 0
	return 0
}

// End is the time of the latest frame on the steady clock.
func (c *Clock) End() Time { return c.newest }

// Seconds is how much time went by between the earliest frame and the latest.
func (c *Clock) Seconds() float64 { return c.newest.SecondsSince(c.oldest) - c.undone.Seconds() }

// NoTimes reports whether the capture has no times: frames have none, or all have the same.
func (c *Clock) NoTimes() bool {
	return c.Frames == 0 && c.Missing > 0 || c.Frames+c.Missing >= someFrames && c.newest == c.oldest
}

// Fault says why the times of the capture cannot tell moments apart that are so close together, or what came first; "" = they can. So can
// those of which few are behind: what is measured is a few intervals among many, or about one of many messages.
func (c *Clock) Fault(within time.Duration) string {
	frames := float64(c.Frames + c.Missing)
	switch grain := c.coarse(); {
	case c.NoTimes():
		return "the capture has no times"
	case float64(c.Missing) > rare*frames:
		return fmt.Sprintf("%d of %d frames of this capture have no time", c.Missing, c.Frames+c.Missing)
	case grain == time.Second && grain >= within:
		return "the times of this capture are whole seconds"
	case grain > 0 && grain >= within:
		return fmt.Sprintf("the times of this capture are multiples of %d ms", grain.Milliseconds())
	case float64(c.deeper(within)) > rare*frames:
		return "the times of this capture fall by up to " + lengthText(c.Fall)
	case c.Shuffled > 0:
		return "the frames of this capture are out of order by up to " + lengthText(c.Shuffled)
	case c.Apart > 0:
		return "the captures that were merged have clocks that differ by " + lengthText(c.Apart)
	case c.Stand >= within && float64(c.stood) > rare*frames:
		return "the clock of this capture stands for up to " + lengthText(c.Stand)
	}
	return ""
}

// Says tells what is wrong with the times of the capture, in words; "" = nothing that matters.
func (c *Clock) Says() string {
	if c.NoTimes() {
		return c.Fault(0)
	}
	var all []string
	for _, s := range c.Steps[:min(c.Set, int64(len(c.Steps)))] {
		if s.Repeats {
			all = append(all, fmt.Sprintf("from frame %d on is again what was there before: captures were joined", s.Frame))
			continue
		}
		all = append(all, fmt.Sprintf("the clock is set back by %s at frame %d", lengthText(s.By), s.Frame))
	}
	if more := c.Set - int64(len(c.Steps)); more > 0 {
		all = append(all, fmt.Sprintf("and %d times more", more))
	}
	for _, s := range c.Ahead {
		if s.Frame == 0 {
			break
		}
		if (s.By - c.Apart).Abs() < c.Apart/10 {
			continue // one of the captures ends later
		}
		all = append(all, fmt.Sprintf("the clock is set on by %s at frame %d", lengthText(s.By), s.Frame))
	}
	if c.Apart > 0 {
		all = append(all, "the captures that were merged have clocks that differ by "+lengthText(c.Apart)+": set one right (editcap -t)")
	}
	if c.Shuffled > 0 {
		text := "frames are out of order by up to " + lengthText(c.Shuffled)
		if c.Sortable {
			text += ": sort them (reordercap)"
		}
		all = append(all, text)
	}
	if n := c.deeper(0); c.Fall >= mostLate/10 || float64(c.deeper(time.Millisecond)) > rare*float64(c.Frames) {
		all = append(all, fmt.Sprintf("times fall by up to %s, in %d of %d frames", lengthText(c.Fall), n, c.Frames))
	}
	if c.Missing > 0 {
		all = append(all, fmt.Sprintf("%d of %d frames have no time", c.Missing, c.Frames+c.Missing))
	}
	switch grain := c.coarse(); {
	case grain == time.Second:
		all = append(all, "times are whole seconds")
	case grain > 0:
		all = append(all, fmt.Sprintf("times are multiples of %d ms", grain.Milliseconds()))
	case c.Stand > 0:
		all = append(all, fmt.Sprintf("the clock stands for up to %s, from frame %d", lengthText(c.Stand), c.Stood))
	}
	return strings.Join(all, "; ")
}

// coarse is what all stamps are multiples of, if many are alike; 0 = of nothing.
func (c *Clock) coarse() time.Duration {
	if c.unit == len(units) || c.Frames < standing || c.alike < c.Frames/4 {
		return 0
	}
	return units[c.unit]
}

// deeper counts the frames that are behind by more than a time, or a little less.
func (c *Clock) deeper(than time.Duration) (n int64) {
	for i := bits.Len64(uint64(than / time.Millisecond)); i < len(c.fell); i++ { //nolint:gosec // it is positive
		n += c.fell[i]
	}
	return n
}

// lengthText writes a time as short as it is told apart: "1.7 s", "200 ms", "0.03 ms".
func lengthText(d time.Duration) string {
	switch {
	case d >= time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d >= time.Millisecond:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	}
	return fmt.Sprintf("%.3g ms", float64(d)/float64(time.Millisecond))
}

// returns reports whether the times behind a datagram are soon those of before it again: then it came from another queue,
// or its stamp is wrong, and the clock was not set.
func (c *Clock) returns(late time.Duration, before Time, ahead TimesAhead) bool {
	back := c.newest.Add(-c.Back - mostLate)
	for n := range soon {
		at, known := ahead.Time(n)
		if !known {
			return false
		}
		if !at.Before(back) && at.Sub(back) < LongPause && at.Sub(before) > late/2 {
			return true
		}
		if !at.IsZero() {
			before = at
		}
	}
	return false
}
