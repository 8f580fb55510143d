package diff

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"bcdump/internal/histogram"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

const (
	// maxLook is how many datagrams of either capture are searched for the first that both have.
	//limit:maxLook Figures | datagrams that `diff --same-session` searches for the first in both captures | nothing is paired | TestSessionBounds
	maxLook = 262_144
	// maxWaiting bounds the datagrams of a capture that wait for their pair.
	//limit:maxWaiting Figures | datagrams of a capture that wait for their pair | the oldest is given up; counted | TestSessionBounds
	maxWaiting = 131_072
	// maxAlike bounds those of the same bytes, and maxWays the directions of links that are told apart.
	//limit:maxAlike Figures | datagrams with the same bytes that wait for their pair | the oldest is given up; counted | TestSessionFloods
	//limit:maxWays Figures | directions of links that `diff --same-session` tells apart | their datagrams are paired and counted, and have no row | TestSessionFloods
	maxAlike, maxWays = 256, 1024
	// patience is how long a datagram waits for its pair, and within how the two may lie apart, in
	// nanoseconds: stock software sends again after a second what has the same bytes.
	patience, within = 2e9, 6e8
	// fitStep is over how long the fastest datagrams are found, and maxFits how many of these there are.
	//limit:maxFits Figures | times of 10 s for which clocks are fitted | not fitted | TestSessionBounds
	fitStep, maxFits = int64(10e9), 16_384
	// lately is of how many of these steps the drift within a step is found.
	lately = 64
	// sure is how many standard errors the offset may be off.
	sure = 2
	// mostDrift is how far a clock drifts at most where that is not measured: systems correct no more.
	mostDrift = 500e-6
	// mostFrames bounds the frames that are named.
	mostFrames = 5
	// sameWay is below which difference of both directions it is not known which capture is nearer to
	// the host, in nanoseconds.
	sameWay = 1e5
	// sureOfWay is after how many pairs of each direction it is known which way they go, and early how
	// much sooner than half of the others a datagram may arrive, in nanoseconds.
	sureOfWay, early = 64, 5e7
	// share of the fastest datagrams of some seconds that are left out: a wrong pair may be among them.
	fastest = 50
)

// Session pairs the datagrams of one session that was captured at two places.
func Session(a, b iter.Seq[figures.Sighting], name [2]Naming) *figures.SameSession {
	nextA, stopA := iter.Pull(a)
	nextB, stopB := iter.Pull(b)
	defer stopA()
	defer stopB()
	m := &meeting{sides: [2]*side{newSide(nextA), newSide(nextB)}, links: map[linkWay]*way{}, partner: map[uint32]uint32{}, taken: map[uint32]bool{}, fits: map[int64]*fit{}}
	if m.meet() {
		m.run()
	}
	return m.report(name)
}

// Naming names the client of a link, and gives a query of one direction of it.
type Naming func(link uint32, toClient bool) (client, name string, q figures.Query)

// meeting is two captures that are read side by side.
type meeting struct {
	sides   [2]*side
	offset  float64 // of B's clock and the way, as it is by now
	links   map[linkWay]*way
	partner map[uint32]uint32 // link of A by link of B
	taken   map[uint32]bool   // links of A that have one
	middle  [2]float64        // of B's time less A's, by direction: the median, as it is by now
	seen    [2]int64          // pairs, by direction
	fits    map[int64]*fit
	order   []*fit // as they began
	first   int64  // time of A of the first pair
	last    int64
	paired  int64
	dropped int64
}

type linkWay struct {
	link     uint32 // of A
	toClient bool
}

// side is one capture.
type side struct {
	next    func() (figures.Sighting, bool)
	ahead   []figures.Sighting // read to find the first pair
	waiting map[uint64][]*sight
	queue   []*sight // those that wait, oldest first
	count   map[linkWay]int64
}

// sight is a datagram that waits for its pair.
type sight struct {
	figures.Sighting
	number int64 // on its link and direction
	gone   bool  // it has its pair, or was given up
}

func newSide(next func() (figures.Sighting, bool)) *side {
	return &side{next: next, waiting: map[uint64][]*sight{}, count: map[linkWay]int64{}}
}

// way is one direction of a link.
type way struct {
	paired, reordered int64
	only              [2]int64
	open              [2]int64 // that lack a pair since the last one
	frames            [2][]int64
	openFrames        [2][]int64
	last              [2]int64 // time of the last pair
	begun             bool
	newest            [2]int64               // number of the newest that is paired
	later             [2]histogram.Histogram // than the fastest, if B is behind A, and if A is behind B
	linkB             uint32
}

