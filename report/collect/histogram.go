package collect

import (
	"cmp"
	"math"
	"slices"
)

// histogram sums up positive numbers so that percentiles can be told within 1 %, in
// memory that depends on how different they are and not on how many.
//
// A cell holds the numbers of a sixty-fourth of an octave: from 2^e * (0.5 + s/128) on.
// Its middle is at most 1/128 away from each of them. Numbers below the lowest octave
// share one cell, those above the highest another one.
type histogram struct {
	count    int64
	min, max float64
	cells    []cell // by index; at most cellsPerOctave * octaves
}

type cell struct {
	index int16
	count uint32
}

const (
	cellsPerOctave       = 64
	lowOctave, topOctave = -10, 24 // of milliseconds: a microsecond, four hours and a half
)

func (h *histogram) add(v float64) {
	if math.IsNaN(v) {
		return
	}
	if h.count == 0 || v < h.min {
		h.min = v
	}
	if h.count == 0 || v > h.max {
		h.max = v
	}
	h.count++
	index := indexOf(v)
	i, found := slices.BinarySearchFunc(h.cells, index, func(c cell, index int16) int { return cmp.Compare(c.index, index) })
	if !found {
		h.cells = slices.Insert(h.cells, i, cell{index: index})
	}
	h.cells[i].count++
}

// indexOf uses no logarithm, whose last bits differ between processors.
func indexOf(v float64) int16 {
	fraction, octave := math.Frexp(v)
	switch {
	case v <= 0 || octave < lowOctave:
		return lowOctave*cellsPerOctave - 1
	case octave > topOctave:
		return (topOctave + 1) * cellsPerOctave
	}
	return int16(octave*cellsPerOctave + int((fraction-0.5)*2*cellsPerOctave))
}

func (c cell) middle() float64 {
	octave := int(math.Floor(float64(c.index) / cellsPerOctave))
	place := int(c.index) - octave*cellsPerOctave
	return math.Ldexp(0.5+(float64(place)+0.5)/(2*cellsPerOctave), octave)
}

// percentile gives the number below or at which the share p of all lie; ok is false
// if there are none.
func (h *histogram) percentile(p float64) (v float64, ok bool) {
	if h.count == 0 {
		return 0, false
	}
	rank := rankOf(p, h.count)
	for _, c := range h.cells {
		if rank -= int64(c.count); rank <= 0 {
			return min(max(c.middle(), h.min), h.max), true
		}
	}
	return h.max, true
}

// rankOf is the place of a percentile among n sorted numbers, from 1: the nearest
// rank.
func rankOf(p float64, n int64) int64 {
	return min(max(int64(math.Ceil(p*float64(n))), 1), n)
}

// percentileOf is the same for numbers that are all there, in order.
func percentileOf(p float64, ordered []float64) float64 {
	if len(ordered) == 0 {
		return 0
	}
	return ordered[rankOf(p, int64(len(ordered)))-1]
}
