package check

import (
	"cmp"
	"slices"

	"bcdump/decode/capture"
)

// room is what all links of a capture keep together.
type room struct {
	following int          // deliveries
	holes     int          // in the numbers of all channels
	bytes     int          // of numbers and messages that are remembered
	swept     capture.Time // when all links were last asked for deliveries that are settled
}

// maxRemembered bounds the bytes of numbers and messages that links remember. Beyond it, those that
// have been silent longest forget theirs.
const maxRemembered = 16 << 20

// charge counts what a link remembers, which may be more than before.
func (t *trial) charge(l *link) {
	now := l.bytes()
	t.room.bytes += now - l.charged
	if l.charged = now; t.room.bytes > maxRemembered {
		t.forget(l)
	}
}

// forget has links forget what they remember, those that have been silent longest first, but not the
// one at hand.
func (t *trial) forget(but *link) {
	const enough = maxRemembered / 4 * 3
	for _, l := range slices.SortedFunc(slices.Values(t.links), earlierHeard) {
		if t.room.bytes <= enough {
			return
		}
		if l != but {
			l.forget()
			t.room.bytes -= l.charged - l.bytes()
			l.charged = l.bytes()
		}
	}
}

func earlierHeard(a, b *link) int {
	return cmp.Or(compare(a.heardLast(), b.heardLast()), cmp.Compare(a.Number, b.Number))
}

func compare(a, b capture.Time) int {
	return cmp.Or(cmp.Compare(a.Sec, b.Sec), cmp.Compare(a.Nanos, b.Nanos))
}

// heardLast is when the link had its newest datagram.
func (l *link) heardLast() capture.Time {
	to, from := l.last[toServer].Time, l.last[toClient].Time
	if to.Before(from) {
		return from
	}
	return to
}

// forget forgets all that messages to come would be compared with.
func (l *link) forget() {
	l.log = log{}
	for to := range l.numbers {
		for c := range l.numbers[to] {
			n := &l.numbers[to][c]
			n.seen, n.fragments = nil, nil
		}
	}
}

// bytes is about how much the link remembers.
func (l *link) bytes() int {
	const ofEntry, ofSighting, ofFragment = 112, 16, 32
	sum := ofEntry * cap(l.log.entries)
	for to := range l.numbers {
		for c := range l.numbers[to] {
			n := &l.numbers[to][c]
			sum += ofSighting*len(n.seen) + ofFragment*len(n.fragments)
		}
	}
	return sum
}

// roomToFollow reports whether one more delivery can be followed. If not, those of all links are settled
// that nothing more will come of: a silent link has nobody else who does it.
func (t *trial) roomToFollow(now capture.Time) bool {
	if t.room.following < maxDeliveries {
		return true
	}
	if now.Sub(t.room.swept) <= settledAfter {
		return false
	}
	t.room.swept = now
	for _, l := range t.links {
		l.sent[toServer].settle(now, t.settled)
		l.sent[toClient].settle(now, t.settled)
	}
	return t.room.following < maxDeliveries
}
