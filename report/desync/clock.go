package desync

import (
	"fmt"
	"math"
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// clocks hold the host's clock, as each client is told it, against that of the capture: by the mean distance of both
// in one stretch of time after another.
type clocks struct {
	stretch int64
	newest  mark // that was taken
	list    []*clockOf
}

// clockOf is the clock that one client is told.
type clockOf struct {
	of     *receiver
	begun  mark // the first of this stretch
	newest mark
	n      int
	sum    float64
	before float64 // mean of the stretch before
	known  bool
}

const (
	stretch    = 30 * time.Second
	fewSamples = 30
	// wrongRate is by how much a clock may be too fast, of one, and wrongBy how many seconds it may be off.
	wrongRate, wrongBy = 0.005, 0.5
	// clockSet is how far one is off that was set, in seconds.
	clockSet = 5
)

// take takes the clock of the update at hand to a client, if the host made it itself, of a ship that is there.
func (k *clocks) take(d *follower, c *receiver) {
	if d.Relays(d.row) || d.died(d.Life(d.row.Life)) {
		return
	}
	if !d.row.Has(facts.Walked) { // it may have come late, or may not read to its end
		if d.tells(); !d.told.has(message.FlagSubsystems) {
			return
		}
	}
	_, clock, _, _ := message.UpdateHeader(d.Payload(d.row))
	game := float64(clock)
	n, hole := int64(d.now.at/stretch), d.holed(nil, k.newest, d.now) // in which the clock of the capture may have been set
	if n != k.stretch || hole {
		k.judge(d, n == k.stretch+1 && !hole)
		k.stretch = n
	}
	k.newest = d.now
	i := slices.IndexFunc(k.list, func(o *clockOf) bool { return o.of == c })
	if i < 0 {
		k.list, i = append(k.list, &clockOf{of: c}), len(k.list)
	}
	x, off := k.list[i], game-d.now.at.Seconds()
	if x.n > 0 && !(math.Abs(off-x.sum/float64(x.n)) <= clockSet) {
		*x = clockOf{of: c}
	}
	if x.n == 0 {
		x.begun = d.now
	}
	x.n, x.sum, x.newest = x.n+1, x.sum+off, d.now
}

// judge ends a stretch; goesOn says that the next one follows.
func (k *clocks) judge(d *follower, goesOn bool) {
	for _, x := range k.list {
		mean, ok := x.mean()
		if ok && x.known {
			if rate := (mean - x.before) / stretch.Seconds(); math.Abs(rate) > wrongRate && math.Abs(mean-x.before) < clockSet {
				d.clockIsOff(x, fmt.Sprintf("%+.1f %%", rate*100), ofCapture)
			}
		}
		if others, known := k.median(x); ok && known && math.Abs(mean-others) > wrongBy {
			d.clockIsOff(x, fmt.Sprintf("%+.1f s", mean-others), "what others are told")
		}
	}
	for _, x := range k.list {
		x.before, x.known = x.mean()
		x.known = x.known && goesOn
		x.n, x.sum = 0, 0
	}
}

func (x *clockOf) mean() (seconds float64, ok bool) { return x.sum / float64(x.n), x.n >= fewSamples }

// median is what the other clients of the host are told in the same time: a host that starts again has another clock.
func (k *clocks) median(of *clockOf) (seconds float64, ok bool) {
	var all []float64
	for _, x := range k.list {
		if mean, ok := x.mean(); ok && x != of && x.of.Server == of.of.Server && x.begun.at <= of.newest.at && of.begun.at <= x.newest.at {
			all = append(all, mean)
		}
	}
	slices.Sort(all)
	if len(all) < othersTold {
		return 0, false
	}
	low, high := all[(len(all)-1)/2], all[len(all)/2]
	return high, high-low <= wrongBy // where as many are told one thing as another, nobody knows what is right
}

// ofCapture is what a clock is held against that has nobody else's beside it.
const ofCapture = "the clock of the capture"

// clockChanges puts where the host's clock was set, or stood, in place of the rates that this looks like. What the clock of the
// capture did is nobody's.
func (d *follower) clockChanges() {
	for _, k := range d.Clocks() {
		if k.Own || len(k.Changes) == 0 || k.Connection.Number >= len(d.receivers) { // there was no room for it
			continue
		}
		c := d.receivers[k.Connection.Number]
		for _, x := range k.Changes {
			from := d.markOf(x.Event)
			c.clock = slices.DeleteFunc(c.clock, func(o difference) bool {
				return o.others == ofCapture && o.text == "" && o.from.at-stretch <= from.at && from.at <= o.to.at+stretch
			})
			if x.Capture {
				continue
			}
			is, to := difference{kind: figures.DesyncClock, from: from, told: fmt.Sprintf("steps by %+.1f s at frame %d", x.Seconds, x.Frame), others: ofCapture}, from
			if x.Stood {
				lasts := time.Duration(x.Seconds * float64(time.Second))
				to.at, to.clock = to.at+lasts, to.clock.Add(lasts)
				is.told = fmt.Sprintf("stands from frame %d for %.1f s", x.Frame, x.Seconds)
			}
			is.to, is.text = to, fmt.Sprintf("the host's clock %s for %s", is.told, tally.NameOf(c.Connection))
			c.clock = append(c.clock, is)
		}
	}
}

// clockIsOff notes that the clock was off in the stretch that ends.
func (d *follower) clockIsOff(k *clockOf, by, from string) {
	c, to := k.of, d.now
	x := difference{kind: figures.DesyncClock, from: k.begun, to: to, told: by, others: from}
	if n := len(c.clock); n > 0 && c.clock[n-1].others == from && to.at-c.clock[n-1].to.at <= stretch+time.Second {
		c.clock[n-1].to = to
		return
	}
	c.clock = append(c.clock, x)
}
