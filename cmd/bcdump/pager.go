package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"

	"bcdump/report/terminal"
)

// pager shows what a run writes to a terminal, in the program that the user has chosen for long output. That is
// begun when there is something to show.
type pager struct {
	streams *streams
	screen  io.Writer // where the output goes without it
	line    string    // how the program is called
	off     bool      // it is not wanted: the output goes to the terminal
	in      io.WriteCloser
	ended   func() // closes in, and waits until the user has seen enough
}

// usualPager quits if all fits the screen, shows colours, and leaves on the screen what was read: as git has it.
const usualPager, usualLess = "less", "LESS=FRX"

// pagerLine is how the pager of a terminal is called; "" = there is none.
func pagerLine(getenv func(string) (string, bool)) string {
	line, set := getenv("PAGER")
	if term, _ := getenv("TERM"); term == "dumb" || line == "cat" {
		return ""
	}
	if !set {
		line = usualPager
	}
	return strings.TrimSpace(line)
}

func (p *pager) Write(b []byte) (int, error) {
	if p.in == nil && !p.off && !p.begin() {
		p.off = true
	}
	if p.off {
		return p.screen.Write(b)
	}
	return p.in.Write(b)
}

// begin starts the program; false = it cannot be.
func (p *pager) begin() bool {
	words := strings.Fields(p.line)
	if strings.ContainsAny(p.line, "|&;<>()$`\\\"'*?[#~=%") && runtime.GOOS != "windows" {
		words = []string{"sh", "-c", p.line}
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	for _, usual := range []string{usualLess, "LV=-c"} {
		name, _, _ := strings.Cut(usual, "=")
		if _, set := os.LookupEnv(name); !set {
			cmd.Env = append(cmd.Environ(), usual)
		}
	}
	in, err := cmd.StdinPipe()
	if err != nil || cmd.Start() != nil {
		if p.line != usualPager {
			p.streams.tell(p.streams.palette().Note, "bcdump: warning:", fmt.Sprintf("PAGER: %q cannot be run", p.line))
		}
		return false
	}
	p.in, p.ended = in, sync.OnceFunc(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	p.streams.interrupts.leaving(p.ended) // a signal that ends the program leaves nobody at the terminal but the shell
	if p.streams.errTerminal {
		p.streams.err = terminal.NewWriter(in) // else it would be written over
	}
	return true
}

// end waits until the user has seen enough.
func (p *pager) end() {
	if p != nil && p.ended != nil {
		p.ended()
	}
}

// unpaged lets the output go to the terminal as it comes.
func (s *streams) unpaged() {
	if s.pager != nil {
		s.pager.off = true
	}
}
