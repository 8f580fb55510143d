package terminal

import (
	"bytes"
	"io"

	"bcdump/internal/printable"
)

// Writer is a stream for people, such as standard error. Whatever is written to it is made
// printable but for line feeds; who writes a text of others as a line of its own calls Line,
// since such a text may have line feeds too.
type Writer struct{ to io.Writer }

// NewWriter gives one that writes to a stream.
func NewWriter(to io.Writer) *Writer { return &Writer{to} }

// Write writes text of several lines. It never gives fewer bytes than p has, without an error.
func (w *Writer) Write(p []byte) (int, error) {
	var b []byte
	for line := range bytes.Lines(p) {
		text, ended := bytes.CutSuffix(line, []byte{'\n'})
		if b = appendPrintable(b, text); ended {
			b = append(b, '\n')
		}
	}
	if _, err := w.to.Write(b); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Line writes one line.
func (w *Writer) Line(spans ...Span) error { return WriteLine(w.to, spans...) }

// Folded writes one line, which continues on others where it is wider than width (see Fold).
func (w *Writer) Folded(width int, spans ...Span) error {
	const indent = 2
	return WriteFolded(w.to, width, indent, spans...)
}

// Replace shows a text in place of the line that was shown last, and does not end it.
func (w *Writer) Replace(text string) error {
	_, err := io.WriteString(w.to, "\r\x1b[K"+printable.Text(text))
	return err
}
