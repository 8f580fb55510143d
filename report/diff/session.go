package diff

import (
	"cmp"
	"errors"
	"fmt"
	"hash/maphash"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"
	"unsafe"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/internal/histogram"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

const (
	// maxWays bounds the directions of links that have a row.
	//limit:maxWays Figures | directions of links that `diff --same-session` tells apart | their datagrams are paired and counted, and have no row | TestSessionFloods
	maxWays = 1024
	// maxAlike bounds those among which the pair of a datagram is looked for.
	//limit:maxAlike Figures | datagrams with the same bytes, within 0.6 s, that `diff --same-session` pairs | not paired | TestSessionFloods
	maxAlike = 1024
	// within is within how many nanoseconds the two sights of a datagram may lie apart: stock software sends again after a second
	// what has the same bytes.
	within = 6e8
	// fitStep is over how many nanoseconds the fastest datagrams are found, and lately of how many of these steps the drift
	// within a step is.
	fitStep, lately = int64(10e9), 64
	// sureOf is how many standard errors the offset may be off, mostDrift how far a clock drifts at most where that is not
	// measured: systems correct no more.
	sureOf, mostDrift = 2, 500e-6
	// mostFrames bounds the frames that are named.
	mostFrames = 5
	// sameWay is below which difference of both directions it is not known which capture is nearer to the host, and early how
	// much sooner than half of the others a datagram may arrive, in nanoseconds.
	sameWay, early = 1e5, 5e7
	// sureOfWay is after how many datagrams of each direction it is known which way they go.
	sureOfWay = 64
	// fastest is the part of the fastest datagrams of some seconds that is left out: a wrong pair may be among them.
	fastest = 50
	// hardly is the part of the smaller capture that must be in the other one.
	hardly = 20
	// byChance is how many datagrams two sessions may have in common: all begin alike.
	byChance = 10
)

// sight is a datagram of a game, as a capture has it.
type sight struct {
	sum      uint64 // of its content
	at       int64  // ns since 1970
	frame    int64
	link     uint32 // number of the link in the capture
	toClient bool

	pair *sight // of the other capture; nil = it lacks the datagram
	way  int    // place on its way
	// alike are those of B with the same bytes, in the order of time.
	alike []*sight
}

var sums = maphash.MakeSeed()

// Sights are the datagrams of the links of a capture, to be paired with those of another one.
type Sights struct {
	all     []sight
	match   *match.Match
	queries tally.Queries
	file    figures.DiffFile
}

// SightsOf reads a capture to its end, within a budget and a span. An error may be a *[facts.BudgetError].
func SightsOf(c *decode.Capture, o facts.Options) (*Sights, error) {
	a, s, read := tally.NewAccounts(), &Sights{}, tally.Activity{}
	if !o.Whole() {
		a.Wanted = o.Within
	}
	frame := int64(0)
	summary, err := a.Read(c.Name(), c, func(r *decode.Record) error {
		if r.Link == 0 || r.CopyOf != 0 || r.Frame == frame || r.Frames() != nil || r.Lost() {
			return nil
		}
		if frame = r.Frame; !r.Time.HasNanos() {
			return errors.New("--same-session compares clocks, which it can from 1678 to 2262 only: set the times of the captures, for example with editcap -t")
		}
		read.Pass(r.Datagram)
		s.all = append(s.all, sight{sum: maphash.Bytes(sums, r.Datagram.Payload), at: r.Time.UnixNano(), frame: r.Frame, link: r.Link, toClient: r.Dir == decode.ToClient})
		if o.Budget > 0 && facts.Budget(len(s.all))*facts.Budget(unsafe.Sizeof(sight{})) > o.Budget {
			return &facts.BudgetError{Name: c.Name(), Budget: o.Budget, Frame: r.Frame, Time: r.Time}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.match, s.queries.Copied = a.Match, summary.Copies.Datagrams > 0
	s.file = figures.DiffFile{File: tally.FileOf(c.Name(), summary), Clients: []string{}}
	if !o.Whole() {
		read.Narrow(&s.file.File)
	}
	for _, c := range s.match.Connections() {
		s.file.Clients = append(s.file.Clients, c.Name)
	}
	return s, nil
}

// Session pairs the datagrams of one session that was captured at two places.
func Session(a, b *Sights) *figures.Diff {
	return same(a.file, b.file, paired(a, b))
}

// name gives address and name of the client of a link, and the query of a direction of it.
func (s *Sights) name(link uint32, toClient bool) (client, name string, q figures.Query) {
	dir := decode.ToServer
	if toClient {
		dir = decode.ToClient
	}
	for _, c := range s.match.Connections() {
		if c.Link == link {
			client, name = tally.AddressText(c.Client), cmp.Or(name, c.Name)
			q = s.queries.Of(tally.Link{Client: c.Client, Server: c.Server}.Sent(dir))
		}
	}
	return client, name, q
}

// way is one direction of a link.
type way struct {
	link     uint32 // of A
	toClient bool
}

// meeting is two captures side by side.
type meeting struct {
	partner map[uint32]uint32 // link of A by link of B
	taken   map[uint32]bool   // links of A that have one
	single  [2][]point        // datagrams that both captures have once, by direction, in order of time
	middle  [2]float64        // of B's time less A's
	course  [2][]float64      // the same around each few of these datagrams
	offset  float64           // of the clocks, if both directions take the same time
	first   int64             // time of A of the first pair
	last    int64
	paired  int64
	ways    map[way][2][]*sight             // by capture, in order
	later   map[way]*[2]histogram.Histogram // than the fastest, if B is behind A, and if A is behind B
	fits    []*fit
}

// paired finds the datagrams that are in both captures.
func paired(a, b *Sights) *figures.SameSession {
	m := &meeting{partner: map[uint32]uint32{}, taken: map[uint32]bool{}, ways: map[way][2][]*sight{}, later: map[way]*[2]histogram.Histogram{}}
	if m.meet(bySum(a.all), bySum(b.all)) {
		m.pairAll(a.all, b.all)
		m.measure()
	}
	return m.report(a, b)
}

// meet finds which link of one capture is which of the other, and how the clocks lie apart, by the datagrams that both have
// once: a host may write the same datagram to several clients.
func (m *meeting) meet(a, b []*sight) bool {
	votes := map[[2]uint32]int{}
	for i, j := 0, 0; i < len(a) && j < len(b); {
		x, y := a[i], b[j]
		left, right := alike(a[i:]), alike(b[j:])
		if x.sum != y.sum {
			i, j = i+left*tally.BoolInt(x.sum < y.sum), j+right*tally.BoolInt(x.sum > y.sum)
			continue
		}
		if left == 1 && right == 1 && x.toClient == y.toClient {
			votes[[2]uint32{x.link, y.link}]++
			dir := tally.BoolInt(x.toClient)
			m.single[dir] = append(m.single[dir], point{float64(x.at), float64(y.at - x.at)})
		}
		for ; left > 0; i, left = i+1, left-1 {
			a[i].alike = b[j : j+right]
		}
		j += right
	}
	for _, v := range slices.SortedFunc(maps.Keys(votes), func(x, y [2]uint32) int {
		return cmp.Or(cmp.Compare(votes[y], votes[x]), slices.Compare(x[:], y[:]))
	}) {
		if _, one := m.partner[v[1]]; !one && !m.taken[v[0]] {
			m.partner[v[1]], m.taken[v[0]] = v[0], true
		}
	}
	for dir, list := range m.single {
		slices.SortFunc(list, func(x, y point) int { return cmp.Or(cmp.Compare(x.at, y.at), cmp.Compare(x.d, y.d)) })
		m.middle[dir] = middleOf(list)
		for i := 0; i <= len(list); i += around {
			m.course[dir] = append(m.course[dir], middleOf(list[max(0, i-around):min(len(list), i+2*around)]))
		}
	}
	switch {
	case len(votes) == 0:
		return false
	case len(m.single[0]) == 0:
		m.middle[0] = m.middle[1]
	case len(m.single[1]) == 0:
		m.middle[1] = m.middle[0]
	}
	m.offset = (m.middle[0] + m.middle[1]) / 2
	return true
}

// bySum gives datagrams in the order of their sums, those with the same bytes in the order of time.
func bySum(list []sight) []*sight {
	all := make([]*sight, len(list))
	for i := range list {
		all[i] = &list[i]
	}
	slices.SortFunc(all, func(x, y *sight) int {
		return cmp.Or(cmp.Compare(x.sum, y.sum), cmp.Compare(x.at, y.at), cmp.Compare(x.frame, y.frame))
	})
	return all
}

// alike is how many at the beginning have the same bytes.
func alike(list []*sight) int {
	n := 1
	for n < len(list) && list[n].sum == list[0].sum {
		n++
	}
	return n
}

// middleOf is the median of how times lie apart.
func middleOf(list []point) float64 {
	if len(list) == 0 {
		return 0
	}
	apart := make([]float64, len(list))
	for i := range list {
		apart[i] = list[i].d
	}
	slices.Sort(apart)
	return apart[len(apart)/2]
}

// around is how many datagrams tell together how the clocks lie apart at a time: they drift.
const around = 16

// about is by how much times of a direction lie apart around a time of A.
func (m *meeting) about(dir int, at int64) float64 {
	list := m.single[dir]
	if len(list) == 0 {
		return m.middle[dir]
	}
	i := sort.Search(len(list), func(i int) bool { return list[i].at >= float64(at) })
	return m.course[dir][i/around]
}

// pairAll pairs what has the same bytes, on the same link and at the same time.
func (m *meeting) pairAll(a, b []sight) {
	for i := range b {
		y := &b[i]
		if link, ok := m.partner[y.link]; ok {
			m.on(way{link, y.toClient}, 1, y)
		}
	}
	known := min(len(m.single[0]), len(m.single[1])) >= sureOfWay
	for i := range a {
		x := &a[i]
		m.on(way{x.link, x.toClient}, 0, x)
		dir := tally.BoolInt(x.toClient)
		var best *sight
		least, usual := float64(within), m.about(dir, x.at)
		late := func(y *sight) float64 { return float64(y.at-x.at) - usual }
		for n, y := range x.alike[sort.Search(len(x.alike), func(i int) bool { return late(x.alike[i]) >= -within }):] {
			apart := late(y)
			if apart > within || n >= maxAlike {
				break
			}
			if link, ok := m.partner[y.link]; y.pair != nil || y.toClient != x.toClient || !ok || link != x.link {
				continue
			}
			if fromB := m.middle[dir] < m.middle[1-dir]; known && (fromB && apart > early || !fromB && apart < -early) {
				continue // it is there before it was sent
			}
			if math.Abs(apart) <= least {
				best, least = y, math.Abs(apart)
			}
		}
		if best == nil {
			continue
		}
		x.pair, best.pair = best, x
		if m.paired++; m.paired == 1 {
			m.first = x.at
		}
		m.last = max(m.last, x.at)
	}
}

// on puts a datagram on its way.
func (m *meeting) on(w way, capture int, x *sight) {
	list := m.ways[w]
	x.way = len(list[capture])
	list[capture] = append(list[capture], x)
	m.ways[w] = list
}

// point is when a datagram was seen, and by how much the clocks then lay apart, in nanoseconds.
type point struct {
	at float64 // of A, since the first pair
	d  float64 // of B's time less A's
}

// fit is the datagrams of some seconds, and the fastest by each clock, by direction.
type fit struct {
	of          [2]map[way][]point
	least, most [2]point // without the drift
}

// both reports whether there are datagrams of both directions.
func (f *fit) both() bool { return len(f.of[0]) > 0 && len(f.of[1]) > 0 }

// measure notes by how much datagrams came later than the fastest ones around. The clocks drift apart within a step too, by
// the drift of the steps around it; which are the fastest depends on that, and that on them.
func (m *meeting) measure() {
	fits := map[int64]*fit{}
	for w, sides := range m.ways {
		for _, x := range sides[0] {
			if x.pair == nil {
				continue
			}
			n := tally.FloorDiv(x.at-m.first, fitStep)
			if fits[n] == nil {
				fits[n] = &fit{of: [2]map[way][]point{{}, {}}}
			}
			of := fits[n].of[tally.BoolInt(w.toClient)]
			of[w] = append(of[w], point{float64(x.at - m.first), float64(x.pair.at - x.at)})
		}
	}
	for _, n := range slices.Sorted(maps.Keys(fits)) {
		m.fits = append(m.fits, fits[n])
	}
	drift := 0.0
	for range 2 {
		for _, f := range m.fits {
			f.find(drift)
		}
		drift = fitCourse(m.fits, m.near()).drift
	}
	for i, f := range m.fits {
		some := m.fits[max(0, i-lately/2):min(len(m.fits), i+lately/2)]
		drift := fitCourse(some, m.near()).drift
		f.find(drift)
		later := func(x, y point) float64 { return max(x.d-y.d-drift*(x.at-y.at), 0) / 1e6 }
		for dir := range f.of {
			for w, list := range f.of[dir] {
				if m.later[w] == nil {
					m.later[w] = &[2]histogram.Histogram{}
				}
				for _, x := range list {
					m.later[w][0].Add(later(x, f.least[dir]))
					m.later[w][1].Add(later(f.most[dir], x))
				}
			}
		}
	}
}

// find looks for the fastest datagrams by each clock.
func (f *fit) find(drift float64) {
	for dir := range f.of {
		var list []point
		for _, some := range f.of[dir] {
			list = append(list, some...)
		}
		if len(list) == 0 {
			continue
		}
		slices.SortFunc(list, func(x, y point) int {
			return cmp.Or(cmp.Compare(x.d-drift*x.at, y.d-drift*y.at), cmp.Compare(x.at, y.at))
		})
		out := len(list) / fastest
		f.least[dir], f.most[dir] = list[out], list[len(list)-1-out]
	}
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
			up, down := f.most[0], f.least[1]
			if near == 1 {
				up, down = f.least[0], f.most[1]
			}
			points[0], points[1] = append(points[0], up), append(points[1], down)
		}
	}
	if l.steps = len(points[0]); l.steps == 0 {
		return l
	}
	if l.steps == 1 {
		up, down := points[0][0], points[1][0]
		return course{steps: 1, at: [2]float64{up.d, down.d}, off: max(up.at, down.at) * mostDrift}
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
	l.drift = td / tt
	for dir, list := range points {
		l.at[dir] = mean[dir].d - l.drift*mean[dir].at
		for _, x := range list {
			apart := x.d - l.at[dir] - l.drift*x.at
			rest += apart * apart
		}
	}
	middle := (mean[0].at + mean[1].at) / 2
	l.off = sureOf * math.Sqrt(rest/(2*n-3)*(1/(2*n)+middle*middle/tt))
	return l
}

// near gives the side that is nearer to the host: what goes to clients comes there first; -1 = not known.
func (m *meeting) near() int {
	sum, n := 0.0, 0
	for _, f := range m.fits {
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

// report gives what was found. The clocks lie apart by the middle between the fastest datagrams of both directions: none
// arrives before it is sent, so the true offset lies between both.
func (m *meeting) report(a, b *Sights) *figures.SameSession {
	near := m.near()
	out := &figures.SameSession{Paired: m.paired, Overlap: figures.Seconds(m.last-m.first) / 1e9, Links: []figures.SessionLink{}, NearHost: map[int]string{0: "a", 1: "b"}[near]}
	out.Clock.Offset = *tally.Milliseconds(m.offset / 1e6)
	if l := fitCourse(m.fits, near); l.steps > 0 {
		uncertain := math.Abs(l.at[1]-l.at[0])/2 + l.off
		out.Clock = figures.SessionClock{Offset: *tally.Milliseconds((l.at[0] + l.at[1]) / 2e6), Drift: *histogram.Thousandths(l.drift * 1e6), Uncertain: *tally.Milliseconds(uncertain / 1e6)}
	}
	for _, w := range slices.SortedFunc(maps.Keys(m.later), func(a, b way) int {
		return cmp.Or(cmp.Compare(a.link, b.link), cmp.Compare(tally.BoolInt(a.toClient), tally.BoolInt(b.toClient)))
	}) {
		if len(out.Links) < maxWays {
			out.Links = append(out.Links, m.figure(w, near, a, b))
			continue
		}
		out.Dropped += m.later[w][0].Count
	}
	return out
}

// figure tells of one direction of a link: what the other capture lacks counts between the first and the last datagram that
// both have.
func (m *meeting) figure(w way, near int, a, b *Sights) figures.SessionLink {
	f := figures.SessionLink{Dir: "C>S", FirstA: []int64{}, FirstB: []int64{}}
	sender := near // of what goes to clients
	if w.toClient {
		f.Dir = "S>C"
	} else if near >= 0 {
		sender = 1 - near
	}
	receiver := tally.BoolInt(m.middle[tally.BoolInt(w.toClient)] >= m.middle[tally.BoolInt(!w.toClient)])
	linkB, newest, only := uint32(0), -1, [2]int64{}
	for side, list := range m.ways[w] {
		isPaired := func(x *sight) bool { return x.pair != nil }
		first := slices.IndexFunc(list, isPaired)
		last := len(list) - 1
		for last >= 0 && !isPaired(list[last]) {
			last--
		}
		for _, x := range list[max(first, 0) : last+1] {
			switch frames := []*[]int64{&f.FirstA, &f.FirstB}[side]; {
			case x.pair == nil:
				if only[side]++; len(*frames) < mostFrames {
					*frames = append(*frames, x.frame)
				}
			case side == receiver:
				if f.Paired++; x.pair.way < newest {
					f.Reordered++
				}
				newest = max(newest, x.pair.way)
			}
			if side == 1 {
				linkB = x.link
			}
		}
	}
	f.OnlyA, f.OnlyB = only[0], only[1]
	f.ClientA, f.Name, f.QueryA = a.name(w.link, w.toClient)
	other := ""
	f.ClientB, other, f.QueryB = b.name(linkB, w.toClient)
	f.Name = cmp.Or(f.Name, other)
	if near >= 0 {
		f.Lost = &only[sender]
	}
	h := &m.later[w][max(sender, 0)]
	f.Delay.Count = h.Count
	f.Delay.P50, f.Delay.P90, f.Delay.Max = tally.Percentiles(h)
	return f
}

// strangers reports whether the captures have less in common than not while both have the link, or next to nothing: what
// looks the same then is so by chance, and tells nothing of clocks and losses.
func strangers(s *figures.SameSession) bool {
	common := int64(0)
	for i := range s.Links {
		common += s.Links[i].Paired - s.Links[i].OnlyA - s.Links[i].OnlyB
	}
	return common < byChance
}

// same makes differences of what one capture of a session lacks.
func same(a, b figures.DiffFile, s *figures.SameSession) *figures.Diff {
	out := &figures.Diff{Version: figures.Version, A: a, B: b, Differences: []figures.Difference{}, Session: s}
	add := func(key, a, b string, effect, score float64, text string) *figures.Difference {
		d := figures.Difference{Section: "session", Score: score}
		d.Key, d.A, d.B, d.Effect, d.Text = key, a, b, effect, text
		out.Differences = append(out.Differences, d)
		return &out.Differences[len(out.Differences)-1]
	}
	if s.Paired <= min(a.Frames, b.Frames)/hardly {
		few := commas(s.Paired) + " datagrams"
		which, why := "only "+few+" are", "they hardly overlap"
		if s.Paired < 2 {
			which = [...]string{"no datagram is", "only one datagram is"}[s.Paired]
		}
		if strangers(s) {
			why = "they are not of one session, or do not overlap"
			*s = figures.SameSession{Paired: s.Paired, Links: []figures.SessionLink{}}
		}
		add("session", few, few, 1, 2, which+" in both captures: "+why)
	}
	n := figures.DiffCount{Section: "session", Compared: len(s.Links)}
	for i := range s.Links {
		l := &s.Links[i]
		if l.OnlyA+l.OnlyB == 0 {
			continue
		}
		n.Differ++
		all := l.Paired + l.OnlyA + l.OnlyB
		effect := float64(l.OnlyA+l.OnlyB) / float64(all)
		a, b := commas(l.OnlyA)+" that B lacks", commas(l.OnlyB)+" that A lacks"
		text := fmt.Sprintf("%s %s: of %s datagrams A has %s, B has %s", cmp.Or(l.Name, l.ClientA), l.Dir, commas(all), a, b)
		if l.Lost != nil && *l.Lost > 0 {
			text += fmt.Sprintf(": %s were lost on the way", commas(*l.Lost))
		}
		d := add("session "+l.Dir, a, b, effect, effect, text)
		d.QueryA, d.QueryB = frames(l.FirstA), frames(l.FirstB)
	}
	out.Compared = []figures.DiffCount{n}
	rank(out.Differences)
	out.Equal = len(out.Differences) == 0
	return out
}

func frames(list []int64) figures.Query {
	if len(list) == 0 {
		return ""
	}
	return figures.Query("frame in [" + strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]") + "]")
}
