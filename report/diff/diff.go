package diff

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Options say what is compared.
type Options struct {
	Only   []string // sections; empty = all
	Ignore []string // patterns of keys that are left out
}

// sections in the order in which they are shown, and how much a difference in them weighs.
var sections = []struct {
	name   string
	weight float64
}{
	{"conversation", 1}, {"layout", 0.95}, {"rates", 0.65}, {"rhythm", 0.8}, {"relays", 0.9}, {"joins", 0.7}, {"links", 0.5}, {"rules", 0.72},
}

// Sections lists the sections.
func Sections() (names []string) {
	for _, s := range sections {
		names = append(names, s.name)
	}
	return names
}

// finding is what a test found, before it is known what all tests found.
type finding struct {
	figures.Difference
	about  *figures.About
	p      float64 // of a test; NaN = it is no matter of chance
	large  bool    // enough to matter
	never  bool    // one side has none at all
	always bool    // it counts however small the numbers are: each side has one value only
}

// comparison is one run.
type comparison struct {
	a, b     *figures.Normal
	options  Options
	pairs    []pair
	pair     int // at hand, from 1
	findings []finding
	compared map[string]int
	tables   []figures.DiffTable
}

// Of compares two captures.
func Of(a, b *figures.Normal, o Options) *figures.Diff {
	c := &comparison{a: a, b: b, options: o, compared: map[string]int{}}
	c.pairs = pairsOf(a.Parties, b.Parties)
	c.games()
	c.sequences()
	c.categories()
	c.rates()
	c.distributions()
	c.verdicts()
	c.sideBySide()
	return c.diff()
}

// games finds that only one side has a game at all.
func (c *comparison) games() {
	a, b := len(c.a.Parties), len(c.b.Parties)
	if (a == 0) == (b == 0) || !c.wants("conversation", "game") {
		return
	}
	text := func(n int) string {
		return map[bool]string{true: "none", false: "a game"}[n == 0]
	}
	f := finding{p: math.NaN(), large: true, about: &figures.About{Weight: 1}}
	f.Difference = figures.Difference{Section: "conversation", Key: "game", A: text(a), B: text(b), Effect: 1}
	f.Text = "Only one of both has a game: A has " + f.A + ", B has " + f.B
	c.compared["conversation"]++
	c.found(f)
}

// wants reports whether a section is asked for, and a key not left out.
func (c *comparison) wants(section, key string) bool {
	if len(c.options.Only) > 0 && !slices.Contains(c.options.Only, section) {
		return false
	}
	return !slices.ContainsFunc(c.options.Ignore, func(pattern string) bool { return Matches(pattern, section, key) })
}

// Matches reports whether a pattern of --ignore matches a key, with its section before it or without.
func Matches(pattern, section, key string) bool {
	for _, name := range []string{key, section + ":" + key} {
		if ok, _ := path.Match(pattern, name); ok || pattern == name {
			return true
		}
	}
	return false
}

// found notes what was compared, and what was found.
func (c *comparison) found(f finding) { c.findings = append(c.findings, f) }

// diff puts what was found in order.
func (c *comparison) diff() *figures.Diff {
	out := &figures.Diff{Version: figures.Version, A: file(c.a), B: file(c.b), Only: c.options.Only, Compared: []figures.DiffCount{}, Differences: []figures.Difference{}, Tables: c.tables}
	sure, few := c.sure()
	out.Differences = together(sure)
	rank(out.Differences)
	for _, s := range sections {
		n := figures.DiffCount{Section: s.name, Compared: c.compared[s.name], TooFew: few[s.name]}
		for _, f := range sure {
			if f.Section == s.name {
				n.Differ++
			}
		}
		if n.Compared > 0 || n.Differ > 0 {
			out.Compared = append(out.Compared, n)
		}
	}
	out.Equal = len(out.Differences) == 0
	return out
}

// sure gives the findings that are large and not by chance, and counts those that may be, by section.
func (c *comparison) sure() (sure []*finding, few map[string]int) {
	falseDiscovery(c.findings)
	few = map[string]int{}
	for i := range c.findings {
		f := &c.findings[i]
		switch {
		case !f.large:
		case !math.IsNaN(f.p) && f.p > tally.Discoveries && !f.always:
			few[f.Section]++
		default:
			f.rate()
			sure = append(sure, f)
		}
	}
	return sure, few
}

// rate gives a finding the score by which it is in order.
func (f *finding) rate() {
	weight := 0.5
	for _, s := range sections {
		if s.name == f.Section {
			weight = s.weight
		}
	}
	sure, effect := 1.0, f.Effect
	if !math.IsNaN(f.p) {
		p := f.p
		f.Chance = &p
		sure = 0.5 + 0.5*min(-math.Log10(max(p, 1e-9))/6, 1)
	}
	if f.Effect >= nearly && !(f.p > tally.Discoveries) {
		sure = max(sure, 0.9)
	}
	if f.never {
		effect = max(effect, 0.6)
	}
	f.Score = weight * f.about.Weight * sure * (0.4 + 0.6*effect)
}

// rank puts differences in order.
func rank(list []figures.Difference) {
	slices.SortStableFunc(list, func(a, b figures.Difference) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Section, b.Section), cmp.Compare(a.Key, b.Key))
	})
	for i := range list {
		list[i].Rank = i + 1
	}
}