// meet finds the offset of the clocks: that of the datagrams that both captures have once.
func (m *meeting) meet() bool {
	for look := 1 << 12; look <= maxLook; look *= 4 {
		more := m.sides[0].look(look)
		more = m.sides[1].look(look) || more
		b := single(m.sides[1].ahead)
		var apart []float64
		for sum, x := range single(m.sides[0].ahead) {
			if other := b[sum]; other != nil {
				apart = append(apart, float64(other.At-x.At))
			}
		}
		if len(apart) > 0 {
			slices.Sort(apart)
			m.offset = apart[len(apart)/2]
			m.middle = [2]float64{m.offset, m.offset}
			m.vote(single(m.sides[0].ahead), b)
			return true
		}
		if !more {
			return false
		}
	}
	return false
}

// look reads ahead; more = there may be more.
func (s *side) look(n int) (more bool) {
	for len(s.ahead) < n {
		x, ok := s.next()
		if !ok {
			return false
		}
		s.ahead = append(s.ahead, x)
	}
	return true
}

// single gives what is there once.
func single(list []figures.Sighting) map[uint64]*figures.Sighting {
	once, often := map[uint64]*figures.Sighting{}, map[uint64]bool{}
	for i := range list {
		x := &list[i]
		if once[x.Sum] != nil {
			often[x.Sum] = true
		}
		once[x.Sum] = x
	}
	maps.DeleteFunc(once, func(sum uint64, _ *figures.Sighting) bool { return often[sum] })
	return once
}

