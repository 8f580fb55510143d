package main

import (
	"cmp"
	"slices"
	"time"
)

// median is the middle one, or the mean of the two in the middle.
func median[T cmp.Ordered](values []T, mean func(a, b T) T) (m T) {
	if len(values) == 0 {
		return m
	}
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return mean(sorted[middle-1], sorted[middle])
}

func meanFloat(a, b float64) float64 { return (a + b) / 2 }

// middle gives the median of each figure.
func middle(samples []sample) (m sample) {
	var walls, cpus []time.Duration
	var peaks []int64
	for _, s := range samples {
		walls, cpus, peaks = append(walls, s.wall), append(cpus, s.cpu), append(peaks, s.peak)
	}
	duration := func(a, b time.Duration) time.Duration { return (a + b) / 2 }
	return sample{
		wall: median(walls, duration), cpu: median(cpus, duration),
		peak: median(peaks, func(a, b int64) int64 { return (a + b) / 2 }),
	}
}

// ratio compares the times of two commands.
type ratio struct {
	medians float64 // of the medians of wall time
	pairs   float64 // median of the ratios of wall time in each round
	cpu     float64 // of the medians of CPU time; 0 = the system counted none
	known   bool
}

// over is the time of a as a multiple of that of b, if both were measured in one run.
func (all results) over(a, b key) ratio {
	x, y := all[a], all[b]
	if len(x) == 0 || len(y) == 0 || x[0].run != y[0].run || middle(y).wall == 0 {
		return ratio{}
	}
	var pairs []float64
	for i := range min(len(x), len(y)) {
		pairs = append(pairs, float64(x[i].wall)/float64(y[i].wall))
	}
	r := ratio{
		medians: float64(middle(x).wall) / float64(middle(y).wall),
		pairs:   median(pairs, meanFloat), known: true,
	}
	if cpu := middle(y).cpu; cpu > 0 {
		r.cpu = float64(middle(x).cpu) / float64(cpu)
	}
	return r
}
