package main

import (
	"errors"
	"flag"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// options are the flags.
type options struct {
	sizes      []int // datagrams of the captures, ascending
	rounds     int
	only       *regexp.Regexp // names of the commands that are measured
	quick      bool
	tables     bool   // measure `export parquet` and the questions of docs/tables.md
	folder     string // of captures and peers
	bcdump     string
	benchmarks string // output of go test -bench
	write      string // document to write into; "" = standard output
}

const usualSizes = "10k,100k,1M,4M"

func parse(args []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	sizes := flags.String("sizes", usualSizes, "datagrams of the captures, ascending")
	flags.IntVar(&o.rounds, "rounds", 9, "how often each command is measured")
	only := flags.String("only", "", "measure only commands whose `name` matches this regular expression")
	flags.BoolVar(&o.quick, "quick", false, "the same as --sizes 10k,100k --rounds 3")
	flags.BoolVar(&o.tables, "tables", false, "measure `bcdump export parquet` and the questions of docs/tables.md instead")
	flags.StringVar(&o.folder, "folder", "bin/bench", "where captures and peers are kept")
	flags.StringVar(&o.bcdump, "bcdump", "bin/bcdump", "the program")
	flags.StringVar(&o.benchmarks, "benchmarks", "bin/bench.txt", "output of go test -bench")
	flags.StringVar(&o.write, "write", "", "write into this document, between its markers, with what was measured before and is not now")
	err := flags.Parse(args)
	if err != nil {
		return o, err
	}
	if o.only, err = regexp.Compile(*only); err != nil {
		return o, fmt.Errorf("--only: %w", err)
	}
	if o.tables && *sizes == usualSizes {
		*sizes = "1M"
	}
	if o.quick {
		*sizes, o.rounds = "10k,100k", 3
	}
	if o.rounds < 1 || flags.NArg() > 0 {
		return o, errors.New("expected at least one round, and only flags")
	}
	for text := range strings.SplitSeq(*sizes, ",") {
		n, err := size(text)
		if err != nil {
			return o, err
		}
		if len(o.sizes) > 0 && n <= o.sizes[len(o.sizes)-1] {
			return o, fmt.Errorf("--sizes: %s is not larger than the one before", text)
		}
		o.sizes = append(o.sizes, n)
	}
	return o, nil
}

// size reads a number with k or M behind it.
func size(text string) (int, error) {
	digits, factor := text, 1
	switch {
	case strings.HasSuffix(text, "k"):
		digits, factor = strings.TrimSuffix(text, "k"), 1000
	case strings.HasSuffix(text, "M"):
		digits, factor = strings.TrimSuffix(text, "M"), 1_000_000
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 1 || n > 1000 && factor > 1 {
		return 0, fmt.Errorf("--sizes: %q is not a number such as 10k", text)
	}
	return n * factor, nil
}

// formsSize is the size at which the other containers are measured, and all that is measured once:
// the goals ask for a million datagrams. A glance takes what comes nearest.
func (o *options) formsSize() int {
	if o.write != "" {
		return 1_000_000
	}
	return o.nearest(1_000_000)
}

// nearest is the largest size that is measured, up to a wanted one.
func (o *options) nearest(wanted int) int {
	best := o.sizes[0]
	for _, n := range o.sizes {
		if n <= wanted {
			best = n
		}
	}
	return best
}
