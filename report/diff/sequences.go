package diff

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"znkr.io/diff"

	"bcdump/report/figures"
)

// parting is a place where sequences part: the same in several pairs counts once.
type parting struct {
	finding
	pairs int // that part there
	last  int // of these, by place
	first int // order of appearance
}

// sequences aligns what was said to and by each pair of connections.
func (c *comparison) sequences() {
	of := map[string]int{} // pairs by key
	partings := map[string]*parting{}
	for _, p := range c.pairs {
		if p.b < 0 {
			continue
		}
		c.pair++
		for i := range c.a.Sequences {
			a := &c.a.Sequences[i]
			if a.Party != p.a || !c.wants(a.Section, a.Key) {
				continue
			}
			b := sequenceOf(c.b, p.b, a.Section, a.Key)
			if b == nil {
				continue
			}
			of[a.Section+":"+a.Key]++
			c.compared[a.Section]++
			c.align(a, b, partings)
		}
	}
	list := slices.SortedFunc(maps.Values(partings), func(a, b *parting) int { return cmp.Compare(a.first, b.first) })
	for _, x := range list {
		n := of[x.Section+":"+x.Key]
		x.Effect, x.p, x.large = float64(x.pairs)/float64(n), math.NaN(), true
		if n > 1 {
			x.Text += fmt.Sprintf(" (%d of %d clients)", x.pairs, n)
		}
		c.found(x.finding)
	}
}

func sequenceOf(n *figures.Normal, party int, section, key string) *figures.Sequence {
	for i := range n.Sequences {
		if s := &n.Sequences[i]; s.Party == party && s.Key == key && s.Section == section {
			return s
		}
	}
	return nil
}

// align finds where two sequences part.
func (c *comparison) align(a, b *figures.Sequence, all map[string]*parting) {
	left, right := c.wanted(a), c.wanted(b)
	edits := diff.EditsFunc(left, right, func(x, y *figures.NormalStep) bool { return x.Label == y.Label })
	note := func(what, cause string, d figures.Difference) {
		key := a.Section + ":" + a.Key + ":" + what
		x := all[key]
		if x == nil {
			d.Section, d.Key = a.Section, a.Key
			about := a.About
			about.Cause, _, _ = strings.Cut(cause, " ")
			x = &parting{finding: finding{Difference: d, about: &about}, first: len(all)}
			all[key] = x
		}
		if x.last != c.pair {
			x.pairs++
			x.last = c.pair
		}
	}
	cut := lastMatch(edits)
	moved := moves(edits)
	for i, e := range edits {
		switch {
		case e.Op == diff.Match:
			if d, ok := fields(a, e.X, e.Y); ok {
				note("fields of "+e.X.Label+values(d.Fields), e.X.Key, d)
			}
		case i > cut && (a.Open || b.Open):
		case moved[e.X] != nil:
			note("order of "+e.X.Label, e.X.Key, order(a, left, right, e.X, moved[e.X]))
		case e.Op == diff.Delete:
			note("without "+e.X.Label, e.X.Key, gone(a, e.X, left))
		case e.Op == diff.Insert && !movedTo(moved, e.Y):
			note("with "+e.Y.Label, e.Y.Key, extra(a, e.Y, right))
		}
	}
}

// values writes the fields that differ, and how.
func values(list []figures.DiffField) (text string) {
	for _, f := range list {
		text += ", " + f.Name + "=" + f.A + "=" + f.B
	}
	return text
}

// wanted gives the steps that are not left out.
func (c *comparison) wanted(s *figures.Sequence) (steps []*figures.NormalStep) {
	for i := range s.Steps {
		if c.wants(s.Section, s.Steps[i].Key) {
			steps = append(steps, &s.Steps[i])
		}
	}
	return steps
}

func lastMatch(edits []diff.Edit[*figures.NormalStep]) int {
	for i := len(edits) - 1; i >= 0; i-- {
		if edits[i].Op == diff.Match {
			return i
		}
	}
	return -1
}

