package browse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"bcdump/internal/printable"
)

// maxLine is how many bytes a line may have: as many as a filter.
//
//limit:maxLine What the user writes | bytes of the filter line of `browse` | the rest of what is typed or pasted is left out | TestPaste
const maxLine = 64 << 10

// editor is one line of text that is being written, with the keys of readline. Of the text each character
// shows.
type editor struct {
	text   string
	cursor int    // offset of the character that it stands on, or the length of the text
	killed string // what ctrl+k and the like took last
}

// set makes a text the whole line, with the cursor behind it.
func (e *editor) set(text string) {
	e.text = ""
	e.cursor = 0
	e.insert(text)
}

// insert puts a text before the cursor. Ends of lines become blanks, other control characters their
// escapes, and what is too long for the line is left out.
func (e *editor) insert(text string) {
	text = text[:min(len(text), maxLine)] // the rest would be left out anyway
	text = strings.ToValidUTF8(strings.TrimRight(text, "\r\n"), "\uFFFD")
	text = printable.Text(strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\t", " ").Replace(text))
	room := max(maxLine-len(e.text), 0)
	for len(text) > room {
		_, n := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-n]
	}
	e.text = e.text[:e.cursor] + text + e.text[e.cursor:]
	e.cursor = e.boundary(e.cursor + len(text))
}

// key edits the line; false = the key means nothing to it.
func (e *editor) key(k tea.KeyPressMsg) bool {
	if k.Text != "" && k.Mod&(tea.ModCtrl|tea.ModAlt) == 0 {
		e.insert(k.Text)
		return true
	}
	edit := editing[k.Keystroke()]
	if edit != nil {
		edit(e)
	}
	return edit != nil
}

// editing is what the keys do.
var editing = map[string]func(*editor){
	"left": (*editor).left, "ctrl+b": (*editor).left,
	"right": (*editor).right, "ctrl+f": (*editor).right,
	"home": (*editor).home, "ctrl+a": (*editor).home,
	"end": (*editor).end, "ctrl+e": (*editor).end,
	"alt+b": (*editor).wordLeft, "alt+left": (*editor).wordLeft, "ctrl+left": (*editor).wordLeft,
	"alt+f": (*editor).wordRight, "alt+right": (*editor).wordRight, "ctrl+right": (*editor).wordRight,
	"backspace": func(e *editor) { e.erase((*editor).left) }, "ctrl+h": func(e *editor) { e.erase((*editor).left) },
	"delete": func(e *editor) { e.erase((*editor).right) }, "ctrl+d": func(e *editor) { e.erase((*editor).right) },
	"ctrl+u": func(e *editor) { e.kill((*editor).home) }, "ctrl+k": func(e *editor) { e.kill((*editor).end) },
	"ctrl+w": func(e *editor) { e.kill((*editor).blankLeft) }, "alt+backspace": func(e *editor) { e.kill((*editor).wordLeft) },
	"alt+d": func(e *editor) { e.kill((*editor).wordRight) }, "ctrl+y": func(e *editor) { e.insert(e.killed) },
}

func (e *editor) home() { e.cursor = 0 }
func (e *editor) end()  { e.cursor = len(e.text) }

func (e *editor) right() { e.cursor += clusterAt(e.text[e.cursor:]).length }

func (e *editor) left() {
	before := 0
	for at := 0; at < e.cursor; at += clusterAt(e.text[at:]).length {
		before = at
	}
	e.cursor = before
}

// boundary gives the first place from at on where a character begins: an insertion may have joined some.
func (e *editor) boundary(at int) int {
	begin := 0
	for begin < at {
		begin += clusterAt(e.text[begin:]).length
	}
	return begin
}

// wordLeft goes to the beginning of a word of letters and digits, wordRight behind its end, blankLeft
// behind the blank before a word.
func (e *editor) wordLeft() {
	before := strings.TrimRightFunc(e.text[:e.cursor], func(r rune) bool { return !wordRune(r) })
	e.cursor = e.boundary(len(strings.TrimRightFunc(before, wordRune)))
}

func (e *editor) wordRight() {
	behind := strings.TrimLeftFunc(e.text[e.cursor:], func(r rune) bool { return !wordRune(r) })
	e.cursor = e.boundary(len(e.text) - len(strings.TrimLeftFunc(behind, wordRune)))
}

func (e *editor) blankLeft() {
	before := strings.TrimRight(e.text[:e.cursor], " ")
	e.cursor = strings.LastIndexByte(before, ' ') + 1
}

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// erase takes away what a move passes.
func (e *editor) erase(move func(*editor)) string {
	from := e.cursor
	move(e)
	begin, end := min(from, e.cursor), max(from, e.cursor)
	gone := e.text[begin:end]
	e.text = e.text[:begin] + e.text[end:]
	e.cursor = e.boundary(begin)
	return gone
}

// kill is erase for what ctrl+y brings back.
func (e *editor) kill(move func(*editor)) {
	if gone := e.erase(move); gone != "" {
		e.killed = gone
	}
}

// cluster is what a terminal shows as one character.
type cluster struct{ length, width int } // bytes, columns

// clusterAt gives the first one of a text. Terminals differ in what they take for one, and so in its
// width: this is that of the widest.
func clusterAt(text string) cluster {
	if text == "" {
		return cluster{}
	}
	if text[0] < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return cluster{1, 1}
	}
	first, width := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
	return cluster{max(len(first), 1), max(width, ansi.StringWidthWc(first))}
}

// columns is the width of a text in which each character shows.
func columns(text string) (n int) {
	for at := 0; at < len(text); {
		c := clusterAt(text[at:])
		at += c.length
		n += c.width
	}
	return n
}

// cutEnd marks where a text goes on that there is no room for.
const cutEnd = "…"

// window gives the part of the line around the cursor that has room in width columns, the column of the
// cursor in it, and how many columns of the line are cut off on the left.
func (e *editor) window(width int) (shown string, cursor, cut int) {
	width = max(width, 1)
	before := columns(e.text[:e.cursor])
	if before < width {
		return prefix(e.text, width), before, 0
	}
	least := before - width + 1 + width/4
	at := 0
	for at < e.cursor && cut < least {
		c := clusterAt(e.text[at:])
		at, cut = at+c.length, cut+c.width
	}
	if width < 4 || at == 0 { // no room for a mark
		return prefix(e.text[at:], width), before - cut, cut
	}
	return cutEnd + prefix(e.text[at:], width-1), 1 + before - cut, cut - 1
}

// prefix gives as much of a text as has room in width columns, with a mark if it is not all.
func prefix(text string, width int) string {
	n := 0
	for at := 0; at < len(text); {
		c := clusterAt(text[at:])
		if n+c.width > width {
			return shorten(text[:at], n, width)
		}
		at += c.length
		n += c.width
	}
	return text
}

// shorten puts the mark at the end of a text of n columns that goes on.
func shorten(text string, n, width int) string {
	for n > width-1 && text != "" {
		last := editor{text: text, cursor: len(text)}
		last.left()
		n -= columns(text[last.cursor:])
		text = text[:last.cursor]
	}
	if n > width-1 {
		return ""
	}
	return text + cutEnd
}
