package timeline

import (
	"math"
	"slices"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/traffic"
	"bcdump/internal/histogram"
	"bcdump/report/tally"
)

// round follows the blocks about one ship to one receiver. A writer sends the
// subsystems in turn; each block begins where the one before ended.
type round struct {
	name       string
	dialect    message.Dialect
	blocks     int64
	distinct   int64
	lost       int64
	skipped    int64
	late       int64
	starts     []uint8
	repeated   bool // starts is complete
	period     period
	covered    coverage
	waiting    traffic.Cursor[window]
	clock      float32 // of the last that was followed
	next       int     // start of the block to come; -1 = not known
	subsystems int     // of the class of the last that was followed
}

// window is what a block is about.
type window struct {
	next       int // where the one behind it begins
	subsystems int // of the class
	counted    bool
}

const (
	maxStarts = 32
	// sharedEntries is how many subsystems a block of OpenBC may leave out: all
	// receivers share one cursor, and the blocks for the owner hold more.
	sharedEntries = 2
	// stockPeriod is the time between blocks of stock software, in seconds.
	stockPeriod = 0.1
)

// block takes the block of an update. It is followed in any case, and counted if it is in the time asked for.
func (k *stream) block(u *update, subsystems int, counted bool) {
	w := k.round
	if w == nil {
		w = &round{next: -1}
		k.round = w
	}
	w.name, w.dialect = u.facts.Side(u.Row).Client, u.facts.Context(u.Row).Dialect
	w.blocks += int64(tally.BoolInt(counted))
	if !u.Whole || !u.hasTime || !u.sound || u.dir != decode.ToClient {
		w.pause()
		return
	}
	b, late := w.waiting.Add(u.GameTime, int(u.Subsystems.StartIndex))
	if b == nil {
		return
	}
	b.Of = window{u.Subsystems.NextIndex, subsystems, counted}
	w.distinct += int64(tally.BoolInt(counted))
	w.late += int64(tally.BoolInt(counted && late))
	w.follow(traffic.Window)
}

// cycles are the times until all subsystems of ships were sent.
func cycles(lives ...*shipLife) *histogram.Histogram {
	var all histogram.Histogram
	for _, x := range lives {
		for _, k := range x.streams.list {
			if k.round != nil {
				k.round.follow(0)
				all.Merge(&k.round.covered.times)
			}
		}
	}
	return &all
}

// pause tells that it is not known where the next block should begin.
func (w *round) pause() {
	w.follow(0)
	w.next = -1
}

// anew begins another round: the clock of the sender was set, or the receiver came back.
func (w *round) anew() {
	w.pause()
	w.covered.within = false
}

// retire drops what only blocks to come need.
func (w *round) retire() {
	w.pause()
	w.waiting, w.covered.seen = traffic.Cursor[window]{}, nil
}

// follow compares the start of each block with the end of the one before, until so many are left.
func (w *round) follow(left int) {
	for b := w.waiting.Next(left); b != nil; b = w.waiting.Next(left) {
		if w.next >= 0 && (b.Clock < w.clock || b.Of.subsystems != w.subsystems) { // of another class: nothing follows from the block before
			w.next, w.covered.within = -1, false
		}
		w.first(b.Start)
		if n := b.Of.subsystems; w.next >= 0 {
			w.compare(float64(b.Clock)-float64(w.clock), (b.Start-w.next+n)%n, b.Of.counted)
		}
		w.covered.take(b.Clock, b.Start, b.Of.next, b.Of.subsystems, b.Of.counted)
		w.clock, w.next, w.subsystems = b.Clock, b.Of.next, b.Of.subsystems
	}
}

// compare takes a block so many seconds behind the one before, with so many subsystems missing
// between them.
func (w *round) compare(since float64, missing int, counted bool) {
	switch {
	case missing == 0:
		w.period.add(since)
	case w.dialect == message.OpenBC && missing <= sharedEntries:
		w.period.add(since)
		if counted {
			w.skipped += int64(missing)
		}
	case counted && w.dialect == message.OpenBC: // it sends a block out of turn when a ship is hit, without moving the cursor
		w.lost += w.period.blocksWithin(since)
	case counted: // stock software keeps its pace: where the cursor has jumped one is missing, however short the time
		w.lost += max(w.period.blocksWithin(since), 1)
	}
}

// first keeps the sequence of start indexes until one comes again.
func (w *round) first(start int) {
	if w.repeated || len(w.starts) >= maxStarts {
		return
	}
	w.repeated = slices.Contains(w.starts, uint8(start))
	w.starts = append(w.starts, uint8(start))
}

// period is the usual time between the blocks of a sender, in seconds.
type period struct {
	count int64
	sum   float64
}

// add takes the time between two blocks that follow one another.
func (p *period) add(seconds float64) {
	const long = 1 // then a whole round may be missing between them
	if seconds >= 0 && seconds < long {
		p.count++
		p.sum += seconds
	}
}

// blocksWithin is how many blocks must have been sent between two, by the time.
func (p *period) blocksWithin(seconds float64) int64 {
	const enough, most = 8, 1e9
	usual := stockPeriod
	if p.count >= enough && p.sum > 0 {
		usual = p.sum / float64(p.count)
	}
	return int64(min(max(math.Round(seconds/usual)-1, 0), most))
}

// coverage measures how long it takes until all subsystems were sent.
type coverage struct {
	seen   []bool
	left   int
	begin  float32
	within bool
	times  histogram.Histogram // seconds of game time
}

// take notes the subsystems of a block. A round begins with the first block after the
// one that made the round before complete.
func (c *coverage) take(at float32, start, next, subsystems int, counted bool) {
	if !c.within || len(c.seen) != subsystems {
		c.start(at, subsystems)
	} else if c.left == 0 {
		if counted {
			c.times.Add(float64(at) - float64(c.begin))
		}
		c.start(at, subsystems)
	}
	for i := start; ; {
		if !c.seen[i] {
			c.seen[i] = true
			c.left--
		}
		if i = (i + 1) % subsystems; i == next {
			return
		}
	}
}

func (c *coverage) start(at float32, subsystems int) {
	if len(c.seen) != subsystems {
		c.seen = make([]bool, subsystems)
	}
	clear(c.seen)
	c.begin, c.left, c.within = at, subsystems, true
}
