// Bench measures bcdump as a whole program, next to other programs that read captures, and writes
// the results as a table.
//
// What comes in: the program, and flags. What goes out: a document in Markdown on standard output, or
// between two marks of a file; progress on standard error. It must not know how bcdump works: it starts
// programs, takes the time and compares. docs/dev/performance.md tells how to read the result.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// options are the flags.
type options struct {
	sizes          []int // datagrams of the captures
	rounds         int
	only           *regexp.Regexp
	folder, bcdump string
	write          string // document to write into; "" = standard output
}

func main() {
	o, err := parse(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err == nil {
		err = o.run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func parse(args []string) (o options, err error) {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	sizes := flags.String("sizes", "10k,100k,1M,4M", "datagrams of the captures")
	flags.IntVar(&o.rounds, "rounds", 9, "how often each command is measured")
	only := flags.String("only", "", "measure only commands whose `name` matches this regular expression")
	quick := flags.Bool("quick", false, "the same as --sizes 10k,100k --rounds 3")
	flags.StringVar(&o.folder, "folder", "bin/bench", "where captures are kept")
	flags.StringVar(&o.bcdump, "bcdump", "bin/bcdump", "the program")
	flags.StringVar(&o.write, "write", "", "write into this document, between its markers")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if o.only, err = regexp.Compile(*only); err != nil {
		return o, fmt.Errorf("--only: %w", err)
	}
	if *quick {
		*sizes, o.rounds = "10k,100k", 3
	}
	if o.rounds < 1 || flags.NArg() > 0 {
		return o, errors.New("expected at least one round, and only flags")
	}
	for text := range strings.SplitSeq(*sizes, ",") {
		n, err := strconv.Atoi(strings.NewReplacer("k", "000", "M", "000000").Replace(text))
		if err != nil || n < 1 || n > 1e9 {
			return o, fmt.Errorf("--sizes: %q is not a number such as 10k", text)
		}
		o.sizes = append(o.sizes, n)
	}
	return o, nil
}

// run measures everything and writes the document.
func (o *options) run() error {
	if err := os.MkdirAll(o.folder, 0o755); err != nil {
		return err
	}
	before := machine(o)
	list, missing, err := o.commands()
	if err != nil {
		return err
	}
	begun := time.Now()
	measured, err := measureAll(list, o.rounds, os.Stderr)
	if err != nil {
		return err
	}
	text := before + fmt.Sprintf("| Load average afterwards | %s |\n| Rounds | %d |\n| Duration | %s |\n", load(), o.rounds, time.Since(begun).Round(time.Second))
	for _, name := range missing {
		text += "| Not installed, so left out | `" + name + "` |\n"
	}
	if text = "### Machine\n\n" + text + "\n### Whole programs\n\n"; busy(list, measured) {
		text += "**The machine was busy. Do not trust the figures; measure again on an idle one.**\n\n"
	}
	text += table(list, measured)
	if o.write == "" {
		_, err := os.Stdout.WriteString(text)
		return err
	}
	return replaceBetweenMarks(o.write, text)
}

// The largest captures that slow commands are measured on, and the one on which the other containers and
// numbers of workers are.
var most = map[string]int{"tshark -r": million, "tshark -T ek -r": 100_000, "bcdump decode -o csv": million}

const million = 1_000_000

// groups are what is measured, on captures of which shape, given as flags of `bcdump synth`.
var groups = []struct {
	shape string
	size  int // 0 = any
	names []string
}{
	{"", 0, []string{
		"cat", "capinfos -c", "tcpdump -nr", "tshark -r", "tshark -T ek -r",
		"bcdump stats", "bcdump decode -o json", "bcdump decode", "bcdump timeline", "bcdump check", "bcdump verify", "bcdump decode -o csv",
	}},
	{"", million, []string{
		"bcdump decode -o json" + intoPipe, "bcdump decode" + intoPipe, "bcdump stats -j 1", "bcdump decode -o json -j 1",
		"bcdump stats -j 16", "bcdump decode -o json -j 16", "bcdump stats -j 64", "bcdump decode -o json -j 64", exporting,
	}},
	{"--format pcapng", million, []string{"bcdump stats"}},
	{"--compress gzip", million, []string{"gzip -dc", "bcdump stats"}},
	{"--compress zstd", million, []string{"zstd -dc", "bcdump stats"}},
	{"--players 16", million, []string{
		"cat", "capinfos -c", "tcpdump -nr", "bcdump stats", "bcdump decode -o json", "bcdump decode", "bcdump timeline", "bcdump check", "bcdump verify",
	}},
}

const (
	intoPipe  = ", into a pipe"
	exporting = "bcdump export parquet"
)

// key names a command on a capture.
type key struct {
	name, shape string
	datagrams   int
}

// command is a program with its arguments.
type command struct {
	key
	args []string
}

// commands lists what is measured, in the order of a round, and the programs that are not installed.
func (o *options) commands() (list []command, missing []string, err error) {
	for _, n := range o.sizes {
		for _, g := range groups {
			for _, name := range g.names {
				if g.size != 0 && g.size != n || most[name] != 0 && n > most[name] || !o.only.MatchString(name) {
					continue
				}
				c := command{key: key{name, g.shape, n}}
				words := strings.Fields(strings.TrimSuffix(name, intoPipe))
				if _, err := exec.LookPath(words[0]); err != nil && words[0] != "bcdump" {
					missing = append(missing, name)
					continue
				}
				path, err := o.capture(n, g.shape)
				if err != nil {
					return nil, nil, err
				}
				if words = append(words, path); words[0] == "bcdump" {
					words[0] = o.bcdump
					words = append(words, "-q")
				}
				c.args = words
				switch {
				case strings.HasSuffix(name, intoPipe):
					c.args = append([]string{"bash", "-c", `set -o pipefail; "$@" | cat >/dev/null`, "bash"}, c.args...)
				case name == exporting:
					c.args = append(c.args, "--force", "-w", filepath.Join(o.folder, "tables"))
				case name == "bcdump verify": // against what the capture decodes to now
					if _, err := (command{args: append(c.args, "--update")}).measure(); err != nil {
						return nil, nil, err
					}
				}
				list = append(list, c)
			}
		}
	}
	return list, missing, nil
}

// capture gives the path of a capture, which is written if it is not there.
func (o *options) capture(datagrams int, shape string) (string, error) {
	name := fmt.Sprintf("%d-seed-1%s.pcap", datagrams, strings.ReplaceAll(shape, " ", "-"))
	path := filepath.Join(o.folder, name)
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	fmt.Fprintln(os.Stderr, "writing", path)
	args := append([]string{"synth", "--seed", "1", "--datagrams", strconv.Itoa(datagrams), "-w", path}, strings.Fields(shape)...)
	if out, err := exec.Command(o.bcdump, args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s %v: %w: %s", o.bcdump, args, err, out)
	}
	return path, nil
}
