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
	"strings"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/printable"
	"bcdump/report/dataset"
	"bcdump/report/facts"
	"bcdump/report/verify"
	"bcdump/report/wireshark"
)

// newExport makes the parent of what writes captures for other programs.
func newExport(s *streams) *command {
	return parent("export", "Write captures in the form of other programs", newExportWireshark(s), newExportParquet(s))
}

// parquetRun is `bcdump export parquet`.
type parquetRun struct {
	reading
	factsFlags
	force    bool
	stats    bool
	captures []dataset.Input
}

func newExportParquet(s *streams) *command {
	return &command{runner: &parquetRun{reading: reading{streams: s}}, memory: parquetMemory, Command: cobra.Command{
		Use:   "parquet CAPTURE... -w DIR",
		Short: "Write captures as tables in Parquet, for DuckDB, pandas, Spark and others",
		Long: `Write captures as tables in Parquet files, which DuckDB, pandas, Polars, Spark, ClickHouse and
Trino read: messages, state_updates, subsystems, events, weapons and others. CAPTURE is
anything that "bcdump decode" reads, or a folder: then all captures in it and its subfolders.

The file of a table is DIR/TABLE/capture=NAME/part-0.parquet. NAME is the name of the file, or
its path within the folder that was given. A capture that is in DIR already is skipped, unless
it has changed (SHA-256), or other flags or another version of the tables are used, or --force
is given. Files appear when they are complete: rerun to resume an interrupted export.

docs/reference/tables.md explains every column.`,
		Example: `  bcdump export parquet battle.pcap -w tables
  bcdump export parquet captures/ -w tables
  duckdb -c "SELECT name, count(*) FROM 'tables/messages/*/*.parquet' GROUP BY ALL"`,
		Args: counted(cobra.MinimumNArgs(1)),
	}}
}

func (r *parquetRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&r.write, "write", "w", "", "write the tables below the folder `DIR`, and create it if it does not exist")
	flags.BoolVar(&r.force, "force", false, "export captures that were exported already")
	flags.BoolVar(&r.stats, "stats", false, "write the tables of \"bcdump stats\", too: stats_opcodes, stats_savings and others")
	r.addMemory(cmd, "judge rules and views only of captures that take no more memory than `SIZE`; all other tables are whole")
	r.addUnfiltered(cmd)
	r.addManners(cmd)
}

// find lists the captures, and gives each a name.
func (r *parquetRun) find() error {
	for _, path := range r.files {
		info, err := os.Stat(path)
		switch {
		case path == "-":
			r.captures = append(r.captures, dataset.Input{Path: path, Name: "stdin"})
		case err == nil && info.IsDir():
			err = verify.Captures(path, func(path, within string) error {
				r.captures = append(r.captures, dataset.Input{Path: path, Name: filepath.ToSlash(within)})
				return nil
			}, func(string, error) {}) // which was told
			if err != nil {
				return err
			}
		default: // what is wrong with a file is said when it is opened
			r.captures = append(r.captures, dataset.Input{Path: path, Name: filepath.Base(path)})
		}
	}
	return dataset.Distinct(r.captures)
}

func (r *parquetRun) run(_ *cobra.Command, paths []string) error {
	if r.write == "" {
		return errors.New("--write: name the folder for the tables")
	}
	if err := r.checkFacts(); err != nil {
		return err
	}
	if err := r.over(paths); err != nil {
		return err
	}
	r.files = paths           // a capture is named by its path within its folder
	r.options.Interrupt = nil // half a capture is not to look like one
	r.options.NoLedger = true // nobody is shown it
	if err := r.find(); err != nil {
		r.complain(err)
		return status(exitNothing)
	}
	worst := exitOK
	if r.missed {
		worst = exitNothing
	}
	for _, c := range r.captures {
		result, err := r.export(c)
		if err != nil {
			r.complain(err)
			result = exitNothing
		}
		worst = worse(worst, result)
	}
	if worst != exitNothing || len(r.captures) > 1 {
		if err := dataset.WriteViews(dataset.Folder(r.write), r.stats); err != nil {
			r.complain(err)
			worst = exitNothing
		}
	}
	if worst != exitOK {
		return status(worst)
	}
	return nil
}

// unjudged warns that the tables of rules, and of what players saw, say nothing of a capture.
func (r *parquetRun) unjudged(over *facts.BudgetError) {
	r.warn("%s: rules and views are not judged: the capture takes more than --memory %s, from frame %d on", over.Name, over.Budget, over.Frame)
}

// export exports a capture.
func (r *parquetRun) export(in dataset.Input) (worst int, err error) {
	var capture *decode.Capture
	var shown *progress
	source := r.source(in)
	source.Open = func() (_ *decode.Capture, err error) {
		if capture, err = r.open(in.Path); err == nil {
			shown = r.progress(in.Path, capture)
		}
		return capture, err
	}
	result, err := dataset.Export(dataset.Folder(r.write), source, dataset.Options{Program: versionText(), Force: r.force, Stats: r.stats, Budget: r.budget, Over: r.unjudged})
	shown.stop()
	if errors.Is(err, dataset.ErrOther) {
		err = fmt.Errorf("%s: %s has a capture %q that begins at another time; rename one, or --force to replace it", in.Path, r.write, in.Name)
	}
	if err != nil {
		return exitNothing, err
	}
	if r.tell(result); result.Skipped {
		return exitOK, nil
	}
	if s := &result.Summary; !s.Clock.First.HasNanos() || !s.Clock.Last.HasNanos() {
		r.warn("%s: tables have times from 1678 to 2262: for others they have the nearest of these", in.Path)
	}
	return r.conclude(capture), nil
}

