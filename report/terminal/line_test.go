package terminal_test

import (
	"errors"
	"strings"
	"testing"

	"bcdump/internal/must"
	"bcdump/report/terminal"
)

const evil = "\x1b[41m\nx\u202e\u009b"

// shown is how evil is written.
const shown = `\x1b[41m\x0ax\u202e\x9b`

func TestLine(t *testing.T) {
	p := terminal.NewPalette(true)
	var l terminal.Line
	for _, c := range []struct {
		name string
		fill func(b []byte) []byte
		want string
	}{
		{"plain", func(b []byte) []byte { return append(b, "text  "...) }, "text\n"},
		{"hostile", func(b []byte) []byte { return append(b, evil...) }, shown + "\n"},
		{"coloured", func(b []byte) []byte {
			b = append(b, evil...)
			b = append(l.Begin(b, p.ToClient), evil...)
			return append(l.End(b, p.ToClient), evil...)
		}, shown + "\x1b[32m" + shown + "\x1b[0m" + shown + "\n"},
		{"colour at the end", func(b []byte) []byte {
			return l.End(l.Begin(b, p.ToClient), p.ToClient)
		}, "\x1b[32m\x1b[0m\n"},
		{"no style", func(b []byte) []byte {
			return append(l.Begin(b, terminal.Style{}), evil...)
		}, shown + "\n"},
	} {
		before := "\x1b before\n"
		b := []byte(before)
		l.Open(b)
		if got := string(l.Close(c.fill(b))); got != before+c.want {
			t.Errorf("%s: %q, want %q", c.name, got, before+c.want)
		}
	}
	l.Open(nil)
	if got := string(l.CloseWide([]byte(evil + "  "))); got != shown+"  \n" {
		t.Errorf("wide: %q", got)
	}
}

func TestAppendLine(t *testing.T) {
	p := terminal.NewPalette(true)
	got := string(terminal.AppendLine([]byte("a\n"), terminal.Span{Text: evil}, terminal.Span{Style: p.ToClient}, terminal.Span{Style: p.ToClient, Text: evil}))
	if want := "a\n" + shown + "\x1b[32m" + shown + "\x1b[0m\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := string(terminal.AppendLine(nil)); got != "\n" {
		t.Errorf("an empty line is %q", got)
	}
}

func TestWriter(t *testing.T) {
	var b strings.Builder
	w := terminal.NewWriter(&b)
	if n, err := w.Write([]byte("one\ntwo\x1b\n\nhalf")); n != 14 || err != nil {
		t.Fatal(n, err)
	}
	must.Do(t, w.Line(terminal.Span{Style: terminal.NewPalette(true).Note, Text: "!"}, terminal.Span{Text: " " + evil}))
	must.Do(t, w.Replace(evil))
	if want := "one\ntwo\\x1b\n\nhalf\x1b[33m!\x1b[0m " + shown + "\n\r\x1b[K" + shown; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	w = terminal.NewWriter(&broken{0})
	if n, err := w.Write([]byte("x")); n != 0 || !errors.Is(err, errBroken) {
		t.Error(n, err)
	}
}

// Whatever a table or a chart is given, it is made printable before it is measured.
func TestHostileTable(t *testing.T) {
	table := &terminal.Table{Columns: []terminal.Column{{Title: evil}}, Rows: []terminal.Row{{Cells: terminal.Texts(evil), Below: []string{evil}}}}
	want := " " + shown + "\n" + strings.Repeat("─", len(shown)+2) + "\n " + shown + "\n   " + shown + "\n"
	if got := written(t, table); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	chart := &terminal.Chart{
		Series: []terminal.Series{{Name: evil, Values: []float64{1, 2, 3}}}, Width: 100, Height: 2,
		Value: func(float64) string { return evil }, Time: func(int) string { return evil },
	}
	got := chart.String()
	if strings.ContainsAny(got, "\x1b\u202e\u009b") || strings.Count(got, shown) < 4 || strings.Count(got, "\n") != 6 {
		t.Errorf("%q", got)
	}
}

func TestWriteJSONEscapes(t *testing.T) {
	var b strings.Builder
	must.Do(t, terminal.WriteJSON(&b, []string{evil}))
	if want := "[\n  \"\\u001b[41m\\nx\\u202e\\u009b\"\n]\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
	if err := terminal.WriteJSON(&b, func() {}); err == nil {
		t.Error("a function is no JSON")
	}
}
