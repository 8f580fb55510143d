package browse

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"bcdump/report/terminal"
)

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
func (w *Work) Stopped() bool { return closed(w.Stop) }

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

// stage is what the user sees of an action.
type stage uint8

const (
	idle    stage = iota // nothing
	naming               // the line for the name of the file
	asking               // whether a file may be replaced
	running              // how far it is
	told                 // a line: what came of it
	shown                // a viewer with the lines that it gave
)

// actionRunner runs actions and shows what they give.
type actionRunner struct {
	actions Actions
	paint   viewerPaint
	light   bool // the background

	stage    stage
	key      string // of the action
	work     Work
	name     editor
	viewer   viewer
	text     string // what is told
	run      int    // counts those that were begun
	stop     chan struct{}
	progress *atomic.Uint64 // the bits of a float64
}

// actionDone says that a run has ended; actionTick that it is time to look how far it is.
type (
	actionDone struct {
		run   int
		lines []string
		err   error
	}
	actionTick struct{ run int }
)

const tickTime = 100 * time.Millisecond

// active reports whether keys are for the runner.
func (a *actionRunner) active() bool { return a.stage != idle }

// Begin starts the action of a key; false = there is none. filter and ship are what is at hand, ship ""
// if there is none.
func (a *actionRunner) Begin(key, filter, ship string, width int) (tea.Cmd, bool) {
	copies := key == "y" || key == "Y"
	if a.action(key) == nil && !copies {
		return nil, false
	}
	a.key, a.work = key, Work{Filter: filter, Ship: ship, Width: width}
	switch {
	case copies:
		return a.copy(key, a.work), true
	case key == "T" && ship == "":
		a.tell("No ship is at hand: choose a message of one")
		return nil, true
	case key == "w":
		a.stage, a.name = naming, editor{}
		return nil, true
	}
	return a.start(), true
}

func (a *actionRunner) action(key string) func(Work) ([]string, error) {
	switch key {
	case "s":
		return a.actions.Stats
	case "T":
		return a.actions.Timeline
	case "r":
		return a.actions.Report
	case "w":
		return a.actions.Write
	}
	return nil
}

// start runs the action beside the screen.
func (a *actionRunner) start() tea.Cmd {
	a.run++
	a.stage, a.stop, a.progress = running, make(chan struct{}), new(atomic.Uint64)
	work, run, action, progress := a.work, a.run, a.action(a.key), a.progress
	work.Stop = a.stop
	work.Progress = func(share float64) { progress.Store(math.Float64bits(share)) }
	return tea.Batch(a.tick(), func() tea.Msg {
		lines, err := action(work)
		return actionDone{run, lines, err}
	})
}

func (a *actionRunner) tick() tea.Cmd {
	run := a.run
	return tea.Tick(tickTime, func(time.Time) tea.Msg { return actionTick{run} })
}

// Update takes what runs say; false = the message is none of theirs.
func (a *actionRunner) Update(msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case actionTick:
		if msg.run == a.run && a.stage == running {
			return a.tick(), true
		}
		return nil, true
	case actionDone:
		if msg.run == a.run && a.stage == running {
			a.ended(msg.lines, msg.err)
		}
		return nil, true
	case tea.PasteMsg:
		a.paste(msg)
		return nil, a.active()
	}
	return nil, false
}

func (a *actionRunner) paste(p tea.PasteMsg) {
	switch a.stage {
	case naming:
		a.name.insert(p.Content)
	case shown:
		a.viewer.paste(p)
	}
}

func (a *actionRunner) ended(lines []string, err error) {
	var exists *ExistsError
	switch {
	case errors.As(err, &exists):
		a.stage, a.text = asking, exists.Error()
	case err != nil:
		a.tell("Not done: " + err.Error())
	case len(lines) == 1:
		a.tell(lines[0])
	default:
		a.viewer = newViewer(actionTitles[a.key], a.repainted(lines))
		a.viewer.paint, a.viewer.more = a.paint, "y command  "
		a.stage = shown
	}
}

// repainted gives lines that an action has painted for a dark background the colours of the one that there is.
func (a *actionRunner) repainted(lines []string) []string {
	for i := range lines {
		if a.light {
			lines[i] = terminal.OnLight(lines[i])
		}
	}
	return lines
}

