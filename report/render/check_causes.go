package render

import (
	"fmt"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// causes says what to mend, the heaviest first. What all clients do alike is one line; single rules are below.
func (p *page) causes(f *figures.CheckFile) {
	if len(f.Causes) == 0 {
		return
	}
	p.heading("CAUSES", terminal.Style{}, causeCounts(f.Causes), "the heaviest first")
	alike := []string{}
	for i := range f.Causes {
		c := &f.Causes[i]
		if c.Alike {
			alike = append(alike, c.ID)
			continue
		}
		p.cause(i+1, c)
	}
	if len(alike) > 0 {
		p.paragraph(terminal.Style{}, "  *  ", "all clients alike: "+strings.Join(alike, ", "))
	}
}

// causeCounts says how many causes each side has.
func causeCounts(all []figures.Cause) string {
	sides := map[string]int64{}
	for i := range all {
		sides[all[i].Side]++
	}
	return strings.Join(given(counts(sides["server"], "of the host"), counts(sides["client"], "of clients")), ", ")
}

func counts(n int64, what string) string {
	if n == 0 {
		return ""
	}
	return terminal.Count(n) + " " + what
}

// cause shows a cause. Of a single rule the evidence is below.
func (p *page) cause(number int, c *figures.Cause) {
	const indent = "     "
	head := fmt.Sprintf("%3d  ", number)
	p.line(terminal.Span{Text: " " + head}, terminal.Span{Style: p.Name, Text: c.ID}, terminal.Span{Text: "  " + causeWho(c) + terminal.Count(c.Instances) + " of " + terminal.Count(c.Of) + ", " + frames(c.Frames[:min(1, len(c.Frames))])})
	p.paragraph(terminal.Style{}, indent, c.EffectText)
	if c.Single() {
		return
	}
	p.paragraph(p.Dim, indent, printable.Text(c.Statement))
	p.paragraph(terminal.Style{}, indent+"mend: ", c.Mend)
	for i := range c.Explains {
		x := &c.Explains[i]
		p.say(terminal.Style{}, fmt.Sprintf("%sexplains %s of %s of %s", indent, terminal.Count(x.Instances), terminal.Count(x.Of), x.Finding))
	}
}

// causeWho says which side a cause is on: one client by its name.
func causeWho(c *figures.Cause) string {
	if c.Client != 0 && len(c.Players) == 1 {
		return printable.Text(c.Players[0]) + " alone, "
	}
	return c.Side + "  "
}
