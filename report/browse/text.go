package browse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"bcdump/internal/printable"
	"bcdump/report/terminal"
)

// wide is how many columns a text takes, colours or not. Terminals differ in what they take for one character: this is
// the width in the one that takes most.
func wide(text string) int {
	if len(text) == 1 && text[0] >= ' ' && text[0] < 0x7F {
		return 1
	}
	return max(ansi.StringWidth(text), ansi.StringWidthWc(text))
}

// more marks where a text goes on that there is no room for.
const more = "…"

// cut gives what has room of a line, from a column on; end stands where it goes on.
func cut(line string, left, width int, end string) string {
	if left == 0 && len(line) <= width {
		return line
	}
	if left > 0 {
		line = ansi.TruncateLeftWc(line, left, "")
	}
	for most := max(width, 0); most >= 0 && wide(line) > max(width, 0); most-- { // to cut counts otherwise than to measure
		line = ansi.TruncateWc(line, most, end)
	}
	return line
}

// fit cuts a line to a width, or fills it with blanks.
func fit(line string, width int) string {
	n := wide(line)
	if n > width {
		line = cut(line, 0, width, "")
		n = wide(line)
	}
	return line + strings.Repeat(" ", max(width-n, 0))
}

// oneLine makes a text printable: ends of lines become blanks, other control characters their escapes.
func oneLine(text string) string {
	text = strings.ToValidUTF8(strings.TrimRight(text, "\r\n"), "\uFFFD")
	return printable.Text(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(text))
}

// folded gives a text as lines that are no wider than width.
func folded(text string, width int) (lines []string) {
	for line := range strings.SplitSeq(terminal.Fold(oneLine(text), width, 0), "\n") {
		lines = append(lines, cut(line, 0, max(width, 1), more))
	}
	return lines
}

// filled cuts or extends lines to a height.
func filled(lines []string, height int) []string {
	for len(lines) < height {
		lines = append(lines, "")
	}
	return lines[:max(height, 0)]
}

// maxLine is how many bytes a line may have: as many as a filter.
//
//limit:maxLine What the user writes | bytes of the filter line of `browse` | the rest of what is typed or pasted is left out | TestPaste
const maxLine = 64 << 10

// editor is one line of text that is being written, with the keys of readline.
type editor struct {
	cells  []string // what a terminal shows as one character each
	widths []int    // of these, each by itself
	at     int      // the cell that the cursor stands on, or as many as there are
	killed string   // what ctrl+k and the like took last
}

func (e *editor) text() string   { return strings.Join(e.cells, "") }
func (e *editor) before() string { return strings.Join(e.cells[:e.at], "") }

// put makes two texts the line; the cursor stands behind the first one, or behind the character that they make together.
// The cells that the line begins with already stay, but for the last of them, to which something may have been added.
func (e *editor) put(before, behind string) {
	text, at, same := before+behind, 0, 0
	for same < len(e.cells) && strings.HasPrefix(text[at:], e.cells[same]) {
		at += len(e.cells[same])
		same++
	}
	if same > 0 {
		same--
		at -= len(e.cells[same])
	}
	e.cells, e.widths, e.at = e.cells[:same], e.widths[:same], 0
	for at < len(text) {
		n := 1
		if text[at] >= utf8.RuneSelf || at+1 < len(text) && text[at+1] >= utf8.RuneSelf {
			first, _ := ansi.FirstGraphemeCluster(text[at:], ansi.GraphemeWidth)
			n = max(len(first), 1)
		}
		e.cells, e.widths = append(e.cells, text[at:at+n]), append(e.widths, wide(text[at:at+n]))
		at += n
	}
	for n := 0; n < len(before); e.at++ {
		n += len(e.cells[e.at])
	}
}

// insert puts a text before the cursor; what is too long for the line is left out.
func (e *editor) insert(text string) {
	before, behind := e.before(), strings.Join(e.cells[e.at:], "")
	text = oneLine(text[:min(len(text), maxLine)])
	for room := max(maxLine-len(before)-len(behind), 0); len(text) > room; {
		_, n := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-n]
	}
	e.put(before+text, behind)
}

// set makes a text the whole line.
func (e *editor) set(text string) {
	e.put("", "")
	e.insert(text)
}

// key edits the line; false = the key means nothing to it.
func (e *editor) key(k tea.KeyPressMsg) bool {
	if k.Text != "" && k.Mod&(tea.ModCtrl|tea.ModAlt) == 0 {
		e.insert(k.Text)
		return true
	}
	to, name := e.at, k.Keystroke()
	switch name {
	case "left", "ctrl+b", "backspace", "ctrl+h":
		to = max(to-1, 0)
	case "right", "ctrl+f", "delete", "ctrl+d":
		to = min(to+1, len(e.cells))
	case "home", "ctrl+a", "ctrl+u":
		to = 0
	case "end", "ctrl+e", "ctrl+k":
		to = len(e.cells)
	case "alt+b", "alt+left", "ctrl+left", "alt+backspace":
		to = e.word(-1, inWord)
	case "alt+f", "alt+right", "ctrl+right", "alt+d":
		to = e.word(1, inWord)
	case "ctrl+w":
		to = e.word(-1, func(c rune) bool { return c != ' ' })
	case "ctrl+y":
		e.insert(e.killed)
		return true
	default:
		return false
	}
	from, end := min(e.at, to), max(e.at, to)
	switch name {
	case "ctrl+u", "ctrl+k", "ctrl+w", "alt+backspace", "alt+d":
		if from < end {
			e.killed = strings.Join(e.cells[from:end], "")
		}
		fallthrough
	case "backspace", "ctrl+h", "delete", "ctrl+d":
		e.put(strings.Join(e.cells[:from], ""), strings.Join(e.cells[end:], ""))
	default:
		e.at = to
	}
	return true
}

func inWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) }

// word is where a word ends, or begins, in a direction from the cursor.
func (e *editor) word(step int, in func(rune) bool) int {
	at := e.at
	for _, inside := range []bool{false, true} {
		for {
			next := at + min(step, 0)
			if next < 0 || next >= len(e.cells) {
				return at
			}
			if c, _ := utf8.DecodeRuneInString(e.cells[next]); in(c) != inside {
				break
			}
			at += step
		}
	}
	return at
}

// columns is the width of what stands before the cursor.
func (e *editor) columns() (n int) {
	for _, width := range e.widths[:e.at] {
		n += width
	}
	return n
}

// window gives the part of the line around the cursor that has room in width columns, the column of the cursor in it, and
// how many columns of the line are left out before it.
func (e *editor) window(width int) (shown string, cursor, left int) {
	width = max(width, 1)
	from, before := 0, e.columns()
	for before >= width && from < e.at && left < before-width+1+width/4 {
		left += e.widths[from]
		from++
	}
	rest := strings.Join(e.cells[from:], "")
	if width < 4 || from == 0 { // no room for a mark
		return cut(rest, 0, width, more), before - left, left
	}
	return more + cut(rest, 0, width-1, more), 1 + before - left, left - 1
}
