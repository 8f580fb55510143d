package stats

import (
	"cmp"
	"slices"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// broken keeps the rules of the stock game whose violation is a problem, as far as captures break them. What
// the rules are, and when one is broken, knows only who judges: see Options.Rules.
type broken struct {
	*base `snapshot:"-"`
	judge tally.Judge `snapshot:"-"` // of the capture at hand; nil = nobody judges
	rules []brokenRule
}

// brokenRule is one of them, and one of those whom it judges.
type brokenRule struct {
	id, judges, area, severity, says string
	instances, violations            int64
	first                            spots // of the first captures that have some
}

func (b *broken) end(file string, s *decode.Summary) {
	if b.judge == nil {
		return
	}
	verdicts := b.judge.End(s)
	for i := range verdicts.Rules {
		r := &verdicts.Rules[i]
		if !r.Problem || r.Verdict != figures.Failed {
			continue
		}
		x := brokenRule{id: r.ID, judges: r.Judges, area: r.Area, severity: r.Severity, says: r.Says, instances: r.Instances, violations: r.Violations}
		for k := range r.Frames[:min(len(r.Frames), firstFrames)] {
			x.first = append(x.first, spot{file, r.Frames[k].Frame, r.Frames[k].Index})
		}
		b.rules = append(b.rules, x)
	}
	b.judge = nil
}

// Merge takes what other captures broke.
func (b *broken) Merge(o *broken) {
	for _, x := range o.rules {
		at := slices.IndexFunc(b.rules, func(r brokenRule) bool { return r.id == x.id && r.judges == x.judges })
		if at < 0 {
			b.rules = append(b.rules, x)
			continue
		}
		r := &b.rules[at]
		r.instances, r.violations = r.instances+x.instances, r.violations+x.violations
		r.first.Merge(&x.first)
	}
}

// report writes nothing: a broken rule is a problem.
func (b *broken) report(*figures.Stats) {}

// inOrder gives the rules by name, whatever the order of the captures was.
func (b *broken) inOrder() []brokenRule {
	return slices.SortedFunc(slices.Values(b.rules), func(x, y brokenRule) int {
		return cmp.Or(cmp.Compare(x.id, y.id), -cmp.Compare(x.judges, y.judges))
	})
}
