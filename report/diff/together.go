package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bcdump/report/figures"
)

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
