package render

import (
	"fmt"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// showProblems says what is wrong, the worst first.
func showProblems(p *page, s *figures.Stats) {
	if len(s.Files) == 0 {
		return
	}
	if s.Filter != "" {
		p.heading("PROBLEMS", terminal.Style{}, "not looked for: --filter leaves messages out")
		return
	}
	if len(s.Problems) == 0 {
		p.heading("PROBLEMS", terminal.Style{}, "none found")
		return
	}
	p.heading("PROBLEMS", terminal.Style{}, counted(int64(len(s.Problems)), "kind", "kinds")+", the most costly first")
	shown := s.Problems
	if p.Top > 0 {
		shown = shown[:min(len(shown), mostProblems)]
	}
	for i := range shown {
		problem(p, &shown[i])
	}
	if more := len(s.Problems) - len(shown); more > 0 {
		p.say(p.Dim, fmt.Sprintf("and %d more: bcdump check, or --top 0", more))
	}
}

// mostProblems is how many kinds are shown, unless all rows of all tables are.
const mostProblems = 12

func problem(p *page, x *figures.Problem) {
	text := x.Text
	switch named := strings.Contains(text, "frame "); { // it names its frame itself
	case len(x.Frames) > 0 && !named && x.File != "":
		text += "; " + frames(x.Frames) + " of " + x.File
	case len(x.Frames) > 0 && !named:
		text += "; " + frames(x.Frames)
	case x.File != "":
		text += "; in " + x.File
	}
	for i, line := range p.wrapped(text) {
		if i == 0 {
			p.say(p.Note, "! "+line)
		} else {
			p.say(terminal.Style{}, "  "+line)
		}
	}
	p.asked(asked{query: x.Query, file: x.File})
}

// frames names frames, which may be the first of more.
func frames(list []int64) string {
	const most = 10
	all := int64(len(list))
	if all == 1 {
		return "frame " + numbers(list, all)
	}
	if all >= most {
		all++
	}
	return "frames " + numbers(list, all)
}
