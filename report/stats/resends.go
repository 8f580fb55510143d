package stats

import (
	"cmp"
	"fmt"
	"slices"

	"bcdump/decode"
	"bcdump/decode/transport"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// resends counts reliable messages by how often they were sent.
type resends struct {
	*base `merge:"-"`
	rows  *tally.Table[resendKey, resendRow]
	file  string   `merge:"-"`
	most  []copied // the messages sent most often
}

type resendKey struct {
	tally.Link
	dir    decode.Direction
	copies int // 0 = the rest
}

type resendRow struct {
	messages int64 // that were sent so often or more
	parts    int64
	name     string `merge:"last"`
}

func newResends(b *base) *resends {
	return &resends{base: b, rows: tally.NewTable[resendKey, resendRow](maxRows, func(k resendKey) resendKey {
		return resendKey{dir: k.dir}
	})}
}

func (c *resends) begin(file string) { c.file = file }

func (c *resends) game(l *line) {
	if l.Copy < 2 || !l.wire {
		return
	}
	row := c.rows.Row(resendKey{l.link(), l.Dir, int(l.Copy)})
	row.messages++
	if l.Part() {
		row.parts++
	}
	row.name = cmp.Or(l.Client, row.name)
	c.rank(l)
}

// Lines tells the table how many messages a row counts.
func (r *resendRow) Lines() int64 { return r.messages }

// Merge takes what other captures had.
func (c *resends) Merge(o *resends) {
	c.rows.Merge(o.rows)
	c.most = append(c.most, o.most...)
	slices.SortStableFunc(c.most, func(a, b copied) int { return cmp.Compare(b.copies, a.copies) })
	c.most = c.most[:min(len(c.most), maxRepeated)]
}

func (c *resends) report(out *figures.Stats) {
	all := c.rows
	if c.options.Buckets != ByKind {
		all = tableWithBoth(all)
	}
	out.Resends = listed(out, "resends", all, func(k resendKey, row *resendRow, rest bool) figures.Resend {
		if rest {
			return figures.Resend{Link: tally.Rest, Dir: string(k.dir), AtLeast: row.messages, Parts: row.parts}
		}
		where := []string{fmt.Sprintf("copy == %d", k.copies), tally.OnWire, k.Sent(k.dir)}
		f := figures.Resend{
			Link: tally.AddressText(k.Client), Name: row.name, Dir: string(k.dir), Copies: k.copies,
			Count: row.messages, AtLeast: row.messages, Parts: row.parts, Query: c.Of(where...),
			Queries: figures.Queries{"count": c.Count(where...), "fragments": c.Count(append(where, "fragment")...)},
		}
		if more, ok := all.Rows[resendKey{k.Link, k.dir, k.copies + 1}]; ok {
			f.Count -= more.messages
			f.Queries["count"] += " - " + c.Count(fmt.Sprintf("copy == %d", k.copies+1), tally.OnWire, k.Sent(k.dir))
		}
		return f
	}, func(a, b resendKey, _, _ *figures.Resend) int {
		return cmp.Or(a.Client.Compare(b.Client), a.Server.Compare(b.Server), cmp.Compare(a.dir, b.dir), cmp.Compare(a.copies, b.copies))
	})
	c.reportMost(out)
}

func (k *resendKey) way() *decode.Direction { return &k.dir }

// copied is a message that was sent several times.
type copied struct {
	file string
	tally.Link
	dir    decode.Direction
	kind   transport.Type
	seq    uint16
	part   int // index of the fragment; -1 = none
	copies int
	last   tally.Position
	what   string
	name   string
}

// maxRepeated is how many of the messages sent most often are named.
//
//limit:maxRepeated Figures | messages listed as retransmitted most often | not listed | TestMostRepeated
const maxRepeated = 10

func (m *copied) same(o *copied) bool {
	return m.file == o.file && m.Link == o.Link && m.dir == o.dir && m.kind == o.kind && m.seq == o.seq && m.part == o.part
}

// rank takes a copy. The list has no gaps to fill later: whoever comes to have more copies
// than the last of the list does so with the copy at hand.
func (c *resends) rank(l *line) {
	m := copied{
		file: c.file, Link: l.link(), dir: l.Dir, kind: l.Header.Type, seq: l.Header.Seq, part: -1,
		copies: int(l.Copy), last: tally.PositionOf(l.Record), what: cmp.Or(l.Name(), l.TypeName()), name: l.Client,
	}
	if l.Part() {
		m.part, m.what = int(l.Header.FragmentIndex), fmt.Sprintf("fragment %d", l.Header.FragmentIndex)
	}
	least := 0
	for i := range c.most {
		if c.most[i].same(&m) && c.most[i].copies == m.copies-1 {
			c.most[i] = m
			return
		}
		if c.most[i].copies < c.most[least].copies {
			least = i
		}
	}
	switch {
	case len(c.most) < maxRepeated:
		c.most = append(c.most, m)
	case m.copies > c.most[least].copies:
		c.most[least] = m
	}
}

func (c *resends) reportMost(out *figures.Stats) {
	out.MostRepeated = []figures.Repeated{}
	for i := range c.most {
		m := &c.most[i]
		out.MostRepeated = append(out.MostRepeated, figures.Repeated{
			File: c.files.label(m.file), Link: tally.AddressText(m.Client), Name: m.name, Dir: string(m.dir),
			What: m.what, Seq: int(m.seq), Copies: m.copies, Frame: m.last.Frame,
			Query: c.Of(fmt.Sprintf("frame == %d && index == %d && copy == %d", m.last.Frame, m.last.Index, m.copies), tally.OnWire),
		})
	}
	slices.SortStableFunc(out.MostRepeated, func(a, b figures.Repeated) int {
		return cmp.Or(cmp.Compare(b.Copies, a.Copies), cmp.Compare(a.File, b.File), cmp.Compare(a.Frame, b.Frame))
	})
}
