package render

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/stats/tables"
	"bcdump/report/terminal"
)

const (
	// The overview fits a screen and leaves a line for the prompt. It has so many causes, fewer if they say much.
	overviewWidth, overviewHeight = 80, 23
	mostCauses                    = 4
	fewProblems                   = 2
	// mostLines is what a text has, which names of players can make long.
	mostLines = 3
)

// WriteCaptureOverview shows what a capture is and what to mend first, on one screen.
func WriteCaptureOverview(w io.Writer, o *figures.CaptureOverview, options Options) error {
	if options.Width <= 0 || options.Width > overviewWidth {
		options.Width = overviewWidth
	}
	most := mostCauses
	p := captureOverview(o, options, most)
	for most > 1 && bytes.Count(p.Bytes(), []byte("\n")) > overviewHeight {
		most--
		p = captureOverview(o, options, most)
	}
	return p.write(w)
}

// captureOverview draws it, with at most so many causes.
func captureOverview(o *figures.CaptureOverview, options Options, most int) *page {
	p := newPage(options)
	p.overviewHead(o)
	p.ended(o.Ended, most, o.Dropped["connections"])
	p.overviewWrong(o, most)
	p.next(o.Next)
	return p
}

// next shows commands that say more.
func (p *page) next(commands []string) {
	p.Line()
	p.Line(terminal.Span{Style: p.Name, Text: "NEXT"})
	for _, command := range commands {
		for _, line := range terminal.FoldCommand(printable.Text(command), p.Width-len(" "), len("  ")) {
			p.Line(terminal.Span{Text: " " + line})
		}
	}
}

// WriteCaptureList shows a line of each capture: what players notice of its heaviest cause, how many causes there are, and
// what differs in its path.
func WriteCaptureList(w io.Writer, all []*figures.CaptureOverview, options Options) error {
	p := newPage(options)
	folder := commonFolder(all)
	if folder != "" {
		p.Heading(folder, terminal.Style{}, counted(int64(len(all)), "capture", "captures"), "in the order of check, the worst first")
	}
	texts, room, longest := make([][2]string, len(all)), [2]int{}, 0
	for i, o := range all {
		texts[i][1] = "nothing found"
		switch {
		case o.NoGame != "":
			texts[i][1] = "no game traffic"
		case len(o.Causes) > 0:
			texts[i] = [2]string{strings.ReplaceAll(o.Causes[0].Effect, "_", " "), counted(int64(len(o.Causes)), "cause", "causes") + ": " + o.Causes[0].ID}
		case len(o.Problems) > 0:
			texts[i][1] = counted(int64(len(o.Problems)), "problem", "problems") + ": " + o.Problems[0].ID
		case len(o.Ended) == 1:
			texts[i][1] = o.Ended[0].Player + " " + o.Ended[0].Text
		case len(o.Ended) > 1:
			texts[i][1] = counted(int64(len(o.Ended)), "connection", "connections") + " ended, " + o.Ended[0].Player + " " + o.Ended[0].Text
		}
		for k, text := range texts[i] {
			room[k] = max(room[k], min(terminal.Width(text), 41))
		}
		longest = max(longest, terminal.Width(o.Name[len(folder):]))
	}
	room[1] = min(room[1], max(24, p.Width-room[0]-longest-4))
	for i, o := range all {
		p.fit(p.look(o), "", fmt.Sprintf("%-*s  %-*s  %s", room[0], texts[i][0], room[1], terminal.Cut(texts[i][1], room[1]), o.Name[len(folder):]))
	}
	return p.write(w)
}

