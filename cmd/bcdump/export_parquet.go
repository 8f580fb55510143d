package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/internal/printable"
	"bcdump/report/dataset"
	"bcdump/report/golden"
)

// parquetFlags are the flags of `bcdump export parquet`.
type parquetFlags struct {
	inputFlags
	outputFlags
	force bool
}

// parquetRun is one run of it, its flags checked.
type parquetRun struct {
	reading
	*parquetFlags
	captures []parquetInput
}

// parquetInput is a capture and its name in the dataset.
type parquetInput struct{ path, name string }

func newExportParquet(s *streams) *cobra.Command {
	var f parquetFlags
	cmd := &cobra.Command{
		Use:   "parquet CAPTURE... -w DIR",
		Short: "Write captures as tables in Parquet, for DuckDB, pandas, Spark and others",
		Long: `Write captures as tables in Parquet files, which DuckDB, pandas, Polars, Spark, ClickHouse and
Trino read: messages, state_updates, subsystems, events, weapons and others. CAPTURE is
anything that "bcdump decode" reads, or a folder: then all captures in it and its subfolders.

The file of a table is DIR/TABLE/capture=NAME/part-0.parquet. NAME is the name of the file, or
its path within the folder that was given. A capture that is in DIR already is skipped, unless
it has changed (SHA-256), or other flags or another version of the tables are used, or --force
is given. Files appear when they are complete: a run that was killed is finished by the next.

docs/tables.md explains every column.`,
		Example: `  bcdump export parquet battle.pcap -w tables
  bcdump export parquet captures/ -w tables
  duckdb -c "SELECT name, count(*) FROM 'tables/messages/*/*.parquet' GROUP BY ALL"`,
		Args: counted(cobra.MinimumNArgs(1)),
		RunE: func(_ *cobra.Command, paths []string) error {
			r, err := f.check(s, paths)
			if err != nil {
				return err
			}
			return r.run()
		},
	}
	f.add(cmd)
	return cmd
}

func (f *parquetFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.write, "write", "w", "", "write the tables below the folder `DIR`, which is made if it is not there")
	flags.BoolVar(&f.force, "force", false, "export captures that are there already")
	f.addDecoding(cmd)
	f.addJobs(cmd)
	f.addManners(cmd)
}

// check turns the flags into a run, or says which one is wrong.
func (f *parquetFlags) check(s *streams, paths []string) (*parquetRun, error) {
	if f.write == "" {
		return nil, errors.New("--write: name the folder for the tables")
	}
	if err := oneOf("--color", f.color, "auto", "always", "never"); err != nil {
		return nil, err
	}
	options, err := f.options(s)
	if err != nil {
		return nil, err
	}
	r := &parquetRun{reading: newReading(s, paths, options, &f.inputFlags, &f.outputFlags), parquetFlags: f}
	r.reading.options.Interrupt = nil // half a capture is not to look like one
	return r, nil
}

// find lists the captures, and gives each a name.
func (r *parquetRun) find() error {
	for _, path := range r.files {
		info, err := os.Stat(path)
		switch {
		case path == "-":
			r.captures = append(r.captures, parquetInput{path, "stdin"})
		case err == nil && info.IsDir():
			err = golden.Captures(path, func(path, within string) error {
				r.captures = append(r.captures, parquetInput{path, filepath.ToSlash(within)})
				return nil
			})
			if err != nil {
				return err
			}
		default: // what is wrong with a file is said when it is opened
			r.captures = append(r.captures, parquetInput{path, filepath.Base(path)})
		}
	}
	return r.distinct()
}

// distinct refuses captures of equal names.
func (r *parquetRun) distinct() error {
	paths := map[string]string{}
	for _, c := range r.captures {
		if other, known := paths[c.name]; known {
			return fmt.Errorf("%s and %s would both be capture %q; rename one, or give a folder above both", other, c.path, c.name)
		}
		paths[c.name] = c.path
	}
	return nil
}

