package render

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// parts cuts rows where what they are about changes. Rows are sorted by it, but for
// those called "rest" at the end, which make parts of their own.
func parts[T any, K comparable](rows []T, about func(*T) K) (out [][]T) {
	start := 0
	for i := 1; i <= len(rows); i++ {
		if i == len(rows) || about(&rows[i]) != about(&rows[start]) {
			out = append(out, rows[start:i])
			start = i
		}
	}
	return out
}

// most gives the parts with the most messages, as many as tables have rows, in the
// order in which they were; more = those that are left out. There is one part for each
// direction, and many if they are split by link or object.
func most[T any](p *page, all [][]T, messages func([]T) int64) (shown [][]T, more int) {
	const unsplit = 4 // each direction of both protocols
	n := max(p.shown(len(all)), min(len(all), unsplit))
	if n == len(all) {
		return all, 0
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(messages(all[b]), messages(all[a])) })
	order = order[:n]
	slices.Sort(order)
	for _, i := range order {
		shown = append(shown, all[i])
	}
	return shown, len(all) - n
}

// inWays gives rows of each direction, and those of both if they were asked for.
func inWays[T any](p *page, rows []T, dir func(*T) string) []T {
	if len(p.Only) > 0 {
		return rows
	}
	return slices.DeleteFunc(slices.Clone(rows), func(x T) bool { return dir(&x) == figures.BothDirections })
}

// titled names a part of the rows and what it holds.
func (p *page) titled(s figures.Split, holds string) string {
	if about := p.of(s); about != "" {
		return s.Dir + about + ": " + holds
	}
	return inTitle(s.Dir) + ": " + holds
}

func inTitle(dir string) string { return direction(strings.TrimPrefix(dir, figures.BothDirections)) }

func showOpcodes(p *page, s *figures.Stats) {
	type about struct {
		proto string
		figures.Split
	}
	all := parts(inWays(p, s.Opcodes, func(o *figures.Opcode) string { return o.Dir }), func(o *figures.Opcode) about { return about{o.Proto, o.Split} })
	shown, more := most(p, all, func(rows []figures.Opcode) int64 { return sumOpcodes(rows).Count })
	for _, rows := range shown {
		sum := sumOpcodes(rows)
		title := "OPCODES"
		if sum.Proto != "" {
			title += " OF " + strings.ToUpper(sum.Proto)
		}
		p.heading(title, p.way(sum.Dir), p.titled(sum.Split, counted(sum.Count, "message", "messages")),
			terminal.Bytes(float64(sum.Bytes)), terminal.Decimal(sum.PerMinute/60, 1)+" per second")
		opcodes(p, rows)
	}
	p.moreTables(more)
}

// moreTables says that tables are left out.
func (p *page) moreTables(n int) {
	if n > 0 {
		p.say(p.Dim, "and "+counted(int64(n), "smaller table", "smaller tables")+" (--top 0 shows all)")
	}
}

// sumOpcodes sums up rows of the same split.
func sumOpcodes(rows []figures.Opcode) figures.Opcode {
	sum := sumOf(rows)
	sum.Opcode, sum.Name, sum.Query, sum.Queries = "rest", "("+terminal.Count(int64(len(rows)))+" opcodes)", "", nil
	return sum
}

func opcodes(p *page, rows []figures.Opcode) {
	for o, t := range withRest(p, rows, sumOpcodes) {
		t.row(asked{query: o.Query, queries: o.Queries}, fields{
			{"opcode", fit{}, text(o.Opcode)},
			{"name", fit{min: 12, fold: true}, styled(o.Name, p.Name)},
			{"count", fit{}, count(o.Count)},
			{"unique", fit{}, count(o.Unique)},
			{"per s", fit{drop: 2}, right(terminal.Decimal(o.PerMinute/60, 2))},
			{"bytes", fit{drop: 1}, size(o.Bytes)},
			{"share", fit{}, percent(o.Share)},
			{"", fit{}, bar(o.Share, rows[0].Share, p.way(o.Dir))},
		})
	}
}

