package stats

import (
	"bcdump/decode"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// fragments counts parts of messages.
type fragments struct {
	*base
	counts figures.Fragments
}

func (f *fragments) add(c *part) {
	for _, r := range c.All() {
		if r.Is&(facts.Joined|facts.Part|facts.Remarked) == 0 || !r.Has(facts.Game) {
			continue
		}
		switch {
		case r.Has(facts.Lost):
			f.counts.Incomplete++
		case r.Has(facts.Joined):
			f.counts.Complete++
		case r.Has(facts.Part):
			f.counts.Parts++
			if r.Has(facts.Retransmit) {
				f.counts.Repeats++
			}
		}
		if c.Noted(r, decode.FragmentConflict) {
			f.counts.Conflicts++
		}
	}
}

func (f *fragments) end(c *part) { f.counts.Partial += c.Summary.Joined.Partial }

func (f *fragments) report(out *figures.Stats) {
	lost := tally.Noted(decode.FragmentLost)
	out.Fragments = f.counts
	out.Fragments.Queries = figures.Queries{
		"parts":      f.Count("fragment"),
		"repeats":    f.Count("fragment", tally.Repeated),
		"complete":   f.Count("frames", "!("+lost+")"),
		"incomplete": f.Count(lost),
		"conflicts":  f.Count(tally.Noted(decode.FragmentConflict)),
	}
}
