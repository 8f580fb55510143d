// Command soak runs bcdump on random hostile input and checks that it keeps its promises.
//
// In come a folder of captures, a seed and a time. A case is of one of these kinds:
//
//   - damage: a few things are done to a capture (bits, bytes, cuts, lengths, frames, and the
//     plaintext of game datagrams, which are enciphered again);
//   - readers: whoever takes the output is slow or stops, the bytes of the capture dribble in;
//   - texts: chats and names steer a terminal or are formulas;
//   - storms: a stream of up to 50,000 datagrams that makes a program remember;
//   - environment: the program is run as a process with a full disk, a closed pipe, signals, few
//     files, odd variables;
//   - session: each command of the program, found by walking the tree of its help, gets a hostile
//     capture and then what it wrote itself, damaged; keys are pressed in a terminal.
//
// All but the last two decode in this process, through the front door and the printers. A case
// checks what must hold for any bytes: no panic, no hang, bounded memory, a ledger that closes,
// sound JSON in frame order, the same output for any number of workers, damage that is told, and
// frames before the first damaged byte that come out as if nothing had happened; and what its
// kind is about. Out come a count of the cases, or the first finding: the capture, made smaller
// if it can be, and how to repeat it. docs/hostile-input.md explains it to people.
//
// A case follows from the seed and its number alone; only when a signal strikes depends on the
// clock. The room must know nothing of how the front door and the printers work. What damages
// captures shares no code with decode/synth, which writes captures that are in order.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

func main() {
	s := parseFlags()
	if err := run(&s); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

func run(s *settings) error {
	subjects, err := load(s.folder, s.largest)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.out, 0o755); err != nil {
		return err
	}
	if err := s.findProgram(); err != nil {
		return err
	}
	return soak(s, subjects)
}

// Command soak runs cases until the time is up; the error may be a finding.
func soak(s *settings, subjects []*subject) error {
	running := filepath.Join(s.out, "running")
	fmt.Printf("soak: %d captures of %s, %d commands, seed %d\n", len(subjects), s.folder, len(s.commands), s.seed)
	begin := time.Now()
	for number := s.first; s.goesOn(number-s.first, begin); number++ {
		c := newCase(s, subjects, number)
		if s.only != "" && c.kind != s.only {
			continue
		}
		// A panic of a worker, and a case that takes all memory, end the program at once:
		// then this file tells which case it was.
		if err := os.WriteFile(running, []byte(c.repeat()+"\n"), 0o644); err != nil {
			return err
		}
		if f := c.run(); f != nil {
			return c.report(f)
		}
	}
	if err := os.Remove(running); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
	}
	fmt.Printf("soak: %d cases in %v, no finding\n%v", totals.all(), time.Since(begin).Round(time.Second), &totals)
	return nil
}
