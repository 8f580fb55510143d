package stats

import (
	"cmp"
	"maps"
	"net/netip"
	"strings"

	"bcdump/decode"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// splitter says which part of the traffic a row belongs to.
type splitter struct {
	link, object bool
}

// none reports whether rows are split by their direction only.
func (by splitter) none() bool { return by == splitter{} }

// split is that part. The zero value of a field means that rows are not split by it.
type split struct {
	dir    decode.Direction
	client netip.AddrPort
	linked bool // split by link: client is one
	object uint32
	named  bool // object is one
	about  bool // split by object at all
}

func (by splitter) of(c *part, r *facts.Row) split {
	s := split{dir: directions[side(r)]}
	if by.link {
		s.client, s.linked = c.link(r).Client, true
	}
	if by.object {
		if s.about, s.named = true, r.Has(facts.Named); s.named {
			s.object = r.Object
		}
	}
	return s
}

// condition is what the lines of a split have in common.
func (s split) condition() string {
	var all []string
	if c := tally.DirIs(s.dir); c != "" {
		all = append(all, c)
	}
	if s.linked {
		src, dst := tally.Is("src", tally.AddressText(s.client)), tally.Is("dst", tally.AddressText(s.client))
		all = append(all, map[decode.Direction]string{decode.ToServer: src, decode.ToClient: dst, both: "(" + src + " || " + dst + ")"}[s.dir])
	}
	switch {
	case s.named:
		all = append(all, tally.ObjectIs(s.object))
	case s.about:
		all = append(all, "!fields.object_id")
	}
	return strings.Join(all, " && ")
}

// both is the direction of a row that is the sum of those of two directions.
const both decode.Direction = figures.BothDirections

// directed is a key of rows, which says where its direction stands.
type directed[K any] interface {
	*K
	way() *decode.Direction
}

// sum is a row that others can be added to.
type sum[V any] interface {
	*V
	join(o *V)
}

// tableWithBoth adds such rows to those of a table, and to its rests.
func tableWithBoth[V any, K comparable, Key directed[K], Sum sum[V]](t *tally.Table[K, V]) *tally.Table[K, V] {
	return &tally.Table[K, V]{Rows: withBoth[V, K, Key, Sum](t.Rows), Rests: withBoth[V, K, Key, Sum](t.Rests), Dropped: t.Dropped}
}

// withBoth adds them to others.
func withBoth[V any, K comparable, Key directed[K], Sum sum[V]](rows map[K]*V) map[K]*V {
	all := maps.Clone(rows)
	for _, d := range directions {
		for k, row := range rows {
			way := Key(&k).way()
			if *way != d {
				continue
			}
			if *way = both; all[k] == nil {
				all[k] = new(V)
			}
			Sum(all[k]).join(row)
		}
	}
	return all
}

func (s *split) way() *decode.Direction { return &s.dir }

func (s split) figure(ship string) figures.Split {
	f := figures.Split{Dir: string(s.dir), Ship: ship}
	if s.linked {
		f.Link = tally.AddressText(s.client)
	}
	if s.named {
		f.ObjectID = tally.ObjectText(s.object)
	}
	return f
}

// rest is the split of the row that takes what has no row of its own.
func (s split) rest() split { return split{dir: s.dir} }

// compareSplits puts what clients send first.
func compareSplits(a, b figures.Split) int {
	return cmp.Or(cmp.Compare(a.Dir, b.Dir), cmp.Compare(a.Link, b.Link), cmp.Compare(a.ObjectID, b.ObjectID))
}
