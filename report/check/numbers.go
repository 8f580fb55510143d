package check

import (
	"time"

	"bcdump/decode/capture"
)

// maxChannelHoles bounds the runs of missing numbers that are remembered of one channel: each number that comes late looks
// among them.
//
//limit:maxChannelHoles Verdicts | runs of missing numbers of a channel | not judged one by one | TestHolesAreBounded
const maxChannelHoles = 1 << 10

// numbers follows the sequence numbers of one channel of a link in one direction: which were sent, and
// which are missing. Which message is a copy the rows say.
type numbers struct {
	started        bool
	eightBit       bool  // the counter wraps at 256: nothing can be said about what is missing
	wrapped, start int   // rows: the first that shows it, and the first of all
	first          int64 // its number
	early          int64 // the lowest number of the first moments
	lowest, newest int64 // without the wrap
	startAt        capture.Time
	newestAt       capture.Time
	ever           []uint64 // bits of the numbers that it has carried, as they are on the wire, from base on
	base           uint16   // a little below the first
	holes          []hole
	acked          int64 // the highest that is acknowledged and that the capture lacks
	ahead          int   // one that was acknowledged before any came, and 1; 0 = none was
	forgotten      bool  // a hole found no room
}

// hole is a run of numbers that never came, and from when to when they should have.
type hole struct {
	low, high int64
	from, to  capture.Time
	row       int  // of the message with the next higher number
	unseen    bool // one of them is acknowledged: the capture lacks what came
}

// within reports whether the hole may lie between two moments, both included.
func (h *hole) within(from, to capture.Time) bool { return !h.to.Before(from) && !to.Before(h.from) }

// take takes a numbered message or fragment, in a row.
func (n *numbers) take(seq uint16, again bool, at capture.Time, row int) (number int64) {
	if ahead := n.ahead; !n.started {
		*n = numbers{started: true, eightBit: n.eightBit, wrapped: n.wrapped, start: row, startAt: at, newestAt: at, base: seq - min(seq, 256)}
		n.first, n.early, n.lowest, n.newest = int64(seq), int64(seq), int64(seq), int64(seq)
		if ahead > 0 && ahead <= int(seq) {
			n.open(hole{int64(ahead - 1), int64(seq) - 1, at, at, row, true})
		}
	}
	n.note(seq)
	number = n.unwrap(seq)
	switch {
	case n.eightBit && again:
		return number // with 8 bits, a copy that comes late seems to be ahead
	case number > n.newest:
		if number > n.newest+1 {
			n.open(hole{n.newest + 1, number - 1, n.newestAt, at, row, n.newest < n.acked && n.acked < number})
		}
		n.newest, n.newestAt = number, at
	case number < n.newest:
		n.fill(number)
		n.lowest = min(n.lowest, number)
	}
	if number < n.early && at.Sub(n.startAt) < firstMoments {
		n.early = number
	}
	return number
}

// note notes that a number was sent.
func (n *numbers) note(seq uint16) {
	const bits = 64
	seq -= n.base
	if more := int(seq)/bits + 1 - len(n.ever); more > 0 {
		n.ever = append(n.ever, make([]uint64, more)...)
	}
	n.ever[seq/bits] |= 1 << (seq % bits)
}

// carried reports whether the channel has ever carried a number.
func (n *numbers) carried(seq uint16) bool {
	const bits = 64
	seq -= n.base
	return int(seq)/bits < len(n.ever) && n.ever[seq/bits]&(1<<(seq%bits)) != 0
}

// firstMoments is for how long the numbers of a channel count as its first ones.
const firstMoments = 3 * time.Second

// unwrap gives the number without the wrap: the nearest to the newest one.
func (n *numbers) unwrap(seq uint16) int64 { return n.newest + int64(n.apart(seq, uint16(n.newest))) }

// apart is how far a number is behind another one near it.
func (n *numbers) apart(seq, than uint16) int {
	if n.eightBit {
		return int(int8(uint8(seq) - uint8(than)))
	}
	return int(int16(seq - than))
}

func (n *numbers) open(h hole) {
	if n.forgotten = n.forgotten || len(n.holes) >= maxChannelHoles; len(n.holes) < maxChannelHoles {
		n.holes = append(n.holes, h)
	}
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
			n.open(hole{h.low, number - 1, h.from, h.to, h.row, h.unseen})
		}
		if number < h.high {
			n.open(hole{number + 1, h.high, h.from, h.to, h.row, h.unseen})
		}
		return
	}
}

// acknowledged takes an Ack of a number that the capture lacks.
func (n *numbers) acknowledged(seq uint16) {
	number := n.unwrap(seq)
	n.acked = max(n.acked, number)
	for i := range n.holes {
		h := &n.holes[i]
		h.unseen = h.unseen || h.low <= number && number <= h.high
	}
}

// holed reports whether something is missing between two moments.
func (n *numbers) holed(from, to capture.Time) bool {
	for i := range n.holes {
		if n.holes[i].within(from, to) {
			return true
		}
	}
	return n.forgotten
}

// mayLack reports whether what came at a moment may be missing from the capture: a number around it is, or
// none has come since that would show it.
func (n *numbers) mayLack(at capture.Time, around time.Duration) bool {
	return !at.Before(n.newestAt) || n.holed(at.Add(-around), at.Add(around))
}