var actionTitles = map[string]string{"s": "stats", "T": "timeline", "r": "report", "w": "write"}

func (a *actionRunner) tell(text string) { a.stage, a.text = told, text }

// Settle takes away what was told, so that a key after it means what it always does.
func (a *actionRunner) Settle() {
	if a.stage == told {
		a.stage = idle
	}
}

// Stop ends a run whose result nobody wants.
func (a *actionRunner) Stop() {
	if a.stage == running {
		close(a.stop)
	}
	a.stage = idle
}

// Key takes a key while the runner is active.
func (a *actionRunner) Key(k tea.KeyPressMsg) tea.Cmd {
	switch a.stage {
	case naming:
		return a.nameKey(k)
	case asking:
		return a.answer(k)
	case running:
		if name := k.Keystroke(); name == "esc" || name == "ctrl+c" {
			a.Stop()
			a.tell("Stopped")
		}
	case shown:
		return a.shownKey(k)
	default:
		a.stage = idle
	}
	return nil
}

func (a *actionRunner) shownKey(k tea.KeyPressMsg) tea.Cmd {
	if k.String() == "y" && !a.viewer.searching {
		return a.copy(a.key, a.work)
	}
	if a.viewer.Key(k) {
		a.stage = idle
	}
	return nil
}

func (a *actionRunner) nameKey(k tea.KeyPressMsg) tea.Cmd {
	switch k.Keystroke() {
	case "esc", "ctrl+c", "ctrl+g":
		a.stage = idle
	case "enter":
		a.work.Path, a.work.Replace = strings.TrimSpace(a.name.text), false
		if a.work.Path != "" {
			return a.start()
		}
		a.stage = idle
	default:
		a.name.key(k)
	}
	return nil
}

// answer takes the key that says whether a file may be replaced.
func (a *actionRunner) answer(k tea.KeyPressMsg) tea.Cmd {
	if k.String() != "y" && k.String() != "Y" {
		a.tell("Not written")
		return nil
	}
	a.work.Replace = true
	return a.start()
}

// copy puts a command line into the clipboard, and shows it.
func (a *actionRunner) copy(key string, w Work) tea.Cmd {
	if a.actions.Command == nil {
		return nil
	}
	command := a.actions.Command(key, w)
	a.tell("Copied: " + command)
	return tea.SetClipboard(command)
}

// full reports whether the runner needs the whole screen; else its lines stand below it.
func (a *actionRunner) full() bool { return a.stage == shown }

// column is where on the first line the cursor stands; -1 = there is none.
func (a *actionRunner) column(width int) int {
	switch {
	case a.stage == naming && width >= leastWidth:
		_, cursor, _ := a.name.window(width - len(namePrompt))
		return len(namePrompt) + cursor
	case a.stage == shown:
		return a.viewer.column(width)
	}
	return -1
}

const namePrompt = "write to: "

// lines draws what the user sees of the action: at most height lines, none wider than width.
func (a *actionRunner) lines(width, height int) (lines []string) {
	switch a.stage {
	case idle:
		return nil
	case naming:
		lines = a.nameLines(width)
	case asking:
		lines = folded(a.text+". Replace it? y/n", width)
	case running:
		lines = folded(a.progressText(), width)
	case told:
		lines = folded(a.text, width)
	case shown:
		return a.viewer.lines(width, height)
	}
	return lines[:min(len(lines), max(height, 1))]
}

func (a *actionRunner) nameLines(width int) []string {
	if width < leastWidth {
		return []string{prefix(a.name.text, width)}
	}
	name, _, _ := a.name.window(width - len(namePrompt))
	help := ".pcap .pcapng packets, .json .jsonl .csv messages, .txt text; Esc: none of it"
	return append([]string{namePrompt + name}, folded(help, width)...)
}

func (a *actionRunner) progressText() string {
	share := math.Float64frombits(a.progress.Load())
	return fmt.Sprintf("%s: %.0f %%   Esc stops it", actionTitles[a.key], 100*min(max(share, 0), 1))
}
