package check

import (
	"fmt"
	"io"
	"math"
	"slices"

	"bcdump/internal/foreign"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Baseline is the violations that a server's author knows and accepts, by rule and side: the share of
// instances that broke the rule in that of the captures, of which it was made, where it is largest.
type Baseline struct {
	Version int         `json:"v"`
	Rules   []KnownRule `json:"rules"`
	// Kept are the rules that were judged and not broken, with the instances of all captures; nil = the file is of a time that did not
	// say, and what it does not have counts as kept.
	Kept []KnownRule `json:"kept,omitzero"`
}

// KnownRule is how often a rule was broken.
type KnownRule struct {
	ID         string `json:"id"`
	Judges     string `json:"judges"`
	Instances  int64  `json:"instances"`
	Violations int64  `json:"violations,omitempty"`
	// Burst is how many violations come at once; 0 = not known.
	Burst float64 `json:"burst,omitempty"`
}

const (
	// baselineVersion is that of the file.
	baselineVersion = 1
	// maxBaseline bounds its bytes: one with all rules has 20 KiB.
	//limit:maxBaseline What the user writes | bytes of a baseline | refused | TestBaselineIsBounded
	maxBaseline = 1 << 20
)

// BaselineOf makes the baseline of captures: all that is broken in them, accepted or not. It accepts
// each of them.
func BaselineOf(files []figures.CheckFile) *Baseline {
	b := &Baseline{Version: baselineVersion, Rules: []KnownRule{}, Kept: []KnownRule{}}
	for i := range files {
		for j := range files[i].Rules {
			r := &files[i].Rules[j]
			broken, kept := known(b.Rules, r), known(b.Kept, r)
			k := KnownRule{r.ID, r.Judges, r.Instances, r.Violations, r.Burst}
			switch is := r.Verdict == figures.Failed || r.Baseline > 0 || r.Unknown; {
			case is && broken == nil:
				b.Rules = append(b.Rules, k)
			case is && k.share().Value() > broken.share().Value():
				*broken = k
			case is || r.Verdict != figures.Passed:
			case kept == nil:
				b.Kept = append(b.Kept, KnownRule{ID: r.ID, Judges: r.Judges, Instances: r.Instances})
			default:
				kept.Instances += r.Instances
			}
		}
	}
	b.Kept = slices.DeleteFunc(b.Kept, func(k KnownRule) bool { return known(b.Rules, &figures.CheckRule{ID: k.ID, Judges: k.Judges}) != nil })
	return b
}

// known gives what is known of the rule of a verdict; nil = nothing.
func known(list []KnownRule, r *figures.CheckRule) *KnownRule {
	for i := range list {
		if k := &list[i]; k.ID == r.ID && k.Judges == r.Judges {
			return k
		}
	}
	return nil
}

func (k *KnownRule) share() tally.Share {
	return tally.Share{Count: k.Violations, Of: k.Instances, Burst: k.Burst}
}

// ReadBaseline reads a baseline, and refuses what is none.
func ReadBaseline(r io.Reader) (*Baseline, error) {
	b := &Baseline{}
	if err := foreign.ReadJSON(r, maxBaseline, b); err != nil {
		return nil, fmt.Errorf("not a baseline: %w", err)
	}
	if b.Version != baselineVersion || b.Rules == nil {
		return nil, fmt.Errorf("not a baseline of version %d", baselineVersion)
	}
	for i, k := range slices.Concat(b.Rules, b.Kept) {
		what, wrong := "rule", unknown(k.ID, k.Judges)
		switch {
		case i >= len(b.Rules):
			what, i = "kept rule", i-len(b.Rules)
			if wrong == "" && (k.Instances < 1 || k.Violations != 0) {
				wrong = fmt.Sprintf("%d instances, %d violations", k.Instances, k.Violations)
			}
		case wrong == "" && (k.Violations < 1 || k.Instances < k.Violations || k.Burst < 0):
			wrong = fmt.Sprintf("%d violations of %d", k.Violations, k.Instances)
		}
		if wrong != "" {
			return nil, fmt.Errorf("%s %d, %q: %s", what, i+1, k.ID, wrong)
		}
	}
	return b, nil
}

// unknown says why there is no verdict of a rule on a side; "" = there may be one.
func unknown(id, judges string) string {
	for _, r := range Rules() {
		switch {
		case r.ID != id:
		case slices.ContainsFunc(r.sides(), func(w Who) bool { return w.String() == judges }):
			return ""
		default:
			return fmt.Sprintf("it does not judge %q", judges)
		}
	}
	return "there is no such rule"
}

// byNow is how many violations the captures of a baseline would have, if they broke a rule as often as another one does, for it to be
// said that they keep it.
const byNow = 0.5

// Accept takes what is known out of the verdicts: a rule passes that the baseline has, unless it is worse
// than there. Two battles are never alike: worse is a share that is larger beyond doubt, and a rule that the captures of the
// baseline never judged, or too seldom, is not judged; strict: a share that is larger, and any other rule.
func (b *Baseline) Accept(f *figures.CheckFile, strict bool) {
	for i := range f.Rules {
		r := &f.Rules[i]
		if k := known(b.Rules, r); k != nil {
			k.accept(r, strict)
		} else if r.Verdict == figures.Failed && b.Kept != nil && !strict {
			kept := known(b.Kept, r)
			if kept != nil && float64(kept.Instances)*float64(r.Violations) >= byNow*float64(r.Instances) {
				continue
			}
			r.Verdict, r.Unknown, r.Reason = figures.NotJudged, true, "broken, and the baseline never judged it"
			if kept != nil {
				r.Reason = "broken, and the baseline judged it too seldom to say that it keeps it"
			}
		}
	}
	f.Causes = slices.DeleteFunc(f.Causes, func(c figures.Cause) bool { return !explainsAny(f.Rules, &c) })
}

// explainsAny reports whether a rule is still broken that a cause is known by or explains.
func explainsAny(rules []figures.CheckRule, c *figures.Cause) bool {
	return slices.ContainsFunc(rules, func(r figures.CheckRule) bool {
		return r.Verdict == figures.Failed && (r.ID == c.Root && r.Judges == c.Side || r.Cause == c.ID)
	})
}

func (k *KnownRule) accept(r *figures.CheckRule, strict bool) {
	if r.Verdict != figures.Failed {
		return
	}
	r.Baseline = min(int64(math.Ceil(k.share().Value()*float64(r.Instances))), r.Violations)
	if strict {
		r.Worse = float64(r.Violations-r.Baseline) > r.Tolerance*float64(r.Instances)
	} else {
		r.Worse = tally.Share{Count: r.Violations, Of: r.Instances, Burst: r.Burst}.Exceeds(k.share())
	}
	if !r.Worse {
		r.Verdict = figures.Passed
	}
}
