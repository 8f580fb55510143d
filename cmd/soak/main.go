// Command soak damages captures by chance and looks whether the decoder keeps its
// promises.
//
// In come a folder of captures, a seed and a time. Each case takes one capture and does
// a few things to it (bits, bytes, cuts, lengths, frames, and the plaintext of game
// datagrams, which are enciphered again), decodes what came of it in several ways, and
// checks what must hold for any bytes: no panic, no hang, bounded memory, a ledger that
// closes, sound JSON in frame order, the same output for any number of workers, damage
// that is told, and frames before the first damaged byte that come out as if nothing had
// happened. Out come a count of the cases, or the first finding: the damaged capture,
// made smaller, and how to repeat it. docs/hostile-input.md explains it to people.
//
// A case follows from the seed and its number alone. The room uses the front door and
// the printers as the program does; it must know nothing of how they work. It shares no
// code with decode/synth, which writes captures that are in order.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"
)

// settings are the flags.
type settings struct {
	folder, out string
	seed        uint64
	first       uint64 // number of the first case
	cases       uint64 // 0 = as many as the time allows
	duration    time.Duration
	hang        time.Duration // how long one case may take
	memory      int64         // bytes of heap that one case may take
	largest     int64         // bytes of a capture; larger ones are left out
}

func main() {
	s := parseFlags()
	subjects, err := load(s.folder, s.largest)
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
	if !soak(s, subjects) {
		os.Exit(1)
	}
}

func parseFlags() (s settings) {
	flag.StringVar(&s.folder, "captures", "testdata/pcaps", "folder of the captures that are damaged")
	flag.StringVar(&s.out, "out", "bin/soak", "folder for what was found")
	flag.Uint64Var(&s.seed, "seed", 1, "seed of all chance")
	flag.Uint64Var(&s.first, "case", 0, "number of the first case")
	flag.Uint64Var(&s.cases, "cases", 0, "how many cases; 0 = as many as the time allows")
	flag.DurationVar(&s.duration, "time", time.Minute, "how long to go on")
	flag.DurationVar(&s.hang, "hang", 2*time.Minute, "how long one case may take, on a busy machine too")
	flag.Int64Var(&s.largest, "largest", 2<<20, "bytes of the largest capture that is used")
	memory := flag.Int64("memory", 64, "MiB of heap that one case may take")
	flag.Parse()
	s.memory = *memory << 20
	// As the command does: garbage is collected before it counts.
	debug.SetMemoryLimit(s.memory / 2)
	return s
}

// soak runs cases until the time is up; false means that there is a finding.
func soak(s settings, subjects []*subject) bool {
	running := filepath.Join(s.out, "running")
	if err := os.MkdirAll(s.out, 0o755); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		return false
	}
	fmt.Printf("soak: %d captures of %s, seed %d\n", len(subjects), s.folder, s.seed)
	begin := time.Now()
	var done uint64
	for ; s.goesOn(done, begin); done++ {
		c := newCase(s, subjects, s.first+done)
		// A panic of a worker, and a case that takes all memory, end the program at once:
		// then this file tells which case it was.
		if err := os.WriteFile(running, []byte(c.repeat()+"\n"), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, "soak:", err)
			return false
		}
		if f := c.run(); f != nil {
			c.report(f)
			return false
		}
	}
	if err := os.Remove(running); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
	}
	fmt.Printf("soak: %d cases in %v, no finding\n%v", done, time.Since(begin).Round(time.Second), &totals)
	return true
}

func (s *settings) goesOn(done uint64, begin time.Time) bool {
	if s.cases > 0 {
		return done < s.cases
	}
	return time.Since(begin) < s.duration
}
