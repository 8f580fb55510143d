package timeline

import (
	"bcdump/decode"
	"bcdump/decode/traffic"
	"bcdump/internal/histogram"
	"bcdump/report/tally"
)

// cadence is how often the updates of a stream come.
type cadence struct {
	name                string // of the client
	updates             int64
	histogram.Histogram         // ms between two
	sum                 float64 // ms
}

// merge adds the intervals of another stream.
func (c *cadence) merge(o *cadence) {
	c.Histogram.Merge(&o.Histogram)
	c.sum += o.sum
}

// hz is updates a second, 0 if that is not known.
func (c *cadence) hz() float64 { return tally.Ratio(float64(c.Count), c.sum) * 1000 }

// cadence books an update.
func (k *stream) cadence(u *update) {
	c := k.cadences[tally.BoolInt(u.blocks)]
	if c == nil {
		c = &cadence{}
		k.cadences[tally.BoolInt(u.blocks)] = c
	}
	c.name = u.facts.Side(u.Row).Client
	c.updates++
	if u.since != traffic.Unknown {
		ms := decode.Milliseconds(u.since)
		c.Add(ms)
		c.sum += ms
	}
}
