package stats

import (
	"iter"
	"maps"
	"slices"

	"bcdump/internal/histogram"
	"bcdump/report/figures"
)

// sizeCounts counts payloads by their size in bytes.
type sizeCounts struct {
	count int64
	short []int64       // by size
	long  map[int]int64 // of the others
}

// shortSize is below which size payloads are counted in a list: most are.
const shortSize = 1 << 10

func (s *sizeCounts) add(size int) { s.addSome(size, 1) }

func (s *sizeCounts) addSome(size int, n int64) {
	s.count += n
	if size < len(s.short) { // as most
		s.short[size] += n
		return
	}
	if size >= shortSize {
		if s.long == nil {
			s.long = map[int]int64{}
		}
		s.long[size] += n
		return
	}
	s.short = append(s.short, make([]int64, size+1-len(s.short))...)
	s.short[size] += n
}

func (s *sizeCounts) join(o *sizeCounts) {
	for size, n := range o.all() {
		s.addSome(size, n)
	}
}

// all gives the sizeCounts that there are, in order, and how many payloads have each.
func (s *sizeCounts) all() iter.Seq2[int, int64] {
	return func(yield func(int, int64) bool) {
		for size, n := range s.short {
			if n > 0 && !yield(size, n) {
				return
			}
		}
		for _, size := range slices.Sorted(maps.Keys(s.long)) {
			if !yield(size, s.long[size]) {
				return
			}
		}
	}
}

func (s *sizeCounts) figure() (f figures.Sizes) {
	first, left := true, histogram.Rank(0.5, s.count)
	for size, n := range s.all() {
		if first {
			f.Min, first = size, false
		}
		if left > 0 {
			f.Median = size
		}
		f.Max, left = size, left-n
	}
	return f
}
