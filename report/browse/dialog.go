package browse

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"bcdump/decode"
	"bcdump/internal/printable"
	"bcdump/report/terminal"
)

// dialog takes all keys until it is done. It stands below the panes, or covers them.
type dialog struct {
	key    func(tea.KeyPressMsg) tea.Cmd
	lines  func(width, height int) []string // as many as height at most
	column func(width int) int              // where the cursor stands: on the last line if it is full, else the first; -1 = nowhere
	text   *editor                          // into which is pasted; nil = nothing can be
	pasted func()                           // is told of it
	scroll func(lines int)                  // as a mouse wheel does
	full   bool
}

// ask asks for a text in the last line; help stands below it.
func (m *Model) ask(asks, help string, answer func(text string) tea.Cmd) *dialog {
	e := &editor{}
	m.asked = &dialog{
		text: e,
		key: func(k tea.KeyPressMsg) tea.Cmd {
			switch k.Keystroke() {
			case "esc", "ctrl+c", "ctrl+g":
				m.asked = nil
			case "enter":
				m.asked = nil
				return answer(e.text())
			default:
				e.key(k)
			}
			return nil
		},
		lines: func(width, _ int) []string {
			shown, _, _ := e.window(width - wide(asks))
			if help == "" {
				return []string{asks + shown}
			}
			return append([]string{asks + shown}, folded(help, width)...)
		},
		column: func(width int) int {
			_, cursor, _ := e.window(width - wide(asks))
			return min(wide(asks)+cursor, width-1)
		},
	}
	return m.asked
}

// letter asks for one character; the answer is "" if another key is pressed.
func (m *Model) letter(asks string, answer func(letter string) tea.Cmd) tea.Cmd {
	m.asked = &dialog{
		key: func(k tea.KeyPressMsg) tea.Cmd {
			m.asked = nil
			return answer(k.Text)
		},
		lines: func(width, _ int) []string { return folded(asks, width) },
	}
	return nil
}

// choice is one of a menu.
type choice struct {
	text string
	do   func() tea.Cmd
}

// offer lets the user choose.
func (m *Model) offer(title string, choices []choice) {
	chosen := 0
	m.asked = &dialog{
		key: func(k tea.KeyPressMsg) tea.Cmd {
			take := -1
			switch name := k.Keystroke(); name {
			case "down", "j", "tab":
				chosen = (chosen + 1) % len(choices)
			case "up", "k", "shift+tab":
				chosen = (chosen + len(choices) - 1) % len(choices)
			case "enter", "o":
				take = chosen
			case "esc", "q", "ctrl+c":
				m.asked = nil
			default:
				if len(name) == 1 && name[0] >= '1' && name[0] <= '9' {
					take = int(name[0] - '1')
				}
			}
			if take < 0 || take >= len(choices) {
				return nil
			}
			m.asked = nil
			return choices[take].do()
		},
		lines: func(width, height int) []string {
			lines := []string{m.look.Name.Paint(" " + printable.Text(title))}
			top := max(min(chosen-(height-2)/2, len(choices)-height+1), 0)
			for i := top; i < len(choices) && len(lines) < height; i++ {
				number := "   "
				if i < 9 {
					number = fmt.Sprintf("%d  ", i+1)
				}
				lines = append(lines, m.look.row(cut(number+printable.Text(choices[i].text), 0, width-1, more), i == chosen, true, width, ""))
			}
			return lines
		},
	}
}

// viewer shows a long text: lines that may be coloured, wider than the screen, and more than it has. The
// last line of the screen says where one is.
type viewer struct {
	title   string
	keys    string // what other keys do here, such as "y command  "
	content []string
	look    *looks

	top, left     int // the first line and column that are shown
	width, height int // of the text, as it was drawn last
	widest        int

	searching bool
	search    editor
	wanted    string // what was searched for last, in lower case
	found     int    // the line where it was found; -1 = nowhere
}

// newViewer makes the viewer of lines in which nothing but colours steers a terminal, as those of reports.
func newViewer(title, keys string, lines []string, look *looks) *viewer {
	v := &viewer{title: title, keys: keys, look: look, found: -1, height: 1, width: leastWidth}
	for _, line := range lines {
		line = strings.ToValidUTF8(line, "\uFFFD")
		v.content = append(v.content, line)
		v.widest = max(v.widest, wide(line))
	}
	return v
}

// view opens a viewer; also takes a key before it, if it knows it.
func (m *Model) view(v *viewer, also func(tea.KeyPressMsg) (cmd tea.Cmd, known bool)) {
	m.asked = &dialog{full: true, lines: v.lines, column: v.column, text: &v.search, scroll: func(lines int) { v.move(lines, 0) }, key: func(k tea.KeyPressMsg) tea.Cmd {
		if !v.searching {
			if cmd, known := also(k); known {
				m.asked = nil
				return cmd
			}
		}
		if v.press(k) {
			m.asked = nil
		}
		return nil
	}}
}

