package stats

import (
	"cmp"

	"bcdump/decode"
	"bcdump/decode/transport"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// types counts transport messages by their type. They are not split by object: most
// have none.
type types struct {
	*base `merge:"-"`
	by    splitter `merge:"-"`
	rows  *tally.Table[typeKey, volume]
}

type typeKey struct {
	name string
	split
}

func newTypes(b *base) *types {
	return &types{base: b, by: splitter{link: b.by.link}, rows: tally.NewTable[typeKey, volume](maxRows, func(k typeKey) typeKey {
		return typeKey{tally.Rest, k.split.rest()}
	})}
}

func (t *types) each(l *line) {
	if l.wire {
		t.rows.Like(l.hint(uint8(l.Header.Type)), typeKey{l.TypeName(), t.by.of(l)}).add(l.length)
	}
}

func (t *types) enter(s *sums) {
	for dir, d := range directions {
		enter := func(name string, n volume) {
			if n.count > 0 {
				t.rows.Row(typeKey{name, split{dir: d}}).join(n)
			}
		}
		for kind, n := range s.types[dir] {
			enter(transport.Type(kind).String(), n)
		}
		enter(unreadType, s.unread[dir])
		updates := s.allUpdates(dir)
		enter(transport.Data.String(), updates.volume)
		for i := range s.acks[dir] {
			enter(transport.Ack.String(), s.acks[dir][i].volume)
		}
	}
}

// unreadType is the type of what follows a fault, as printed.
var unreadType = (&decode.Record{Unread: true}).TypeName()

func (t *types) report(out *figures.Stats) {
	out.Types = listed(out, "types", tableWithBoth(t.rows), func(k typeKey, v *volume, rest bool) figures.Type {
		f := figures.Type{Type: k.name, Split: k.figure(""), Count: v.count, Bytes: v.bytes}
		if where := []string{tally.Is("type", k.name), k.condition(), tally.OnWire}; !rest {
			f.Query, f.Queries = t.Of(where...), figures.Queries{"bytes": t.Sum("len", where...)}
		}
		return f
	}, func(_, _ typeKey, a, b *figures.Type) int {
		return cmp.Or(compareSplits(a.Split, b.Split), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Type, b.Type))
	})
}
