package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/wire"
	"bcdump/report/terminal"
)

// streams are the standard streams of a run, given from outside so that tests can
// look at them.
type streams struct {
	in  io.Reader
	out io.Writer
	// err takes no control characters: what a text has of them is escaped.
	err *terminal.Writer
	// outTerminal and errTerminal say that a person is looking.
	outTerminal, errTerminal bool
	// width is the room for a line of output, in characters; height is how many lines a terminal shows, 0 = not known.
	width, height int
	// errWidth is the same for messages; 0 = these are as wide as they are.
	errWidth int
	// plain says that the user wants no colour anywhere: NO_COLOR, TERM=dumb.
	plain bool
	// pager shows the output; nil = it goes to out as it is.
	pager *pager
	// entities says that the words ask for entity-state: what is only of it stands in help then.
	entities bool
	// takeMemory limits the memory of the process; nil = it is limited, or nobody asks.
	takeMemory func(memory)
	// interrupts is how the run is asked to stop; nil = nobody can.
	interrupts *interrupts
	// again reads what came of standard input once more; nil = it has not been read.
	again func(decode.Options) (*decode.Capture, error)
	// watch is told of each capture that is read, and gives what is called at its end; nil = nobody
	// watches.
	watch func(*decode.Capture) (end func())
	// unwanted says that nobody wants the files that are being written any more; nil = somebody does.
	unwanted func() bool
}

// watched tells whoever watches of a capture.
func (s *streams) watched(c *decode.Capture) (end func()) {
	if s.watch == nil {
		return func() {}
	}
	return s.watch(c)
}

// checked is a writer that remembers its first error. Every command writes to one, so that those
// whose output is made by a library, such as help, notice a full disk too.
type checked struct {
	io.Writer
	err error
}

func (c *checked) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil // some systems would say that the disk is full
	}
	n, err := c.Writer.Write(p)
	if c.err == nil {
		c.err = err
	}
	return n, err
}

func systemStreams() streams {
	widenPipe(os.Stdin)
	widenPipe(os.Stdout)
	s := streams{
		in:          os.Stdin,
		out:         os.Stdout,
		err:         terminal.NewWriter(os.Stderr),
		outTerminal: isTerminal(os.Stdout),
		errTerminal: isTerminal(os.Stderr),
		width:       terminal.WidthOf(os.Stdout, os.Getenv("COLUMNS")),
		height:      terminal.HeightOf(os.Stdout),
		plain:       os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb",
	}
	if s.errTerminal {
		s.errWidth = terminal.WidthOf(os.Stderr, os.Getenv("COLUMNS"))
	}
	if line := pagerLine(os.LookupEnv); s.outTerminal && line != "" {
		s.pager = &pager{line: line, screen: os.Stdout}
	}
	return s
}

func isTerminal(f *os.File) bool {
	return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd())
}

// typed reports whether standard input is what somebody types.
func (s *streams) typed() bool {
	f, ok := s.in.(*os.File)
	return ok && isTerminal(f)
}

// palette is that of standard error: it has colours if a person is looking.
func (s *streams) palette() terminal.Palette { return terminal.NewPalette(s.errTerminal && !s.plain) }

// noTerminal refuses to write a capture to a terminal, where it goes if no file is named.
func (s *streams) noTerminal(file string) error {
	if file == "" && s.outTerminal {
		return errors.New("a capture cannot be shown in a terminal: use -w FILE, or a pipe")
	}
	return nil
}

// tell writes a line to standard error, which begins with a word in a style. There is nobody to
// tell if that fails.
func (s *streams) tell(look terminal.Style, word, text string) {
	_ = s.err.Folded(s.errWidth, terminal.Span{Style: look, Text: word}, terminal.Span{Text: " " + text})
}

// tellPage writes a text of several lines to standard error.
func (s *streams) tellPage(text string) { fmt.Fprint(s.err, terminal.FoldPage(text, s.errWidth)) }

// longestError is how many characters of an error are shown: it may repeat an argument of any length.
const longestError = 4000

// complain says on standard error why there is no more output, and on lines of its own what may have been meant.
func (s *streams) complain(err error) {
	what, meant, asked := strings.Cut(missing(err), asks)
	s.tell(s.palette().Damage, "bcdump:", wire.Short(what, longestError))
	if asked {
		fmt.Fprint(s.err, asks[1:], meant)
	}
}

// room is the width of lines that are as long as they are when a program reads them; 0 = as wide as they are.
func (s *streams) room(width int) int {
	if width == 0 && s.outTerminal {
		return s.width
	}
	return width
}

// fitHelp lets the help of all commands fit the terminal. Elsewhere it stays as it was written.
func (s *streams) fitHelp(root *cobra.Command) {
	if !s.outTerminal {
		return
	}
	for _, c := range append(root.Commands(), root) { // the root last: others ask it for its function
		show := c.HelpFunc()
		c.SetHelpFunc(func(c *cobra.Command, args []string) {
			var page bytes.Buffer
			c.SetOut(&page)
			show(c, args)
			c.SetOut(s.out)
			_, _ = io.WriteString(s.out, terminal.FoldPage(page.String(), s.width)) // s.out remembers the error
		})
	}
}

// progress shows how much of a file has been read, once the work takes over half a
// second. It ends with the line wiped.
type progress struct {
	done, gone chan struct{}
}

const (
	progressDelay    = 500 * time.Millisecond
	progressInterval = 100 * time.Millisecond
)

// startProgress watches read, which counts bytes, up to size.
func startProgress(w *terminal.Writer, name string, size int64, read func() int64) *progress {
	p := &progress{done: make(chan struct{}), gone: make(chan struct{})}
	go p.watch(w, name, size, read)
	return p
}

func (p *progress) watch(w *terminal.Writer, name string, size int64, read func() int64) {
	defer close(p.gone)
	started := time.Now()
	shown := false
	tick := time.NewTicker(progressInterval)
	defer tick.Stop()
	for {
		select {
		case <-p.done:
			if shown {
				_ = w.Replace("")
			}
			return
		case <-tick.C:
		}
		elapsed := time.Since(started)
		if elapsed < progressDelay {
			continue
		}
		shown = true
		n := read()
		_ = w.Replace(fmt.Sprintf("%s  %3d %%  %.0f of %.0f MB  %.0f MB/s", name, 100*n/max(size, 1), float64(n)/1e6, float64(size)/1e6, float64(n)/1e6/elapsed.Seconds()))
	}
}

// stop ends the display and waits until it has left the terminal.
func (p *progress) stop() {
	if p != nil {
		close(p.done)
		<-p.gone
	}
}
