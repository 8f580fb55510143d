package check

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"bcdump/report/figures"
)

// Baseline is the violations that a server's author knows and accepts, by rule and side: the share of
// instances that broke the rule in the captures that it was made of.
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
}

// baselineVersion is that of the file.
const baselineVersion = 1

// BaselineOf makes the baseline of captures: all that fails in them.
func BaselineOf(files []figures.CheckFile) *Baseline {
	b := &Baseline{Version: baselineVersion, Rules: []KnownViolations{}}
	places := map[[2]string]int{}
	for i := range files {
		for j := range files[i].Rules {
			r := &files[i].Rules[j]
			if r.Verdict != figures.Failed {
				continue
			}
			key := [2]string{r.ID, r.Judges}
			at, known := places[key]
			if !known {
				at = len(b.Rules)
				places[key] = at
				b.Rules = append(b.Rules, KnownViolations{ID: r.ID, Judges: r.Judges})
			}
			b.Rules[at].Instances += r.Instances
			b.Rules[at].Violations += r.Violations
		}
	}
	return b
}

// ReadBaseline reads a baseline, and refuses what is none.
func ReadBaseline(r io.Reader) (*Baseline, error) {
	b := &Baseline{}
	if err := json.NewDecoder(r).Decode(b); err != nil {
		return nil, fmt.Errorf("not a baseline: %w", err)
	}
	if b.Version != baselineVersion {
		return nil, fmt.Errorf("not a baseline of version %d", baselineVersion)
	}
	known := map[string]bool{}
	for _, r := range Rules() {
		known[r.ID] = true
	}
	for i := range b.Rules {
		if k := &b.Rules[i]; !known[k.ID] || k.Instances < k.Violations || k.Violations < 0 {
			return nil, fmt.Errorf("not a baseline: entry %d, %q", i+1, k.ID)
		}
	}
	return b, nil
}

// Accept takes what is known out of the verdicts: a rule whose violations are no larger a share than
// the baseline has passes.
func (b *Baseline) Accept(f *figures.CheckFile) {
	for i := range f.Rules {
		for j := range b.Rules {
			if k := &b.Rules[j]; k.ID == f.Rules[i].ID && k.Judges == f.Rules[i].Judges {
				k.accept(&f.Rules[i])
			}
		}
	}
}

func (k *KnownViolations) accept(r *figures.CheckRule) {
	if k.Instances == 0 || r.Verdict != figures.Failed {
		return
	}
	share := float64(k.Violations) / float64(k.Instances)
	r.Baseline = min(int64(math.Ceil(share*float64(r.Instances))), r.Violations)
	if float64(r.Violations-r.Baseline) <= r.Tolerance*float64(r.Instances) {
		r.Verdict = figures.Passed
	}
}
