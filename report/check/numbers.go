package check

import (
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
)

// memory is how many numbers back a message is known again: half of what 16 bits can tell apart
// would be certain, and a quarter is what is compared. It is a power of two.
const memory = 0x4000

// maxChannelHoles bounds the runs of missing numbers that are remembered of one channel, maxHoles those
// of a capture.
const (
	maxChannelHoles = 1 << 10
	maxHoles        = 1 << 15
)

// numbers follows the sequence numbers of one channel of a link in one direction: which message is
// an original and which a copy, and which numbers are missing. It looks back farther than
// records do, whose memory is short for the sake of speed.
type numbers struct {
	started        bool
	eightBit       bool        // the counter wraps at 256: nothing can be said about what is missing
	wrapped        match.Event // the first message that shows it
	start          match.Event // the first message
	first          int64       // its number
	early          int64       // the lowest number of the first moments
	lowest, newest int64       // without the wrap
	newestAt       capture.Time
	seen           []sighting            // by number modulo its length, which grows up to memory
	fragments      map[fragmentOf]uint64 // sums of the newest fragments
	lately         map[short]capture.Time
	holes          []hole
	full           bool // there is no room for another hole
	forgotten      bool // a hole found no room
}

// sighting is the bytes that a number carried.
type sighting struct {
	number int64
	sum    uint64 // 0 = none
}

// fragmentOf tells fragments apart.
type fragmentOf struct {
	number int64
	index  uint8
}

// mostFragmentSums bounds the fragments that are remembered of a channel.
const mostFragmentSums = 1024

// hole is a run of numbers that never came, and from when to when they should have.
type hole struct {
	low, high int64
	from, to  capture.Time
	before    match.Event // the message with the next higher number
}

// take takes a numbered message or fragment, with the sum of its payload; original says that these bytes have not come under
// this number before.
func (n *numbers) take(r *decode.Record, sum uint64) (number int64, original bool) {
	if !n.started {
		n.started = true
		n.start, n.newestAt = match.EventOf(r), r.Time
		n.first, n.early, n.lowest, n.newest = int64(r.Header.Seq), int64(r.Header.Seq), int64(r.Header.Seq), int64(r.Header.Seq)
	}
	number = n.unwrap(r.Header.Seq)
	switch {
	case n.eightBit && n.again(r, sum):
		return number, false // with 8 bits, a copy that comes late seems to be ahead
	case number > n.newest:
		if number > n.newest+1 {
			n.open(hole{n.newest + 1, number - 1, n.newestAt, r.Time, match.EventOf(r)})
		}
		n.newest, n.newestAt = number, r.Time
	case number < n.newest:
		n.fill(number)
		n.lowest = min(n.lowest, number)
	}
	if number < n.early && r.Time.Sub(n.start.Time) < firstMoments {
		n.early = number
	}
	return number, n.remember(number, r, sum)
}

// short is what an 8-bit counter leaves of a message to know it again.
type short struct {
	seq uint8
	sum uint64
}

// mostShorts bounds what is remembered of a channel with 8 bits, and againWithin is how soon a copy
// follows the one before: sooner than the counter comes round.
const (
	mostShorts  = 1024
	againWithin = 8 * time.Second
)

// again reports whether a message on a channel with 8 bits is a copy: the same bytes came under the same
// number a moment ago, whatever came under it in between.
func (n *numbers) again(r *decode.Record, sum uint64) bool {
	switch {
	case n.lately == nil:
		n.lately = map[short]capture.Time{}
	case len(n.lately) >= mostShorts:
		clear(n.lately)
	}
	key := short{uint8(r.Header.Seq), sum}
	before, known := n.lately[key]
	n.lately[key] = r.Time
	return r.Has(decode.Retransmit) || known && r.Time.Sub(before) <= againWithin
}

// firstMoments is for how long the numbers of a channel count as its first ones.
const firstMoments = 3 * time.Second

// carried reports whether the channel has carried a number lately.
func (n *numbers) carried(seq uint16) bool {
	if !n.started || n.seen == nil {
		return false
	}
	number := n.unwrap(seq)
	s := &n.seen[number&int64(len(n.seen)-1)]
	return s.sum != 0 && s.number == number
}

// unwrap gives the number without the wrap: the nearest to the newest one.
func (n *numbers) unwrap(seq uint16) int64 {
	if n.eightBit {
		return n.newest + int64(int8(uint8(seq)-uint8(n.newest)))
	}
	return n.newest + int64(int16(seq-uint16(n.newest)))
}

// remember keeps the bytes of a number, and says whether they are new.
func (n *numbers) remember(number int64, r *decode.Record, sum uint64) (original bool) {
	const least = 64
	if n.seen == nil {
		n.seen = make([]sighting, least)
	}
	s := &n.seen[number&int64(len(n.seen)-1)]
	for s.sum != 0 && s.number != number && len(n.seen) < memory {
		n.grow()
		s = &n.seen[number&int64(len(n.seen)-1)]
	}
	if s.number != number {
		*s = sighting{number: number}
	}
	sum |= 1
	if !r.Part() {
		original, s.sum = s.sum != sum, sum
		return original
	}
	s.sum = 1
	if n.fragments == nil || len(n.fragments) >= mostFragmentSums {
		n.fragments = map[fragmentOf]uint64{}
	}
	key := fragmentOf{number, r.Header.FragmentIndex}
	original = n.fragments[key] != sum
	n.fragments[key] = sum
	return original
}

func (n *numbers) grow() {
	old := n.seen
	n.seen = make([]sighting, 2*len(old))
	for _, s := range old {
		if s.sum != 0 {
			n.seen[s.number&int64(len(n.seen)-1)] = s
		}
	}
}

func (n *numbers) open(h hole) {
	if n.full || len(n.holes) >= maxChannelHoles {
		n.forgotten = true
		return
	}
	n.holes = append(n.holes, h)
}

// fill takes a number out of the holes: it came late.
func (n *numbers) fill(number int64) {
	for i := len(n.holes) - 1; i >= 0; i-- {
		h := n.holes[i]
		if number < h.low || number > h.high {
			continue
		}
		n.holes = append(n.holes[:i], n.holes[i+1:]...)
		if h.low < number {
			n.open(hole{h.low, number - 1, h.from, h.to, h.before})
		}
		if number < h.high {
			n.open(hole{number + 1, h.high, h.from, h.to, h.before})
		}
		return
	}
}

// holed reports whether something is missing between two moments.
func (n *numbers) holed(from, to capture.Time) bool {
	for i := range n.holes {
		if h := &n.holes[i]; !h.to.Before(from) && !to.Before(h.from) {
			return true
		}
	}
	return n.forgotten
}

// settling is how long after its beginning a link without connect request has holes that mean
// nothing.
const settling = 10 * time.Second

// mayLack reports whether what came at a moment may be missing from the capture: a number around it is, or
// none has come since that would show it.
func (n *numbers) mayLack(at capture.Time, around time.Duration) bool {
	return !at.Before(n.newestAt) || n.holed(at.Add(-around), at.Add(around))
}