// vote finds which link of one capture is which of the other: a host may write the same datagram to
// several clients.
func (m *meeting) vote(a, b map[uint64]*figures.Sighting) {
	type both struct{ a, b uint32 }
	votes := map[both]int{}
	for sum, x := range a {
		if y := b[sum]; y != nil {
			votes[both{x.Link, y.Link}]++
		}
	}
	order := slices.SortedFunc(maps.Keys(votes), func(x, y both) int {
		return cmp.Or(cmp.Compare(votes[y], votes[x]), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	for _, v := range order {
		if m.unpaired(v.a, v.b) {
			m.pairLinks(v.a, v.b)
		}
	}
}

// unpaired reports whether neither link has a partner.
func (m *meeting) unpaired(a, b uint32) bool {
	_, one := m.partner[b]
	return !one && !m.taken[a]
}

// pairLinks makes two links partners.
func (m *meeting) pairLinks(a, b uint32) {
	if len(m.taken) < maxWays {
		m.partner[b], m.taken[a] = a, true
	}
}

// take gives the next datagram.
func (s *side) take() (x figures.Sighting, ok bool) {
	if len(s.ahead) > 0 {
		x, s.ahead = s.ahead[0], s.ahead[1:]
		return x, true
	}
	return s.next()
}

// run reads both captures in the order of their fitted times.
func (m *meeting) run() {
	var heads [2]figures.Sighting
	var there [2]bool
	for i := range heads {
		heads[i], there[i] = m.sides[i].take()
	}
	for there[0] || there[1] {
		i := 0
		if !there[0] || there[1] && m.common(1, heads[1].At) < m.common(0, heads[0].At) {
			i = 1
		}
		m.see(i, heads[i])
		m.expire(m.common(i, heads[i].At) - patience)
		heads[i], there[i] = m.sides[i].take()
	}
	m.expire(math.Inf(1))
	m.settle(math.MaxInt64)
}

// see takes a datagram of side i.
func (m *meeting) see(i int, x figures.Sighting) {
	s, other := m.sides[i], m.sides[1-i]
	key := linkWay{x.Link, x.ToClient}
	if n := s.count[key]; n > 0 || len(s.count) < maxWays {
		s.count[key]++
	}
	now := &sight{Sighting: x, number: s.count[key]}
	for at, e := range other.waiting[x.Sum] {
		pair := [2]*sight{now, e}
		if i == 1 {
			pair = [2]*sight{e, now}
		}
		if e.ToClient != x.ToClient || !m.fit(pair) {
			continue
		}
		other.leave(e, at)
		m.pair(pair, i)
		return
	}
	if alike := s.waiting[x.Sum]; len(alike) >= maxAlike {
		m.dropped++
		m.giveUp(i, alike[0], 0)
	}
	s.waiting[x.Sum] = append(s.waiting[x.Sum], now)
	s.queue = append(s.queue, now)
	if len(s.queue) > maxWaiting {
		m.dropped++
		m.forget(i)
	}
}

// leave takes a datagram out of those that wait for their pair; at = its place among those of its bytes.
func (s *side) leave(x *sight, at int) {
	x.gone = true
	list := slices.Delete(s.waiting[x.Sum], at, at+1)
	if len(list) == 0 {
		delete(s.waiting, x.Sum)
	} else {
		s.waiting[x.Sum] = list
	}
}

// fit reports whether two datagrams of the same bytes may be one: on the same link, and neither too late nor
// there before it was sent.
func (m *meeting) fit(p [2]*sight) bool {
	a, b := p[0], p[1]
	if partner, ok := m.partner[b.Link]; ok && partner != a.Link || !ok && m.taken[a.Link] {
		return false
	}
	dir := tally.BoolInt(a.ToClient)
	late := float64(b.At-a.At) - m.middle[dir]
	if math.Abs(late) > within {
		return false
	}
	if min(m.seen[0], m.seen[1]) < sureOfWay {
		return true
	}
	if m.middle[dir] < m.middle[1-dir] { // it goes from B to A
		late = -late
	}
	return late > -early
}

// pair takes a datagram that both captures have; side i had it later.
func (m *meeting) pair(p [2]*sight, i int) {
	a, b := p[0], p[1]
	if m.paired == 0 {
		m.first = a.At
	}
	m.paired++
	m.last = max(m.last, a.At)
	apart := float64(b.At - a.At)
	m.follow(tally.BoolInt(a.ToClient), apart)
	if m.unpaired(a.Link, b.Link) {
		m.pairLinks(a.Link, b.Link)
	}
	w := m.way(linkWay{a.Link, a.ToClient})
	if w == nil {
		m.dropped++
		return
	}
	w.linkB = b.Link
	w.begun = true
	w.paired++
	w.last = [2]int64{max(w.last[0], a.At), max(w.last[1], b.At)}
	if p[1-i].number < w.newest[1-i] {
		w.reordered++
	}
	for side := range p {
		w.newest[side] = max(w.newest[side], p[side].number)
		w.only[side] += w.open[side]
		w.frames[side] = keep(w.frames[side], w.openFrames[side]...)
		w.open[side], w.openFrames[side] = 0, nil
	}
	m.measure(w, a, apart)
}

// way gives one direction of a link; nil = there is no room for it.
func (m *meeting) way(key linkWay) *way {
	w := m.links[key]
	if w == nil && len(m.links) < maxWays {
		w = &way{}
		m.links[key] = w
	}
	return w
}

func keep(frames []int64, more ...int64) []int64 {
	return append(frames, more[:min(len(more), mostFrames-min(len(frames), mostFrames))]...)
}

// expire gives up datagrams that have waited long enough.
func (m *meeting) expire(before float64) {
	for i, s := range m.sides {
		for len(s.queue) > 0 && (s.queue[0].gone || m.common(i, s.queue[0].At) < before) {
			m.forget(i)
		}
	}
}

// forget takes out the datagram that has waited longest.
func (m *meeting) forget(i int) {
	s := m.sides[i]
	x := s.queue[0]
	s.queue[0] = nil
	s.queue = s.queue[1:]
	if !x.gone {
		m.giveUp(i, x, slices.Index(s.waiting[x.Sum], x))
	}
}

// giveUp no longer waits for the pair of a datagram of side i.
func (m *meeting) giveUp(i int, x *sight, at int) {
	m.sides[i].leave(x, at)
	m.alone(i, x)
}

// alone counts a datagram that the other capture lacks, if it has others of the link before and after.
func (m *meeting) alone(i int, x *sight) {
	link := x.Link
	if i == 1 {
		partner, ok := m.partner[link]
		if !ok {
			return
		}
		link = partner
	}
	w := m.links[linkWay{link, x.ToClient}]
	switch {
	case w == nil || !w.begun:
	case w.last[i] > x.At:
		w.only[i]++
		w.frames[i] = keep(w.frames[i], x.Frame)
	default:
		w.open[i]++
		w.openFrames[i] = keep(w.openFrames[i], x.Frame)
	}
}

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
		out.Clock.Offset = *tally.Milliseconds(m.offset / 1e6)
		return near
	}
	// No datagram arrives before it is sent: the true offset lies between both.
	uncertain := math.Abs(l.at[1]-l.at[0])/2 + l.off
	out.Clock = figures.SessionClock{Offset: *tally.Milliseconds((l.at[0] + l.at[1]) / 2e6), Drift: *histogram.Thousandths(l.drift * 1e6), Uncertain: *tally.Milliseconds(uncertain / 1e6)}
	return near
}

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

// report gives what was found.
func (m *meeting) report(name [2]Naming) *figures.SameSession {
	out := &figures.SameSession{Paired: m.paired, Overlap: figures.Seconds(m.last-m.first) / 1e9, Links: []figures.SessionLink{}, Dropped: m.dropped}
	near := m.clock(out)
	keys := slices.SortedFunc(maps.Keys(m.links), func(a, b linkWay) int {
		return cmp.Or(cmp.Compare(a.link, b.link), cmp.Compare(tally.BoolInt(a.toClient), tally.BoolInt(b.toClient)))
	})
	for _, key := range keys {
		out.Links = append(out.Links, m.links[key].figure(key, near, name))
	}
	return out
}

func (w *way) figure(key linkWay, near int, name [2]Naming) figures.SessionLink {
	f := figures.SessionLink{Paired: w.paired, OnlyA: w.only[0], OnlyB: w.only[1], Reordered: w.reordered, Dir: "C>S", FirstA: []int64{}, FirstB: []int64{}}
	if key.toClient {
		f.Dir = "S>C"
	}
	f.FirstA, f.FirstB = append(f.FirstA, w.frames[0]...), append(f.FirstB, w.frames[1]...)
	f.ClientA, f.Name, f.QueryA = name[0](key.link, key.toClient)
	other := ""
	f.ClientB, other, f.QueryB = name[1](w.linkB, key.toClient)
	f.Name = cmp.Or(f.Name, other)
	sender := near // of what goes to clients
	if !key.toClient && near >= 0 {
		sender = 1 - near
	}
	if near >= 0 {
		lost := w.only[sender]
		f.Lost = &lost
	}
	h := &w.later[max(sender, 0)]
	f.Delay.Count = h.Count
	f.Delay.P50, f.Delay.P90, f.Delay.Max = tally.Percentiles(h)
	return f
}

// Same makes differences of what one capture of a session lacks.
func Same(a, b figures.DiffFile, s *figures.SameSession) *figures.Diff {
	out := &figures.Diff{Version: figures.Version, A: a, B: b, Compared: []figures.DiffCount{}, Differences: []figures.Difference{}, Tables: []figures.DiffTable{}, Session: s}
	n := figures.DiffCount{Section: "session", Compared: len(s.Links)}
	for i := range s.Links {
		if d, ok := missing(&s.Links[i]); ok {
			out.Differences = append(out.Differences, d)
			n.Differ++
		}
	}
	if d, ok := hardlySame(&a, &b, s); ok {
		out.Differences = append(out.Differences, d)
	}
	out.Compared = append(out.Compared, n)
	rank(out.Differences)
	out.Equal = len(out.Differences) == 0
	return out
}

// hardly is the part of the smaller capture that must be in the other one.
const hardly = 20

// hardlySame says so if hardly anything is in both captures.
func hardlySame(a, b *figures.DiffFile, s *figures.SameSession) (d figures.Difference, ok bool) {
	if s.Paired > min(a.Frames, b.Frames)/hardly {
		return d, false
	}
	d = figures.Difference{Section: "session", Key: "session", A: number(s.Paired) + " datagrams", B: number(s.Paired) + " datagrams", Effect: 1, Score: 2}
	d.Text = fmt.Sprintf("only %s datagrams are in both captures: they are not of one session, or do not overlap", number(s.Paired))
	if s.Paired == 0 {
		d.Text = "no datagram is in both captures: they are not of one session, or do not overlap"
	}
	return d, true
}

// missing says what either capture lacks of a link.
func missing(l *figures.SessionLink) (d figures.Difference, ok bool) {
	if l.OnlyA+l.OnlyB == 0 {
		return d, false
	}
	d.Section, d.Key = "session", "session "+l.Dir
	all := l.Paired + l.OnlyA + l.OnlyB
	d.A, d.B = fmt.Sprintf("%s that B lacks", number(l.OnlyA)), fmt.Sprintf("%s that A lacks", number(l.OnlyB))
	d.Effect = float64(l.OnlyA+l.OnlyB) / float64(all)
	d.Score = d.Effect
	d.Text = fmt.Sprintf("%s %s: of %s datagrams A has %s, B has %s", cmp.Or(l.Name, l.ClientA), l.Dir, number(all), d.A, d.B)
	if l.Lost != nil && *l.Lost > 0 {
		d.Text += fmt.Sprintf(": %s were lost on the way", number(*l.Lost))
	}
	d.QueryA, d.QueryB = frames(l.FirstA), frames(l.FirstB)
	return d, true
}

func frames(list []int64) figures.Query {
	if len(list) == 0 {
		return ""
	}
	return figures.Query("frame in [" + strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]") + "]")
}