// commonFolder is where all captures are, with the separator behind it; "" = they have none in common.
func commonFolder(all []*figures.CaptureOverview) string {
	common := ""
	for i, o := range all {
		if i == 0 {
			common = o.Name
		}
		for !strings.HasPrefix(o.Name, common) {
			common = common[:len(common)-1]
		}
	}
	return common[:strings.LastIndexAny(common, `/\`)+1]
}

// look is how bad a capture is.
func (p *page) look(o *figures.CaptureOverview) terminal.Style {
	switch {
	case len(o.Causes) > 0 && o.Causes[0].Weight <= 1:
		return p.Damage
	case len(o.Causes)+len(o.Problems)+len(o.Ended) > 0:
		return p.Note
	}
	return terminal.Style{}
}

// overviewHead says what was captured, who played, and who is ahead.
func (p *page) overviewHead(o *figures.CaptureOverview) {
	p.fit(p.Name, "", o.Name)
	length := terminal.Duration(float64(o.Duration))
	if o.Untimed {
		length = ""
	}
	about := []string{o.Dialect + " dialect", perspective(o.Perspective)}
	switch {
	case o.Entities != nil:
		about = []string{figures.EntityArea}
	case o.GameSpy > 0:
		about = []string{"only " + counted(o.GameSpy, "GameSpy text", "GameSpy texts")}
	}
	p.few(terminal.Style{}, " ", dotted(append([]string{length, counted(o.Frames, "frame", "frames")}, about...)...))
	if o.Times != "" {
		p.few(p.Note, " ", "! "+o.Times)
	}
	if o.Relayed != "" {
		p.few(p.Note, " ", "! "+o.Relayed)
	}
	var players, rates []string
	for _, x := range o.Players {
		text := x.Name
		if x.Score != nil {
			text += " " + terminal.Count(int64(*x.Score))
		}
		players = append(players, text)
	}
	if len(players) > 0 {
		p.few(terminal.Style{}, " ", strings.Join(players, " · "))
	}
	for _, x := range o.Rates {
		if !o.Untimed {
			rates = append(rates, x.Dir+" "+terminal.Rate(x.Mean))
		}
	}
	ahead := ""
	switch {
	case o.Games > 1:
		ahead = counted(int64(o.Games), "game", "games")
	case len(o.Winner.Names) > 0:
		ahead = "ahead: " + strings.Join(o.Winner.Names, ", ")
	}
	if text := dotted(ahead, explodedText(o.Exploded), strings.Join(rates, ", ")); text != "" {
		p.few(terminal.Style{}, " ", text)
	}
	var saved []string
	for _, x := range o.Savings {
		saved = append(saved, fmt.Sprintf("%.0f %% of %s (%s)", 100*x.Share, x.Dir, x.ID))
	}
	if len(saved) > 0 {
		p.few(terminal.Style{}, " ", "could be saved: "+strings.Join(saved, ", "))
	}
	if o.Copies != nil {
		for _, line := range wrapped(tables.CopiesText(o.Copies), p.Width) {
			p.Say(p.Dim, line)
		}
	}
	if o.EntityState > 0 && len(players) == 0 {
		text := counted(o.EntityState, "entity-state message", "entity-state messages")
		if o.Entities != nil {
			text += "; its rules: " + sideText(*o.Entities, 0)
		}
		p.few(p.Dim, " ", text)
	}
}

func explodedText(n int) string {
	if n == 0 {
		return ""
	}
	return counted(int64(n), "ship", "ships") + " exploded"
}

// ended names the connections that ended otherwise than the player chose: in at most so many lines, of many alike one.
// Of others it is not known.
func (p *page) ended(all []figures.Story, most int, others int64) {
	if len(all) == 0 {
		return
	}
	p.Line()
	p.Line(terminal.Span{Style: p.Name, Text: "HOW PLAYERS LEFT"})
	groups := groupsOf(all, withoutSpans)
	if len(groups) > most {
		groups = groupsOf(all, func(s *figures.Story) string { return s.Outcome })
	}
	for _, g := range groups {
		p.few(terminal.Style{}, " ", endedText(g, p.Width-len(" ")))
	}
	if others > 0 {
		p.few(p.Note, " ", counted(others, "more connection has", "more connections have")+" no room in the list")
	}
}

// groupsOf brings together what has the same key, in the order of the first of each.
func groupsOf(all []figures.Story, key func(*figures.Story) string) (groups [][]figures.Story) {
	at := map[string]int{}
	for i := range all {
		k := key(&all[i])
		if _, known := at[k]; !known {
			at[k] = len(groups)
			groups = append(groups, nil)
		}
		groups[at[k]] = append(groups[at[k]], all[i])
	}
	return groups
}

// endedText says how one connection, or several in the same way, came to their end: it names as many as fit a line.
func endedText(g []figures.Story, width int) (line string) {
	if len(g) == 1 {
		return fmt.Sprintf("%s %s (frame %d)", g[0].Player, g[0].Text, g[0].Frame)
	}
	text := inCommon(g)
	if text == "" { // they have the end in common, not what is known beyond
		text = (&figures.Ending{End: g[0].Outcome}).Sentence()
	}
	for one, many := range map[string]string{"was ": "were ", "has ": "have "} {
		if rest, ok := strings.CutPrefix(text, one); ok {
			text = many + rest
		}
	}
	const least = len("x (frame 1)") // columns of a name
	for most := min(len(g), 1+width/least); most > 0; most-- {
		var names []string
		for _, s := range g[:most] {
			names = append(names, fmt.Sprintf("%s (frame %d)", s.Player, s.Frame))
		}
		if more := len(g) - most; more > 0 {
			names = append(names, fmt.Sprintf("and %d more", more))
		}
		if line = fmt.Sprintf("%d %s · %s", len(g), text, strings.Join(names, ", ")); terminal.Width(line) <= width {
			break
		}
	}
	return line
}

var spans = regexp.MustCompile(`\d+(\.\d+)? (s|min|h)\b`)

// inCommon gives the text of all of these, with a range where they differ in a time; "" if they differ otherwise.
func inCommon(g []figures.Story) string {
	for i := range g {
		if withoutSpans(&g[i]) != withoutSpans(&g[0]) {
			return ""
		}
	}
	place := -1
	return spans.ReplaceAllStringFunc(g[0].Text, func(least string) string {
		place++
		most := least
		for i := range g {
			switch s := spans.FindAllString(g[i].Text, -1)[place]; {
			case span(s) < span(least):
				least = s
			case span(s) > span(most):
				most = s
			}
		}
		if least == most {
			return least
		}
		return least + " to " + most
	})
}

func withoutSpans(s *figures.Story) string { return spans.ReplaceAllString(s.Text, "#") }

func span(text string) time.Duration {
	d, _ := time.ParseDuration(strings.NewReplacer(" ", "", "min", "m").Replace(text))
	return d
}

// overviewWrong says what to mend first, and what no cause explains.
func (p *page) overviewWrong(o *figures.CaptureOverview, most int) {
	p.Line()
	switch {
	case o.NoGame != "":
		p.fit(p.Damage, "", "NO GAME TRAFFIC   "+o.NoGame)
	case len(o.Causes)+len(o.Problems)+len(o.Ended) == 0:
		p.Line(terminal.Span{Style: p.Name, Text: "NOTHING FOUND"})
	case len(o.Causes)+len(o.Problems) == 0:
		p.Line(terminal.Span{Style: p.Name, Text: "NO JUDGED RULE IS BROKEN"})
	case len(o.Causes) == 0:
		p.Line(terminal.Span{Style: p.Name, Text: "WHAT IS WRONG"})
	default:
		p.fit(p.Name, "", fmt.Sprintf("WHAT IS WRONG   %s; causes: %s", counted(int64(o.Broken), "broken rule", "broken rules"), causeCounts(o.Causes)))
	}
	shown, alike := 0, 0
	for i := range o.Causes {
		switch c := &o.Causes[i]; {
		case shown < most && (!c.Alike || i == shown):
			shown++
			p.overviewCause(shown, c)
		case c.Alike:
			alike++
		}
	}
	var more []string
	if rest := len(o.Causes) - shown - alike; rest > 0 {
		more = append(more, fmt.Sprintf("%d more", rest))
	}
	if alike > 0 {
		more = append(more, fmt.Sprintf("%d that all clients have in common", alike))
	}
	if len(more) > 0 {
		p.fit(terminal.Style{}, " ", "and "+strings.Join(more, ", and "))
	}
	for i := range o.Problems[:min(len(o.Problems), fewProblems)] {
		p.few(p.Note, " ! ", o.Problems[i].Statement)
	}
	if o.Damage != nil && len(o.Problems) == 0 {
		p.few(p.Damage, " ! ", o.Damage.Text)
	}
	if len(o.NotJudged) > 0 {
		p.few(p.Dim, " not judged: ", strings.Join(o.NotJudged, "; "))
	}
}

// overviewCause shows a cause: in a line what players notice, who it is and the first frame, and then what is wrong. What
// players saw that no rule explains says itself what they notice, and stands in front.
func (p *page) overviewCause(number int, c *figures.Cause) {
	const indent = "    "
	frame, who, statement := firstFrame("", c), "host: "+c.ID, c.Statement
	if sentence, _, more := strings.Cut(statement, ". "); more && !c.Single() {
		statement = sentence + "." // check has the rest
	}
	switch {
	case c.Client != 0:
		who = causeWho(c) + c.ID
	case c.Side == "client":
		who = "clients: " + c.ID
	}
	head, text := fmt.Sprintf("%2d  %s", number, c.EffectText), statement
	if c.OnlySeen() {
		head, text = fmt.Sprintf("%2d  %s", number, printable.Text(c.Statement)), c.EffectText
		if c.Instances > 1 {
			text = fmt.Sprintf("and %d more like it: ", c.Instances-1) + text
		}
		if terminal.Width(head)+terminal.Width(frame)+4 > p.Width { // it goes on below, with all the rest
			p.few(map[bool]terminal.Style{true: p.Damage}[c.Weight <= 1], fmt.Sprintf("%2d  ", number), c.Statement)
			p.few(terminal.Style{}, indent, strings.TrimSpace(who+", "+frame+": "+text))
			return
		}
	}
	room := p.Width - terminal.Width(head) - terminal.Width(frame) - 4
	if terminal.Width(who) > room {
		who, text = "", who+": "+text
	}
	gap := strings.Repeat(" ", max(room+2-terminal.Width(who), 2))
	look := terminal.Style{}
	if c.Weight <= 1 {
		look = p.Damage
	}
	p.Line(terminal.Span{Style: look, Text: head}, terminal.Span{Text: "  " + who}, terminal.Span{Style: p.Dim, Text: gap + frame})
	p.few(terminal.Style{}, indent, text)
}

// few is a text that goes on below itself, cut after a few lines.
func (p *page) few(look terminal.Style, indent, text string) {
	lines := strings.SplitN(terminal.Fold(printable.Text(text), p.Width-terminal.Width(indent), 0), "\n", mostLines)
	for _, line := range lines {
		p.fit(look, indent, strings.ReplaceAll(line, "\n", " "))
		indent = strings.Repeat(" ", terminal.Width(indent))
	}
}

// fit is a line that is cut where the page ends.
func (p *page) fit(look terminal.Style, indent, text string) {
	text = printable.Text(text)
	if room := p.Width - terminal.Width(indent); terminal.Width(text) > room {
		text = terminal.Cut(text, room)
	}
	p.Line(terminal.Span{Text: indent}, terminal.Span{Style: look, Text: text})
}

// WriteStories tells how connections and ships came to their end: of one with its steps, of several a line each.
func WriteStories(w io.Writer, s *figures.Stories, steps bool, o Options) error {
	p := newPage(o)
	all := append(append([]figures.Story{}, s.Connections...), s.Ships...)
	var times []figures.Time
	for i := range all {
		times = append(times, all[i].Time)
	}
	if p.began(times); len(all) == 0 {
		p.Heading(s.Name, terminal.Style{}, "no connection ended otherwise than the player chose, no ship exploded")
	} else if !steps {
		p.Heading(s.Name, terminal.Style{}, counted(int64(len(s.Connections)), "connection", "connections")+" that the player did not end", counted(int64(len(s.Ships)), "ship", "ships")+" lost")
	}
	const few = 10 // of many alike, such as those whom a full host refuses
	alike, shown := map[string][]figures.Story{}, map[string]int{}
	for i := range s.Connections {
		key := withoutSpans(&s.Connections[i])
		alike[key] = append(alike[key], s.Connections[i])
	}
	for i := range all {
		key := withoutSpans(&all[i])
		switch shown[key]++; {
		case steps || i >= len(s.Connections) || shown[key] <= few:
			p.story(&all[i], steps)
		case shown[key] == few+1:
			g := alike[key][few:]
			p.Say(terminal.Style{}, fmt.Sprintf("and %d more up to %s, each of whom %s (-o json has them)", len(g), cmp.Or(p.second(g[len(g)-1].Time), "-"), inCommon(g)))
		}
	}
	if len(s.Next) > 0 {
		p.next(s.Next)
	}
	return p.write(w)
}

func (p *page) story(s *figures.Story, steps bool) {
	who := printable.Text(s.Player)
	if s.Ship != "" {
		who += "'s " + printable.Text(s.Ship)
	}
	line := fmt.Sprintf("%s %s (frame %d)", cmp.Or(p.second(s.Time), "-"), who+" "+printable.Text(s.Text), s.Frame)
	if !steps {
		p.Say(terminal.Style{}, line)
		return
	}
	p.Heading(line, terminal.Style{})
	for _, x := range s.Steps {
		text := printable.Text(x.Text)
		if x.Cause != "" && x.Inferred {
			text += " (cause: " + x.Cause + ")"
		}
		head := fmt.Sprintf("%s %7d  ", p.second(x.Time), x.Frame)
		if x.Inferred {
			head = "inferred: "
		}
		p.paragraph(terminal.Style{}, head, text)
	}
}
