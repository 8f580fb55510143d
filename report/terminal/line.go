package terminal

import (
	"bytes"
	"io"

	"bcdump/internal/printable"
)

// Line is a line while it is made, at the end of a buffer. What stands before a colour is made
// printable when the colour comes, and the rest when the line is closed. So nothing in the text
// is obeyed by a terminal, whatever it is and however it got there.
type Line struct {
	start int
	from  int    // what stands before it is printable
	whole []byte // of the line that is folded
}

// Open begins a line at the end of b.
func (l *Line) Open(b []byte) { l.start, l.from = len(b), len(b) }

// Settle makes what the line has so far printable, so that it can be kept with its colours.
func (l *Line) Settle(b []byte) []byte {
	b = printable.Escape(b, l.from)
	l.from = len(b)
	return b
}

// Resume takes what the line has so far as it is: it ends with what Settle gave before.
func (l *Line) Resume(b []byte) { l.from = len(b) }

// Begin switches a style on for what is appended to b from here on.
func (l *Line) Begin(b []byte, s Style) []byte { return l.code(b, s.on) }

// End switches it off.
func (l *Line) End(b []byte, s Style) []byte { return l.code(b, s.off) }

func (l *Line) code(b []byte, code string) []byte {
	if code == "" {
		return b
	}
	b = append(printable.Escape(b, l.from), code...)
	l.from = len(b)
	return b
}

// Close ends the line: it is made printable (see printable.Text), blanks at its end go, and
// a line feed comes behind it.
func (l *Line) Close(b []byte) []byte {
	return append(bytes.TrimRight(printable.Escape(b, l.from), " "), '\n')
}

// CloseWide is Close, but keeps the blanks at the end.
func (l *Line) CloseWide(b []byte) []byte { return append(printable.Escape(b, l.from), '\n') }

// CloseFolded is Close, but a line wider than width continues on others (see Fold); width 0 = none
// does.
func (l *Line) CloseFolded(b []byte, width, indent int) []byte {
	b = l.Close(b)
	line := b[l.start : len(b)-1]
	if width <= 0 || len(line) <= width {
		return b
	}
	l.whole = append(l.whole[:0], line...)
	return append(appendFolded(b[:l.start], l.whole, width, indent), '\n')
}

func appendPrintable(b, text []byte) []byte { return printable.Escape(append(b, text...), len(b)) }

// Span is a piece of a line in one style.
type Span struct {
	Style Style
	Text  string
}

// Spans gives pieces without a style.
func Spans(texts ...string) []Span {
	spans := make([]Span, len(texts))
	for i, text := range texts {
		spans[i].Text = text
	}
	return spans
}

// AppendLine appends a line.
func AppendLine(b []byte, spans ...Span) []byte {
	var l Line
	l.Open(b)
	for _, s := range spans {
		if s.Text == "" {
			continue
		}
		b = append(l.Begin(b, s.Style), s.Text...)
		b = l.End(b, s.Style)
	}
	return l.Close(b)
}

// WriteLine writes a line.
func WriteLine(w io.Writer, spans ...Span) error {
	_, err := w.Write(AppendLine(nil, spans...))
	return err
}

// WriteFolded writes a line that continues on others, behind indent blanks, where it is wider than
// width (see Fold).
func WriteFolded(w io.Writer, width, indent int, spans ...Span) error {
	line := AppendLine(nil, spans...)
	_, err := io.WriteString(w, Fold(string(line[:len(line)-1]), width, indent)+"\n")
	return err
}
