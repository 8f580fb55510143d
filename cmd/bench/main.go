// Bench measures bcdump as a whole program, next to other programs that read captures, and writes
// the results as tables.
//
// What comes in: the program, the text of `go test -bench`, and flags. What goes out: a
// document in Markdown on standard output, or between two marks of a file; progress on
// standard error. It must not know how bcdump works: it starts programs, takes the time
// and compares. docs/performance.md tells how to read the result.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	o, err := parse(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err == nil {
		err = run(o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	begun := time.Now()
	before := machine(&o, begun)
	made, err := makeCaptures(&o)
	if err != nil {
		return err
	}
	list, missing := commands(&o, made)
	if err := makeGoldens(list); err != nil {
		return err
	}
	d := document{options: o, begun: begun.UTC().Format(minute), machine: before, missing: missing, commands: list}
	if d.measured, err = measureAll(list, o.rounds, d.begun, os.Stderr); err != nil {
		return err
	}
	d.loadAfter, d.took = load(), time.Since(begun)
	if o.tables {
		d.files, err = sizesOfTables(&o, made[0])
	} else {
		d.benchmarks, err = readBenchmarks(o.benchmarks)
	}
	if err != nil {
		return err
	}
	return d.put()
}

// put prints the document, or writes it where it belongs.
func (d *document) put() error {
	if d.write == "" {
		_, err := os.Stdout.WriteString(d.text())
		return err
	}
	if !d.tables {
		if err := d.combine(); err != nil {
			return err
		}
	}
	return replaceBetweenMarks(d.write, d.text())
}
