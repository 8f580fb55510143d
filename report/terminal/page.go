package terminal

import (
	"strings"

	"bcdump/internal/printable"
)

// FoldPage fits a text of several lines, such as a help page, into a width: paragraphs are filled
// anew, and the second column of a list continues below itself. Lines that fit stay as they are.
// width 0 = all do.
func FoldPage(text string, width int) string {
	if width <= 0 {
		return text
	}
	var b strings.Builder
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for len(lines) > 0 {
		n := 1
		hang := hangOf(lines[0], width)
		for n < len(lines) && continues(lines[n], hang) {
			n++
		}
		writeItem(&b, lines[:n], width, hang)
		lines = lines[n:]
	}
	return b.String()
}

// writeItem writes lines that belong together, as one if any of them does not fit.
func writeItem(b *strings.Builder, lines []string, width, hang int) {
	whole, fits := "", true
	for i, line := range lines {
		fits = fits && Width(line) <= width
		if i > 0 {
			line = " " + strings.TrimLeft(line, " ")
		}
		whole += line
	}
	if fits {
		b.WriteString(strings.Join(lines, "\n") + "\n")
		return
	}
	b.WriteString(Fold(printable.Text(whole), width, max(hang, 0)) + "\n")
}

// hangOf is where what does not fit into a line continues: below its second column if there is room;
// -1 = the line is empty.
func hangOf(line string, width int) int {
	const deeper, room = 4, 24
	content := strings.TrimLeft(line, " ")
	indent := len(line) - len(content)
	switch {
	case content == "":
		return -1
	case indent == 0:
		return 0
	}
	_, rest, _ := strings.Cut(content, "  ")
	second := len(line) - len(strings.TrimLeft(rest, " "))
	if rest == "" || width-second < room {
		return indent + deeper
	}
	return second
}

// continues reports whether a line belongs to the one before it.
func continues(line string, hang int) bool {
	content := strings.TrimLeft(line, " ")
	return content != "" && len(line)-len(content) == hang
}