func showTypes(p *page, s *figures.Stats) {
	rows := slices.DeleteFunc(slices.Clone(s.Types), func(x figures.Type) bool { return x.Dir == figures.BothDirections })
	if len(rows) == 0 {
		return
	}
	sum, longest := sumOf(rows), 0.0
	for i := range rows {
		longest = max(longest, float64(rows[i].Bytes))
	}
	rows = inWays(p, s.Types, func(x *figures.Type) string { return x.Dir })
	p.heading("TRANSPORT", terminal.Style{}, counted(sum.Count, "message", "messages"), terminal.Bytes(float64(sum.Bytes)))
	n := len(rows)
	if rows[0].Link+rows[0].ObjectID != "" {
		n = p.shown(n)
	}
	for row, t := range all(p, rows[:n]) {
		t.row(asked{query: row.Query, queries: row.Queries}, fields{
			{"type", fit{}, text(row.Type)},
			{"dir", fit{min: 15, fold: true}, styled(direction(row.Dir)+p.of(row.Split), p.way(row.Dir))},
			{"count", fit{}, count(row.Count)},
			{"bytes", fit{}, size(row.Bytes)},
			{"", fit{}, bar(float64(row.Bytes), longest, p.way(row.Dir))},
		})
	}
	p.more(len(rows) - n)
}

func showFlags(p *page, s *figures.Stats) {
	all := parts(inWays(p, s.Flags, func(f *figures.Flags) string { return f.Dir }), func(f *figures.Flags) figures.Split { return f.Split })
	shown, more := most(p, all, func(rows []figures.Flags) int64 { return sumFlags(rows).Count })
	for _, rows := range shown {
		sum := sumFlags(rows)
		p.heading("FLAG COMBINATIONS", p.way(sum.Dir), p.titled(sum.Split, counted(sum.Count, "StateUpdate", "StateUpdates")))
		flags(p, rows)
	}
	p.moreTables(more)
}

// sumFlags sums up rows of the same split.
func sumFlags(rows []figures.Flags) figures.Flags {
	sum := sumOf(rows)
	sum.DirtyFlags, sum.Flags, sum.Query, sum.Queries = "rest", []string{"(" + terminal.Count(int64(len(rows))), "combinations)"}, "", nil
	return sum
}

func flags(p *page, rows []figures.Flags) {
	for f, t := range withRest(p, rows, sumFlags) {
		t.row(asked{query: f.Query, queries: f.Queries}, fields{
			{"flags", fit{}, text(f.DirtyFlags)},
			{"fields", fit{min: 24, fold: true}, styled(strings.Join(f.Flags, " "), p.Name)},
			{"count", fit{}, count(f.Count)},
			{"bytes", fit{drop: 1}, size(f.Bytes)},
			{"share", fit{}, percent(f.Share)},
			{"", fit{}, bar(f.Share, rows[0].Share, p.way(f.Dir))},
		})
	}
}

