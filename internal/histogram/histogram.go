// Package histogram sums up positive numbers so that percentiles can be told, in memory that does not depend on how
// many there are. It must not know what the numbers mean.
package histogram

import (
	"math"
	"slices"
)

// Histogram sums up positive numbers so that percentiles can be told within 1 %, in
// memory that depends on how different they are and not on how many.
//
// A cell holds the numbers of a sixty-fourth of an octave: from 2^e * (0.5 + s/128) on.
// Its middle is at most 1/128 away from each of them. Numbers below the lowest octave
// share one cell, those above the highest another one.
type Histogram struct {
	Count    int64
	min, Max float64
	cells    []cell // that hold numbers, in ascending order of places
	below    uint32
	above    uint32
}

// cell is a place, and in its lower bits how many numbers it holds: reports keep thousands of histograms, of some ten
// to a hundred cells each. A place has several cells if one cannot hold its numbers: all but the first are full.
type cell uint32

const (
	countBits = 20
	mostCount = 1<<countBits - 1
)

func (c cell) place() int { return int(c >> countBits) }
func (c cell) n() uint32  { return uint32(c & mostCount) }

const (
	cellsPerOctave       = 64
	lowOctave, topOctave = -10, 24 // of milliseconds: a microsecond, four hours and a half
)

// Add counts a value.
func (h *Histogram) Add(v float64) {
	if math.IsNaN(v) {
		return
	}
	if h.Count == 0 || v < h.min {
		h.min = v
	}
	if h.Count == 0 || v > h.Max {
		h.Max = v
	}
	h.Count++
	switch place := placeOf(v); place {
	case belowAll:
		h.below++
	case aboveAll:
		h.above++
	default:
		h.count(place, 1)
	}
}

// Places of the cells outside the octaves.
const (
	belowAll = -1
	aboveAll = (topOctave - lowOctave + 1) * cellsPerOctave
)

// placeOf is the place of a number's cell among those of all octaves. It uses no logarithm, whose
// last bits differ between processors.
func placeOf(v float64) int {
	const (
		mantissa = 52
		bias     = 1022         // of the exponent, if the fraction is from 0.5 on
		shift    = mantissa - 6 // cellsPerOctave is 1 << 6
	)
	bits := math.Float64bits(v)
	exponent := int(bits>>mantissa) - bias
	switch {
	case v <= 0 || exponent < lowOctave:
		return belowAll
	case exponent > topOctave:
		return aboveAll
	}
	return (exponent-lowOctave)*cellsPerOctave + int(bits>>shift%cellsPerOctave)
}

// count adds n to a cell within the octaves. It searches in a loop of its own: a search that calls for each comparison
// takes three times as long.
func (h *Histogram) count(place int, n uint32) {
	for n > 0 {
		low, high := 0, len(h.cells)
		for low < high {
			if middle := int(uint(low+high) >> 1); h.cells[middle].place() < place {
				low = middle + 1
			} else {
				high = middle
			}
		}
		if low == len(h.cells) || h.cells[low].place() != place || h.cells[low].n() == mostCount {
			h.cells = slices.Insert(h.cells, low, cell(place<<countBits))
		}
		part := min(n, mostCount-h.cells[low].n())
		h.cells[low] += cell(part)
		n -= part
	}
}

// Weighted gives the number below which a share of the sum of all numbers lies, where each counts as much as it is
// large: of intervals, what half of the time was in shorter ones. false = there are none.
func (h *Histogram) Weighted(share float64) (value float64, ok bool) {
	sum := 0.0
	for place, n := range h.each {
		sum += middle(place) * float64(n)
	}
	passed := 0.0
	for place, n := range h.each {
		value = middle(place)
		if passed += value * float64(n); passed >= share*sum {
			break
		}
	}
	return min(max(value, h.min), h.Max), h.Count > 0
}

// each gives the cells that hold numbers, ascending, until it is told to stop.
func (h *Histogram) each(yield func(place int, n uint32) bool) {
	for i := 0; i < len(h.cells); {
		place, n := h.cells[i].place(), uint32(0)
		for ; i < len(h.cells) && h.cells[i].place() == place; i++ {
			n += h.cells[i].n()
		}
		if !yield(place, n) {
			return
		}
	}
}

// middle is that of a cell.
func middle(place int) float64 {
	const up = cellsPerOctave // below the octaves places are negative
	exponent, at := (place+up)/cellsPerOctave-1+lowOctave, (place+up)%cellsPerOctave
	return math.Ldexp(0.5+(float64(at)+0.5)/(2*cellsPerOctave), exponent)
}

// Percentile gives the number below or at which the share p of all lie; ok is false
// if there are none.
func (h *Histogram) Percentile(p float64) (v float64, ok bool) {
	if h.Count == 0 {
		return 0, false
	}
	rank := Rank(p, h.Count)
	within := func(v float64) float64 { return min(max(v, h.min), h.Max) }
	if rank -= int64(h.below); rank <= 0 {
		return within(middle(belowAll)), true
	}
	for place, n := range h.each {
		if rank -= int64(n); rank <= 0 {
			return within(middle(place)), true
		}
	}
	return within(middle(aboveAll)), true
}

// Rank is the place of a percentile among n sorted numbers, from 1: the nearest
// rank.
func Rank(p float64, n int64) int64 {
	return min(max(int64(math.Ceil(p*float64(n))), 1), n)
}

// PercentileOf is the same for numbers that are all there, in order.
func PercentileOf(p float64, ordered []float64) float64 {
	if len(ordered) == 0 {
		return 0
	}
	return ordered[Rank(p, int64(len(ordered)))-1]
}

// Merge adds all numbers of another histogram.
func (h *Histogram) Merge(g *Histogram) {
	for place, n := range g.each {
		h.count(place, n)
	}
	h.below += g.below
	h.above += g.above
	if g.Count == 0 {
		return
	}
	if h.Count == 0 || g.min < h.min {
		h.min = g.min
	}
	if h.Count == 0 || g.Max > h.Max {
		h.Max = g.Max
	}
	h.Count += g.Count
}

// Bins gives the middles of the cells that hold numbers, ascending, and how many each holds. Of two histograms the same cell has the
// same middle, also if it holds the least number of one of them or the largest.
func (h *Histogram) Bins() (values, counts []float64) {
	add := func(v float64, n uint32) {
		if n > 0 {
			values, counts = append(values, v), append(counts, float64(n))
		}
	}
	add(middle(belowAll), h.below)
	for place, n := range h.each {
		add(middle(place), n)
	}
	add(middle(aboveAll), h.above)
	return values, counts
}

// Rounded gives a percentile as figures have it; nil = there are no numbers.
func (h *Histogram) Rounded(p float64) *float64 {
	v, ok := h.Percentile(p)
	if !ok {
		return nil
	}
	return Thousandths(v)
}

// Thousandths rounds to three digits behind the point.
func Thousandths(x float64) *float64 {
	x = math.Round(x*1e3) / 1e3
	return &x
}
