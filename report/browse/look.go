package browse

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"bcdump/report/terminal"
)

// looks is how things look.
type looks struct {
	terminal.Palette
	chosen       terminal.Style
	color, light bool
}

func newLook(color, light bool) looks {
	l := looks{Palette: terminal.NewPalette(color), chosen: terminal.Chosen(), color: color, light: light}
	if color && light {
		l.Palette = terminal.LightPalette()
	}
	return l
}

func (l *looks) viewerPaint() viewerPaint {
	return viewerPaint{title: l.Name.Paint, found: l.chosen.Paint}
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

// padded fills a text with blanks up to a width.
func padded(text string, width int) string {
	return text + strings.Repeat(" ", max(width-wide(text), 0))
}

// filled cuts or extends lines to a height.
func filled(lines []string, height int) []string {
	for len(lines) < height {
		lines = append(lines, "")
	}
	return lines[:max(height, 0)]
}

// area is a rectangle of the screen, in characters.
type area struct{ x, y, width, height int }

func (a area) has(x, y int) bool {
	return x >= a.x && x < a.x+a.width && y >= a.y && y < a.y+a.height
}
