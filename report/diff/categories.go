package diff

import (
	"fmt"
	"math"
	"strconv"

	"bcdump/report/figures"
	"bcdump/report/tally"
)

const (
	// some is the share that one side must have of what the other one never has.
	some = 0.005
	// nearly is the share of a value that stands for all of a side.
	nearly = 0.9
)

// categories compares what is counted by value.
func (c *comparison) categories() {
	each(c.a.Categories, c.b.Categories, func(x *figures.Category) string { return x.Section + ":" + x.Key }, func(a, b *figures.Category) {
		if a, b = c.filled(a, b), c.filled(b, a); a == nil || b == nil || a.Of == 0 || b.Of == 0 || !c.wants(a.Section, a.Key) {
			return
		}
		c.compared[a.Section]++
		if f, ok := constants(a, b); ok {
			c.found(f)
			return
		}
		c.shares(a, b)
	})
}

// each goes through what two lists have, by key; what one side lacks is nil.
func each[T any](a, b []T, key func(*T) string, take func(a, b *T)) {
	other := map[string]*T{}
	for i := range b {
		other[key(&b[i])] = &b[i]
	}
	known := map[string]bool{}
	for i := range a {
		k := key(&a[i])
		known[k] = true
		take(&a[i], other[k])
	}
	for i := range b {
		if !known[key(&b[i])] {
			take(nil, &b[i])
		}
	}
}

// filled is a category; if a side lacks it but has what it is of, then one without values.
func (c *comparison) filled(x, other *figures.Category) *figures.Category {
	if x != nil || other.Group == "" {
		return x
	}
	side := c.a
	for i := range c.a.Categories {
		if &c.a.Categories[i] == other {
			side = c.b
		}
	}
	empty := *other
	empty.Values, empty.Many, empty.Clients, empty.Query = nil, false, 0, ""
	empty.Of = side.Groups[other.Group]
	for i := range side.Rates {
		if side.Rates[i].Key == other.Group {
			empty.Query = side.Rates[i].Query
		}
	}
	return &empty
}

// constants finds what has one value on either side, and not the same.
func constants(a, b *figures.Category) (f finding, ok bool) {
	if a.Many || b.Many {
		return f, false
	}
	x, y := chief(a), chief(b)
	if a.Chosen && !(common(a, x) && common(b, y)) {
		return f, false
	}
	if x == nil || y == nil || x.Value == y.Value || count(b, x.Value) > 0 || count(a, y.Value) > 0 {
		return f, false
	}
	f = finding{about: &a.About, p: shareOf(a, x).Chance(shareOf(b, nil)), large: true, always: x.Count == a.Of && y.Count == b.Of, never: true}
	f.Difference = figures.Difference{
		Section: a.Section, Key: a.Key, Effect: float64(x.Count) / float64(a.Of),
		A: strconv.Quote(x.Value) + " in " + ofAll(x.Count, a), B: strconv.Quote(y.Value) + " in " + ofAll(y.Count, b), QueryA: x.Query, QueryB: y.Query,
	}
	f.LinesA, f.LinesB = lines(x), lines(y)
	f.Text = a.Title + " is " + f.A + " of A, " + f.B + " of B"
	return f, true
}

// mostChoose is of how many clients all must choose the same for it to be no choice.
const mostChoose = 3

func common(c *figures.Category, v *figures.NormalValue) bool {
	return v != nil && v.Count == c.Of && v.Clients >= mostChoose
}

// chief gives the value that nearly all have; nil = there is none.
func chief(c *figures.Category) *figures.NormalValue {
	for i := range c.Values {
		if float64(c.Values[i].Count) >= nearly*float64(c.Of) {
			return &c.Values[i]
		}
	}
	return nil
}

func count(c *figures.Category, value string) int64 {
	if v := find(c, value); v != nil {
		return v.Count
	}
	return 0
}

func find(c *figures.Category, value string) *figures.NormalValue {
	for i := range c.Values {
		if c.Values[i].Value == value {
			return &c.Values[i]
		}
	}
	return nil
}

// lines is how many lines the query of a value keeps.
func lines(v *figures.NormalValue) int64 {
	switch {
	case v == nil:
		return 0
	case v.Example:
		return 1
	}
	return v.Count
}

func ofAll(n int64, c *figures.Category) string {
	return fmt.Sprintf("%s of %s %s", number(n), number(c.Of), c.Unit)
}

// number writes a count with commas.
func number(n int64) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// shares tests the share of each value, and reports the value that differs most surely.
func (c *comparison) shares(a, b *figures.Category) {
	if a.Chosen {
		return
	}
	var best finding
	others := 0
	each(a.Values, b.Values, func(v *figures.NormalValue) string { return v.Value }, func(x, y *figures.NormalValue) {
		f, ok := share(a, b, x, y)
		if !ok {
			return
		}
		if f.large {
			others++
		}
		if best.Key == "" || f.large && !best.large || f.large == best.large && f.p < best.p {
			best = f
		}
	})
	if best.Key == "" {
		return
	}
	if others > 1 {
		more := "values differ"
		if others == 2 {
			more = "value differs"
		}
		best.Text += fmt.Sprintf(" (%d more %s)", others-1, more)
	}
	c.found(best)
}

// share tests the share of one value; a side without it has nil.
func share(a, b *figures.Category, x, y *figures.NormalValue) (f finding, ok bool) {
	if x == nil && a.Many || y == nil && b.Many {
		return f, false
	}
	value, ka, kb := "", int64(0), int64(0)
	if x != nil {
		value, ka, f.QueryA = x.Value, x.Count, x.Query
	} else {
		f.QueryA = a.Query
	}
	if y != nil {
		value, kb, f.QueryB = y.Value, y.Count, y.Query
	} else {
		f.QueryB = b.Query
	}
	sa, sb := shareOf(a, x), shareOf(b, y)
	f.p, f.Effect = sa.Chance(sb), math.Abs(sa.Value()-sb.Value())
	fresh := x == nil && b.Never
	if fresh {
		f.p = math.NaN() // a value that A does not have is never chance
	}
	f.never = ka == 0 || kb == 0
	f.large = fresh || f.never && f.Effect >= some || sa.Apart(sb)
	f.about, f.Section, f.Key, f.A, f.B = &a.About, a.Section, a.Key, ofAll(ka, a), ofAll(kb, b)
	f.LinesA, f.LinesB = lines(x), lines(y)
	if x == nil {
		f.LinesA = a.Of
	}
	if y == nil {
		f.LinesB = b.Of
	}
	f.Text = fmt.Sprintf("%s: %q in %s of A, %s of B", a.Title, value, f.A, f.B)
	return f, true
}

// shareOf is the share of a value; nil = it never comes.
func shareOf(c *figures.Category, v *figures.NormalValue) tally.Share {
	if v == nil {
		return tally.Share{Of: c.Of}
	}
	return tally.Share{Count: v.Count, Of: c.Of, Burst: v.Burst}
}
