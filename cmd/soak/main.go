// Command soak runs bcdump on random hostile input and checks that it keeps its promises.
//
// In come a folder of captures, a seed and a time. Each case makes a hostile capture: a few things are
// done to one of the folder (bits, bytes, cuts, lengths, frames, and the plaintext of game datagrams,
// which are enciphered again; chats and names that steer a terminal or are formulas), or it is a flood of
// one kind of traffic. Most cases decode it in this process, and check what must hold for any bytes. The
// others are sessions: a command of the program, found by walking the tree of its help, gets the capture
// and then what it wrote itself, damaged, in one strait or another; keys are pressed in a terminal.
//
// Out come a count of the cases, or the first finding: the capture, made smaller if it can be, and how to
// repeat it. docs/dev/security.md explains it to people.
//
// A case follows from the seed and its number alone; only when a signal strikes depends on the clock. The
// room must know nothing of how the front door and the printers work. What damages captures shares no code
// with decode/synth, which writes captures that are in order.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"bcdump/internal/trial"
)

// settings are the flags.
type settings struct {
	folder, out string
	program     string // that is run as a process
	commands    []command
	seed        uint64
	first       uint64 // number of the first case
	cases       uint64 // 0 = as many as the time allows
	duration    time.Duration
	hang        time.Duration // how long one case, or one process of it, may take
}

func main() {
	var s settings
	flag.StringVar(&s.folder, "captures", "testdata/pcaps", "folder of the captures that are used")
	flag.StringVar(&s.out, "out", "bin/soak", "folder for what was found")
	flag.StringVar(&s.program, "program", "", "the program bcdump; built if it is not given")
	flag.Uint64Var(&s.seed, "seed", 1, "seed of all chance")
	flag.Uint64Var(&s.first, "case", 0, "number of the first case")
	flag.Uint64Var(&s.cases, "cases", 0, "how many cases; 0 = as many as the time allows")
	flag.DurationVar(&s.duration, "time", time.Minute, "how long to go on")
	flag.DurationVar(&s.hang, "hang", 2*time.Minute, "how long one run may take, on a busy machine too")
	flag.Parse()
	if err := s.run(); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// run runs cases until the time is up; the error may be a finding.
func (s *settings) run() (err error) {
	if s.program == "" {
		s.program, err = trial.Built()
	} else {
		s.program, err = filepath.Abs(s.program)
	}
	if err != nil {
		return err
	}
	if s.commands, err = commandsOf(s.program); err != nil {
		return err
	}
	subjects, err := load(s.folder)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.out, 0o755); err != nil {
		return err
	}
	// A panic, a hang and a case that takes all memory end the program at once: then a file tells which
	// case it was.
	debug.SetTraceback("all")
	debug.SetMemoryLimit(100 << 20) // a process shows what the one that started it holds
	running := filepath.Join(s.out, "running")
	fmt.Printf("soak: %d captures of %s, %d commands, seed %d\n", len(subjects), s.folder, len(s.commands), s.seed)
	begin := time.Now()
	for number := s.first; s.cases > 0 && number-s.first < s.cases || s.cases == 0 && time.Since(begin) < s.duration; number++ {
		c := newCase(s, subjects, number)
		if err := os.WriteFile(running, []byte(c.repeat()+"\n"), 0o644); err != nil {
			return err
		}
		if f := c.check(); f != nil {
			return c.report(f)
		}
	}
	fmt.Printf("soak: no finding in %v\n%v", time.Since(begin).Round(time.Second), &totals)
	return os.Remove(running)
}