// moves pairs steps that one side has elsewhere.
func moves(edits []diff.Edit[*figures.NormalStep]) map[*figures.NormalStep]*figures.NormalStep {
	pairs, taken := map[*figures.NormalStep]*figures.NormalStep{}, map[*figures.NormalStep]bool{}
	for _, e := range edits {
		if e.Op != diff.Delete {
			continue
		}
		for _, g := range edits {
			if g.Op == diff.Insert && g.Y.Label == e.X.Label && !taken[g.Y] {
				pairs[e.X], taken[g.Y] = g.Y, true
				break
			}
		}
	}
	return pairs
}

func movedTo(moved map[*figures.NormalStep]*figures.NormalStep, y *figures.NormalStep) bool {
	for _, to := range moved {
		if to == y {
			return true
		}
	}
	return false
}

// before names the step before another one.
func before(steps []*figures.NormalStep, at *figures.NormalStep) string {
	if i := slices.Index(steps, at); i > 0 {
		return "after " + steps[i-1].Label
	}
	return "first"
}

func order(s *figures.Sequence, left, right []*figures.NormalStep, x, y *figures.NormalStep) (d figures.Difference) {
	d.A, d.B = before(left, x), before(right, y)
	d.Text = fmt.Sprintf("%s: %s comes %s in A, %s in B", s.Title, x.Label, d.A, d.B)
	d.QueryA, d.QueryB, d.LinesA, d.LinesB = x.Query, y.Query, 1, 1
	return d
}

func gone(s *figures.Sequence, x *figures.NormalStep, left []*figures.NormalStep) (d figures.Difference) {
	d.A, d.B = x.Label+" "+before(left, x), "not there"
	d.Text = fmt.Sprintf("%s: A has %s, B does not", s.Title, d.A)
	d.QueryA, d.LinesA, d.BytesA = x.Query, 1, hex.EncodeToString(x.Bytes)
	for _, f := range x.Fields {
		d.Fields = append(d.Fields, figures.DiffField{Name: f.Name, A: f.Value})
	}
	return d
}

func extra(s *figures.Sequence, y *figures.NormalStep, right []*figures.NormalStep) (d figures.Difference) {
	d.A, d.B = "not there", y.Label+" "+before(right, y)
	d.Text = fmt.Sprintf("%s: B has %s, A does not", s.Title, d.B)
	d.QueryB, d.LinesB, d.BytesB = y.Query, 1, hex.EncodeToString(y.Bytes)
	for _, f := range y.Fields {
		d.Fields = append(d.Fields, figures.DiffField{Name: f.Name, B: f.Value})
	}
	return d
}

// fields finds the fields of two messages that differ.
func fields(s *figures.Sequence, x, y *figures.NormalStep) (d figures.Difference, ok bool) {
	d.Fields = unlike(x.Fields, y.Fields)
	if len(d.Fields) == 0 {
		return d, false
	}
	first := d.Fields[0]
	d.A, d.B = shown(first.A), shown(first.B)
	d.Text = fmt.Sprintf("%s: %s has %s %s in A, %s in B", s.Title, x.Label, first.Name, d.A, d.B)
	if more := len(d.Fields) - 1; more > 0 {
		d.Text += fmt.Sprintf(", and %d more fields", more)
	}
	d.QueryA, d.QueryB, d.LinesA, d.LinesB = x.Query, y.Query, 1, 1
	d.BytesA, d.BytesB = hex.EncodeToString(x.Bytes), hex.EncodeToString(y.Bytes)
	return d, true
}

func shown(value string) string { return cmp.Or(value, "none") }

// unlike aligns the fields of two messages, and gives those that differ.
func unlike(a, b []figures.NormalField) (list []figures.DiffField) {
	edits := diff.EditsFunc(a, b, func(x, y figures.NormalField) bool { return x.Name == y.Name })
	for _, e := range edits {
		switch {
		case e.Op == diff.Delete:
			list = append(list, figures.DiffField{Name: e.X.Name, A: e.X.Value})
		case e.Op == diff.Insert:
			list = append(list, figures.DiffField{Name: e.Y.Name, B: e.Y.Value})
		case e.X.Value != e.Y.Value:
			list = append(list, figures.DiffField{Name: e.X.Name, A: e.X.Value, B: e.Y.Value})
		}
	}
	return list
}
