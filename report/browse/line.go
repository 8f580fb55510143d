package browse

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"bcdump/decode"
	"bcdump/decode/filter"
	"bcdump/report/terminal"
)

// filterLine is the line in which a filter is written, with what may come next or what is wrong below it.
type filterLine struct {
	editor
	paint   linePaint
	history *filterHistory
	values  func(filter.Key) []filter.Known // those that the capture has; nil = none are known
	// protocol is the only one that messages are of; "" = of any.
	protocol decode.Protocol

	compiled    *decode.Filter // of the text; nil if that is empty or wrong
	fault       *filter.Error  // why it is wrong; nil = it is not
	never       *filter.Error  // why no message can pass it; nil = one may
	tried       bool           // the user takes it for finished
	completions []filter.Completion
	chosen      int // of the completions, if one was put into the line; -1 = none
}

// linePaint colours parts of the line; nil functions leave them as they are.
type linePaint struct{ prompt, fault, dim, chosen func(string) string }

func painted(paint func(string) string, text string) string {
	if paint == nil || text == "" {
		return text
	}
	return paint(text)
}

// newFilterLine makes an empty line.
func newFilterLine(history *filterHistory, values func(filter.Key) []filter.Known) *filterLine {
	l := &filterLine{history: history, values: values}
	l.Open("")
	return l
}

// Open begins to write: text is what was there before.
func (l *filterLine) Open(text string) {
	l.history.rewind()
	l.set(text)
	l.settle()
}

// Text is the filter as it is written, without blanks around it.
func (l *filterLine) Text() string { return strings.TrimSpace(l.text) }

// Filter is what Text compiles to; nil if it is empty or wrong.
func (l *filterLine) Filter() *decode.Filter { return l.compiled }

// Key takes a key. done says that the filter is finished, and right; cancelled that the user wants none of it.
func (l *filterLine) Key(k tea.KeyPressMsg) (done, cancelled bool) {
	switch k.Keystroke() {
	case "enter":
		return l.finish(), false
	case "esc", "ctrl+c", "ctrl+g":
		return false, true
	case "tab":
		l.complete(1)
	case "shift+tab":
		l.complete(-1)
	case "up", "ctrl+p":
		l.recall(l.history.older(l.text))
	case "down", "ctrl+n":
		l.recall(l.history.newer(l.text))
	default:
		if l.key(k) {
			l.settle()
		}
	}
	return false, false
}

// paste takes a text that may have several lines.
func (l *filterLine) paste(p tea.PasteMsg) {
	l.insert(p.Content)
	l.settle()
}

func (l *filterLine) recall(text string) {
	l.set(text)
	l.settle()
}

// finish keeps a filter that compiles in the history.
func (l *filterLine) finish() bool {
	l.settle()
	l.tried = true
	if l.fault != nil {
		return false
	}
	l.history.add(l.Text())
	return true
}

// settle looks at the text as it is now.
func (l *filterLine) settle() {
	l.chosen, l.tried = -1, false
	l.completions = decode.Schema().CompleteWith(l.text[:l.cursor], l.values)
	l.compile()
}

func (l *filterLine) compile() {
	l.compiled, l.fault, l.never = nil, nil, nil
	if l.Text() == "" {
		return
	}
	f, err := decode.NewFilter(l.text)
	if err != nil {
		errors.As(err, &l.fault)
		return
	}
	l.compiled, l.never = f, f.Never(l.protocol)
}

// complete puts the next completion into the line, in place of the one before. If there is but one, the
// next key begins behind it.
func (l *filterLine) complete(step int) {
	n := len(l.completions)
	if n == 0 {
		return
	}
	if l.chosen < 0 && step < 0 {
		l.chosen = 0
	}
	l.chosen = (l.chosen + step + n) % n
	c := &l.completions[l.chosen]
	if n == 1 && c.Text == l.text[:l.cursor] {
		l.insert(" ")
		l.settle()
		return
	}
	l.put(c.Text)
	if n == 1 {
		l.settle()
	}
}

