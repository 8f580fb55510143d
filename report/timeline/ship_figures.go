package timeline

import (
	"fmt"
	"math"
	"net/netip"
	"slices"
	"strings"
	"time"

	"bcdump/decode"
	"bcdump/internal/histogram"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// figures gives the ships that were heard of, in the order in which they were.
func (t *ships) figures() []figures.ShipLife {
	list := []figures.ShipLife{}
	for _, x := range t.list {
		if x.updates > 0 {
			list = append(list, t.lifeFigure(x))
		}
	}
	return list
}

func (t *ships) lifeFigure(x *shipLife) figures.ShipLife {
	f := figures.ShipLife{
		File: t.scope.label(x.File), Life: x.figure(), Player: x.player,
		First: figures.At(x.first, x.digits), Last: figures.At(x.last, x.digits),
		Updates: x.updates, Cadence: []figures.Cadence{}, Refresh: []figures.Refresh{}, Rounds: []figures.Round{},
		Distance: tally.Hundredths(x.path.total()), Jumps: x.path.jumps, Clocks: []figures.Clock{},
		Power: x.power.report(), Query: t.scope.Of(t.about(x)),
	}
	f.Born, f.Died, f.DiedBy = tally.TimeOf(x.Born), tally.TimeOf(x.Died), x.diedBy
	for _, k := range x.streams.ordered() {
		for i, c := range k.cadences {
			if c != nil {
				f.Cadence = append(f.Cadence, t.cadence(x, k, c, i > 0))
			}
		}
		if k.refresh != nil {
			f.Refresh = append(f.Refresh, t.refreshFigures(x, k)...)
		}
		if k.round != nil && k.round.blocks > 0 {
			k.round.follow(0)
			f.Rounds = append(f.Rounds, t.round(x, k.receiver, k.round, &k.round.covered.times))
		}
	}
	for i, dir := range []decode.Direction{decode.ToServer, decode.ToClient} {
		if c := x.clocks[i]; c != nil && c.now.n > 0 {
			f.Clocks = append(f.Clocks, t.clock(x, dir, *c))
		}
	}
	return f
}

// about is the condition of the updates of a life.
func (t *ships) about(x *shipLife) string {
	c := `name == "StateUpdate" && ` + tally.ObjectIs(x.Object)
	elsewhere := slices.ContainsFunc(t.list, func(y *shipLife) bool {
		return y.File == x.File && y.Object == x.Object && y.Server != x.Server
	})
	if elsewhere {
		server := tally.AddressText(x.Server)
		c += fmt.Sprintf(` && (src == %q || dst == %q)`, server, server)
	}
	if x.Number > 1 || x.After() != nil {
		c += " && " + strings.Join(tally.Within(x.Ship, t.counted), " && ")
	}
	if !t.scope.options.From.IsZero() {
		c += fmt.Sprintf(` && time >= %q`, figures.At(t.scope.from, nanoseconds))
	}
	if !t.scope.options.To.IsZero() {
		c += fmt.Sprintf(` && time < %q`, figures.At(t.scope.to, nanoseconds))
	}
	return c
}

func sentTo(to netip.AddrPort) string { return `dst == "` + tally.AddressText(to) + `"` }

// nanoseconds is the digits that a time needs to be exact.
const nanoseconds = 9

const (
	hasBlock   = `fields.flags contains "SUBSYSTEMS"`
	lacksBlock = `fields.flags not contains "SUBSYSTEMS"`
)

func (t *ships) cadence(x *shipLife, k *stream, c *cadence, blocks bool) figures.Cadence {
	condition := lacksBlock
	if blocks {
		condition = hasBlock
	}
	f := figures.Cadence{
		Dir: string(k.dir), Receiver: tally.AddressText(k.receiver), Name: c.name, Blocks: blocks, Updates: c.updates,
		Hz: microseconds(c.hz()), Query: t.scope.Of(t.about(x), tally.DirIs(k.dir), sentTo(k.receiver), condition),
	}
	if c.Count > 0 {
		f.Mean = tally.Milliseconds(c.sum / float64(c.Count))
	}
	f.P50, f.P90, f.Max = tally.Percentiles(&c.Histogram)
	return f
}

func (t *ships) round(x *shipLife, to netip.AddrPort, w *round, covered *histogram.Histogram) figures.Round {
	starts := []int{}
	for _, start := range w.starts {
		starts = append(starts, int(start))
	}
	return figures.Round{
		Receiver: tally.AddressText(to), Name: w.name, Dialect: w.dialect.String(),
		Blocks: w.blocks, Distinct: w.distinct, Lost: w.lost, SkippedEntries: w.skipped, Late: w.late,
		Starts: starts, Coverages: covered.Count,
		CoverageP50: (*figures.Seconds)(covered.Rounded(0.5)), CoverageP90: (*figures.Seconds)(covered.Rounded(0.9)),
		Query: t.scope.Of(t.about(x), sentTo(to), hasBlock),
	}
}

func (t *ships) clock(x *shipLife, dir decode.Direction, c clock) figures.Clock {
	c.keep()
	l := &c.best
	const most = 1 << 33 // seconds: 2^63 ns are a little more
	zero := l.zero()
	at := l.origin.Add(time.Duration(min(max(zero, -most), most) * float64(time.Second)))
	f := figures.Clock{
		Dir: string(dir), Samples: l.n, Span: microseconds(l.maxX - l.minX),
		ZeroAt: figures.At(at, 6), Offset: microseconds(float64(l.origin.Sec) + float64(l.origin.Nanos)/1e9 + zero),
		Jitter: figures.Milliseconds(microseconds(l.spread() * 1000)), Resets: c.resets,
	}
	const least = 10 // seconds
	if f.Span >= least {
		drift, wrong := math.Round((l.slope()-1)*1e6), math.Ceil(l.slopeError()*1e6)
		f.Drift, f.DriftError = &drift, &wrong
	}
	if c.resets == 0 {
		condition := "fields.game_time"
		if dir == decode.ToClient {
			condition = hasBlock + " && " + condition
		}
		f.Query = t.scope.Of(t.about(x), tally.DirIs(dir), condition)
	}
	return f
}
