package stats

import (
	"bcdump/decode"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// fragments counts parts of messages.
type fragments struct {
	*base  `merge:"-"`
	counts figures.Fragments
	// partial is how many datagrams are lost because IP fragments are missing.
	partial int64
}

func (f *fragments) end(_ string, s *decode.Summary) { f.partial += s.Joined.Partial }

func (f *fragments) game(l *line) {
	switch {
	case l.Joined():
		f.counts.Complete++
	case l.Lost():
		f.counts.Incomplete++
	case l.Part():
		f.counts.Parts++
		if l.repeat {
			f.counts.Repeats++
		}
	}
	if l.Has(decode.FragmentConflict) {
		f.counts.Conflicts++
	}
}

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
