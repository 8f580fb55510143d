package check

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"bcdump/report/figures"
)

// CausesArea is the area of causes in the list.
const CausesArea = "causes"

// List gives all rules as texts, in the order in which they are reported, and then the causes.
func List() (all []figures.RuleText) {
	for area, r := range Rules() {
		all = append(all, figures.RuleText{
			Effect: r.Effect.Class.String(), EffectText: r.Effect.Says, ID: r.ID, Area: area, Judges: r.Judges.String(), Severity: r.Severity, Evidence: r.Evidence,
			Says: r.Says, Counts: r.Counts, Broken: r.Broken, Source: r.Source, Needs: r.needs(), Tolerance: r.tolerances(),
		})
	}
	for i := range causes {
		text := causes[i].text()
		for _, f := range causes[i].Follows {
			text.Explains = append(text.Explains, f.Rule)
		}
		all = append(all, text)
	}
	for i := range differences {
		text := differences[i].cause.text()
		text.Explains = []string{differences[i].finding()}
		all = append(all, text)
	}
	return all
}

func (c *Cause) text() figures.RuleText {
	return figures.RuleText{
		ID: c.ID, Area: CausesArea, Judges: c.Side.String(), Says: c.Says, Effect: c.Effect.Class.String(), EffectText: c.Effect.Says, Mend: c.Mend,
	}
}

// ListedIDs gives the ids of all that is listed.
func ListedIDs() (ids []string) {
	for _, r := range List() {
		ids = append(ids, r.ID)
	}
	return ids
}

// IDs gives the ids of all rules, in the same order.
func IDs() (ids []string) {
	for _, r := range Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// Matching gives what tells whether an id matches one of globs; without globs all do. bad is a glob that
// no rule matches, or that is none: then there is an error.
func Matching(globs []string) (matches func(id string) bool, bad string, err error) {
	is := func(glob string) func(string) bool {
		return func(id string) bool { ok, _ := path.Match(glob, id); return ok }
	}
	for _, glob := range globs {
		if _, err := path.Match(glob, ""); err != nil || !slices.ContainsFunc(IDs(), is(glob)) {
			return nil, glob, err
		}
	}
	return func(id string) bool {
		return len(globs) == 0 || slices.ContainsFunc(globs, func(glob string) bool { return is(glob)(id) })
	}, "", nil
}

// needs says in words what the capture must have.
func (r *Rule) needs() []string {
	texts := []string{}
	for _, x := range conditions {
		if r.Needs&x.need != 0 {
			texts = append(texts, x.text)
		}
	}
	switch {
	case r.Times >= time.Second:
		texts = append(texts, fmt.Sprintf("times that are right to %d s", r.Times/time.Second))
	case r.Times > 0:
		texts = append(texts, fmt.Sprintf("times that are right to %d ms", r.Times/time.Millisecond))
	}
	return texts
}

// tolerances says in words what may be broken.
func (r *Rule) tolerances() string {
	var texts []string
	for _, p := range r.parts() {
		text := ""
		switch {
		case p.PlusLoss:
			text = fmt.Sprintf("%.3g %%, plus the share of the messages that is missing", 100*p.Tolerance)
		case p.WithLoss > p.Tolerance:
			text = fmt.Sprintf("%.3g %% if messages are missing, and always one", 100*p.WithLoss)
		case p.Tolerance > 0:
			text = fmt.Sprintf("%.3g %%", 100*p.Tolerance)
		case p.Of != "":
			text = "none for " + p.Of
		}
		if p.Minimum > 1 {
			text = strings.TrimPrefix(text+fmt.Sprintf(", of at least %d", p.Minimum), ", ")
		}
		if text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "; ")
}
