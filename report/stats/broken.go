package stats

import (
	"cmp"
	"slices"

	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// broken keeps the causes of broken rules that are a problem. What the rules are, when one is broken, and what
// follows from what, knows only who judges: see Options.Rules.
type broken struct {
	*base  `merge:"-"`
	judge  tally.Judge `merge:"-"` // of the capture at hand; nil = nobody judges
	causes []brokenCause
}

// brokenCause is one of them.
type brokenCause struct {
	id, side, severity, says string
	weight                   int
	instances, of, players   int64
	first                    spots // of the first captures that have some
}

func (b *broken) end(file string, s *decode.Summary) {
	if b.judge == nil {
		return
	}
	for _, c := range b.judge.End(s).Causes {
		if !c.Problem {
			continue
		}
		x := brokenCause{id: c.ID, side: c.Side, severity: c.Severity, says: c.Mend, weight: c.Weight, instances: c.Instances, of: c.Of, players: int64(len(c.Players))}
		if !c.Single() {
			x.says = c.Statement
		}
		for k := range c.First[:min(len(c.First), firstFrames)] {
			x.first = append(x.first, spot{file, c.First[k].Frame, c.First[k].Index})
		}
		b.causes = append(b.causes, x)
	}
	b.judge = nil
}

// Merge takes what other captures broke.
func (b *broken) Merge(o *broken) {
	for _, x := range o.causes {
		at := slices.IndexFunc(b.causes, func(c brokenCause) bool { return c.id == x.id && c.side == x.side })
		if at < 0 {
			b.causes = append(b.causes, x)
			continue
		}
		c := &b.causes[at]
		c.instances, c.of, c.players = c.instances+x.instances, c.of+x.of, c.players+x.players
		c.first.Merge(&x.first)
	}
}

// report writes nothing: a cause is a problem.
func (b *broken) report(*figures.Stats) {}

// inOrder gives the causes by name, whatever the order of the captures was.
func (b *broken) inOrder() []brokenCause {
	return slices.SortedFunc(slices.Values(b.causes), func(x, y brokenCause) int {
		return cmp.Or(cmp.Compare(x.id, y.id), -cmp.Compare(x.side, y.side))
	})
}
