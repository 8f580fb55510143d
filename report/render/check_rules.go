package render

import (
	"cmp"
	"io"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// WriteRules lists rules, by area.
func WriteRules(w io.Writer, list []figures.RuleText, o Options) error {
	p := newPage(o)
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].Area == list[0].Area {
			n++
		}
		p.heading(strings.ToUpper(list[0].Area), terminal.Style{}, counted(int64(n), "rule", "rules"))
		for i := range list[:n] {
			p.listedRule(&list[i])
		}
		list = list[n:]
	}
	_, err := w.Write(p.b.Bytes())
	return err
}

func (p *page) listedRule(r *figures.RuleText) {
	p.line(terminal.Span{Text: " "}, terminal.Span{Style: p.severity(r.Severity), Text: r.ID}, terminal.Span{Style: p.Dim, Text: "  " + r.Judges + ", " + r.Severity + ", " + r.Evidence})
	for _, line := range p.wrapped(r.Says) {
		p.say(terminal.Style{}, "  "+line)
	}
}

func (p *page) severity(name string) terminal.Style {
	switch name {
	case "error":
		return p.Damage
	case "warning":
		return p.Note
	}
	return terminal.Style{}
}

// WriteRule explains a rule at length.
func WriteRule(w io.Writer, r *figures.RuleText, o Options) error {
	p := newPage(o)
	p.heading(r.ID, terminal.Style{}, r.Area, r.Judges, r.Severity)
	for _, line := range [...]struct{ name, text string }{
		{"stock", r.Says},
		{"judged", r.Counts},
		{"broken if", r.Broken},
		{"tolerance", cmp.Or(r.Tolerance, "none")},
		{"needs", cmp.Or(strings.Join(r.Needs, "; "), "nothing")},
		{"evidence", r.Evidence},
		{"source", "docs/protocol.md, " + r.Source},
	} {
		p.named(line.name, line.text)
	}
	_, err := w.Write(p.b.Bytes())
	return err
}

// named is a line with a name, whose text goes on below itself.
func (p *page) named(name, text string) {
	const column = 11
	narrow := *p
	narrow.Width = max(p.Width-column, 20)
	for i, line := range narrow.wrapped(text) {
		if i > 0 {
			name = ""
		}
		p.line(terminal.Span{Text: " "}, terminal.Span{Style: p.Dim, Text: name}, terminal.Span{Text: strings.Repeat(" ", column-len(name))}, terminal.Span{Text: line})
	}
}
