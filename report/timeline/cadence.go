package timeline

import (
	"cmp"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/histogram"
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

// pause is how long nothing comes where nobody sends: every field is sent anew each second.
const pause = 2 * time.Second

// cadence is how often the updates of a stream come.
type cadence struct {
	name    string // of the client
	updates int64
	last    capture.Time
	intervals
}

// intervals are the times between updates.
type intervals struct {
	histogram.Histogram         // ms of capture time
	sum                 float64 // ms
}

// pass adds the time between two updates, unless that is a pause, or a clock was set.
func (v *intervals) pass(from, to capture.Time) {
	if d := to.Sub(from); d >= 0 && d < pause {
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
	return histogram.Thousandths(v.sum / float64(v.Count))
}

// cadence books an update in its stream; false = there is no room for that.
func (s *streams) cadence(u *update, n *tracks) bool {
	c := &u.stream.cadences[tally.BoolInt(u.blocks)]
	if *c == nil {
		if !n.room(s.cadences, maxTracks) {
			return false
		}
		*c = &cadence{}
		s.cadences++
	}
	(*c).take(u)
	return true
}

func (c *cadence) take(u *update) {
	c.name = u.Client
	if c.updates > 0 {
		c.pass(c.last, u.Time)
	}
	c.updates++
	c.last = u.Time
}

// cadenceOf is one of the cadences of a ship.
type cadenceOf struct {
	cadenceKey
	*cadence
}

// allCadences gives them in order.
func (s *streams) allCadences() (list []cadenceOf) {
	for _, k := range s.list {
		for i, c := range k.cadences {
			if c != nil {
				list = append(list, cadenceOf{cadenceKey{k.dir, k.receiver, i > 0}, c})
			}
		}
	}
	slices.SortFunc(list, func(a, b cadenceOf) int { return compareCadences(a.cadenceKey, b.cadenceKey) })
	return list
}

func compareCadences(a, b cadenceKey) int {
	return cmp.Or(cmp.Compare(a.dir, b.dir), a.receiver.Compare(b.receiver), cmp.Compare(tally.BoolInt(a.blocks), tally.BoolInt(b.blocks)))
}
