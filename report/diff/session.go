package diff

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"slices"

	"bcdump/internal/histogram"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

const (
	// maxLook is how many datagrams of either capture are searched for the first that both have.
	maxLook = 262_144
	// maxWaiting bounds the datagrams of a capture that wait for their pair.
	maxWaiting = 131_072
	// maxAlike bounds those of the same bytes, and maxWays the directions of links that are told apart.
	maxAlike, maxWays = 256, 1024
	// patience is how long a datagram waits for its pair, and within how the two may lie apart, in
	// nanoseconds: stock software sends again after a second what has the same bytes.
	patience, within = 2e9, 6e8
	// fitStep is over how long the fastest datagrams are found, and maxFits how many of these there are.
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