func (r *parquetRun) run() error {
	limitMemory(parquetMemory, third)
	if err := r.find(); err != nil {
		r.complain(err)
		return status(exitNothing)
	}
	worst := exitOK
	for _, c := range r.captures {
		result, err := r.export(c)
		if err != nil {
			r.complain(err)
			result = exitNothing
		}
		worst = worse(worst, result)
	}
	if worst != exitOK {
		return status(worst)
	}
	return nil
}

// parquetMemory is how much memory an export takes before garbage is collected more often.
const parquetMemory = 80 << 20

// export exports a capture.
func (r *parquetRun) export(in parquetInput) (worst int, err error) {
	var capture *decode.Capture
	var shown *progress
	source := r.source(in)
	source.Open = func() (_ *decode.Capture, err error) {
		if capture, err = r.open(in.path); err == nil {
			shown = r.progress(in.path, capture)
		}
		return capture, err
	}
	result, err := dataset.Export(dataset.Folder(r.reading.write), source, dataset.Options{Program: versionText(), Jobs: r.workers(), Force: r.force})
	shown.stop()
	if errors.Is(err, dataset.ErrOther) {
		err = fmt.Errorf("%s: %s has a capture %q that begins at another time; rename one, or --force to replace it", in.path, r.reading.write, in.name)
	}
	if err != nil {
		return exitNothing, err
	}
	if r.tell(result); result.Skipped {
		return exitOK, nil
	}
	return r.conclude(capture), nil
}

// source is a capture as package dataset wants it, but for how it is opened.
func (r *parquetRun) source(in parquetInput) *dataset.Source {
	source := &dataset.Source{Name: in.name, File: filepath.Base(in.path), Settings: r.settings(), Sum: func() (string, int64, error) { return dataset.FileSum(in.path) }}
	if in.path == "-" {
		source.File, source.Late, source.Sum = "", true, r.streams.sumOfStdin()
	}
	return source
}

func (r *parquetRun) workers() int {
	if jobs := r.reading.options.Jobs; jobs > 0 {
		return jobs
	}
	return runtime.GOMAXPROCS(0)
}

// settings names the flags that change what messages decode to.
func (r *parquetRun) settings() string {
	f := &r.inputFlags
	var list []string
	for _, x := range []struct{ name, value string }{
		{"--ship", strings.Join(f.ships, ",")}, {"--ships", sumOf(f.shipFile)}, {"--dialect", strings.TrimPrefix(f.dialect, "auto")},
		{"--port", f.port}, {"--proto", f.proto}, {"--zone", f.zone},
	} {
		if x.value != "" {
			list = append(list, x.name+" "+x.value)
		}
	}
	return strings.Join(list, " ")
}

// tell says what was done with a capture.
func (r *parquetRun) tell(x *dataset.Result) {
	if r.reading.quiet {
		return
	}
	text := "skipped, unchanged"
	if !x.Skipped {
		text = fmt.Sprintf("%d rows, %d bytes", x.Rows, x.Bytes)
	}
	fmt.Fprintf(r.streams.out, "%s: %s\n", printable.Text(x.Name), text)
}

// sumOf is the sum of a file that was read before; "" = there is none.
func sumOf(path string) string {
	if path == "" {
		return ""
	}
	sum, _, _ := dataset.FileSum(path)
	return sum
}

// summed sums up what is read.
type summed struct {
	io.Reader
	hash  hash.Hash
	bytes int64
}

func (s *summed) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	_, _ = s.hash.Write(p[:n])
	s.bytes += int64(n)
	return n, err
}

// sumOfStdin has standard input summed up while it is read; what nobody has read by then is read
// for the sum.
func (s *streams) sumOfStdin() func() (string, int64, error) {
	in := &summed{Reader: s.in, hash: sha256.New()}
	s.in = in
	return func() (string, int64, error) {
		_, err := io.Copy(io.Discard, in)
		return hex.EncodeToString(in.hash.Sum(nil)), in.bytes, err
	}
}
