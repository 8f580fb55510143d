package main

import (
	"flag"
	"path/filepath"
	"runtime/debug"
	"time"

	"bcdump/internal/trial"
)

// settings are the flags.
type settings struct {
	folder, out string
	program     string // the program that is run as a process; "" = none
	commands    []command
	only        string // the one kind of cases that is run; "" = all
	seed        uint64
	first       uint64 // number of the first case
	cases       uint64 // 0 = as many as the time allows
	duration    time.Duration
	hang        time.Duration // how long one case may take
	memory      int64         // bytes of heap that one case may take
	largest     int64         // bytes of a capture; larger ones are left out
}

func parseFlags() (s settings) {
	flag.StringVar(&s.folder, "captures", "testdata/pcaps", "folder of the captures that are used")
	flag.StringVar(&s.out, "out", "bin/soak", "folder for what was found")
	flag.StringVar(&s.program, "program", "", "the program bcdump; built if it is not given")
	flag.StringVar(&s.only, "only", "", "run cases of this kind only")
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

// findProgram builds the program unless there is one, and finds its commands.
func (s *settings) findProgram() (err error) {
	if s.program == "" {
		s.program, err = trial.Built()
	} else {
		s.program, err = filepath.Abs(s.program)
	}
	if err != nil {
		return err
	}
	s.commands, err = commandsOf(s.program)
	return err
}

func (s *settings) goesOn(done uint64, begin time.Time) bool {
	if s.cases > 0 {
		return done < s.cases
	}
	return time.Since(begin) < s.duration
}
