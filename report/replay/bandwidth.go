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

// bandwidth gives what takes the bytes over time, by kind and direction.
func bandwidth(s *figures.Stats, c *clock, queries *tally.Queries) (list []figures.ReplaySeries) {
	b, sums := &s.Bandwidth, map[flow]int64{}
	for i := range b.Buckets {
		for f, n := range flowsOf(&b.Buckets[i]) {
			sums[f] += n
		}
	}
	kept, of := map[flow]bool{}, map[flow]int{} // kinds that have a line, and how many of a direction do
	for _, f := range slices.SortedFunc(maps.Keys(sums), func(a, b flow) int { return cmp.Or(cmp.Compare(sums[b], sums[a]), compareFlows(a, b)) }) {
		if all := (flow{f.proto, f.dir, ""}); f.what != "" && of[all] < mostFlows {
			kept[f] = true
			of[all]++
		}
	}
	lines := map[flow]*curve{}
	for i := range b.Buckets { // in the order of time
		x, bytes := &b.Buckets[i], map[flow]int64{}
		for f, n := range flowsOf(x) {
			if !kept[f] {
				f.what = ""
			}
			bytes[f] += n
		}
		for f, n := range bytes {
			if lines[f] == nil {
				lines[f] = &curve{t: figures.NewColumn(milliseconds), v: figures.NewColumn(whole)}
			}
			lines[f].add(x.T.SecondsSince(c.start), float64(n)/b.Interval, b.Interval)
		}
	}
	names := map[[2]string]string{} // of opcodes, by protocol
	for i := range s.Opcodes {
		x := &s.Opcodes[i]
		names[[2]string{cmp.Or(x.Proto, "bc"), x.Opcode}] = x.Name
	}
	for _, f := range slices.SortedFunc(maps.Keys(lines), compareFlows) {
		x := lines[f]
		x.put(x.next, 0)
		title := cmp.Or(names[[2]string{f.proto, f.what}], f.what, "other")
		switch {
		case f.proto == "bc" || f.what != "":
		case of[f] > 0:
			title += " " + f.proto
		default:
			title = f.proto
		}
		title = strings.TrimSuffix(title+" "+f.dir, " ")
		list = append(list, figures.ReplaySeries{
			ID: "bandwidth-" + strings.ToLower(strings.NewReplacer(">", "", " ", "-").Replace(title)), Group: "bandwidth", Title: title, Unit: "B/s",
			Player: -1, Ship: -1, Query: f.query(queries), T: x.t, V: x.v,
		})
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
	if rest > 0 || len(all) == 0 {
		all[flow{b.Proto, b.Dir, ""}] = rest
	}
	return all
}

// curve is a line with a value for each interval; next is when the newest one is over.
type curve struct {
	t, v *figures.Column
	next float64
}

// add adds the value of an interval. Where there is none before it, nothing was sent.
func (x *curve) add(at, value, interval float64) {
	if x.v.Len() > 0 && at > x.next {
		x.put(x.next, 0)
	}
	x.put(at, value)
	x.next = at + interval
}

func (x *curve) put(at, value float64) {
	if x.v.Len() == 0 || x.v.Steps(value) != x.v.Last() {
		x.t.Add(max(at, 0))
		x.v.Add(value)
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
