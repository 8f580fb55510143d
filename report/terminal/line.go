package terminal

import (
	"bytes"
	"io"

	"bcdump/internal/printable"
)

// Line is a line while it is made, at the end of a buffer. Its colours are kept beside the
// text and get into it when it is closed, behind the escaping of everything else. So nothing
// in the text is obeyed by a terminal, whatever it is and however it got there.
type Line struct {
	start int
	marks []mark
	whole []byte // of the line that is folded
}

// mark is a colour that begins or ends.
type mark struct {
	at   int // in the buffer
	code string
}

// Open begins a line at the end of b.
func (l *Line) Open(b []byte) {
	l.start = len(b)
	l.marks = l.marks[:0]
}

// Begin switches a style on for what is appended to b from here on.
func (l *Line) Begin(b []byte, s Style) { l.mark(b, s.on) }

// End switches it off.
func (l *Line) End(b []byte, s Style) { l.mark(b, s.off) }

func (l *Line) mark(b []byte, code string) {
	if code != "" {
		l.marks = append(l.marks, mark{len(b), code})
	}
}

// Close ends the line: it is made printable (see printable.Text), blanks at its end go, and
// a line feed comes behind it.
func (l *Line) Close(b []byte) []byte { return append(bytes.TrimRight(l.finish(b), " "), '\n') }

// CloseWide is Close, but keeps the blanks at the end.
func (l *Line) CloseWide(b []byte) []byte { return append(l.finish(b), '\n') }

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

func (l *Line) finish(b []byte) []byte {
	if len(l.marks) == 0 {
		return printable.Escape(b, l.start)
	}
	return l.coloured(b)
}

// coloured puts the colours into the line.
func (l *Line) coloured(b []byte) []byte {
	text := bytes.Clone(b[l.start:])
	b, from := b[:l.start], 0
	for _, m := range l.marks {
		b = appendPrintable(b, text[from:m.at-l.start])
		b = append(b, m.code...)
		from = m.at - l.start
	}
	return appendPrintable(b, text[from:])
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
		l.Begin(b, s.Style)
		b = append(b, s.Text...)
		l.End(b, s.Style)
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
