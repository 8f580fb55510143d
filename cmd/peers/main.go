// Peers runs bcdump on captures from other projects, and compares its counts with those of tshark.
//
// What comes in: a folder, the program, tshark, and flags. What goes out: tables on standard
// output, progress on standard error, and status 1 if the program broke a promise (a crash, a
// hang, too much memory, outputs that differ), if a difference from tshark has no reason that a
// rule knows, or if a datagram is taken for traffic of the game. It must not know how bcdump works:
// it starts programs and reads what they print. Nothing is written into the folder.
// docs/dev/testing.md tells how to read the tables.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// ownMemory bounds this program: a process shows at least the memory of the one that started it, so
// it has to stay well below what the others are allowed.
const ownMemory = 32 << 20

func main() {
	debug.SetMemoryLimit(ownMemory)
	o, err := parse(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	good := false
	if err == nil {
		good, err = run(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
	}
	if !good {
		os.Exit(1)
	}
}

// options are the flags, and the folder.
type options struct {
	folder   string
	bcdump   string
	tshark   string
	limit    time.Duration // of a run
	memory   int64         // bytes of a run
	parallel int           // captures at once
	quiet    bool          // no progress
}

func parse(args []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	flags.StringVar(&o.bcdump, "bcdump", "bin/bcdump", "the program")
	flags.StringVar(&o.tshark, "tshark", "tshark", "program to compare with")
	flags.DurationVar(&o.limit, "limit", 20*time.Second, "a run that takes longer counts as hanging")
	megabytes := flags.Int64("memory", 64, "MB that a run may take")
	flags.IntVar(&o.parallel, "parallel", runtime.NumCPU(), "captures at once")
	flags.BoolVar(&o.quiet, "quiet", false, "no progress")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() != 1 || o.parallel < 1 {
		return o, errors.New("expected one folder of captures after the flags, and -parallel of at least 1")
	}
	o.folder, o.memory = flags.Arg(0), *megabytes*1e6
	for _, program := range []string{o.bcdump, o.tshark} {
		if _, err := exec.LookPath(program); err != nil {
			return o, err
		}
	}
	return o, nil
}

// run reports whether all is well.
func run(o options) (good bool, err error) {
	begun := time.Now()
	captures, err := find(o.folder)
	if err != nil {
		return false, err
	}
	results, err := checkAll(o, captures)
	if err != nil {
		return false, err
	}
	r := report{results: results, took: time.Since(begun)}
	return r.good(), r.write(os.Stdout)
}

// checkAll looks at the captures, some at once, and gives the results in their order.
func checkAll(o options, captures []capture) ([]result, error) {
	results, failed := make([]result, len(captures)), make([]error, len(captures))
	places := make(chan bool, o.parallel)
	var workers sync.WaitGroup
	for i, from := range captures {
		if !o.quiet && i%100 == 0 {
			fmt.Fprintf(os.Stderr, "%d of %d captures\n", i, len(captures))
		}
		places <- true
		workers.Go(func() {
			defer func() { <-places }()
			c := checker{options: o, result: result{capture: from}}
			c.own()
			c.compare()
			c.datagrams = nil // has been compared; thousands of captures have many frames
			if results[i] = c.result; c.broken != nil {
				failed[i] = fmt.Errorf("%s: %w", from.path, c.broken)
			}
		})
	}
	workers.Wait()
	return results, errors.Join(failed...)
}
