package render

import (
	"fmt"
	"io"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// mostFrames is how many violations of a rule are shown, unless Top says otherwise.
const mostFrames = 5

// WriteCheck shows how a capture keeps the rules of the stock game: what is broken first.
func WriteCheck(w io.Writer, f *figures.CheckFile, o Options) error {
	p := newPage(o)
	p.checkHead(f)
	for _, severity := range []string{"error", "warning", "info"} {
		p.broken(f, severity)
	}
	p.notJudged(f)
	_, err := w.Write(p.b.Bytes())
	return err
}

// checkHead says what was captured where, and how many rules are kept.
func (p *page) checkHead(f *figures.CheckFile) {
	p.heading(f.Name, terminal.Style{}, perspective(f.Perspective), f.Dialect+" dialect", counted(int64(f.Links), "link", "links"),
		"missing C>S "+terminal.Percent(f.Loss.ToServer)+", S>C "+terminal.Percent(f.Loss.ToClient))
	for _, side := range []string{"server", "client"} {
		if text := sideText(f, side); text != "" {
			p.say(terminal.Style{}, side+": "+text)
		}
	}
	if f.Damage != nil {
		p.say(p.Damage, "The capture is damaged: some of it is missing.")
	}
}

// perspective says where a capture was taken.
func perspective(at string) string {
	switch at {
	case "host", "client":
		return "captured at the " + at
	case "between":
		return "captured between host and client"
	}
	return "captured at an unknown place"
}

// sideText counts the verdicts on one side; "" = it is not judged.
func sideText(f *figures.CheckFile, side string) string {
	var kept, broken, open, all int64
	for i := range f.Rules {
		r := &f.Rules[i]
		if r.Judges != side {
			continue
		}
		all++
		switch r.Verdict {
		case figures.Passed:
			kept++
		case figures.Failed:
			broken++
		default:
			open++
		}
	}
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("%s kept, %s broken, %s not judged", counted(kept, "rule", "rules"), terminal.Count(broken), terminal.Count(open))
}

// broken shows the rules of a severity that are not kept, by area.
func (p *page) broken(f *figures.CheckFile, severity string) {
	title := map[string]string{"error": "ERRORS", "warning": "WARNINGS", "info": "WORTH KNOWING"}[severity]
	says := map[string]string{
		"error": "a stock peer misbehaves, refuses or loses state", "warning": "differs from stock software, and works", "info": "differs from stock software, on purpose or without effect",
	}[severity]
	area := ""
	for i := range f.Rules {
		r := &f.Rules[i]
		if r.Verdict != figures.Failed || r.Severity != severity {
			continue
		}
		if title != "" {
			p.heading(title, terminal.Style{}, says)
			title = ""
		}
		if r.Area != area {
			area = r.Area
			p.say(p.Dim, area)
		}
		p.brokenRule(f, r)
	}
}

func (p *page) brokenRule(f *figures.CheckFile, r *figures.CheckRule) {
	look := map[string]terminal.Style{"error": p.Damage, "warning": p.Note}[r.Severity]
	line := fmt.Sprintf("%s  %s of %s", r.Judges, terminal.Count(r.Violations), terminal.Count(r.Instances))
	if r.Baseline > 0 {
		line += fmt.Sprintf(", %s known", terminal.Count(r.Baseline))
	}
	p.line(terminal.Span{Text: " "}, terminal.Span{Style: look, Text: r.ID}, terminal.Span{Text: "  " + line})
	for _, text := range p.wrapped(r.Says) {
		p.say(p.Dim, "  "+text)
	}
	most := p.Top
	if most == 0 {
		most = mostFrames
	}
	more := r.Violations
	for i := range r.Frames[:min(most, len(r.Frames))] {
		p.violation(&r.Frames[i])
		more -= max(r.Frames[i].Times, 1)
	}
	if more > 0 {
		p.say(p.Dim, "  and "+terminal.Count(more)+" more")
	}
	if p.Command != nil && len(r.Frames) > 0 {
		p.asked(asked{query: checkQuery(r, most), file: f.Name})
	}
}

func (p *page) violation(x *figures.CheckFrame) {
	head := fmt.Sprintf("  frame %d  ", x.Frame)
	if x.Frame == 0 {
		head = "  "
	}
	text := x.Text
	if x.Who != "" && !strings.Contains(text, x.Who) {
		text = x.Who + ": " + text
	}
	if x.Times > 1 {
		text += fmt.Sprintf(" (%d times)", x.Times)
	}
	indent := *p
	indent.Width = max(p.Width-terminal.Width(head)+2, 20)
	for i, line := range indent.wrapped(printable.Text(text)) {
		if i > 0 {
			head = strings.Repeat(" ", terminal.Width(head))
		}
		p.say(terminal.Style{}, head+line)
	}
}

// checkQuery keeps the frames of the first violations.
func checkQuery(r *figures.CheckRule, most int) figures.Query {
	var frames []string
	for i := range r.Frames[:min(most, len(r.Frames))] {
		frames = append(frames, fmt.Sprint(r.Frames[i].Frame))
	}
	return figures.Query("frame in [" + strings.Join(frames, ", ") + "]")
}

// notJudged lists the rules on which nothing can be said, by reason.
func (p *page) notJudged(f *figures.CheckFile) {
	ids, reasons := map[string][]string{}, []string{}
	for i := range f.Rules {
		r := &f.Rules[i]
		if r.Verdict != figures.NotJudged {
			continue
		}
		reason := r.Reason
		if strings.HasPrefix(reason, "none of what it counts") {
			reason = "nothing of the kind in the capture"
		}
		if ids[reason] == nil {
			reasons = append(reasons, reason)
		}
		ids[reason] = append(ids[reason], r.ID)
	}
	if len(reasons) == 0 {
		return
	}
	p.heading("NOT JUDGED", terminal.Style{})
	for _, reason := range reasons {
		for _, line := range p.wrapped(reason + ": " + strings.Join(ids[reason], ", ")) {
			p.say(p.Dim, line)
		}
	}
}
