package render

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"bcdump/internal/printable"
	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// DiffOptions say how differences look.
type DiffOptions struct {
	Options
	// CommandA and CommandB make a command for either side from a query.
	CommandA, CommandB func(figures.Query) string
}

// mostSignificant is how many differences the summary has, and mostOfSection how many a section, unless
// Top says otherwise.
const (
	mostSignificant = 10
	mostOfSection   = 20
)

// diffTitles are the sections and what they tell.
var diffTitles = []struct{ name, title, says string }{
	//row:differences `conversation` | steps of a join, a creation, a death or an end
	{"conversation", "CONVERSATION", "what is said when clients join, ships come and die, games end"},
	//row:differences `layout` | size, fields, values, [notes](notes.md) and flags, by opcode, direction, and code of events
	{"layout", "LAYOUT", "what messages look like"},
	//row:differences `rates` | messages per minute and player, or ship; of play, whether it comes
	{"rates", "RATES", "how often messages are sent, repeats left out"},
	//row:differences `rhythm` | intervals, blocks, Acks, waits, size of fragments
	{"rhythm", "RHYTHM", "when, and how much at once"},
	//row:differences `relays` | missing copies, as in [`stats`](stats.md#relays)
	{"relays", "RELAYS", "what the host passes on"},
	//row:differences `joins` | how clients end
	{"joins", "JOINS", "how each client came into the game"},
	//row:differences `links` | datagrams, round trips, retransmissions: no difference is drawn from it
	{"links", "LINKS", "what became of datagrams"},
	//row:differences `rules` | verdicts of [rules](check.md)
	{"rules", "RULES", "what bcdump check says"},
}

// diffPage is a page of differences.
type diffPage struct {
	*page
	options DiffOptions
}

// WriteDiff shows the differences between two captures.
func WriteDiff(w io.Writer, d *figures.Diff, o DiffOptions) error {
	p := diffPage{newPage(o.Options), o}
	p.diffHead(d)
	if d.Session != nil {
		p.session(d)
	} else if !d.Equal {
		p.summary(d)
	}
	for i := range diffTitles {
		p.section(d, i)
	}
	return p.write(w)
}

// diffHead says what is compared.
func (p *diffPage) diffHead(d *figures.Diff) {
	p.side("A", &d.A)
	p.side("B", &d.B)
	if d.Judge != "" {
		p.Say(p.Dim, "only what the "+d.Judge+" does was compared")
	}
	switch {
	case len(d.Compared) == 0:
		p.Say(p.Note, "Nothing can be compared: neither capture has a Bridge Commander game.")
	case d.Equal:
		p.Say(terminal.Style{}, "No difference was found.")
	}
}

func (p *diffPage) side(name string, f *figures.DiffFile) {
	dialect := ""
	if f.Dialect != "" {
		dialect = " · " + f.Dialect + " dialect"
	}
	p.Line(terminal.Span{Style: p.Name, Text: name + "  "}, terminal.Span{Text: printable.Text(f.Name)},
		terminal.Span{Style: p.Dim, Text: fmt.Sprintf("   %s · %s · %s", counted(f.Frames, "frame", "frames"), terminal.Duration(float64(f.Duration)), counted(int64(len(f.Clients)), "client", "clients")) + dialect})
	if f.Damage != nil {
		p.Say(p.Damage, name+" is damaged: what could be read of it was compared.")
	}
}

// summary shows the most significant differences of all.
func (p *diffPage) summary(d *figures.Diff) {
	p.Heading("SUMMARY", terminal.Style{}, counted(int64(len(d.Differences)), "difference", "differences"))
	for i := range d.Differences[:min(mostSignificant, len(d.Differences))] {
		x := &d.Differences[i]
		p.difference(x, fmt.Sprintf("%2d  ", x.Rank), true)
	}
}

// difference is a sentence, and how to see it on either side.
func (p *diffPage) difference(x *figures.Difference, head string, queries bool) {
	p.paragraph(terminal.Style{}, " "+head, printable.Text(x.Text)+p.sure(x))
	if !queries {
		return
	}
	indent := strings.Repeat(" ", len(head)+1)
	p.see(indent, "A", x.QueryA, p.options.CommandA)
	p.see(indent, "B", x.QueryB, p.options.CommandB)
}

// sure says how likely it is chance.
func (p *diffPage) sure(x *figures.Difference) string {
	switch {
	case x.Chance == nil:
		return ""
	case *x.Chance > 0.01:
		return " (too few to be sure)"
	case *x.Chance < 1e-9:
		return " (q < 1e-9)"
	}
	return fmt.Sprintf(" (q %.1g)", *x.Chance)
}

func (p *diffPage) see(indent, side string, q figures.Query, command func(figures.Query) string) {
	if q == "" || command == nil {
		return
	}
	for i, line := range terminal.FoldCommand(printable.Text(command(q)), max(p.Width-len(indent)-3, 20), 2) {
		mark := side + "  "
		if i > 0 {
			mark = "   "
		}
		p.Line(terminal.Span{Text: " " + indent}, terminal.Span{Style: p.Dim, Text: mark + line})
	}
}