// press takes a key; true closes the viewer.
func (v *viewer) press(k tea.KeyPressMsg) (closed bool) {
	if v.searching {
		switch k.Keystroke() {
		case "esc", "ctrl+c", "ctrl+g":
			v.searching = false
		case "enter":
			v.searching = false
			if text := v.search.text(); text != "" {
				v.wanted = strings.ToLower(text)
			}
			v.find(1, v.top)
		default:
			v.search.key(k)
		}
		return false
	}
	const far = 1 << 30
	switch k.String() {
	case "q", "esc", "ctrl+c":
		return true
	case "/":
		v.searching, v.search = true, editor{}
	case "n", "N":
		step := map[string]int{"n": 1, "N": -1}[k.String()]
		if v.found >= 0 {
			v.find(step, v.found+step)
		} else {
			v.find(step, v.top)
		}
	case "up", "k":
		v.move(-1, 0)
	case "down", "j", "enter":
		v.move(1, 0)
	case "pgup", "ctrl+b", "b":
		v.move(-v.height, 0)
	case "pgdown", "ctrl+f", "space":
		v.move(v.height, 0)
	case "ctrl+u":
		v.move(-v.height/2, 0)
	case "ctrl+d":
		v.move(v.height/2, 0)
	case "home", "g":
		v.move(-far, 0)
	case "end", "G":
		v.move(far, 0)
	case "left", "h":
		v.move(0, -v.width/2)
	case "right", "l":
		v.move(0, v.width/2)
	}
	return false
}

// move scrolls, as far as there is text.
func (v *viewer) move(down, right int) {
	v.top = max(0, min(v.top+down, len(v.content)-v.height))
	v.left = max(0, min(v.left+right, v.widest-v.width))
}

// find goes to the next line that has what is wanted, from one on in a direction, and around the ends, and brings it onto
// the screen.
func (v *viewer) find(step, from int) {
	v.found = -1
	n := len(v.content)
	for i := 0; i < n && v.wanted != ""; i++ {
		at := ((from+i*step)%n + n) % n
		before, _, ok := strings.Cut(strings.ToLower(ansi.Strip(v.content[at])), v.wanted)
		if !ok {
			continue
		}
		if v.found = at; at < v.top || at >= v.top+v.height {
			v.top = at - v.height/2
		}
		if begin := wide(before); begin < v.left || begin+wide(v.wanted) > v.left+v.width {
			v.left = begin - v.width/2
		}
		v.move(0, 0)
		return
	}
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
	v.move(0, 0)
	for i := v.top; i < len(v.content) && len(lines) < height-1; i++ {
		line := cut(v.content[i], v.left, v.width, "")
		if i == v.found {
			line = v.look.chosen.Paint(cut(ansi.Strip(line), 0, v.width, "")) // a sequence that is broken hides what is wide
		}
		lines = append(lines, line)
	}
	lines = filled(lines, height-1)
	if v.searching {
		shown, _, _ := v.search.window(width - 1)
		return append(lines, cut("/"+shown, 0, width, more))
	}
	text := v.title + "   all"
	if len(v.content) > v.height {
		text = fmt.Sprintf("%s   %d-%d of %d", v.title, v.top+1, min(v.top+v.height, len(v.content)), len(v.content))
	}
	if v.wanted != "" && v.found < 0 {
		text += "   not found: " + v.wanted
	}
	return append(lines, v.look.Name.Paint(cut(oneLine(text+"   / search  n N next  "+v.keys+"q close"), 0, width, more)))
}

// Work is what an action is told.
type Work struct {
	Filter string // the messages that it is about; "" = all
	Ship   string // the object that it is about, as `bcdump timeline --of` takes it
	Width  int    // of the lines that it gives, in columns
	// Path is the file to write; Replace says that it may take the place of one that is there.
	Path    string
	Replace bool
	// Progress takes the part of the work that is done, from 0 to 1, and may be called by any goroutine.
	Progress func(share float64)
	Stop     <-chan struct{} // closed when nobody waits for the result any more
}

// Stopped reports whether nobody waits for the result any more.
func (w *Work) Stopped() bool {
	select {
	case <-w.Stop:
		return true
	default:
		return false
	}
}

// Actions are what reports and commands do with what is browsed, given from outside. They run beside the
// screen, one at a time. Each gives lines to show, which may be coloured and of any width.
type Actions struct {
	Stats    func(Work) ([]string, error) // the tables of `bcdump stats`
	Timeline func(Work) ([]string, error) // the rows of `bcdump timeline`, and its figures
	Report   func(Work) ([]string, error) // writes the page of `bcdump report`, and says where
	Write    func(Work) ([]string, error) // writes the messages, in the form that the name of the file asks for
	// Command is the command line that gives the same as the action of that key: s, T, r, w; y shows the message at
	// hand, and Y what the filter keeps.
	Command func(key string, w Work) string
}

