package collect

import (
	"math"
	"net/netip"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
)

// cadenceKey is one stream of updates about a ship.
type cadenceKey struct {
	dir      decode.Direction
	receiver netip.AddrPort
	blocks   bool
}

// cadence is how often the updates of a stream come.
type cadence struct {
	name    string // of the client
	updates int64
	last    capture.Time
	intervals
}

// intervals are the times between updates.
type intervals struct {
	histogram         // ms of capture time
	sum       float64 // ms
}

// pass adds the time between two updates, unless a clock was set between them.
func (v *intervals) pass(from, to capture.Time) {
	if d := to.Sub(from); d >= 0 && d < clockPause {
		ms := float64(d) / float64(time.Millisecond)
		v.add(ms)
		v.sum += ms
	}
}

// merge adds those of another stream.
func (v *intervals) merge(w *intervals) {
	v.histogram.merge(&w.histogram)
	v.sum += w.sum
}

// hz is updates a second, 0 if that is not known.
func (v *intervals) hz() float64 {
	if v.sum == 0 {
		return 0
	}
	return float64(v.count) / v.sum * 1000
}

// mean is the usual interval; null if there is none.
func (v *intervals) mean() *float64 {
	if v.count == 0 {
		return nil
	}
	return thousandths(v.sum / float64(v.count))
}

// cadence books an update in its stream.
func (x *shipLife) cadence(t *Timeline, u *update) {
	key := cadenceKey{u.Dir, u.Dst, u.blocks}
	c := x.cadences[key]
	if c == nil {
		if len(x.cadences) >= maxReceivers || t.tracks >= maxTracks {
			t.dropped.receivers++
			return
		}
		t.tracks++
		c = &cadence{}
		x.cadences[key] = c
	}
	c.name = u.Client
	if c.updates > 0 {
		c.pass(c.last, u.Time)
	}
	c.updates++
	c.last = u.Time
}

// merge adds all numbers of another histogram.
func (h *histogram) merge(g *histogram) {
	for i, cells := range g.octaves {
		if cells == nil {
			continue
		}
		if h.octaves[i] == nil {
			h.octaves[i] = new(octave)
		}
		for place, n := range cells {
			h.octaves[i][place] += n
		}
	}
	h.below += g.below
	h.above += g.above
	if g.count == 0 {
		return
	}
	if h.count == 0 || g.min < h.min {
		h.min = g.min
	}
	if h.count == 0 || g.max > h.max {
		h.max = g.max
	}
	h.count += g.count
}

// share gives a percentile as figures have it; nil = there are no numbers.
func (h *histogram) share(p float64) *float64 {
	v, ok := h.percentile(p)
	if !ok {
		return nil
	}
	return thousandths(v)
}

// thousandths rounds to three digits behind the point.
func thousandths(x float64) *float64 {
	x = math.Round(x*1e3) / 1e3
	return &x
}
