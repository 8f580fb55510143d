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
	Version int               `json:"v"`
	Rules   []KnownViolations `json:"rules"`
}

// KnownViolations are those of one rule.
type KnownViolations struct {
	ID         string `json:"id"`
	Judges     string `json:"judges"`
	Instances  int64  `json:"instances"`
	Violations int64  `json:"violations"`
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
	b := &Baseline{Version: baselineVersion, Rules: []KnownViolations{}}
	for i := range files {
		for j := range files[i].Rules {
			if r := &files[i].Rules[j]; r.Verdict == figures.Failed || r.Baseline > 0 {
				b.include(KnownViolations{ID: r.ID, Judges: r.Judges, Instances: r.Instances, Violations: r.Violations, Burst: r.Burst})
			}
		}
	}
	return b
}

// include adds an entry, or widens the one that is there.
func (b *Baseline) include(k KnownViolations) {
	for i := range b.Rules {
		if old := &b.Rules[i]; old.ID == k.ID && old.Judges == k.Judges {
			if k.share().Value() > old.share().Value() {
				*old = k
			}
			return
		}
	}
	b.Rules = append(b.Rules, k)
}

func (k *KnownViolations) share() tally.Share {
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
	for i := range b.Rules {
		if wrong := b.Rules[i].wrong(); wrong != "" {
			return nil, fmt.Errorf("rule %d, %q: %s", i+1, b.Rules[i].ID, wrong)
		}
	}
	return b, nil
}

// wrong says what is wrong with an entry; "" = nothing.
func (k *KnownViolations) wrong() string {
	var rule *Rule
	for _, r := range Rules() {
		if r.ID == k.ID {
			rule = r
		}
	}
	switch {
	case rule == nil:
		return "there is no such rule"
	case !slices.ContainsFunc(rule.sides(), func(w Who) bool { return w.String() == k.Judges }):
		return fmt.Sprintf("it does not judge %q", k.Judges)
	case k.Violations < 1 || k.Instances < k.Violations || k.Burst < 0:
		return fmt.Sprintf("%d violations of %d", k.Violations, k.Instances)
	}
	return ""
}

// Accept takes what is known out of the verdicts: a rule passes that the baseline has, unless it is worse
// than there. Two battles are never alike: worse is a share that is larger beyond doubt; strict: any that is
// larger.
func (b *Baseline) Accept(f *figures.CheckFile, strict bool) {
	for i := range f.Rules {
		for j := range b.Rules {
			if k := &b.Rules[j]; k.ID == f.Rules[i].ID && k.Judges == f.Rules[i].Judges {
				k.accept(&f.Rules[i], strict)
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

func (k *KnownViolations) accept(r *figures.CheckRule, strict bool) {
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
