package check

import (
	"math"
	"time"

	"bcdump/decode/capture"
)

// count is what was counted of a part of a rule on a link.
type count struct{ instances, violations int64 }

// bursts finds out how much violations come in bursts: a ship that nobody knows, or a client that is thrown
// out, breaks a rule many times in a row. It looks at the counts of all rules from time to time.
type bursts struct {
	ends   capture.Time  // when the counts are looked at next
	length time.Duration // of the stretches of time
	left   int           // stretches of this length
	before []count       // of all links together, by place
	now    []count       // used again
	// squares is the sum of violations² / instances over the stretches with instances, and stretches how
	// many there were.
	squares   []float64
	stretches []int32
}

const (
	// stretch is how long counts are added up at first. After mostStretches it is twice as long: then looking
	// at them takes no time even of a long capture. Only a clock that jumps comes to the longest, and then the
	// rest is one.
	stretch        = 10 * time.Second
	longestStretch = 10_000 * time.Hour
	mostStretches  = 64
)

// look adds up a stretch that has come to its end. each gives the counts of all links.
func (b *bursts) look(at capture.Time, places int, each func(func([]count))) {
	if b.length == 0 {
		if b.squares == nil {
			b.before, b.now = make([]count, places), make([]count, places)
			b.squares, b.stretches = make([]float64, places), make([]int32, places)
		}
		b.length, b.left, b.ends = stretch, mostStretches, at.Add(stretch)
		return
	}
	if b.left--; b.left == 0 {
		b.length, b.left = 2*b.length, mostStretches
	}
	if b.ends = at.Add(b.length); b.length > longestStretch {
		b.ends = capture.Time{Sec: math.MaxInt64}
	}
	b.count(each)
	for i := range b.now {
		n, k := b.now[i].instances-b.before[i].instances, b.now[i].violations-b.before[i].violations
		if n > 0 {
			b.stretches[i]++
			b.squares[i] += float64(k) * float64(k) / float64(n)
		}
	}
	b.before, b.now = b.now, b.before
}

// count adds up the counts of all links.
func (b *bursts) count(each func(func([]count))) {
	clear(b.now)
	each(func(counts []count) {
		for i := range counts {
			b.now[i].instances += counts[i].instances
			b.now[i].violations += counts[i].violations
		}
	})
}

// again begins with the first stretch again: what was counted so far is not counted a second time.
func (b *bursts) again(each func(func([]count))) {
	if b.length > 0 {
		b.count(each)
		b.before, b.now = b.now, b.before
		b.length, b.ends = 0, capture.Time{}
	}
}

// size is how many violations of a part come at once, at least 1: by how much the shares of the stretches lie
// farther apart than if each instance stood for itself.
func (b *bursts) size(place int, whole count) float64 {
	if b.length == 0 || b.stretches[place] < 2 || whole.violations == 0 || whole.violations == whole.instances {
		return 1
	}
	k, n := float64(whole.violations), float64(whole.instances)
	share := k / n
	return max(1, (b.squares[place]-k*share)/(share*(1-share)*float64(b.stretches[place]-1)))
}
