package browse

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"bcdump/decode/outline"
	"bcdump/report/terminal"
)

// plain drives a model line by line, without a screen: for screen readers, and for terminals that can
// do nothing but print.
type plain struct {
	*Model
	out   io.Writer
	lines chan string // that the user writes; closed at their end
	msgs  chan tea.Msg
	live  bool // the capture may never end
	row   int  // that was printed last
	err   error
}

// plainWidth and plainHeight are the size of the screen that there is none of.
const plainWidth, plainHeight = 100, 24

// plainHelp says what is not in the table of keys.
const plainHelp = `
Each line is a command: a key, and what it asks for.
  (empty)       the next message
  1             the messages from here on
  2             the fields of this message
  2 PATH        what can be done with one of them
  3             its bytes
  /EXPR         a filter; / alone shows all
  g 640         go to a frame; in the same way t TIME, m LETTER, ' LETTER, w FILE
  4             with a list of choices: the fourth one
`

// screenKeys are the first keys of the bindings that are for panes only.
var screenKeys = []string{"right", "left", "tab", "shift+tab", "1", "2", "3", "+", "-", "enter", "ctrl+l", "esc", "ctrl+z"}

// Plain runs until the user has seen enough: commands come from in, a line each. live says that the
// capture may never end; else it is read before the first command is obeyed.
func (m *Model) Plain(in io.Reader, out io.Writer, live bool) error {
	p := &plain{Model: m, out: out, lines: make(chan string), msgs: make(chan tea.Msg), live: live, row: -1}
	m.list.follow, m.look.chosen, m.runner.noClipboard = false, terminal.Style{}, true
	m.keys = slices.DeleteFunc(m.keys, func(b binding) bool { return slices.Contains(screenKeys, b.keys[0]) })
	go p.read(in)
	p.take(tea.WindowSizeMsg{Width: plainWidth, Height: plainHeight})
	p.start(m.work.do(m.open))
	for p.failure == nil && p.err == nil && p.step() {
		p.show()
	}
	return p.err
}

// read gives the lines of the user to the others, as long as there is somebody.
func (p *plain) read(in io.Reader) {
	defer close(p.lines)
	scanner := bufio.NewScanner(in)
	for scanner.Scan() {
		select {
		case p.lines <- scanner.Text():
		case <-p.work.halt:
			return
		}
	}
}

// step takes the next thing that happens; false = it was the end.
func (p *plain) step() bool {
	lines := p.lines
	if p.index == nil || !p.live && p.busy() || p.runner.stage == running {
		lines = nil // they wait
	}
	select {
	case msg := <-p.msgs:
		return p.take(msg)
	case line, more := <-lines:
		return more && p.obey(line)
	}
}

// fieldNamed offers what can be done with a field.
func (p *plain) fieldNamed(path string) tea.Cmd {
	if i := p.fields.named(path); i >= 0 {
		p.fields.choose(i)
		return p.fieldMenu()
	}
	p.complain("there is no field " + path)
	return nil
}

// start runs a command in the background.
func (p *plain) start(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		select {
		case p.msgs <- cmd():
		case <-p.work.halt:
		}
	}()
}

// take gives the model what has happened; false = it is to end.
func (p *plain) take(msg tea.Msg) bool {
	switch msg := msg.(type) {
	case tea.QuitMsg:
		return false
	case tea.BatchMsg:
		for _, cmd := range msg {
			p.start(cmd)
		}
		return true
	}
	_, cmd := p.Update(msg)
	p.start(cmd)
	return true
}