// section shows the differences of a section, and counts what is equal.
func (p *diffPage) section(d *figures.Diff, i int) {
	t := &diffTitles[i]
	at := slices.IndexFunc(d.Compared, func(n figures.DiffCount) bool { return n.Section == t.name })
	tables := slices.ContainsFunc(d.Tables, func(x figures.DiffTable) bool { return x.Section == t.name })
	if at < 0 && !tables {
		return
	}
	p.Heading(t.title, p.Dim, t.says)
	if at >= 0 {
		n := &d.Compared[at]
		text := terminal.Count(int64(n.Compared)) + " compared, " + counted(int64(n.Differ), "differs", "differ")
		if n.TooFew > 0 {
			text += fmt.Sprintf(", %d more may, with too few messages to be sure", n.TooFew)
		}
		p.Say(p.Dim, text)
	}
	shown, most := 0, mostOfSection
	if p.Top > 0 {
		most = p.Top
	}
	for j := range d.Differences {
		x := &d.Differences[j]
		if x.Section != t.name {
			continue
		}
		if shown++; shown > most {
			continue
		}
		p.difference(x, fmt.Sprintf("%2d  ", x.Rank), x.Rank > mostSignificant)
		p.parts(x)
		p.messages(x)
	}
	if shown > most {
		p.Say(p.Dim, fmt.Sprintf("and %d more", shown-most))
	}
	for j := range d.Tables {
		if d.Tables[j].Section == t.name {
			p.sideBySide(&d.Tables[j])
		}
	}
}

// parts lists what else differs of a subject.
func (p *diffPage) parts(x *figures.Difference) {
	for i := range x.Parts {
		if i == 0 {
			continue // the sentence has said it
		}
		if i > mostFields {
			p.Say(p.Dim, fmt.Sprintf("    and %d more", len(x.Parts)-i))
			return
		}
		p.paragraph(p.Dim, "     · ", printable.Text(x.Parts[i].Text))
	}
}

// mostFields bounds the fields of a message that are shown, and mostBytes its bytes.
const (
	mostFields = 12
	mostBytes  = 64
)

// messages shows two messages field by field, with their bytes.
func (p *diffPage) messages(x *figures.Difference) {
	if len(x.Fields) == 0 && x.BytesA == "" && x.BytesB == "" {
		return
	}
	t := &terminal.Table{Columns: []terminal.Column{{Title: "    field"}, {Title: "A", Fold: true}, {Title: "B", Fold: true}}}
	for i := range x.Fields[:min(mostFields, len(x.Fields))] {
		f := &x.Fields[i]
		t.Rows = append(t.Rows, terminal.Row{Cells: terminal.Texts("    "+printable.Text(f.Name), printable.Text(f.A), printable.Text(f.B))})
	}
	if len(t.Rows) > 0 {
		p.table(t)
	}
	p.bytes("A", x.BytesA)
	p.bytes("B", x.BytesB)
}

func (p *diffPage) bytes(side, hex string) {
	if hex == "" {
		return
	}
	more := ""
	if len(hex) > 2*mostBytes {
		hex, more = hex[:2*mostBytes], " .."
	}
	var pairs []string
	for i := 0; i < len(hex); i += 2 {
		pairs = append(pairs, hex[i:i+2])
	}
	p.paragraph(p.Dim, "     "+side+"  ", strings.Join(pairs, " ")+more)
}

// sideBySide shows the rows of a table that differ.
func (p *diffPage) sideBySide(x *figures.DiffTable) {
	if len(x.Rows) == 0 {
		return
	}
	t := &terminal.Table{Columns: append([]terminal.Column{{Title: x.Title, Min: 8}, {}}, droppable(x.Columns, 1)...)}
	for i := range x.Rows[:min(mostOfSection, len(x.Rows))] {
		r := &x.Rows[i]
		for side, cells := range [][]string{r.A, r.B} {
			if len(cells) == 0 {
				continue
			}
			name := ""
			if side == 0 || len(r.A) == 0 {
				name = r.Key
			}
			row := terminal.Texts(printable.Text(name), string(rune('A'+side)))
			for _, c := range cells {
				if n, err := strconv.ParseInt(c, 10, 64); err == nil {
					c = terminal.Count(n)
				}
				row = append(row, terminal.Cell{Text: printable.Text(c)})
			}
			t.Rows = append(t.Rows, terminal.Row{Cells: row})
		}
	}
	p.table(t)
	if x.Equal > 0 {
		p.Say(p.Dim, counted(int64(x.Equal), "row is", "rows are")+" equal")
	}
}

// droppable gives columns of numbers, of which those behind the first few may be left out, the last one
// first.
func droppable(titles []string, kept int) []terminal.Column {
	columns := terminal.Columns(titles...)
	for i := range columns {
		columns[i].Number = true
		columns[i].Drop = max(i+1-kept, 0)
	}
	return columns
}

// session shows what became of the datagrams of a session that was captured twice.
func (p *diffPage) session(d *figures.Diff) {
	s := d.Session
	p.Heading("SAME SESSION", p.Dim, counted(s.Paired, "datagram is in both captures", "datagrams are in both captures"))
	if len(s.Links) > 0 {
		p.Say(terminal.Style{}, fmt.Sprintf("both ran for %s; %s", terminal.Duration(s.Overlap), nearHost(s.NearHost)))
		p.Say(terminal.Style{}, fmt.Sprintf("the clock of B is %.3f ms ahead of A (± %.3f ms), and runs %.2f ppm faster", s.Clock.Offset, s.Clock.Uncertain, s.Clock.Drift))
	}
	rowsOf(p.page, s.Links, "name dir paired only_a only_b lost reordered delay_ms_p50 delay_ms_p90 delay_ms_max", func(*figures.SessionLink, string, *terminal.Cell) {})
	for i := range d.Differences {
		p.difference(&d.Differences[i], fmt.Sprintf("%2d  ", d.Differences[i].Rank), true)
	}
}

func nearHost(side string) string {
	switch side {
	case "a":
		return "A was captured nearer to the host"
	case "b":
		return "B was captured nearer to the host"
	}
	return "it is not known which one was captured nearer to the host"
}
