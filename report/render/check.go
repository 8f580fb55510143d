package render

import (
	"cmp"
	"fmt"
	"io"
	"slices"
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
	const mostEnded = 8
	p.ended(f.Ended, mostEnded, f.Dropped["connections"])
	p.causes(f)
	p.infos(f)
	if o.Brief && len(f.Rules) > 0 {
		p.Line()
		p.Say(p.Dim, "--all shows the first violations of each rule, and what was not judged; --explain ID says more about one")
	} else if f.Judged() || f.Links > 0 {
		if o.Kept {
			p.kept(f)
		}
		p.notJudged(f)
	}
	return p.write(w)
}

// kept lists the rules that are kept, each with how often: always, or in how many of all cases.
func (p *page) kept(f *figures.CheckFile) {
	p.Heading("KEPT", terminal.Style{}, "how often, of all cases")
	area := ""
	for i := range f.Rules {
		r := &f.Rules[i]
		if r.Verdict != figures.Passed {
			continue
		}
		if r.Area != area {
			area = r.Area
			p.Say(p.Dim, area+":")
		}
		often := "always, "
		if r.Violations > 0 {
			often = ""
		}
		p.fit(terminal.Style{}, "   ", fmt.Sprintf("%-31s  %-7s  %s%s of %s%s", r.ID, sideName(r.Judges), often, terminal.Count(r.Instances-r.Violations), terminal.Count(r.Instances), accepted(r)))
	}
}

