package browse

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"bcdump/internal/printable"
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

// row draws a row of a list, with its mark: the gutter of the chosen one, or a letter.
func (l *looks) row(text string, chosen, focused bool, width int, mark string) string {
	switch {
	case !chosen && mark != "":
		return l.Note.Paint(fit(mark, 1)) + text
	case !chosen:
		return " " + text
	case mark == "":
		mark = gutter
	}
	if !focused {
		return fit(mark, 1) + l.Name.Paint(ansi.Strip(text))
	}
	return fit(mark, 1) + l.chosen.Paint(fit(ansi.Strip(text), width-1))
}

// draw makes the screen.
func (m *Model) draw() {
	if m.width <= 0 || m.height <= 0 {
		return
	}
	footer := m.footer()
	m.bottom = len(footer)
	lines := filled(append(m.header(), m.body()...), m.height-len(footer))
	lines = append(lines, footer...)
	for i := range lines {
		lines[i] = fit(lines[i], m.width)
	}
	m.screen = strings.Join(lines, "\n")
	m.placeCursor()
}

// body draws what is between header and footer.
func (m *Model) body() []string {
	m.arrange()
	if d := m.dialog(); d != nil && d.full() {
		return d.lines(m, m.width, m.bodyHeight())
	}
	return m.paneLines()
}

// bodyHeight is how many lines there are between header and footer.
func (m *Model) bodyHeight() int { return max(m.height-headerLines-m.bottom, 0) }

// footer draws the lines below the panes: a dialog, what is to be said, or the keys.
func (m *Model) footer() []string {
	switch d := m.dialog(); {
	case d != nil && d.full():
		return nil
	case d != nil:
		return d.lines(m, m.width, max(min(mostDialogLines, m.height-headerLines-leastRows), 1))
	case m.notice.bad:
		return []string{" " + m.look.Damage.Paint(printable.Text(m.notice.text))}
	case m.notice.text != "":
		return []string{" " + m.look.Note.Paint(printable.Text(m.notice.text))}
	}
	return []string{m.keyLine()}
}

// placeCursor shows the cursor of the terminal where text is written.
func (m *Model) placeCursor() {
	m.cursor = nil
	d := m.dialog()
	if d == nil {
		return
	}
	if x := d.column(m.width); x >= 0 {
		y := m.height - m.bottom
		if d.full() {
			y = m.height - 1
		}
		m.cursor = tea.NewCursor(x, y)
	}
}

// filled cuts or extends lines to a height.
func filled(lines []string, height int) []string {
	for len(lines) < height {
		lines = append(lines, "")
	}
	return lines[:max(height, 0)]
}
