package stats

import (
	"cmp"
	"fmt"

	"bcdump/decode"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// resends counts reliable messages by how often they were sent.
type resends struct {
	*base
	rows *tally.Table[resendKey, resendRow]
}

type resendKey struct {
	tally.Link
	dir    decode.Direction
	copies int // 0 = the rest
}

type resendRow struct {
	messages int64 // that were sent so often or more
	parts    int64
	name     string
}

func newResends(b *base) *resends {
	return &resends{base: b, rows: tally.NewTable[resendKey, resendRow](maxRows, func(k resendKey) resendKey {
		return resendKey{dir: k.dir}
	})}
}

func (x *resends) add(c *part) {
	for _, r := range c.All() {
		copies := c.Copies(r)
		if copies < 2 || !onWire(r) {
			continue
		}
		row := x.rows.Row(resendKey{c.link(r), directions[side(r)], copies})
		row.messages++
		if r.Has(facts.Part) {
			row.parts++
		}
		row.name = cmp.Or(c.Side(r).Client, row.name)
	}
}

func (r *resendRow) join(o *resendRow) {
	r.messages += o.messages
	r.parts += o.parts
	r.name = cmp.Or(o.name, r.name)
}

func (x *resends) report(out *figures.Stats) {
	all := x.rows
	if x.options.Buckets != ByKind {
		all = tableWithBoth(all)
	}
	out.Resends = listed(out, "resends", all, func(k resendKey, row *resendRow, rest bool) figures.Resend {
		if rest {
			return figures.Resend{Link: tally.Rest, Dir: string(k.dir), AtLeast: row.messages, Parts: row.parts}
		}
		where := []string{fmt.Sprintf("copy == %d", k.copies), tally.OnWire, k.Sent(k.dir)}
		f := figures.Resend{
			Link: tally.AddressText(k.Client), Name: row.name, Dir: string(k.dir), Copies: k.copies,
			Count: row.messages, AtLeast: row.messages, Parts: row.parts, Query: x.Of(where...),
			Queries: figures.Queries{"count": x.Count(where...), "fragments": x.Count(append(where, "fragment")...)},
		}
		if more, ok := all.Rows[resendKey{k.Link, k.dir, k.copies + 1}]; ok {
			f.Count -= more.messages
			f.Queries["count"] += " - " + x.Count(fmt.Sprintf("copy == %d", k.copies+1), tally.OnWire, k.Sent(k.dir))
		}
		return f
	}, func(a, b resendKey, _, _ *figures.Resend) int {
		return cmp.Or(a.Client.Compare(b.Client), a.Server.Compare(b.Server), cmp.Compare(a.dir, b.dir), cmp.Compare(a.copies, b.copies))
	})
}

func (k *resendKey) way() *decode.Direction { return &k.dir }
