package timeline

import (
	"math"
	"slices"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/internal/histogram"
)

// round follows the blocks about one ship to one receiver. A writer sends the
// subsystems in turn; each block begins where the one before ended.
type round struct {
	recent  *[recentBlocks]blockID // ring
	at      uint8
	held    uint8
	newest  float32 // game time
	begun   bool
	covered coverage
	counts  *roundCounts // nil = nobody asks
}

// roundCounts is what the summary says of a round, and what that takes.
type roundCounts struct {
	name     string
	dialect  message.Dialect
	blocks   int64
	distinct int64
	lost     int64
	skipped  int64
	late     int64
	next     int // start of the block to come; -1 = not known
	starts   []uint8
	repeated bool // starts is complete
	period   period
}

// blockID tells copies of a block.
type blockID struct {
	at    float32
	start uint8
}

const (
	recentBlocks = 32
	maxStarts    = 32
	// sharedEntries is how many subsystems a block of OpenBC may leave out: all
	// receivers share one cursor, and the blocks for the owner hold more.
	sharedEntries = 2
	// stockPeriod is the time between blocks of stock software, in seconds.
	stockPeriod = 0.1
)

// blockCheck is what a round says about one block.
type blockCheck struct {
	valid bool // it can be trusted
	late  bool // a newer one came before
}

// block takes the block of an update. It is followed in any case, since the state of the ship
// depends on its order, and counted if it is in the time asked for.
func (k *stream) block(u *update, subsystems int, counted, asked bool) blockCheck {
	w := k.round
	if w == nil {
		w = &round{}
		if asked {
			w.counts = &roundCounts{next: -1}
		}
		k.round = w
	}
	w.counts.block(u, counted)
	if !u.whole || !u.hasTime || !u.sound || u.Dir != decode.ToClient {
		w.counts.pause()
		return blockCheck{valid: u.whole && u.sound}
	}
	return w.take(u.m.GameTime, u, subsystems, counted)
}

// allRounds gives the streams with blocks in order.
func (s *streams) allRounds() (list []*stream) {
	for _, k := range s.list {
		if k.round != nil {
			list = append(list, k)
		}
	}
	slices.SortFunc(list, func(a, b *stream) int { return a.receiver.Compare(b.receiver) })
	return list
}

func (w *round) take(at float32, u *update, subsystems int, counted bool) blockCheck {
	id := blockID{at, u.start}
	if w.begun && at < w.newest-clockSet {
		w.anew()
	}
	if w.held > 0 && at <= w.newest && slices.Contains(w.recent[:w.held], id) { // a later one is new
		return blockCheck{valid: true, late: at < w.newest}
	}
	w.remember(id)
	if w.begun && at < w.newest {
		w.counts.fill(counted)
		return blockCheck{valid: true, late: true}
	}
	w.counts.follow(w, at, u, subsystems, counted)
	w.covered.take(at, int(u.start), u.next, subsystems, counted)
	w.newest, w.begun = at, true
	return blockCheck{valid: true}
}

// anew begins another round: the clock of the sender was set, or the receiver came back.
func (w *round) anew() {
	w.begun, w.held = false, 0
	w.covered = coverage{times: w.covered.times}
	w.counts.pause()
}

func (w *round) remember(id blockID) {
	if w.recent == nil {
		w.recent = new([recentBlocks]blockID)
	}
	w.recent[w.at] = id
	w.at = (w.at + 1) % recentBlocks
	w.held = min(w.held+1, recentBlocks)
}

// block takes a block, whatever is in it.
func (c *roundCounts) block(u *update, counted bool) {
	if c == nil {
		return
	}
	c.name, c.dialect = u.Client, u.Context.Dialect
	if counted {
		c.blocks++
	}
}

// pause tells that it is not known where the next block should begin.
func (c *roundCounts) pause() {
	if c != nil {
		c.next = -1
	}
}

// fill takes a late block: it was counted as lost.
func (c *roundCounts) fill(counted bool) {
	if c != nil && counted {
		c.distinct++
		c.late++
		c.lost = max(c.lost-1, 0)
	}
}

// follow compares the start of a block with the end of the one before, if there was one.
func (c *roundCounts) follow(w *round, at float32, u *update, subsystems int, counted bool) {
	if c == nil {
		return
	}
	if counted {
		c.distinct++
	}
	c.first(int(u.start))
	if w.begun && c.next >= 0 {
		c.compare(float64(at)-float64(w.newest), (int(u.start)-c.next+subsystems)%subsystems, counted)
	}
	c.next = u.next
}

// compare takes a block so many seconds behind the one before, with so many subsystems missing
// between them.
func (c *roundCounts) compare(since float64, missing int, counted bool) {
	switch {
	case missing == 0:
		c.period.add(since)
	case c.dialect == message.OpenBC && missing <= sharedEntries:
		c.period.add(since)
		if counted {
			c.skipped += int64(missing)
		}
	case counted:
		c.lost += max(c.period.blocksWithin(since), c.leastLost())
	}
}

// leastLost is how many blocks are missing where the cursor has jumped, however short the
// time: stock software keeps its pace, while OpenBC sends a block out of turn when a ship
// is hit, without moving the cursor.
func (c *roundCounts) leastLost() int64 {
	if c.dialect == message.OpenBC {
		return 0
	}
	return 1
}

// first keeps the sequence of start indexes until one comes again.
func (c *roundCounts) first(start int) {
	if c.repeated || len(c.starts) >= maxStarts {
		return
	}
	c.repeated = slices.Contains(c.starts, uint8(start))
	c.starts = append(c.starts, uint8(start))
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