func file(n *figures.Normal) figures.DiffFile {
	f := figures.DiffFile{File: n.File, Dialect: n.Dialect, Clients: []string{}, Dropped: n.Dropped}
	for _, p := range n.Parties {
		f.Clients = append(f.Clients, p.Name)
	}
	return f
}

// falseDiscovery puts q for p: the share of findings that came by chance among all that are as unlikely
// (Benjamini and Hochberg).
func falseDiscovery(findings []finding) {
	var order []*finding
	for i := range findings {
		if !math.IsNaN(findings[i].p) {
			order = append(order, &findings[i])
		}
	}
	slices.SortStableFunc(order, func(a, b *finding) int { return cmp.Compare(a.p, b.p) })
	q := 1.0
	for i := len(order) - 1; i >= 0; i-- {
		q = min(q, order[i].p*float64(len(order))/float64(i+1))
		order[i].p = q
	}
}

// pair is a connection of one side and the one of the other side that it is held against; -1 = there is
// none.
type pair struct{ a, b int }

// pairsOf pairs connections: those with a name that both sides have once, then all others in the order of
// joining.
func pairsOf(a, b []figures.Party) (pairs []pair) {
	taken := map[int]bool{}
	byName := map[int]int{}
	for i := range a {
		if j := only(b, a[i].Name); j >= 0 && only(a, a[i].Name) == i {
			byName[i], taken[j] = j, true
		}
	}
	next := 0
	for i := range a {
		j, ok := byName[i]
		if !ok {
			for next < len(b) && taken[next] {
				next++
			}
			if j = next; j >= len(b) {
				j = -1
			} else {
				taken[j] = true
			}
		}
		pairs = append(pairs, pair{i, j})
	}
	return pairs
}

// only gives the place of the only connection with a name; -1 = there are none, or several.
func only(list []figures.Party, name string) (at int) {
	at = -1
	for i := range list {
		if name == "" || list[i].Name != name {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = i
	}
	return at
}

// again is how much less a difference weighs if a more significant one has the same cause.
const again = 0.6

// together makes differences of findings: those of one subject are one.
func together(sure []*finding) []figures.Difference {
	slices.SortStableFunc(sure, func(a, b *finding) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Section, b.Section), cmp.Compare(a.Key, b.Key))
	})
	var groups []*group
	told := map[string]bool{} // what a step says already
	for _, f := range sure {
		for _, field := range f.Fields {
			told[f.about.Cause+" "+field.Name] = f.about.Cause != ""
		}
	}
	for _, f := range sure {
		if f.Section == "layout" && f.Effect >= nearly && told[f.about.Cause+" "+f.about.Aspect] {
			continue
		}
		if g := groupOf(groups, f); g != nil {
			g.findings = append(g.findings, f)
			continue
		}
		groups = append(groups, &group{findings: []*finding{f}})
	}
	groups = copies(groups)
	list, causes := []figures.Difference{}, map[string]bool{}
	for _, g := range groups {
		d := g.difference()
		if cause := g.findings[0].about.Cause; cause != "" {
			if causes[cause] {
				d.Score *= again
			}
			causes[cause] = true
		}
		list = append(list, d)
	}
	return list
}

// group is what was found of one subject, the most significant first.
type group struct{ findings []*finding }

func (g *group) about() *figures.About { return g.findings[0].about }

// groupOf gives the group that a finding belongs to; nil = it begins one.
func groupOf(groups []*group, f *finding) *group {
	for _, g := range groups {
		a := g.about()
		if a.Section == f.about.Section && a.Subject == f.about.Subject && f.about.Aspect != "" {
			return g
		}
	}
	return nil
}

// copies puts what was found of copies to what was found of their originals, if there is nothing else
// in it.
func copies(groups []*group) (list []*group) {
	for _, g := range groups {
		at := slices.IndexFunc(groups, func(h *group) bool {
			a, b := g.about(), h.about()
			return a.Section == "layout" && b.Section == a.Section && a.Cause != "" && a.Cause == b.Cause && b.Origin && !a.Origin && h.has(g)
		})
		if at >= 0 {
			groups[at].findings = append(groups[at].findings, g.findings...)
		} else {
			list = append(list, g)
		}
	}
	return list
}

// has reports whether a group has all aspects of another one.
func (g *group) has(other *group) bool {
	for _, f := range other.findings {
		if !slices.ContainsFunc(g.findings, func(own *finding) bool { return own.about.Aspect == f.about.Aspect }) {
			return false
		}
	}
	return true
}

// maxNamed bounds the aspects that a sentence names.
const maxNamed = 4

// difference makes one of all findings of a subject.
func (g *group) difference() figures.Difference {
	d := g.findings[0].Difference
	if len(g.findings) == 1 {
		return d
	}
	var names []string
	for i, f := range g.findings {
		d.Parts = append(d.Parts, figures.DiffPart{
			Key: f.Key, Text: f.Text, A: f.A, B: f.B, Effect: f.Effect, Chance: f.Chance, QueryA: f.QueryA, QueryB: f.QueryB, LinesA: f.LinesA, LinesB: f.LinesB,
		})
		if i > 0 && len(names) < maxNamed {
			name := f.about.Aspect
			if f.about.Subject != g.about().Subject {
				name = f.about.Title
			}
			names = append(names, strings.TrimRight(name, ","))
		}
	}
	d.Text += "; also " + strings.Join(names, ", ")
	if more := len(g.findings) - 1 - len(names); more > 0 {
		d.Text += fmt.Sprintf(" and %d more", more)
	}
	return d
}
