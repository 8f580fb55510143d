package browse

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// gutter stands before the chosen row: a mark that is seen without colours too.
const gutter = "▌"

// wide is how many columns a text takes, colours or not.
func wide(text string) int { return ansi.StringWidthWc(text) }

// scrolled cuts a line to a width, behind what is scrolled out.
func scrolled(line string, left, width int) string {
	if left == 0 && len(line) <= width {
		return line
	}
	if wide(line)-left <= width {
		return ansi.CutWc(line, left, left+width)
	}
	return ansi.CutWc(line, left, left+max(width-1, 0)) + "…"
}

// fit cuts a line to a width, or fills it with blanks.
func fit(line string, width int) string {
	over := wide(line) - width
	if over > 0 {
		line = ansi.TruncateWc(line, width, "")
		over = wide(line) - width
	}
	return line + strings.Repeat(" ", -over)
}

// row draws a row of a list, with its mark.
func (l *look) row(text string, chosen, focused bool, width int) string {
	switch {
	case !chosen:
		return " " + text
	case !focused:
		return gutter + l.Name.Paint(ansi.Strip(text))
	}
	return gutter + l.chosen.Paint(fit(ansi.Strip(text), width-1))
}

// draw makes the screen.
func (m *Model) draw() {
	if m.width <= 0 || m.height <= 0 {
		return
	}
	lines := append(m.header(), m.body()...)
	lines = append(lines, m.footer())
	for i := range lines {
		lines[i] = fit(lines[i], m.width)
	}
	m.screen = strings.Join(lines, "\n")
}

// body draws what is between header and footer.
func (m *Model) body() []string {
	m.arrange()
	height := max(m.height-headerLines-1, 0)
	if m.overlay != nil {
		return filled(m.overlay.lines(m, m.width, height), height)
	}
	return filled(m.paneLines(), height)
}

// filled cuts or extends lines to a height.
func filled(lines []string, height int) []string {
	for len(lines) < height {
		lines = append(lines, "")
	}
	return lines[:height]
}
