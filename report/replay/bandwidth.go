package replay

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/tally"
)

// mostFlows is how many kinds of messages of a direction have a line of their own.
const mostFlows = 6

// flow is a kind of message, in one direction of a protocol; "" = all that have no line of their own.
type flow struct{ proto, dir, what string }

// profile is what takes the bytes over time.
type profile struct {
	stats *figures.Stats
	clock *clock
	kept  map[flow]bool
	names map[string]string // of opcodes
	lines map[flow]*curve
}

// bandwidth gives what takes the bytes over time, by kind and direction.
func bandwidth(s *figures.Stats, c *clock, queries *tally.Queries) (list []figures.ReplaySeries) {
	p := profile{stats: s, clock: c, kept: frequent(&s.Bandwidth), names: map[string]string{}, lines: map[flow]*curve{}}
	for i := range s.Opcodes {
		if x := &s.Opcodes[i]; x.Proto == "" {
			p.names[x.Opcode] = x.Name
		}
	}
	p.read()
	for _, f := range slices.SortedFunc(maps.Keys(p.lines), compareFlows) {
		list = append(list, p.series(f, queries))
	}
	return list
}

func compareFlows(a, b flow) int {
	return cmp.Or(cmp.Compare(a.proto, b.proto), cmp.Compare(a.dir, b.dir), cmp.Compare(tally.BoolInt(a.what == ""), tally.BoolInt(b.what == "")), cmp.Compare(a.what, b.what))
}

// flowsOf gives the bytes of a bucket by kind.
func flowsOf(b *figures.Bucket) map[flow]int64 {
	all, rest := map[flow]int64{}, b.Bytes
	for what, n := range b.ByOpcode {
		all[flow{b.Proto, b.Dir, what}] = n
		rest -= n
	}
	all[flow{b.Proto, b.Dir, ""}] += rest
	return all
}

// frequent gives the kinds that take the most bytes.
func frequent(b *figures.Bandwidth) map[flow]bool {
	sums, kept, of := map[flow]int64{}, map[flow]bool{}, map[flow]int{}
	for i := range b.Buckets {
		for f, n := range flowsOf(&b.Buckets[i]) {
			sums[f] += n
		}
	}
	order := slices.SortedFunc(maps.Keys(sums), func(a, b flow) int { return cmp.Or(cmp.Compare(sums[b], sums[a]), compareFlows(a, b)) })
	for _, f := range order {
		direction := flow{f.proto, f.dir, ""}
		if f.what != "" && of[direction] < mostFlows {
			kept[f] = true
			of[direction]++
		}
	}
	return kept
}

// read makes the lines. Buckets are in the order of time.
func (p *profile) read() {
	b := &p.stats.Bandwidth
	for i := range b.Buckets {
		x := &b.Buckets[i]
		rates := map[flow]int64{}
		for f, n := range flowsOf(x) {
			if !p.kept[f] {
				f.what = ""
			}
			rates[f] += n
		}
		for f, n := range rates {
			p.add(f, x.T.SecondsSince(p.clock.start), float64(n)/b.Interval)
		}
	}
}

// curve is a line with a value for each interval; next is when the newest one is over.
type curve struct {
	t, v *figures.Column
	next float64
}

// add adds the value of an interval. Where there is none before it, nothing was sent.
func (p *profile) add(f flow, at, value float64) {
	x := p.lines[f]
	if x == nil {
		x = &curve{t: figures.NewColumn(milliseconds), v: figures.NewColumn(whole)}
		p.lines[f] = x
	} else if at > x.next {
		x.put(x.next, 0)
	}
	x.put(at, value)
	x.next = at + p.stats.Bandwidth.Interval
}

func (x *curve) put(at, value float64) {
	if x.v.Len() == 0 || x.v.Steps(value) != x.v.Last() {
		x.t.Add(max(at, 0))
		x.v.Add(value)
	}
}

func (p *profile) series(f flow, queries *tally.Queries) figures.ReplaySeries {
	x := p.lines[f]
	x.put(x.next, 0)
	words := []string{cmp.Or(p.names[f.what], f.what, "other")}
	if f.proto != "bc" {
		words = []string{f.proto}
	}
	if f.dir != "" {
		words = append(words, f.dir)
	}
	title := strings.Join(words, " ")
	return figures.ReplaySeries{
		ID: "bandwidth-" + strings.ToLower(strings.NewReplacer(">", "", " ", "-").Replace(title)), Group: "bandwidth", Title: title, Unit: "B/s",
		Player: -1, Ship: -1, Query: f.query(queries), T: x.t, V: x.v,
	}
}

// query keeps the messages of a kind, those of the direction if it has none.
func (f flow) query(queries *tally.Queries) figures.Query {
	conditions := []string{tally.Is("proto", f.proto), tally.OnWire}
	if f.dir != "" {
		conditions = append(conditions, tally.Is("dir", f.dir))
	}
	switch {
	case strings.HasPrefix(f.what, "0x"):
		conditions = append(conditions, "opcode == "+f.what)
	case f.what == "header":
		conditions = append(conditions, tally.Datagram)
	case f.what != "" && f.what != "fragment" && f.what != "unread":
		conditions = append(conditions, tally.Is("type", f.what))
	}
	return queries.Of(conditions...)
}