// ExistsError says that an action would have to replace a file.
type ExistsError struct{ Path string }

func (e *ExistsError) Error() string { return e.Path + " is there already" }

// ErrStopped is the error of an action that has been stopped.
var ErrStopped = errors.New("stopped")

// action is one of Actions.
type action struct {
	key, title string
	do         func(Work) ([]string, error)
}

// act gives what begins the action of a key.
func act(key string) func(*Model) tea.Cmd {
	return func(m *Model) tea.Cmd {
		a, w, r := &m.options.Actions, Work{Filter: m.filterText(), Ship: m.ship(), Width: m.width}, m.list.current
		if key == "y" && r != nil {
			w.Filter = fmt.Sprintf("frame == %d", r.Frame)
			if r.Proto == decode.BC {
				w.Filter += fmt.Sprintf(" && index == %d", r.Index)
			}
		}
		b := map[string]action{"s": {"s", "stats", a.Stats}, "T": {"T", "timeline", a.Timeline}, "r": {"r", "report", a.Report}, "w": {"w", "write", a.Write}}[key]
		switch {
		case key == "y" || key == "Y":
			return m.copy(key, w)
		case b.do == nil:
			m.say("this cannot be done here")
		case key == "T" && w.Ship == "":
			m.say("No ship is at hand: choose a message of one")
		case key == "w":
			m.ask("write to: ", ".pcap .pcapng packets, .json .jsonl .csv messages, .txt text; Esc: none of it", func(name string) tea.Cmd {
				if w.Path = strings.TrimSpace(name); w.Path == "" {
					return nil
				}
				return m.start(b, w)
			})
		default:
			return m.start(b, w)
		}
		return nil
	}
}

// copy puts a command line into the clipboard, and shows it.
func (m *Model) copy(key string, w Work) tea.Cmd {
	if m.options.Actions.Command == nil {
		return nil
	}
	command := m.options.Actions.Command(key, w)
	m.say("Copied: " + command)
	return tea.SetClipboard(command)
}

// start runs an action beside the screen. A panic in it is its error.
func (m *Model) start(a action, w Work) tea.Cmd {
	run, halt := m.begin()
	progress := &atomic.Uint64{} // the bits of a float64
	w.Stop, w.Progress = halt, func(share float64) { progress.Store(math.Float64bits(share)) }
	d := &dialog{
		key: func(k tea.KeyPressMsg) tea.Cmd {
			if name := k.Keystroke(); name == "esc" || name == "ctrl+c" {
				m.end()
				m.asked = nil
				m.say("Stopped")
			}
			return nil
		},
		lines: func(width, _ int) []string {
			share := math.Float64frombits(progress.Load())
			return folded(fmt.Sprintf("%s: %.0f %%   Esc stops it", a.title, 100*min(max(share, 0), 1)), width)
		},
	}
	m.asked = d
	var watch func() tea.Cmd // draws how far it is, as long as it runs
	watch = func() tea.Cmd {
		return tea.Tick(100*time.Millisecond, func(time.Time) tea.Msg {
			return done(func(m *Model) tea.Cmd {
				if m.asked != d {
					return nil
				}
				return watch()
			})
		})
	}
	return tea.Batch(watch(), m.do(func() done {
		lines, err := a.guarded(w)
		return func(m *Model) tea.Cmd {
			if m.ended(run) {
				return nil
			}
			m.end()
			m.asked = nil
			m.tell(a, w, lines, err)
			return nil
		}
	}))
}

func (a *action) guarded(w Work) (lines []string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicked(r)
		}
	}()
	return a.do(w)
}

// tell shows what came of an action.
func (m *Model) tell(a action, w Work, lines []string, err error) {
	var exists *ExistsError
	switch {
	case errors.As(err, &exists):
		m.letter(exists.Error()+". Replace it? y/n", func(letter string) tea.Cmd {
			if w.Replace = letter == "y" || letter == "Y"; w.Replace {
				return m.start(a, w)
			}
			m.say("Not written")
			return nil
		})
	case err != nil:
		m.complain("Not done: " + err.Error())
	case len(lines) == 1:
		m.say(ansi.Strip(lines[0]))
	default:
		for i := range lines {
			if m.look.light { // they are painted for a dark background
				lines[i] = terminal.OnLight(lines[i])
			}
		}
		m.view(newViewer(a.title, "y command  ", lines, &m.look), func(k tea.KeyPressMsg) (tea.Cmd, bool) {
			if k.String() != "y" {
				return nil, false
			}
			return m.copy(a.key, w), true
		})
	}
}
