package browse

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// viewer shows a long text: lines that may be coloured, wider than the screen, and more than it has. The
// last line of the screen says where one is.
type viewer struct {
	title   string
	more    string // what other keys do here, such as "y command  "
	content []string
	paint   viewerPaint

	top, left     int // the first line and column that are shown
	width, height int // of the text, as it was drawn last
	widest        int

	searching bool
	search    editor
	wanted    string // what was searched for last, in lower case
	found     int    // the line where it was found; -1 = nowhere
}

// viewerPaint colours parts of the viewer; nil functions leave them as they are.
type viewerPaint struct{ title, found func(string) string }

// newViewer makes the viewer of lines in which nothing but colours steers a terminal, as those of reports.
func newViewer(title string, lines []string) viewer {
	v := viewer{title: title, found: -1, height: 1, width: leastWidth}
	for _, line := range lines {
		line = strings.ToValidUTF8(line, "\uFFFD")
		v.content = append(v.content, line)
		v.widest = max(v.widest, styledWidth(line))
	}
	return v
}

// styledWidth is the width of a line with colours.
func styledWidth(line string) int { return max(ansi.StringWidth(line), ansi.StringWidthWc(line)) }

// Key takes a key; true closes the viewer.
func (v *viewer) Key(k tea.KeyPressMsg) (closed bool) {
	if v.searching {
		v.searchKey(k)
		return false
	}
	switch k.String() {
	case "q", "esc", "ctrl+c":
		return true
	case "/":
		v.searching, v.search = true, editor{}
	case "n":
		v.find(1, v.from(1))
	case "N":
		v.find(-1, v.from(-1))
	default:
		if move := viewerMoves[k.String()]; move != nil {
			move(v)
			v.settle()
		}
	}
	return false
}

// viewerMoves are what the keys do that move the text.
var viewerMoves = map[string]func(*viewer){
	"up": func(v *viewer) { v.top-- }, "k": func(v *viewer) { v.top-- },
	"down": func(v *viewer) { v.top++ }, "j": func(v *viewer) { v.top++ }, "enter": func(v *viewer) { v.top++ },
	"pgup": func(v *viewer) { v.top -= v.height }, "ctrl+b": func(v *viewer) { v.top -= v.height }, "b": func(v *viewer) { v.top -= v.height },
	"pgdown": func(v *viewer) { v.top += v.height }, "ctrl+f": func(v *viewer) { v.top += v.height }, "space": func(v *viewer) { v.top += v.height },
	"ctrl+d": func(v *viewer) { v.top += v.height / 2 }, "ctrl+u": func(v *viewer) { v.top -= v.height / 2 },
	"home": func(v *viewer) { v.top = 0 }, "g": func(v *viewer) { v.top = 0 },
	"end": func(v *viewer) { v.top = len(v.content) }, "G": func(v *viewer) { v.top = len(v.content) },
	"left": func(v *viewer) { v.left -= v.width / 2 }, "h": func(v *viewer) { v.left -= v.width / 2 },
	"right": func(v *viewer) { v.left += v.width / 2 }, "l": func(v *viewer) { v.left += v.width / 2 },
}

// Scroll moves the text by lines, as a mouse wheel does.
func (v *viewer) Scroll(lines int) {
	v.top += lines
	v.settle()
}

// settle keeps the text on the screen.
func (v *viewer) settle() {
	v.top = max(0, min(v.top, len(v.content)-v.height))
	v.left = max(0, min(v.left, v.widest-v.width))
}

func (v *viewer) searchKey(k tea.KeyPressMsg) {
	switch k.Keystroke() {
	case "esc", "ctrl+c", "ctrl+g":
		v.searching = false
	case "enter":
		v.searching = false
		if v.search.text != "" {
			v.wanted = strings.ToLower(v.search.text)
		}
		v.find(1, v.top)
	default:
		v.search.key(k)
	}
}

// paste takes a text for the search.
func (v *viewer) paste(p tea.PasteMsg) {
	if v.searching {
		v.search.insert(p.Content)
	}
}

// from is the line where the next search begins.
func (v *viewer) from(step int) int {
	if v.found >= 0 {
		return v.found + step
	}
	return v.top
}

// find goes to the next line that has what is wanted, from one on in a direction, and around the ends.
func (v *viewer) find(step, from int) {
	v.found = -1
	if v.wanted == "" {
		return
	}
	n := len(v.content)
	for i := range n {
		at := ((from+i*step)%n + n) % n
		if strings.Contains(strings.ToLower(ansi.Strip(v.content[at])), v.wanted) {
			v.show(at)
			return
		}
	}
}

// show brings a line onto the screen, with what was found in it.
func (v *viewer) show(at int) {
	v.found = at
	if at < v.top || at >= v.top+v.height {
		v.top = at - v.height/2
	}
	before, _, _ := strings.Cut(strings.ToLower(ansi.Strip(v.content[at])), v.wanted)
	if begin := columns(before); begin < v.left || begin+columns(v.wanted) > v.left+v.width {
		v.left = begin - v.width/2
	}
	v.settle()
}

// column is where on the last line the cursor stands while something is searched; -1 = there is none.
func (v *viewer) column(width int) int {
	if !v.searching {
		return -1
	}
	_, cursor, _ := v.search.window(width - 1)
	return min(1+cursor, max(width-1, 0))
}

// lines draws the text and the line below it: height lines, none wider than width.
func (v *viewer) lines(width, height int) (lines []string) {
	v.width, v.height = max(width, 1), max(height-1, 1)
	v.settle()
	for i := v.top; len(lines) < height-1; i++ {
		line := ""
		if i < len(v.content) {
			line = v.part(i)
		}
		lines = append(lines, line)
	}
	return append(lines, v.status(width))
}

// part is what is shown of a line; the one where something was found is marked.
func (v *viewer) part(i int) string {
	line := cutStyled(v.content[i], v.left, v.width)
	if i == v.found {
		return painted(v.paint.found, cutStyled(ansi.Strip(line), 0, v.width)) // a sequence that is broken hides what is wide
	}
	return line
}

// cutStyled is the part of a coloured line that begins at a column, no wider than width however one
// counts.
func cutStyled(line string, left, width int) string {
	if left == 0 && styledWidth(line) <= width {
		return line
	}
	line = ansi.Cut(line, left, left+width)
	for most := width; styledWidth(line) > width; most-- { // to cut counts otherwise than to measure: of 0, U+FE0F
		line = ansi.TruncateWc(line, most, "")
	}
	return line
}

func (v *viewer) status(width int) string {
	if v.searching {
		shown, _, _ := v.search.window(width - 1)
		return prefix("/"+shown, width)
	}
	where := "all"
	if len(v.content) > v.height {
		where = fmt.Sprintf("%d-%d of %d", v.top+1, min(v.top+v.height, len(v.content)), len(v.content))
	}
	text := v.title + "   " + where
	if v.wanted != "" && v.found < 0 {
		text += "   not found: " + v.wanted
	}
	return painted(v.paint.title, shownIn(text+"   / search  n N next  "+v.more+"q close", width))
}
