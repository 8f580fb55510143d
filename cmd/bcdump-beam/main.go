// Command bcdump-beam does with many captures, on many machines, what bcdump does with some on one:
// it writes the tables of `bcdump export parquet`, or verifies captures against their goldens. Apache Beam
// distributes the work: the program runs in one process with its runner Prism, and on Flink, Spark and Dataflow.
//
// It is a module of its own: nothing of Beam gets into bcdump. What is done with a capture is not
// here: packages dataset and verify do it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3" // beamx has local and gcs
)

// Jobs.
const (
	jobTables = "tables"
	jobVerify = "verify"
)

var options struct {
	job, input, output, goldens string
	workers                     int
}

func init() {
	flag.StringVar(&options.job, "job", jobTables, "what to do with the captures: `tables` or verify")
	flag.StringVar(&options.input, "input", "", "captures: a `PATTERN` such as 'captures/*.pcap', 'gs://bucket/*/*.pcap.zst' or 's3://bucket/*'; * stays within a folder")
	flag.StringVar(&options.output, "output", "", "`FOLDER` for what comes out, local or gs://bucket/folder or s3://bucket/folder")
	flag.StringVar(&options.goldens, "goldens", "", "with --job verify: `FOLDER` of the goldens (default: beside the captures)")
	flag.IntVar(&options.workers, "workers", runtime.NumCPU(), "captures that are read at the same time: `N`; of the runner Prism at most 8")
}

func main() {
	flag.Parse()
	limitMemory()
	beam.Init() // on a machine that works for another one, this does the work and never returns
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "bcdump-beam:", err)
		os.Exit(1)
	}
}

// limitMemory has garbage collected more often beyond what the work needs, which is some 100 MB for
// each capture that is read, unless GOMEMLIMIT says something else.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(min(options.workers, runtime.NumCPU())+1) * 100 << 20)
	}
}

func run(ctx context.Context) error {
	if err := check(); err != nil {
		return err
	}
	p := pipeline()
	result, err := beamx.RunWithMetrics(ctx, p)
	if err != nil {
		return err
	}
	fmt.Println(counts(result))
	return nil
}

func check() error {
	switch {
	case options.job == "stats":
		return errors.New("--job stats is gone: write the tables, and ask a query engine (docs/guides/many-captures.md)")
	case options.job != jobTables && options.job != jobVerify:
		return fmt.Errorf("--job: %q is none of tables, verify", options.job)
	case options.input == "":
		return errors.New("--input: name the captures")
	case options.output == "":
		return errors.New("--output: name a folder")
	case options.goldens != "" && options.job != jobVerify:
		return errors.New("--goldens is for --job verify")
	case options.workers < 1:
		return fmt.Errorf("--workers: %d must be at least 1", options.workers)
	}
	return nil
}

// version names the program that wrote a row, as bcdump does of itself.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "bcdump-beam"
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return "bcdump-beam " + s.Value[:min(len(s.Value), 12)]
		}
	}
	return strings.TrimSpace("bcdump-beam " + info.Main.Version)
}
