package stats

import (
	"cmp"

	"bcdump/decode"
	"bcdump/decode/transport"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// types counts transport messages by their type. They are not split by object: most
// have none.
type types struct {
	*base
	by   splitter
	rows *tally.Table[typeKey, volume]
	plain[volume]
}

type typeKey struct {
	kind int16 // transport type, or one of those below
	split
}

// Kinds of rows that are no transport type.
const (
	unreadKind = -1 // what follows a fault
	restKind   = -2
)

func newTypes(b *base) *types {
	return &types{base: b, by: splitter{link: b.by.link}, rows: tally.NewTable[typeKey, volume](maxRows, func(k typeKey) typeKey {
		return typeKey{restKind, k.split.rest()}
	})}
}

func (t *types) add(c *part) {
	for _, r := range c.All() {
		if !onWire(r) {
			continue
		}
		t.row(c, r).add(c.Length(r))
	}
}

func (t *types) row(c *part, r *facts.Row) *volume {
	quick := &t.plain[side(r)][r.Kind]
	if *quick != nil && t.by.none() && !r.Has(facts.Unread) {
		return *quick
	}
	key := typeKey{int16(r.Kind), t.by.of(c, r)}
	switch {
	case r.Has(facts.Unread):
		key.kind = unreadKind
	case r.Kind == uint8(transport.OldDisconnect):
		key.kind = int16(transport.Disconnect)
	}
	row := t.rows.Row(key)
	if !r.Has(facts.Unread) {
		*quick = row
	}
	return row
}

// name is the type as printed.
func (k *typeKey) name() string {
	switch k.kind {
	case unreadKind:
		return (&decode.Record{Unread: true}).TypeName()
	case restKind:
		return tally.Rest
	}
	return transport.Type(k.kind).String()
}

func (t *types) report(out *figures.Stats) {
	out.Types = listed(out, "types", tableWithBoth(t.rows), func(k typeKey, v *volume, rest bool) figures.Type {
		f := figures.Type{Type: k.name(), Split: k.figure(""), Count: v.count, Bytes: v.bytes}
		if where := []string{tally.Is("type", k.name()), k.condition(), tally.OnWire}; !rest {
			f.Query, f.Queries = t.Of(where...), figures.Queries{"bytes": t.Sum("len", where...)}
		}
		return f
	}, func(_, _ typeKey, a, b *figures.Type) int {
		return cmp.Or(compareSplits(a.Split, b.Split), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Type, b.Type))
	})
}
