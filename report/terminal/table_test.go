package terminal_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bcdump/internal/must"
	"bcdump/report/terminal"
)

func written(t *testing.T, table *terminal.Table) string {
	t.Helper()
	var b strings.Builder
	must.Do(t, table.Write(&b))
	return b.String()
}

func TestTable(t *testing.T) {
	table := &terminal.Table{Columns: terminal.Numbers(terminal.Columns("name", "n", "last"), 1)}
	table.Add(terminal.Texts("a", "1", "")...)
	table.Add(terminal.Texts("Vor'cha", "200", "x y")...)
	want := " name       n  last\n────────────────────\n a          1\n Vor'cha  200  x y\n"
	if diff := cmp.Diff(want, written(t, table)); diff != "" {
		t.Error(diff)
	}
}

// wide has all that can happen to a column.
func wide(width int) *terminal.Table {
	table := &terminal.Table{Width: width, Columns: []terminal.Column{
		{Title: "name", Min: 6},
		{Title: "count", Number: true},
		{Title: "per minute", Number: true, Drop: 2},
		{Title: "bytes", Number: true, Drop: 1},
		{Title: "share", Bar: true},
	}}
	row := func(name, count string, share float64) {
		table.Add(terminal.Cell{Text: name}, terminal.Cell{Text: count}, terminal.Cell{Text: "12.5"}, terminal.Cell{Text: "1.20 MB"}, terminal.Cell{Share: share})
	}
	row("StateUpdate", "10,459", 1)
	row("Chat", "5", 0.5)
	row("Größe", "0", 0)
	return table
}

func TestTableFits(t *testing.T) {
	for width, want := range map[int]string{
		0: " name          count  per minute    bytes  share\n" + strings.Repeat("─", 84) + "\n" +
			" StateUpdate  10,459        12.5  1.20 MB  ████████████████████████████████████████\n" +
			" Chat              5        12.5  1.20 MB  ████████████████████\n" +
			" Größe             0        12.5  1.20 MB\n",
		60: " name          count  per minute    bytes  share\n" + strings.Repeat("─", 60) + "\n" +
			" StateUpdate  10,459        12.5  1.20 MB  ████████████████\n" +
			" Chat              5        12.5  1.20 MB  ████████\n" +
			" Größe             0        12.5  1.20 MB\n",
		48: " name      count  per minute    bytes  share\n" + strings.Repeat("─", 48) + "\n" +
			" StateU…  10,459        12.5  1.20 MB  ████████\n" +
			" Chat          5        12.5  1.20 MB  ████\n" +
			" Größe         0        12.5  1.20 MB\n",
		30: " name         count  share\n" + strings.Repeat("─", 30) + "\n" +
			" StateUpda…  10,459  ████████\n" +
			" Chat             5  ████\n" +
			" Größe            0\n",
	} {
		if diff := cmp.Diff(want, written(t, wide(width))); diff != "" {
			t.Errorf("width %d: %s", width, diff)
		}
	}
}

func TestTableLeavesOut(t *testing.T) {
	for width, want := range map[int]string{
		48: " name      count  per minute    bytes  share",
		47: " name     count  per minute    bytes  share",
		46: " name          count    bytes  share",
		28: " name       count  share",
		1:  " name     count  share",
	} {
		got, _, _ := strings.Cut(written(t, wide(width)), "\n")
		if got != want {
			t.Errorf("width %d:\n%s\nwant\n%s", width, got, want)
		}
	}
}

func TestEmptyColumns(t *testing.T) {
	table := &terminal.Table{Columns: []terminal.Column{{Title: "a"}, {Title: "b", Drop: 1}, {Title: "c"}, {Title: "d", Bar: true, Drop: 2}}}
	table.Add(terminal.Texts("1", "", "", "")...)
	if got := written(t, table); got != " a  c\n──────\n 1\n" {
		t.Errorf("%q", got)
	}
}

func TestLinesBelowRows(t *testing.T) {
	table := &terminal.Table{Columns: terminal.Columns("a")}
	table.Rows = []terminal.Row{{Cells: terminal.Texts("1"), Below: []string{"one", "uno"}}, {Cells: terminal.Texts("2")}}
	want := " a\n───\n 1\n   one\n   uno\n 2\n"
	if diff := cmp.Diff(want, written(t, table)); diff != "" {
		t.Error(diff)
	}
}

func TestTableWithoutRows(t *testing.T) {
	if got := written(t, &terminal.Table{Columns: terminal.Columns("a")}); got != " a\n" {
		t.Errorf("%q", got)
	}
}

// Colours take no room.
func TestColouredTable(t *testing.T) {
	p := terminal.NewPalette(true)
	table := &terminal.Table{Columns: []terminal.Column{{Title: "name", Min: 3}, {Title: "n", Number: true}}, Dim: p.Dim, Width: 11}
	table.Add(terminal.Cell{Text: "Enterprise", Style: p.ToClient}, terminal.Cell{Text: "1"})
	want := " \x1b[2mname\x1b[22m    \x1b[2mn\x1b[22m\n───────────\n \x1b[32mEnter…\x1b[0m  1\n"
	if diff := cmp.Diff(want, written(t, table)); diff != "" {
		t.Error(diff)
	}
}

// The width of characters is that of most terminals, in any locale: the library would
// ask the environment.
func TestWidth(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "─█▌…→·": 6, "Größe": 5, "世": 2} {
		if got := terminal.Width(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"世界世界", 5, "世界…"}, {"世界", 2, "…"}, {"abcd", 1, "…"}, {"", 0, ""}} {
		if got := terminal.Cut(c.text, c.width); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.text, c.width, got, c.want)
		}
	}
}

type broken struct{ after int }

var errBroken = errors.New("broken")

func (b *broken) Write(p []byte) (int, error) {
	b.after--
	if b.after < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

func TestTableGivesErrors(t *testing.T) {
	table := &terminal.Table{Columns: terminal.Columns("a"), Rows: []terminal.Row{{Cells: terminal.Texts("1"), Below: []string{"x"}}}}
	for after := range 4 {
		if err := table.Write(&broken{after}); !errors.Is(err, errBroken) {
			t.Errorf("after %d lines: %v", after, err)
		}
	}
}

// TestFoldedCells: a text continues below itself, and what is to stay at its end stays.
func TestFoldedCells(t *testing.T) {
	table := &terminal.Table{Width: 26, Columns: []terminal.Column{{Title: "n", Number: true}, {Title: "what", Min: 8, Fold: true}, {Title: "least", Min: 7}}}
	table.Add(terminal.Cell{Text: "1"}, terminal.Cell{Text: "one two three"}, terminal.Cell{Text: "Impulse Engines", Keep: " 7 %"})
	table.Add(terminal.Cell{Text: "2"}, terminal.Cell{Text: "four"}, terminal.Cell{Text: "Hull", Keep: " 8 %"})
	const want = " n  what     least\n────────────────────────\n 1  one two  Impul… 7 %\n    three\n 2  four     Hull 8 %\n"
	if diff := cmp.Diff(want, written(t, table)); diff != "" {
		t.Error(diff)
	}
}