// checkHead says what was captured where, and how many rules are broken.
func (p *page) checkHead(f *figures.CheckFile) {
	about := []string{perspective(f.Perspective), f.Dialect + " dialect", counted(int64(f.Links), "link", "links")}
	if len(f.About()) < len(f.Rules) {
		about = []string{figures.EntityArea, counted(int64(len(f.About())), "verdict", "verdicts")}
	}
	p.Heading(f.Name, terminal.Style{}, about...)
	if f.Damage != nil {
		p.Say(p.Damage, "The capture is damaged: some of it is missing.")
	}
	if !f.Judged() && f.Links == 0 {
		p.Say(p.Note, "Nothing can be judged: there is no game in the capture.")
		return
	}
	if f.Links > 0 {
		p.Say(terminal.Style{}, "missing from the capture: "+terminal.Percent(f.Loss.ToServer)+" of C>S, "+terminal.Percent(f.Loss.ToClient)+" of S>C")
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
	known, rules := 0, f.About()
	for i := range rules {
		if r := &rules[i]; r.Judges == side {
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
	p.Say(look, side+": "+sideText(sum, known))
}

// sideText says how many rules are broken, how badly, and what became of the others; known is how many
// are broken and accepted.
func sideText(sum figures.CheckSummary, known int) string {
	texts := []string{fmt.Sprintf("%d broken", sum.Fail)}
	if sum.Fail > 0 {
		others := sum.Fail - sum.Errors - sum.Warnings
		texts[0] += " (" + strings.Join(given(some(sum.Errors, "error", "errors"), some(sum.Warnings, "warning", "warnings"), some(others, "info", "info")), ", ") + ")"
	}
	if known > 0 {
		texts = append(texts, fmt.Sprintf("%d in the baseline", known))
	}
	return strings.Join(append(texts, fmt.Sprintf("%d kept", sum.Pass-known), fmt.Sprintf("%d not judged", sum.NotJudged)), ", ")
}

// some counts what there is any of; "" = nothing.
func some(n int, one, many string) string {
	if n == 0 {
		return ""
	}
	return counted(int64(n), one, many)
}

// infos shows the rules that are not kept and harm nobody: they are in no cause.
func (p *page) infos(f *figures.CheckFile) {
	first := true
	for i := range f.Rules {
		r := &f.Rules[i]
		if r.Verdict != figures.Failed || r.Severity != "info" {
			continue
		}
		if first {
			p.Heading("WORTH KNOWING", terminal.Style{}, "differs from stock software, on purpose or without effect")
			first = false
		}
		p.Line(terminal.Span{Text: "     "}, terminal.Span{Text: r.ID}, terminal.Span{Text: fmt.Sprintf("  %s  %s of %s%s", sideName(r.Judges), terminal.Count(r.Violations), terminal.Count(r.Instances), accepted(r))})
		if !p.Brief {
			p.paragraph(p.Dim, causeIndent, r.Says)
			p.violations(f, r.Frames, r.Violations)
		}
	}
}

// accepted says what of the violations of a rule is in the baseline.
func accepted(r *figures.CheckRule) (text string) {
	if r.Baseline > 0 {
		text = fmt.Sprintf(", %s in the baseline", terminal.Count(r.Baseline))
	}
	if r.Worse {
		text += ": worse"
	}
	return text
}

// causeIndent is that of what is said about causes.
const causeIndent = "     "

// violations shows the first violations, in columns, and counts the others.
func (p *page) violations(f *figures.CheckFile, all []figures.CheckFrame, more int64) {
	first := all[:min(cmp.Or(p.Top, mostFrames), len(all))]
	column := 0
	for i := range first {
		column = max(column, len(fmt.Sprint(first[i].Frame)))
	}
	for i := range first {
		head := fmt.Sprintf("%sframe %*d  ", causeIndent, column, first[i].Frame)
		p.paragraph(terminal.Style{}, head, printable.Text(said(&first[i])))
		more -= max(first[i].Times, 1)
	}
	if more > 0 {
		p.Say(p.Dim, causeIndent+"and "+terminal.Count(more)+" more")
	}
	if p.Command != nil && len(first) > 0 {
		p.Asked(checkQuery(first), nil, f.Name)
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
	for _, line := range wrapped(text, max(p.Width-terminal.Width(head)+2, 20)) {
		p.Say(look, head+line)
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
	reasons, rules := []string{}, f.About()
	for i := range rules {
		r := &rules[i]
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
	p.Heading("NOT JUDGED", terminal.Style{})
	for _, reason := range reasons {
		p.paragraph(terminal.Style{}, "", reason+":")
		p.paragraph(p.Dim, "  ", strings.Join(idsOf(open[reason], sides), ", "))
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

// causes says what to mend, the heaviest first, in the order and with the counts of the overview. On a page that is
// brief what all clients do alike is one line.
func (p *page) causes(f *figures.CheckFile) {
	if len(f.Causes) == 0 {
		return
	}
	p.Heading("WHAT IS WRONG", terminal.Style{}, causeCounts(f.Causes), "the heaviest first")
	alike := []string{}
	for i := range f.Causes {
		c := &f.Causes[i]
		if c.Alike && p.Brief {
			alike = append(alike, c.ID)
			continue
		}
		p.cause(i+1, f, c)
	}
	if len(alike) > 0 {
		p.paragraph(terminal.Style{}, "  *  ", "all clients alike: "+strings.Join(alike, ", "))
	}
}

// causeCounts says how many causes each side has.
func causeCounts(all []figures.Cause) string {
	sides := map[string]int{}
	for i := range all {
		sides[all[i].Side]++
	}
	return strings.Join(given(some(sides["server"], "of the host", "of the host"), some(sides["client"], "of clients", "of clients")), ", ")
}

// cause shows a cause: how often its root is broken, of how many, what players notice, which rules follow, and the first
// violations, unless the page is brief.
func (p *page) cause(number int, f *figures.CheckFile, c *figures.Cause) {
	rule := func(id string) (found *figures.CheckRule) {
		found = &figures.CheckRule{}
		for i := range f.Rules {
			if r := &f.Rules[i]; r.ID == id && (found.ID == "" || r.Judges == c.Side) { // it may be of the other side
				found = r
			}
		}
		return found
	}
	root := rule(c.Root)
	p.Line(terminal.Span{Text: fmt.Sprintf(" %3d  ", number)}, terminal.Span{Style: p.severity(c.Severity), Text: c.ID},
		terminal.Span{Text: fmt.Sprintf("  %s%s of %s%s%s", causeWho(c), terminal.Count(c.Instances), terminal.Count(c.Of), accepted(root), firstFrame(", ", c))})
	p.paragraph(terminal.Style{}, causeIndent, strings.TrimSuffix(c.EffectText, ".")+" ("+c.Severity+").")
	if says := root.Says; c.Single() && !p.Brief {
		p.paragraph(p.Dim, causeIndent, says)
	} else {
		p.paragraph(p.Dim, causeIndent, printable.Text(c.Statement))
	}
	if !c.Single() {
		p.paragraph(terminal.Style{}, causeIndent+"mend: ", c.Mend)
	}
	for i := range c.Explains {
		x := &c.Explains[i]
		r := rule(x.Finding)
		p.paragraph(terminal.Style{}, causeIndent+"explains ", fmt.Sprintf("%s of %s of %s%s", terminal.Count(x.Instances), terminal.Count(cmp.Or(r.Instances, x.Of)), x.Finding, accepted(r)))
	}
	if !p.Brief {
		p.violations(f, c.First, c.Instances)
	}
}

// causeWho says which side a cause is on: one client by its name.
func causeWho(c *figures.Cause) string {
	if c.Client != 0 && len(c.Players) == 1 {
		return printable.Text(c.Players[0]) + " alone, "
	}
	return sideName(c.Side) + "  "
}

// sideName is how people call a side.
func sideName(side string) string {
	if side == "client" {
		return "clients"
	}
	return "host"
}

// firstFrame names the first frame of a cause, behind a text.
func firstFrame(before string, c *figures.Cause) string {
	if len(c.Frames) == 0 {
		return ""
	}
	return fmt.Sprintf("%sframe %d", before, c.Frames[0])
}
