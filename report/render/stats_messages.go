package render

import (
	"cmp"
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
	const unsplit = 4 // both directions of both protocols
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

// titled names a part of the rows and what it holds.
func (p *page) titled(s figures.Split, holds string) string {
	if about := p.of(s); about != "" {
		return s.Dir + about + ": " + holds
	}
	return direction(s.Dir) + ": " + holds
}

func showOpcodes(p *page, s *figures.Stats) {
	type about struct {
		proto string
		figures.Split
	}
	all := parts(s.Opcodes, func(o *figures.Opcode) about { return about{o.Proto, o.Split} })
	shown, more := most(p, all, func(rows []figures.Opcode) int64 { return sumOpcodes(rows).Count })
	for _, rows := range shown {
		sum := sumOpcodes(rows)
		title := "OPCODES"
		if sum.Proto != "" {
			title += " OF " + strings.ToUpper(sum.Proto)
		}
		p.heading(title, p.way(sum.Dir), p.titled(sum.Split, counted(sum.Count, "message", "messages")),
			terminal.Bytes(float64(sum.Bytes)), terminal.Decimal(sum.PerMinute, 0)+" per minute")
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
			{"per min", fit{drop: 2}, right(terminal.Decimal(o.PerMinute, 1))},
			{"bytes", fit{drop: 1}, size(o.Bytes)},
			{"share", fit{}, percent(o.Share)},
			{"", fit{}, bar(o.Share, rows[0].Share, p.way(o.Dir))},
		})
	}
}

func showTypes(p *page, s *figures.Stats) {
	if len(s.Types) == 0 {
		return
	}
	sum, longest := sumOf(s.Types), 0.0
	for i := range s.Types {
		longest = max(longest, float64(s.Types[i].Bytes))
	}
	p.heading("TRANSPORT", terminal.Style{}, counted(sum.Count, "message", "messages"), terminal.Bytes(float64(sum.Bytes)))
	n := len(s.Types)
	if s.Types[0].Link+s.Types[0].ObjectID != "" {
		n = p.shown(n)
	}
	for row, t := range all(p, s.Types[:n]) {
		t.row(asked{query: row.Query, queries: row.Queries}, fields{
			{"type", fit{}, text(row.Type)},
			{"dir", fit{min: 15, fold: true}, styled(direction(row.Dir)+p.of(row.Split), p.way(row.Dir))},
			{"count", fit{}, count(row.Count)},
			{"bytes", fit{}, size(row.Bytes)},
			{"", fit{}, bar(float64(row.Bytes), longest, p.way(row.Dir))},
		})
	}
	p.more(len(s.Types) - n)
}

func showFlags(p *page, s *figures.Stats) {
	all := parts(s.Flags, func(f *figures.Flags) figures.Split { return f.Split })
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
