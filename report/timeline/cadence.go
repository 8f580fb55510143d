package timeline

import (
	"bcdump/decode"
	"bcdump/decode/traffic"
	"bcdump/internal/histogram"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// cadence is how often the updates of a stream come.
type cadence struct {
	name    string // of the client
	updates int64
	intervals
}

// intervals are the times between updates.
type intervals struct {
	histogram.Histogram         // ms
	sum                 float64 // ms
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
func (v *intervals) mean() *figures.Milliseconds {
	if v.Count == 0 {
		return nil
	}
	return tally.Milliseconds(v.sum / float64(v.Count))
}

// cadence books an update.
func (k *stream) cadence(u *update) {
	c := &k.cadences[tally.BoolInt(u.blocks)]
	if *c == nil {
		*c = &cadence{}
	}
	(*c).take(u)
}

func (c *cadence) take(u *update) {
	c.name = u.facts.Side(u.Row).Client
	c.updates++
	if u.since != traffic.Unknown {
		ms := decode.Milliseconds(u.since)
		c.Add(ms)
		c.sum += ms
	}
}