// obey does what a line says; false = it is to end.
func (p *plain) obey(line string) bool {
	word, rest, _ := strings.Cut(line, " ")
	if len(word) > 1 {
		word = strings.ToLower(word) // names of keys, such as "Backspace"
	}
	switch {
	case p.dialog() != nil:
		p.answer(line)
	case line == "":
		p.press("down")
	case line[0] == '/':
		p.start(p.newFilter(strings.TrimSpace(line[1:])))
	case line == "1":
		p.printRows()
	case word == "2" && rest != "":
		p.start(p.fieldNamed(rest))
	case line == "2":
		p.printFields()
	case line == "3":
		p.printBytes()
	case word == "help":
		p.command("?", "")
	case word == "q" || word == "quit":
		return false
	case p.binding(word) == nil:
		p.print("? shows the commands; there is none called " + word)
	default:
		p.command(word, rest)
	}
	return true
}

// command presses a key, and answers what it asks.
func (p *plain) command(key, answer string) {
	if key == "?" {
		p.print(strings.Trim(plainHelp, "\n"))
	}
	p.row = -1
	p.press(key)
	if d := p.dialog(); d != nil && !d.full() && answer != "" {
		p.answer(answer)
	}
}

// press lets the model take a key.
func (p *plain) press(key string) {
	p.notice = notice{}
	p.start(p.binding(key).do(p.Model))
}

// answer writes a line into what is asked.
func (p *plain) answer(line string) {
	d := p.dialog()
	_, chosen := d.(*menu)
	_, named := d.(*letter)
	switch {
	case chosen, named, p.runner.stage == asking:
		p.close()
		if line != "" {
			first, _ := utf8.DecodeRuneInString(line)
			p.start(p.give(d, tea.KeyPressMsg{Code: first, Text: string(first)}))
		}
	default:
		d.paste(tea.PasteMsg{Content: line})
		p.start(p.give(d, tea.KeyPressMsg{Code: tea.KeyEnter}))
	}
}

// show prints what is new: a dialog, what is to be said, the message that is chosen now.
func (p *plain) show() {
	switch d := p.dialog(); {
	case d == nil:
		p.showState()
	case d.full():
		p.printAll(d)
	case p.runner.stage == running:
	default:
		for _, line := range d.lines(plainWidth, outline.MostRelated+1) {
			p.print(line)
		}
		if p.runner.stage == told {
			p.runner.Stop()
		}
	}
}

func (p *plain) showState() {
	if p.notice.text != "" {
		p.print(p.notice.text)
		p.notice = notice{}
	}
	if p.index == nil || !p.live && p.busy() || p.list.chosen == p.row {
		return
	}
	p.row = p.list.chosen
	if p.row < 0 {
		p.print(strings.TrimSpace(p.emptiness()))
		return
	}
	p.print(p.list.row(p.row))
}

// printAll prints a long text, and closes what would have shown it.
func (p *plain) printAll(d dialog) {
	switch d := d.(type) {
	case *help:
		p.printLines(d.viewer.lines)
	case actionDialog:
		p.printLines(d.runner.viewer.lines)
		d.runner.stage = idle
	}
	p.close()
}

func (p *plain) printRows() {
	place := p.place(p.list.chosen)
	for i := place; i < min(place+plainHeight, p.count()); i++ {
		p.print(p.list.row(p.number(i)))
	}
	p.print(strings.TrimSpace(ansi.Strip(p.header())))
}

func (p *plain) printFields() {
	p.print(p.fields.title)
	path := p.fields.pathWidth(plainWidth)
	for i := range p.fields.entries {
		p.print(p.look.entry(&p.fields.entries[i], path))
	}
}

func (p *plain) printBytes() {
	for at := 0; at < len(p.bytes.bytes); at += mostPerRow {
		b := bytePane{bytes: p.bytes.bytes, known: p.bytes.known, perRow: mostPerRow, at: -1}
		p.print(strings.TrimSpace(b.row(&p.look, at, false)))
	}
}

func (p *plain) printLines(lines []string) {
	for _, line := range lines {
		p.print(line)
	}
}

func (p *plain) print(line string) {
	if _, err := fmt.Fprintln(p.out, strings.TrimRight(line, " ")); p.err == nil {
		p.err = err
	}
}
