package tables

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"bcdump/report/figures"
	"bcdump/report/table"
	"bcdump/report/terminal"
)

const (
	toServer = "C>S"
	toClient = "S>C"
)

func bandwidth(p *table.Page, v *view) {
	b := &v.Bandwidth
	for _, t := range rates(v) {
		if len(t.Said) == 0 {
			bandwidthOf(p, b, &t, "bc", figures.Throughput{Peak: b.Peak, Mean: b.Mean})
		} else {
			bandwidthOf(p, b, &t, t.Said[0], *b.EntityState)
		}
	}
}

// rates gives a table for the game, and one for entity-state, which it names.
func rates(v *view) (all []table.Table) {
	of := func(proto string, said ...string) {
		rows := slices.DeleteFunc(slices.Clone(v.Bandwidth.Rates), func(r figures.Rate) bool { return r.Proto != proto })
		if len(rows)+len(said) > 0 {
			all = append(all, table.Table{Name: "bandwidth", Said: said, Rows: rows})
		}
	}
	of("")
	if v.Bandwidth.EntityState != nil {
		of("entity-state", "entity-state")
	}
	return all
}

// bandwidthOf shows that of one protocol.
func bandwidthOf(p *table.Page, b *figures.Bandwidth, t *table.Table, proto string, of figures.Throughput) {
	chart, said := "", []string{"UDP payload", "no rates"}
	if of.Peak != 0 { // else there are no times
		var pauses int64
		chart, pauses = drawn(p, b, proto)
		said = []string{
			"mean " + terminal.Rate(of.Mean), "peak " + terminal.Rate(of.Peak),
			"UDP payload in steps of " + strconv.FormatFloat(b.Interval, 'f', -1, 64) + " s",
		}
		if pauses > 0 {
			said = append(said, terminal.Counted(pauses, "pause", "pauses")+" left out")
		}
	}
	p.Heading("BANDWIDTH", terminal.Style{}, slices.Concat(t.Said, said)...)
	p.WriteString(chart)
	p.Rows(t)
}

const (
	// pause is the longest time without traffic that is drawn.
	pause = time.Minute
	// mostValues bounds what a short step makes of a long capture. A value is then that of the highest step in it.
	mostValues = 4096
)

// step is the bytes a second each way in a step of time, and where it is drawn.
type step struct {
	at     figures.Time
	rates  [2]float64
	offset time.Duration
}

// drawn draws the bytes a second of a protocol. Of a pause two steps remain, so that it shows. What is longer than a
// Duration can tell ends with the last one that leaves room for a step.
func drawn(p *table.Page, b *figures.Bandwidth, proto string) (chart string, pauses int64) {
	interval := max(time.Duration(b.Interval*float64(time.Second)), 1)
	last := math.MaxInt64 - interval
	two := interval + min(interval, last)
	steps := stepsOf(b, proto)
	for i := range steps[min(1, len(steps)):] {
		gap := steps[i+1].at.Sub(steps[i].at.Time)
		if gap > max(pause, two) {
			pauses++
			gap = two
		}
		steps[i+1].offset = steps[i].offset + min(gap, last-steps[i].offset)
	}
	if len(steps) == 0 {
		return "", 0
	}
	all := steps[len(steps)-1].offset + interval
	n := int(min(all/interval, mostValues))
	distance := all / time.Duration(n)
	values := [2][]float64{make([]float64, n), make([]float64, n)}
	for i := range steps {
		for side, rate := range steps[i].rates {
			value := &values[side][min(int(steps[i].offset/distance), n-1)]
			*value = max(*value, rate)
		}
	}
	c := terminal.Chart{
		Width: p.Width, Height: 6, Value: func(v float64) string { return terminal.Rate(math.Round(v)) },
		Series: []terminal.Series{
			{Name: toServer + " (client to server)", Values: values[0], Style: p.ToServer},
			{Name: toClient + " (server to client)", Values: values[1], Style: p.ToClient},
		},
		Time: func(place int) string {
			offset := time.Duration(place) * distance
			i, found := slices.BinarySearchFunc(steps, offset, func(s step, o time.Duration) int { return cmp.Compare(s.offset, o) })
			if !found {
				i = max(i-1, 0)
			}
			at := steps[i].at.Add(offset - steps[i].offset)
			return at.From(p.Day, at.Clock())
		},
	}
	if p.Width >= 120 {
		c.Height = 10
	}
	return c.String(), pauses
}

// stepsOf gives the steps of a protocol by time.
func stepsOf(b *figures.Bandwidth, proto string) (steps []step) {
	var buckets []*figures.Bucket
	for i := range b.Buckets {
		if x := &b.Buckets[i]; x.Proto == proto && x.Dir != figures.BothDirections {
			buckets = append(buckets, x)
		}
	}
	slices.SortStableFunc(buckets, func(x, y *figures.Bucket) int { return x.T.Compare(y.T) })
	for _, x := range buckets {
		if n := len(steps); n == 0 || steps[n-1].at != x.T {
			steps = append(steps, step{at: x.T})
		}
		side := 0
		if x.Dir == toClient {
			side = 1
		}
		steps[len(steps)-1].rates[side] += float64(x.Bytes) / b.Interval
	}
	return steps
}
