package stats

import (
	"cmp"
	"net/netip"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// splitter says which part of the traffic a line belongs to.
type splitter struct {
	link, object bool
}

// split is that part. The zero value of a field means that rows are not split by it.
type split struct {
	dir    decode.Direction
	client netip.AddrPort
	linked bool // split by link: client is one
	object uint32
	named  bool // object is one
	about  bool // split by object at all
}

func (by splitter) of(l *line) split {
	s := split{dir: l.Dir}
	if by.link {
		s.client, s.linked = l.link().Client, true
	}
	if by.object {
		s.about, s.named = true, l.named
		if l.named {
			s.object = l.object
		}
	}
	return s
}

// condition is what the lines of a split have in common.
func (s split) condition() string {
	c := tally.DirIs(s.dir)
	if s.linked {
		end := "src"
		if s.dir == decode.ToClient {
			end = "dst"
		}
		c += " && " + tally.Is(end, tally.AddressText(s.client))
	}
	switch {
	case s.named:
		c += " && " + tally.ObjectIs(s.object)
	case s.about:
		c += " && !fields.object_id"
	}
	return c
}

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

// compare puts what clients send first.
func (s split) compare(t split) int {
	return cmp.Or(
		cmp.Compare(s.dir, t.dir),
		s.client.Compare(t.client),
		cmp.Compare(tally.BoolInt(s.named), tally.BoolInt(t.named)),
		cmp.Compare(s.object, t.object),
	)
}

// compareSplits puts what clients send first.
func compareSplits(a, b figures.Split) int {
	return cmp.Or(cmp.Compare(a.Dir, b.Dir), cmp.Compare(a.Link, b.Link), cmp.Compare(a.ObjectID, b.ObjectID))
}