// showExceptions names the frames that break rules; rules that hold are one line each.
func showExceptions(p *page, s *figures.Stats) {
	if len(s.FlagExceptions) == 0 || len(s.Flags) == 0 {
		return
	}
	p.heading("DIRECTION RULES", terminal.Style{})
	for i := range s.FlagExceptions {
		e := &s.FlagExceptions[i]
		if e.Count == 0 {
			p.say(p.Dim, "✓ "+e.Rule)
		} else {
			p.say(p.Note, "! "+e.Rule+": "+counted(e.Count, "exception", "exceptions"))
			p.say(terminal.Style{}, "  in frames "+numbers(e.Frames, e.Count))
		}
		p.asked(asked{query: e.Query})
	}
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

// showUpdateSizes shows a histogram for each direction, and percentiles by flags if it was asked
// for.
func showUpdateSizes(p *page, s *figures.Stats) {
	dir := func(u *figures.UpdateSizes) string { return u.Dir }
	for _, rows := range parts(inWays(p, s.UpdateSizes, dir), dir) {
		all := &rows[0]
		p.heading("UPDATE SIZES", p.way(all.Dir), inTitle(all.Dir)+": "+counted(all.Count, "StateUpdate", "StateUpdates"), fmt.Sprintf("%d to %d bytes", all.Min, all.Max))
		p.sizes(all)
		if len(p.Only) > 0 {
			p.line()
			p.sizesByFlags(rows)
		}
	}
}

// sizeBins is how many rows a histogram has at most, not counting those of very large updates.
const sizeBins = 12

// sizes draws the histogram.
func (p *page) sizes(u *figures.UpdateSizes) {
	bins := binned(u)
	var highest int64
	for i := range bins {
		highest = max(highest, bins[i].Count)
	}
	for x, t := range all(p, bins) {
		t.row(asked{query: x.Query}, fields{
			{"bytes", fit{}, right(sizeText(x))},
			{"count", fit{}, count(x.Count)},
			{"share", fit{}, percent(float64(x.Count) / float64(u.Count))},
			{"", fit{}, bar(float64(x.Count), float64(highest), p.way(u.Dir))},
		})
	}
}

// binned puts sizes together that share a row: two, four and so on, if there are too many.
func binned(u *figures.UpdateSizes) (bins []figures.SizeCount) {
	width := 1
	for span := largestSize(u.Sizes) - u.Min + 1; (span+width-1)/width > sizeBins; {
		width *= 2
	}
	for _, x := range u.Sizes {
		n := len(bins)
		switch {
		case n > 0 && x.Most <= bins[n-1].Most:
			bins[n-1].Count += x.Count
		case x.Least == x.Most && width > 1:
			x.Least -= (x.Least - u.Min) % width
			x.Most = x.Least + width - 1
			x.Query = figures.Query(fmt.Sprintf("%s && size in %d..%d", u.Query, x.Least, x.Most))
			bins = append(bins, x)
		default:
			bins = append(bins, x)
		}
	}
	return bins
}

// largestSize is the largest size that has a row of its own.
func largestSize(sizes []figures.SizeCount) (most int) {
	for i := range sizes {
		if sizes[i].Least == sizes[i].Most {
			most = sizes[i].Most
		}
	}
	return most
}

func sizeText(x *figures.SizeCount) string {
	if x.Least == x.Most {
		return strconv.Itoa(x.Least)
	}
	return fmt.Sprintf("%d-%d", x.Least, x.Most)
}

// sizesByFlags shows percentiles, of all first.
func (p *page) sizesByFlags(rows []figures.UpdateSizes) {
	n := p.shown(len(rows)-1) + 1
	for u, t := range all(p, rows[:n]) {
		t.row(asked{query: u.Query}, fields{
			{"flags", fit{}, text(u.DirtyFlags)},
			{"fields", fit{min: 20}, styled(strings.Join(u.Flags, " "), p.Name)},
			{"count", fit{}, count(u.Count)},
			{"min", fit{}, right(strconv.Itoa(u.Min))},
			{"p50", fit{}, right(strconv.Itoa(u.P50))},
			{"p90", fit{}, right(strconv.Itoa(u.P90))},
			{"max", fit{}, right(strconv.Itoa(u.Max))},
		})
	}
	p.more(len(rows) - n)
}

// sizesOf are the histograms of CSV. The row of all flags is left out: it is the sum of the others.
func sizesOf(u *figures.UpdateSizes) []figures.SizeCount {
	if len(u.Flags) > 0 || u.DirtyFlags == "0x00" {
		return u.Sizes
	}
	return nil
}

func showRelays(p *page, s *figures.Stats) {
	rows := relaysOf(s)
	if len(rows) == 0 {
		return
	}
	p.heading("RELAYS", terminal.Style{}, "messages of clients, and the copies that the host made of them")
	if s.Filter != "" {
		p.say(p.Note, "what is missing is not looked for: --filter leaves messages out")
	}
	relays(p, rows)
	missingCopies(p, rows)
}

// showRequests shows what was answered, by what and how fast.
func showRequests(p *page, s *figures.Stats) {
	for r, t := range section(p, s.Requests, "REQUESTS", "EnterSet is answered only by a client that lacks the object") {
		var by []string
		for _, a := range r.Answers {
			by = append(by, terminal.Count(a.Count)+" "+a.Name)
		}
		t.row(asked{query: r.Query}, fields{
			{"name", fit{}, styled(r.Name, p.Name)},
			{"dir", fit{}, styled(r.Dir, p.way(r.Dir))},
			{"count", fit{}, count(r.Count)},
			{"answered", fit{}, count(r.Answered)},
			{"by", fit{min: 12, fold: true}, text(strings.Join(by, ", "))},
			{"p50", fit{drop: 2}, milliseconds(r.Latency.P50)},
			{"max", fit{drop: 1}, milliseconds(r.Latency.Max)},
			{"without answer", fit{min: 12, fold: true, drop: 3}, text(numbers(r.Frames, int64(len(r.Frames))))},
		})
	}
}

// relaysOf leaves out what is for the host alone, and stayed there.
func relaysOf(s *figures.Stats) (rows []figures.Relay) {
	for i := range s.Relays {
		if r := &s.Relays[i]; !keptByHost(r) || r.Copies+r.Echoes > 0 {
			rows = append(rows, *r)
		}
	}
	return rows
}

func keptByHost(r *figures.Relay) bool { return r.To == "host alone" }

// audiences are short words for whom hosts pass messages on to.
var audiences = map[string]string{
	"other clients": "others", "all clients": "all", "team": "team", "made anew": "rebuilt", "host alone": "host", "unknown": "?",
}

func relays(p *page, rows []figures.Relay) {
	for r, t := range top(p, rows) {
		copies := count(r.Copies)
		if keptByHost(r) {
			copies.Style = p.Note
		}
		t.row(asked{query: r.Query, queries: r.Queries}, fields{
			{"opcode", fit{drop: 2}, text(r.Opcode)},
			{"name", fit{min: 12, fold: true}, styled(r.Name, p.Name)},
			{"copied to", fit{}, text(audiences[r.To])},
			{"sent", fit{}, count(r.Originals)},
			{"copies", fit{}, copies},
			{"missing", fit{}, missing(r.Missing, p.Note)},
			{"joining", fit{drop: 6}, few(r.Joining, terminal.Style{})},
			{"leaving", fit{drop: 5}, few(r.Leaving, terminal.Style{})},
			{"lost", fit{drop: 4}, few(r.Lost, terminal.Style{})},
			{"late", fit{drop: 7}, few(r.Late, terminal.Style{})},
			{"surplus", fit{drop: 1}, few(r.Surplus, p.Note)},
			{"echoes", fit{drop: 3}, few(r.Echoes, terminal.Style{})},
			{"fan-out", fit{drop: 10}, right(terminal.Decimal(r.FanOut, 2))},
			{"delay p50", fit{}, milliseconds(r.Latency.P50)},
			{"p90", fit{drop: 9}, milliseconds(r.Latency.P90)},
			{"max", fit{drop: 8}, milliseconds(r.Latency.Max)},
		})
	}
}

// missing is empty where nobody knows what should be there.
func missing(n *int64, look terminal.Style) terminal.Cell {
	if n == nil {
		return right("")
	}
	return few(*n, look)
}

// missingCopies names the first copies that were never made; those of one datagram to one client are
// one line.
func missingCopies(p *page, rows []figures.Relay) {
	var lines []string
	times := map[string]int64{}
	all := int64(0)
	for i := range rows {
		r := &rows[i]
		if r.Missing != nil {
			all += *r.Missing
		}
		for k := range r.First {
			line := missingCopy(r.Name, &r.First[k])
			if times[line]++; times[line] == 1 {
				lines = append(lines, line)
			}
		}
	}
	for _, line := range lines[:p.shown(len(lines))] {
		all -= times[line]
		if n := times[line]; n > 1 {
			line = terminal.Count(n) + " × " + line
		}
		p.say(p.Note, line)
	}
	if all > 0 && len(lines) > 0 {
		p.say(p.Dim, "and "+counted(all, "more missing copy", "more missing copies"))
	}
}

func missingCopy(name string, m *figures.MissingCopy) string {
	text := fmt.Sprintf("%s of %s, frame %d, not to %s", name, m.From, m.Frame, m.To)
	if m.File != "" {
		text += " (" + m.File + ")"
	}
	return text
}
