package render

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// mostFrames is how many violations of a rule are shown, unless Top says otherwise.
const mostFrames = 5

// severities are the names of severities, the worst first.
var severities = [...]struct{ name, title, says string }{
	{"error", "ERRORS", "a stock peer misbehaves, refuses or loses state"},
	{"warning", "WARNINGS", "differs from stock software, and works"},
	{"info", "WORTH KNOWING", "differs from stock software, on purpose or without effect"},
}

// WriteCheck shows how a capture keeps the rules of the stock game: what is broken first.
func WriteCheck(w io.Writer, f *figures.CheckFile, o Options) error {
	p := newPage(o)
	p.checkHead(f)
	const mostEnded = 8
	p.ended(f.Ended, mostEnded)
	p.causes(f)
	for i := range severities {
		p.broken(f, i)
	}
	if o.Brief && len(f.Rules) > 0 {
		p.line()
		p.say(p.Dim, "--all shows the first violations of each rule, and what was not judged; --explain ID says more about one")
	} else if f.Judged() || f.Links > 0 {
		p.notJudged(f)
	}
	return p.write(w)
}

// checkHead says what was captured where, and how many rules are broken.
func (p *page) checkHead(f *figures.CheckFile) {
	p.heading(f.Name, terminal.Style{}, perspective(f.Perspective), f.Dialect+" dialect", counted(int64(f.Links), "link", "links"))
	if f.Damage != nil {
		p.say(p.Damage, "The capture is damaged: some of it is missing.")
	}
	if !f.Judged() && f.Links == 0 {
		p.say(p.Note, "Nothing can be judged: there is no game in the capture.")
		return
	}
	if f.Links > 0 {
		p.say(terminal.Style{}, "missing from the capture: "+terminal.Percent(f.Loss.ToServer)+" of C>S, "+terminal.Percent(f.Loss.ToClient)+" of S>C")
	}
	for _, side := range []string{"server", "client"} {
		p.side(f, side)
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

// side counts the verdicts on one side, if it is judged.
func (p *page) side(f *figures.CheckFile, side string) {
	var sum figures.CheckSummary
	known := 0
	for i := range f.Rules {
		if r := &f.Rules[i]; r.Judges == side {
			sum.Add(r)
			if r.Verdict == figures.Passed && r.Baseline > 0 {
				known++
			}
		}
	}
	if sum == (figures.CheckSummary{}) {
		return
	}
	look := terminal.Style{}
	switch {
	case sum.Errors > 0:
		look = p.Damage
	case sum.Warnings > 0:
		look = p.Note
	}
	p.say(look, side+": "+sideText(sum, known))
}

// sideText says how many rules are broken, how badly, and what became of the others; known is how many
// are broken and accepted.
func sideText(sum figures.CheckSummary, known int) string {
	texts := []string{fmt.Sprintf("%d broken", sum.Fail)}
	if sum.Fail > 0 {
		others := sum.Fail - sum.Errors - sum.Warnings
		texts[0] += " (" + strings.Join(present([]tallied{{sum.Errors, "error", "errors"}, {sum.Warnings, "warning", "warnings"}, {others, "info", "info"}}), ", ") + ")"
	}
	if known > 0 {
		texts = append(texts, fmt.Sprintf("%d in the baseline", known))
	}
	return strings.Join(append(texts, fmt.Sprintf("%d kept", sum.Pass-known), fmt.Sprintf("%d not judged", sum.NotJudged)), ", ")
}

// tallied is how many there are of something.
type tallied struct {
	n         int
	one, many string
}

// present gives the texts of what there is any of.
func present(all []tallied) (texts []string) {
	for _, x := range all {
		if x.n > 0 {
			texts = append(texts, counted(int64(x.n), x.one, x.many))
		}
	}
	return texts
}

// broken shows the rules of a severity that are not kept, by area.
func (p *page) broken(f *figures.CheckFile, severity int) {
	var before *figures.CheckRule
	for i := range f.Rules {
		r := &f.Rules[i]
		if r.Verdict != figures.Failed || r.Severity != severities[severity].name {
			continue
		}
		if before == nil {
			p.heading(severities[severity].title, terminal.Style{}, severities[severity].says)
		}
		if before == nil || r.Area != before.Area {
			p.say(p.Dim, r.Area)
		}
		p.brokenRule(f, r, before != nil && r.ID == before.ID)
		before = r
	}
}

// ruleIndent is that of rules below their area, and textIndent that of what is said about them.
const (
	ruleIndent = "  "
	textIndent = ruleIndent + "  "
)

// brokenRule shows a rule and its first violations; again = what it says stands right above.
func (p *page) brokenRule(f *figures.CheckFile, r *figures.CheckRule, again bool) {
	line := fmt.Sprintf("%s  %s of %s", r.Judges, terminal.Count(r.Violations), terminal.Count(r.Instances))
	if r.Baseline > 0 {
		line += fmt.Sprintf(", %s in the baseline", terminal.Count(r.Baseline))
	}
	if r.Worse {
		line += ": worse"
	}
	folded := r.Cause != "" && !isRoot(f, r)
	if folded {
		line += ", follows from " + r.Cause
	}
	p.line(terminal.Span{Text: " " + ruleIndent}, terminal.Span{Style: p.severity(r.Severity), Text: r.ID}, terminal.Span{Text: "  " + line})
	if folded || p.Brief {
		return
	}
	if !again {
		p.paragraph(p.Dim, textIndent, r.Says)
	}
	p.violations(f, r)
}

// isRoot reports whether a rule is what a cause is known by.
func isRoot(f *figures.CheckFile, r *figures.CheckRule) bool {
	return slices.ContainsFunc(f.Causes, func(c figures.Cause) bool { return c.Root == r.ID && c.Side == r.Judges })
}

// violations shows the first violations, in columns, and counts the others.
func (p *page) violations(f *figures.CheckFile, r *figures.CheckRule) {
	first := r.Frames[:min(cmp.Or(p.Top, mostFrames), len(r.Frames))]
	column := 0
	for i := range first {
		column = max(column, len(fmt.Sprint(first[i].Frame)))
	}
	more := r.Violations
	for i := range first {
		head := fmt.Sprintf("%sframe %*d  ", textIndent, column, first[i].Frame)
		p.paragraph(terminal.Style{}, head, printable.Text(said(&first[i])))
		more -= max(first[i].Times, 1)
	}
	if more > 0 {
		p.say(p.Dim, textIndent+"and "+terminal.Count(more)+" more")
	}
	if p.Command != nil && len(first) > 0 {
		p.asked(asked{query: checkQuery(first), file: f.Name})
	}
}

// said is the text of a violation, with the name of the client, which others have chosen.
func said(x *figures.CheckFrame) string {
	text := x.Text
	if x.Who != "" && !strings.Contains(text, x.Who) {
		text = x.Who + ": " + text
	}
	if x.Times > 1 {
		text += fmt.Sprintf(" (%d times)", x.Times)
	}
	return text
}

// paragraph is a text behind a head, which goes on below itself.
func (p *page) paragraph(look terminal.Style, head, text string) {
	indent := *p
	indent.Width = max(p.Width-terminal.Width(head)+2, 20)
	for _, line := range indent.wrapped(text) {
		p.say(look, head+line)
		head = strings.Repeat(" ", terminal.Width(head))
	}
}

// checkQuery keeps the frames of violations.
func checkQuery(first []figures.CheckFrame) figures.Query {
	var frames []string
	for i := range first {
		frames = append(frames, fmt.Sprint(first[i].Frame))
	}
	return figures.Query("frame in [" + strings.Join(slices.Compact(frames), ", ") + "]")
}

// nothingOfIt is the reason of rules of which the capture has no instance.
const nothingOfIt = "no matching traffic in the capture"

// notJudged lists the rules on which nothing can be said, by reason: first what another capture could
// do better.
func (p *page) notJudged(f *figures.CheckFile) {
	sides, open := map[string]int{}, map[string][]*figures.CheckRule{}
	reasons := []string{}
	for i := range f.Rules {
		r := &f.Rules[i]
		sides[r.ID]++
		if r.Verdict != figures.NotJudged {
			continue
		}
		reason := r.Reason
		if strings.HasPrefix(reason, "nothing to judge") {
			reason = nothingOfIt
		}
		if open[reason] == nil {
			reasons = append(reasons, reason)
		}
		open[reason] = append(open[reason], r)
	}
	if len(reasons) == 0 {
		return
	}
	if at := slices.Index(reasons, nothingOfIt); at >= 0 {
		reasons = append(slices.Delete(reasons, at, at+1), nothingOfIt)
	}
	p.heading("NOT JUDGED", terminal.Style{})
	for _, reason := range reasons {
		p.paragraph(terminal.Style{}, "", reason+":")
		p.paragraph(p.Dim, ruleIndent, strings.Join(idsOf(open[reason], sides), ", "))
	}
}

// idsOf gives the ids of rules, with the side where the other one has another verdict; sides is how
// many sides a rule judges.
func idsOf(rules []*figures.CheckRule, sides map[string]int) (names []string) {
	here := map[string]int{}
	for _, r := range rules {
		here[r.ID]++
	}
	for _, r := range rules {
		name := r.ID
		if here[r.ID] < sides[r.ID] {
			name += " (" + r.Judges + ")"
		}
		names = append(names, name)
	}
	return slices.Compact(names)
}

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

// cause shows a cause. Of a single rule the evidence is below, unless the page is brief.
func (p *page) cause(number int, c *figures.Cause) {
	const indent = "     "
	head := fmt.Sprintf("%3d  ", number)
	p.line(terminal.Span{Text: " " + head}, terminal.Span{Style: p.Name, Text: c.ID}, terminal.Span{Text: "  " + causeWho(c) + terminal.Count(c.Instances) + " of " + terminal.Count(c.Of) + ", " + frames(c.Frames[:min(1, len(c.Frames))])})
	p.paragraph(terminal.Style{}, indent, c.EffectText)
	if c.Single() && !p.Brief {
		return
	}
	p.paragraph(p.Dim, indent, printable.Text(c.Statement))
	if c.Single() {
		return
	}
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

// numbers writes frame numbers as filters take them, and "…" if there are more.
func numbers(frames []int64, all int64) string {
	var words []string
	for _, f := range frames {
		words = append(words, strconv.FormatInt(f, 10))
	}
	if int64(len(frames)) < all {
		words = append(words, "…")
	}
	return strings.Join(words, " ")
}