// source is a capture as package dataset wants it, but for how it is opened.
func (r *parquetRun) source(in dataset.Input) *dataset.Source {
	source := &dataset.Source{Name: in.Name, File: filepath.Base(in.Path), Settings: r.settings(), Sum: func() (string, int64, error) { return dataset.FileSum(in.Path) }}
	if in.Path == "-" {
		source.File, source.Late, source.Sum = "", true, r.streams.sumOfStdin()
	}
	return source
}

// settings names the flags that change what messages decode to.
func (r *parquetRun) settings() string {
	var list []string
	for i := range decodings {
		d := &decodings[i]
		value := strings.Join(r.decoding[d.name], ",")
		if d.file {
			value = sumOf(value)
		}
		if value != "" {
			list = append(list, "--"+d.name+" "+value)
		}
	}
	if r.stats {
		list = append(list, "--stats")
	}
	return strings.Join(list, " ")
}

// tell says what was done with a capture.
func (r *parquetRun) tell(x *dataset.Result) {
	if r.quiet {
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

// exportWiresharkRun is `bcdump export wireshark`.
type exportWiresharkRun struct {
	reading
	plugin     pluginRun
	export     wireshark.Options
	long, bare int64 // frames that were cut, and packets without fields, of the captures so far
}

func newExportWireshark(s *streams) *command {
	return &command{runner: &exportWiresharkRun{reading: reading{streams: s}, plugin: pluginRun{streams: s}}, memory: wiresharkMemory, Command: cobra.Command{
		Use:   "wireshark FILE...",
		Short: "Write a pcapng with every packet deciphered and explained",
		Long: `Write captures as one pcapng for Wireshark: all packets with their times, those of the game
deciphered, and behind the bytes of each what bcdump knows of it. The plugin shows that as a
tree with the bytes of each field, in columns and for filters; install it once with
--plugin --install: it is one Lua file, which Wireshark takes when it starts next, or at once with
Analyze > Reload Lua Plugins. A message that was joined from fragments stands in the packet that
completes it. FILE may be anything that "bcdump decode" reads; "-" is standard input, of which each
packet is written as soon as it is there.

docs/guides/wireshark.md explains what is in the file, and lists the filters.`,
		Example: `  bcdump export wireshark --plugin --install
  bcdump export wireshark battle.pcap -w battle.pcapng
  bcdump export wireshark -f 'name == "Chat"' battle.pcap -w chat.pcapng
  tcpdump -U -w - udp | bcdump export wireshark - | wireshark -k -i -`,
		Args: filesUnless("plugin", "install", "force"),
	}}
}

func (o *exportWiresharkRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	addWrite(cmd, &o.write, "write to `FILE` instead of standard output")
	flags.BoolVar(&o.export.KeepCipher, "keep-cipher", false, "keep the payloads as captured; the plugin shows the plaintext beside them")
	o.plugin.add(cmd)
	o.inputFlags.add(cmd)
	o.addManners(cmd)
}

func (o *exportWiresharkRun) run(_ *cobra.Command, files []string) error {
	if err := o.plugin.check(); err != nil {
		return err
	}
	if o.plugin.asked {
		return o.plugin.run()
	}
	if err := o.streams.noTerminal(o.write); err != nil {
		return err
	}
	if err := o.over(files); err != nil {
		return err
	}
	o.options.NoLedger = true // nobody is shown it
	return o.into(o.writeAll)
}

// warnOfRoom says what Wireshark has no room for, in the captures so far.
func (o *exportWiresharkRun) warnOfRoom(name string, e *wireshark.Exporter) {
	long, bare := e.Cut()
	long, bare, o.long, o.bare = long-o.long, bare-o.bare, long, bare
	if long > 0 && !o.quiet {
		o.warn("%s: %d frames were cut: Wireshark takes packets of 256 KiB", name, long)
	}
	if bare > 0 && !o.quiet {
		o.warn("%s: %d packets have no room for the fields of their messages: Wireshark takes packets of 256 KiB", name, bare)
	}
}

// writeAll writes the captures one after the other. It gives the worst status of the files.
func (o *exportWiresharkRun) writeAll(out io.Writer) (worst int, err error) {
	e := wireshark.NewExporter(out, o.export)
	worst, err = o.each(func(c *decode.Capture) error {
		name := ""
		if len(o.files) > 1 {
			name = c.Name()
		}
		if c.Info().Format == capture.TraceLog && !o.quiet {
			o.warn("%s: a packet_trace.log has no packets: its datagrams come without headers", c.Name())
		}
		if err := e.Export(c, name); err != nil {
			return fmt.Errorf("%s: %w", c.Name(), err)
		}
		o.warnOfRoom(c.Name(), e)
		return nil
	})
	if err == nil && o.opened > 0 {
		err = e.Close()
	}
	return worst, err
}
