package collect

import (
	"bcdump/decode"
	"bcdump/report/figures"
)

// fragments counts parts of messages.
type fragments struct {
	*queries
	counts figures.Fragments
}

func (f *fragments) begin(string) {}

func (f *fragments) record(l *line) {
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
	lost := noted(decode.FragmentLost)
	out.Fragments = f.counts
	out.Fragments.Queries = figures.Queries{
		"parts":      f.count("fragment"),
		"repeats":    f.count("fragment", repeated),
		"complete":   f.count("frames", "!("+lost+")"),
		"incomplete": f.count(lost),
		"conflicts":  f.count(noted(decode.FragmentConflict)),
	}
}
