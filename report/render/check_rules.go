package render

import (
	"cmp"
	"io"
	"slices"
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
		p.heading(strings.ToUpper(list[0].Area), terminal.Style{}, listedAs(list[0].Area, int64(n)))
		for i := range list[:n] {
			p.listedRule(&list[i])
		}
		list = list[n:]
	}
	_, err := w.Write(p.b.Bytes())
	return err
}

func (p *page) listedRule(r *figures.RuleText) {
	p.line(terminal.Span{Text: " "}, terminal.Span{Style: p.severity(r.Severity), Text: r.ID}, terminal.Span{Style: p.Dim, Text: "  " + strings.Join(given(r.Judges, r.Severity, r.Evidence), ", ")})
	for _, line := range p.wrapped(r.Says) {
		p.say(terminal.Style{}, "  "+line)
	}
}

// listedAs counts the rules, or causes, of an area.
func listedAs(area string, n int64) string {
	if area == "causes" {
		return counted(n, "cause", "causes")
	}
	return counted(n, "rule", "rules")
}

// given leaves out the texts that are empty.
func given(texts ...string) []string {
	return slices.DeleteFunc(texts, func(text string) bool { return text == "" })
}

// textOf is a text with a name.
type textOf struct{ name, text string }

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
	p.heading(r.ID, terminal.Style{}, given(r.Area, r.Judges, r.Severity)...)
	lines := []textOf{
		{"stock", r.Says},
		{"players", r.EffectText},
		{"judged", r.Counts},
		{"broken if", r.Broken},
		{"tolerance", cmp.Or(r.Tolerance, "none")},
		{"needs", cmp.Or(strings.Join(r.Needs, "; "), "nothing")},
		{"evidence", r.Evidence},
		{"source", "docs/protocol.md, " + r.Source},
	}
	if r.Mend != "" {
		lines = []textOf{{"cause", r.Says}, {"players", r.EffectText}, {"mend", r.Mend}, {"root", r.Explains[0]}, {"explains", strings.Join(r.Explains[1:], ", ")}}
	}
	for _, line := range lines {
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
