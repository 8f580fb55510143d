package collect

import (
	"cmp"
	"slices"

	"bcdump/decode"
	"bcdump/decode/transport"
	"bcdump/report/figures"
)

// types counts transport messages by their type. They are not split by object: most
// have none.
type types struct {
	*queries
	by   splitter
	rows *table[typeKey, tally]
}

type typeKey struct {
	name string
	split
}

// tally counts messages and their bytes.
type tally struct {
	count, bytes int64
}

func (t *tally) add(bytes int) {
	t.count++
	t.bytes += int64(bytes)
}

func (t *tally) join(o tally) {
	t.count += o.count
	t.bytes += o.bytes
}

func newTypes(q *queries, by splitter) *types {
	by.object = false
	return &types{queries: q, by: by, rows: newTable[typeKey, tally](maxRows, func(k typeKey) typeKey {
		return typeKey{rest, k.split.rest()}
	})}
}

func (t *types) begin(string) {}

func (t *types) record(l *line) {
	if l.game() && l.wire {
		t.rows.like(l.hint(uint8(l.Header.Type)), typeKey{l.TypeName(), t.by.of(l)}).add(l.length)
	}
}

func (t *types) settle(s *sums) {
	for dir, d := range directions {
		enter := func(name string, n tally) {
			if n.count > 0 {
				t.rows.row(typeKey{name, split{dir: d}}).join(n)
			}
		}
		for kind, n := range s.types[dir] {
			enter(transport.Type(kind).String(), n)
		}
		enter(unreadType, s.unread[dir])
		updates := s.allUpdates(dir)
		enter(transport.Data.String(), updates.tally)
		for i := range s.acks[dir] {
			enter(transport.Ack.String(), s.acks[dir][i].tally)
		}
	}
}

// unreadType is the type of what follows a fault, as printed.
var unreadType = (&decode.Record{Unread: true}).TypeName()

func (t *types) report(out *figures.Stats) {
	out.Types = []figures.Type{}
	for k, v := range t.rows.rows {
		where := []string{is("type", k.name), k.condition(), onWire}
		out.Types = append(out.Types, figures.Type{
			Type: k.name, Split: k.figure(""), Count: v.count, Bytes: v.bytes,
			Query: t.of(where...), Queries: figures.Queries{"bytes": t.sum("len", where...)},
		})
	}
	slices.SortFunc(out.Types, func(a, b figures.Type) int {
		return cmp.Or(compareSplits(a.Split, b.Split), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Type, b.Type))
	})
	for _, k := range sorted(t.rows.rests, func(a, b typeKey) int { return a.compare(b.split) }) {
		v := t.rows.rests[k]
		out.Types = append(out.Types, figures.Type{Type: rest, Split: k.figure(""), Count: v.count, Bytes: v.bytes})
	}
	drop(out, "types", t.rows.dropped)
}

// compareSplits puts what clients send first.
func compareSplits(a, b figures.Split) int {
	return cmp.Or(cmp.Compare(a.Dir, b.Dir), cmp.Compare(a.Link, b.Link), cmp.Compare(a.ObjectID, b.ObjectID))
}
