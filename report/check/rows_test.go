package check_test

import (
	"slices"
	"testing"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/figures"
)

// TestNoCauseWithoutRows: whatever is wrong, each cause has messages that show it, no more of them than its rule has
// violations, and explains no more of a rule than there is.
func TestNoCauseWithoutRows(t *testing.T) {
	heavy.SkipRace(t, "TestTroublesBreakNoRule judges with as many workers")
	base, n := must.Get(bases())(t)[0], 0
	for _, x := range heavy.Some(slices.Concat(faults...), 6) {
		f := judged(t, base.Of(x.do))
		rules := map[string]*figures.CheckRule{}
		for i := range f.Rules {
			rules[f.Rules[i].Judges+f.Rules[i].ID] = &f.Rules[i]
		}
		for _, c := range f.Causes {
			n++
			if len(c.Frames) == 0 || len(c.First) == 0 || c.Instances < 1 || c.Instances > c.Of || c.First[0].Frame != c.Frames[0] {
				t.Errorf("%s: %s has no rows: %d of %d, frames %v, %d violations", x.rule, c.ID, c.Instances, c.Of, c.Frames, len(c.First))
			}
			if r := rules[c.Side+c.Root]; r != nil && (c.Of != r.Instances || c.Instances > r.Violations) {
				t.Errorf("%s: %s is %d of %d, its rule %d of %d", x.rule, c.ID, c.Instances, c.Of, r.Violations, r.Instances)
			}
			for _, e := range c.Explains {
				if r := rules[c.Side+e.Finding]; e.Instances < 1 || e.Instances > e.Of || r != nil && r.Verdict == figures.Failed && e.Of != r.Violations {
					t.Errorf("%s: %s explains %d of %d of %s", x.rule, c.ID, e.Instances, e.Of, e.Finding)
				}
			}
		}
	}
	if n < 10 {
		t.Errorf("only %d causes", n)
	}
}
