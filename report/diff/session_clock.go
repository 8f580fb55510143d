package diff

import (
	"cmp"
	"math"
	"slices"

	"bcdump/report/figures"
	"bcdump/report/tally"
)

// fit is the fastest datagrams of some seconds.
type fit struct {
	least, most [2]point // by direction, without the drift
	some        [2]bool
	samples     []sample
	step        int64
	settled     bool
}

// both reports whether there are datagrams of both directions.
func (f *fit) both() bool { return f.some[0] && f.some[1] }

// point is when a datagram was seen, and by how much the clocks then lay apart, in nanoseconds.
type point struct {
	at float64 // of A, since the first pair
	d  float64 // of B's time less A's
}

type sample struct {
	w  *way
	to int
	point
}

// common is a time of a side on the clock of A.
func (m *meeting) common(i int, at int64) float64 {
	if i == 0 {
		return float64(at)
	}
	return float64(at) - m.offset
}

// follow moves the median of a direction towards a pair, as clocks drift.
func (m *meeting) follow(dir int, apart float64) {
	const step = 2e5
	if m.seen[dir]++; m.seen[dir] == 1 {
		m.middle[dir] = apart
	}
	m.middle[dir] += min(max(apart-m.middle[dir], -step), step)
	m.offset = (m.middle[0] + m.middle[1]) / 2
}

// measure notes how far both times of a datagram lie apart.
func (m *meeting) measure(w *way, a *sight, apart float64) {
	step := (a.At - m.first) / fitStep
	f := m.fits[step]
	if f == nil {
		if len(m.fits) >= maxFits {
			return
		}
		m.settle(step)
		f = &fit{step: step}
		m.fits[step], m.order = f, append(m.order, f)
	}
	dir := tally.BoolInt(a.ToClient)
	if len(f.samples) < maxWaiting && !f.settled {
		f.samples = append(f.samples, sample{w, dir, point{float64(a.At - m.first), apart}})
	}
}

// settle measures the datagrams of the steps before one against the fastest of their step. The clocks
// drift apart within a step too: the drift is that of the steps around it.
func (m *meeting) settle(before int64) {
	some := m.order[max(len(m.order)-lately, 0):]
	for range 2 { // which are the fastest depends on the drift, and that on them
		drift := fitCourse(some, m.near()).drift
		for _, f := range some {
			f.find(drift)
		}
	}
	drift := fitCourse(some, m.near()).drift
	for i, f := range some {
		// Where a clock is set back, the newest are not the latest.
		if f.step < before-1 || i < len(some)-2 {
			f.settle(drift)
		}
	}
}

// find looks for the fastest datagrams by each clock.
func (f *fit) find(drift float64) {
	if f.samples == nil {
		return
	}
	for dir := range f.some {
		var list []point
		for _, s := range f.samples {
			if s.to == dir {
				list = append(list, s.point)
			}
		}
		if f.some[dir] = len(list) > 0; !f.some[dir] {
			continue
		}
		slices.SortFunc(list, func(x, y point) int { return cmp.Compare(x.d-drift*x.at, y.d-drift*y.at) })
		out := len(list) / fastest
		f.least[dir], f.most[dir] = list[out], list[len(list)-1-out]
	}
}

// settle counts by how much the datagrams came later than the fastest.
func (f *fit) settle(drift float64) {
	later := func(x, y point) float64 { return max(x.d-y.d-drift*(x.at-y.at), 0) / 1e6 }
	for _, s := range f.samples {
		s.w.later[0].Add(later(s.point, f.least[s.to]))
		s.w.later[1].Add(later(f.most[s.to], s.point))
	}
	f.samples, f.settled = nil, true
}

// course is how the clocks lie apart over time for the fastest datagrams of both directions, which drift alike.
type course struct {
	steps int        // of them it is made
	at    [2]float64 // when the first datagram was paired, by direction, in nanoseconds
	drift float64
	off   float64 // by how much their middle may be off
}

// fitCourse fits a line to each direction of the steps that have datagrams of both directions.
func fitCourse(fits []*fit, near int) (l course) {
	var points [2][]point
	for _, f := range fits {
		if f.both() {
			up, down := f.ends(near)
			points[0], points[1] = append(points[0], up), append(points[1], down)
		}
	}
	if l.steps = len(points[0]); l.steps == 0 {
		return l
	}
	n := float64(l.steps)
	var mean [2]point
	var tt, td, rest float64
	for dir, list := range points {
		for _, x := range list {
			mean[dir].at += x.at / n
			mean[dir].d += (x.d - list[0].d) / n
		}
		mean[dir].d += list[0].d
		for _, x := range list {
			tt += (x.at - mean[dir].at) * (x.at - mean[dir].at)
			td += (x.at - mean[dir].at) * (x.d - mean[dir].d)
		}
	}
	if l.steps == 1 {
		up, down := points[0][0], points[1][0]
		return course{steps: 1, at: [2]float64{up.d, down.d}, off: max(up.at, down.at) * mostDrift}
	}
	l.drift = td / tt
	for dir, list := range points {
		l.at[dir] = mean[dir].d - l.drift*mean[dir].at
		for _, x := range list {
			apart := x.d - l.at[dir] - l.drift*x.at
			rest += apart * apart
		}
	}
	middle := (mean[0].at + mean[1].at) / 2
	l.off = sure * math.Sqrt(rest/(2*n-3)*(1/(2*n)+middle*middle/tt))
	return l
}

// ends gives the fastest of both directions, if A or B is near to the host.
func (f *fit) ends(near int) (up, down point) {
	if near == 1 {
		return f.least[0], f.most[1]
	}
	return f.most[0], f.least[1]
}

// clock fits the clocks: the middle between the fastest datagrams of both directions, over time. It
// gives the side that is nearer to the host; -1 = not known.
func (m *meeting) clock(out *figures.SameSession) (near int) {
	near = m.near()
	out.NearHost = map[int]string{0: "a", 1: "b"}[near]
	l := fitCourse(m.order, near)
	if l.steps == 0 {
		out.Clock.Offset = thousandths(m.offset / 1e6)
		return near
	}
	// No datagram arrives before it is sent: the true offset lies between both.
	uncertain := math.Abs(l.at[1]-l.at[0])/2 + l.off
	out.Clock = figures.SessionClock{Offset: thousandths((l.at[0] + l.at[1]) / 2e6), Drift: thousandths(l.drift * 1e6), Uncertain: thousandths(uncertain / 1e6)}
	return near
}

func thousandths(x float64) float64 { return math.Round(x*1e3) / 1e3 }

// near gives the side that is nearer to the host: what goes to clients comes there first.
func (m *meeting) near() int {
	sum, n := 0.0, 0
	for _, f := range m.order {
		if f.both() {
			sum += (f.least[1].d + f.most[1].d - f.least[0].d - f.most[0].d) / 2
			n++
		}
	}
	switch {
	case n == 0 || math.Abs(sum/float64(n)) < sameWay:
		return -1
	case sum > 0:
		return 0
	}
	return 1
}