// put takes the place of what stands before the cursor.
func (l *filterLine) put(text string) {
	if len(text)+len(l.text)-l.cursor > maxLine {
		return
	}
	l.text = text + l.text[l.cursor:]
	l.cursor = l.boundary(len(text))
	l.compile()
}

// prompt stands before the text.
const prompt = "/ "

// leastWidth is how wide a screen is that has room for more than the text.
const leastWidth = 16

// column is where on the first line the cursor stands.
func (l *filterLine) column(width int) int {
	if width < leastWidth {
		_, cursor, _ := l.window(width)
		return cursor
	}
	_, cursor, _ := l.window(width - len(prompt))
	return len(prompt) + cursor
}

// lines draws the line, and below it what is wrong or what may come next: at most height lines, one
// at least, none wider than width.
func (l *filterLine) lines(width, height int) []string {
	if width < leastWidth {
		shown, _, _ := l.window(width)
		return []string{shown}
	}
	shown, _, cut := l.window(width - len(prompt))
	lines := []string{painted(l.paint.prompt, prompt) + shown}
	switch {
	case l.fault != nil && (l.tried || !l.fault.Unfinished()):
		lines = append(lines, faultLines(l.fault, l.paint.fault, width, cut)...)
	case l.never != nil && l.chosen < 0:
		lines = append(lines, faultLines(l.never, l.paint.dim, width, cut)...)
	default:
		lines = append(lines, l.completionLines(width, height-1)...)
	}
	return lines[:min(len(lines), max(height, 1))]
}

// View is Lines as one text.
func (l *filterLine) View(width, height int) string {
	return strings.Join(l.lines(width, height), "\n")
}

// faultLines point at what is wrong with a text, of which cut columns are not shown on the left.
func faultLines(e *filter.Error, paint func(string) string, width, cut int) (lines []string) {
	at := columns(e.Expr[:min(e.Pos, len(e.Expr))]) - cut
	if at >= 0 && len(prompt)+at < width {
		lines = append(lines, strings.Repeat(" ", len(prompt)+at)+painted(paint, "^"))
	}
	text := e.Msg
	if hint := e.Hint(); hint != "" {
		text += "; " + hint
	}
	for _, line := range folded(text, width-len(prompt)) {
		lines = append(lines, strings.Repeat(" ", len(prompt))+painted(paint, line))
	}
	return lines
}

// completionLines are the completions around the chosen one, with what they mean beside them.
func (l *filterLine) completionLines(width, height int) (lines []string) {
	const most = 8
	height = min(height, most)
	first := max(0, min(l.chosen-height/2, len(l.completions)-height))
	for i := first; i < len(l.completions) && len(lines) < height; i++ {
		lines = append(lines, l.completionLine(i, width))
	}
	return lines
}

func (l *filterLine) completionLine(i, width int) string {
	const gap, wordRoom = 2, 28
	c := &l.completions[i]
	mark, paint := "  ", func(text string) string { return text }
	if i == l.chosen {
		mark, paint = "> ", l.paint.chosen
	}
	word := shownIn(c.Word(), width-len(mark))
	line := painted(paint, mark+word)
	room := width - len(mark) - max(columns(word), min(wordRoom, width/2)) - gap
	if c.About == "" || room < gap {
		return line
	}
	return line + strings.Repeat(" ", width-len(mark)-columns(word)-room) + painted(l.paint.dim, shownIn(c.About, room))
}

// shownIn makes a text printable and cuts it to a width.
func shownIn(text string, width int) string {
	var e editor
	e.insert(text)
	return prefix(e.text, max(width, 0))
}

// folded gives a text as lines that are no wider than width.
func folded(text string, width int) (lines []string) {
	for _, line := range strings.Split(terminal.Fold(shownIn(text, maxLine), width, 0), "\n") {
		lines = append(lines, prefix(line, max(width, 1)))
	}
	return lines
}
