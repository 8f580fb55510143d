package timeline

import (
	"cmp"
	"net/netip"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/tally"
)

// cadenceKey is one stream of updates about a ship.
type cadenceKey struct {
	dir      decode.Direction
	receiver netip.AddrPort
	blocks   bool
}

// clockPause is what is no time passed, but a clock that was set.
const clockPause = time.Hour

// cadences are the streams of updates about a ship.
type cadences map[cadenceKey]*cadence

// cadence is how often the updates of a stream come.
type cadence struct {
	name    string // of the client
	updates int64
	last    capture.Time
	intervals
}

// intervals are the times between updates.
type intervals struct {
	tally.Histogram         // ms of capture time
	sum             float64 // ms
}

// pass adds the time between two updates, unless a clock was set between them.
func (v *intervals) pass(from, to capture.Time) {
	if d := to.Sub(from); d >= 0 && d < clockPause {
		ms := float64(d) / float64(time.Millisecond)
		v.Add(ms)
		v.sum += ms
	}
}

// merge adds those of another stream.
func (v *intervals) merge(w *intervals) {
	v.Histogram.Merge(&w.Histogram)
	v.sum += w.sum
}

// hz is updates a second, 0 if that is not known.
func (v *intervals) hz() float64 {
	if v.sum == 0 {
		return 0
	}
	return float64(v.Count) / v.sum * 1000
}

// mean is the usual interval; null if there is none.
func (v *intervals) mean() *float64 {
	if v.Count == 0 {
		return nil
	}
	return tally.Thousandths(v.sum / float64(v.Count))
}

// take books an update in its stream; false = there is no room for that.
func (s cadences) take(u *update, n *tracks) bool {
	c := &u.stream.cadences[tally.BoolInt(u.blocks)]
	if *c == nil {
		*c = s.of(u, n)
	}
	return *c != nil && (*c).take(u)
}

// of finds or makes the stream of an update; nil = there is no room for it.
func (s cadences) of(u *update, n *tracks) *cadence {
	key := cadenceKey{u.Dir, u.Dst, u.blocks}
	c := s[key]
	if c == nil {
		if !n.room(len(s), maxTracks) {
			return nil
		}
		c = &cadence{}
		s[key] = c
	}
	return c
}

func (c *cadence) take(u *update) bool {
	c.name = u.Client
	if c.updates > 0 {
		c.pass(c.last, u.Time)
	}
	c.updates++
	c.last = u.Time
	return true
}

func compareCadences(a, b cadenceKey) int {
	return cmp.Or(cmp.Compare(a.dir, b.dir), a.receiver.Compare(b.receiver), cmp.Compare(tally.BoolInt(a.blocks), tally.BoolInt(b.blocks)))
}
