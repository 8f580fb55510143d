package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/filter"
	"bcdump/report"
)

// decodeOptions are the flags of `bcdump decode`, checked.
type decodeOptions struct {
	streams    *streams
	files      []string
	json       bool
	hex        bool
	explain    bool
	ledger     bool
	color      bool
	write      string
	quiet      bool
	verbose    bool
	noProgress bool
	options    decode.Options
}

// decodeFlags are the flags as they are written.
type decodeFlags struct {
	output, write, filter, port, proto, color, dialect, shipFile string
	ships                                                        []string
	hex, explain, ledger, quiet, verbose, noProgress             bool
	jobs                                                         int
}

// newDecode makes the command; run gets the checked options.
func newDecode(s *streams, run func(*decodeOptions) error) *cobra.Command {
	var f decodeFlags
	cmd := &cobra.Command{
		Use:   "decode FILE...",
		Short: "Print every message of captures, in frame order",
		Long: `Print every message of captures, in frame order: deciphered, reassembled, named,
field by field. FILE is pcap or pcapng, plain, gzip or zstd, recognised by its
content; "-" is standard input, which may still be growing. Several files are
decoded one after the other, each with its own state.`,
		Example: `  bcdump decode battle.pcap
  bcdump decode -o json battle.pcap | jq 'select(.name == "Chat") | .fields.text'
  bcdump decode -f 'name == "StateUpdate" && fields.speed > 5' battle.pcap
  tcpdump -U -w - udp | bcdump decode -`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, files []string) error {
			o, err := f.check(s)
			if err != nil {
				return err
			}
			o.files = files
			return run(o)
		},
	}
	f.add(cmd)
	return cmd
}

func (f *decodeFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&f.output, "output", "o", "text", "form of the output: text, json")
	flags.StringVarP(&f.write, "write", "w", "", "write to `FILE` instead of standard output")
	flags.StringVarP(&f.filter, "filter", "f", "", "keep messages for which `EXPR` is true (see: bcdump help filter)")
	flags.BoolVar(&f.hex, "hex", false, "show the bytes: in text beside the fields that own them, in JSON as \"raw\"")
	flags.BoolVar(&f.explain, "explain", false, "show for each field its bytes, length, type and evidence (text)")
	flags.BoolVar(&f.ledger, "ledger", false, "say on standard error who owns the bytes that were read")
	flags.StringArrayVar(&f.ships, "ship", nil, "class of an object whose creation is not in the capture: `ID=CLASS`, such as 0x3FFFFFFF=akira (repeatable)")
	flags.StringVar(&f.shipFile, "ships", "", "ship classes of a mod: `FILE` in the form of docs/ships.md")
	flags.StringVar(&f.dialect, "dialect", "auto", "how the server writes subsystem blocks: auto, stock, openbc")
	flags.StringVar(&f.port, "port", "", "take only these UDP ports for the game, and all that is there: `LIST` such as 22101-22201,29900")
	flags.StringVar(&f.proto, "proto", "", "force a protocol: bc")
	flags.IntVarP(&f.jobs, "jobs", "j", 0, "workers; never changes the output (default: one per processor)")
	flags.StringVar(&f.color, "color", "auto", "colour: auto, always, never")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "no warnings on standard error, no heading")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "say on standard error what was read and skipped")
	flags.BoolVar(&f.noProgress, "no-progress", false, "no progress on standard error")
	complete := func(name string, values ...string) {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
	complete("output", "text", "json")
	complete("color", "auto", "always", "never")
	complete("proto", "bc")
	complete("dialect", "auto", "stock", "openbc")
}

// check turns the flags into options, or says which one is wrong.
func (f *decodeFlags) check(s *streams) (*decodeOptions, error) {
	o := &decodeOptions{
		streams: s, hex: f.hex, explain: f.explain, ledger: f.ledger, write: f.write, quiet: f.quiet, verbose: f.verbose, noProgress: f.noProgress,
		options: decode.Options{Jobs: f.jobs},
	}
	if err := oneOf("--output", f.output, "text", "json"); err != nil {
		return nil, err
	}
	if err := oneOf("--color", f.color, "auto", "always", "never"); err != nil {
		return nil, err
	}
	if err := oneOf("--proto", f.proto, "", "bc"); err != nil {
		return nil, err
	}
	if f.jobs < 0 {
		return nil, fmt.Errorf("--jobs: %d workers are not possible", f.jobs)
	}
	o.json = f.output == "json"
	o.color = f.color == "always" || f.color == "auto" && s.outTerminal && !s.plain && f.write == ""
	o.options.Protocol = decode.Protocol(f.proto)
	var err error
	if o.options.Ports, err = parsePorts(f.port); err != nil {
		return nil, err
	}
	if o.options.Dialect, err = parseDialect(f.dialect); err != nil {
		return nil, err
	}
	if err := f.loadShips(&o.options, s); err != nil {
		return nil, err
	}
	o.options.Filter, err = newFilter(f.filter, s)
	return o, err
}

func oneOf(flag, value string, known ...string) error {
	for _, k := range known {
		if value == k {
			return nil
		}
	}
	return fmt.Errorf("%s: %q is not known; expected %s", flag, value, strings.Join(strings.Fields(strings.Join(known, " ")), ", "))
}

func newFilter(expression string, s *streams) (*decode.Filter, error) {
	if expression == "" {
		return nil, nil
	}
	f, err := decode.NewFilter(expression)
	var bad *filter.Error
	if errors.As(err, &bad) {
		fmt.Fprintf(s.err, "%s --filter:\n%s\n", s.emphasis(color.FgRed, "bcdump:"), strings.TrimRight(bad.Detail(), "\n"))
		return nil, status(exitUsage)
	}
	return f, err
}

// runDecode decodes all files into one output.
func runDecode(o *decodeOptions) error {
	out, err := newOutput(o.write, o.files, o.streams)
	if err != nil {
		o.complain(err)
		return status(exitNothing)
	}
	worst, err := o.decodeAll(out)
	complete := err == nil
	if closedPipe(err) {
		err = nil
	}
	if finishErr := out.finish(complete && worst != exitNothing); err == nil {
		err = finishErr
	}
	if err != nil {
		o.complain(err)
		worst = exitNothing
	}
	if worst != exitOK {
		return status(worst)
	}
	return nil
}

// decodeAll gives the worst status of the files; the error is one of the output.
func (o *decodeOptions) decodeAll(out io.Writer) (worst int, err error) {
	for i, path := range o.files {
		result, err := o.decodeFile(path, i > 0, out)
		if err != nil {
			return worst, err
		}
		worst = worse(worst, result)
	}
	return worst, nil
}

// worse orders statuses: a file that could not be read at all outweighs damage.
func worse(a, b int) int {
	if a == exitNothing || b == exitNothing {
		return exitNothing
	}
	return max(a, b)
}

func (o *decodeOptions) decodeFile(path string, follows bool, out io.Writer) (result int, err error) {
	c, err := o.open(path)
	if err != nil {
		o.complain(err)
		return exitNothing, nil
	}
	defer func() { _ = c.Close() }()
	start, hasFrames := c.Start()
	if !o.json && !o.quiet {
		if _, err := io.WriteString(out, heading(c, dateOf(start, hasFrames), follows, o.color)); err != nil {
			return exitOK, err
		}
	}
	p := o.progress(path, c)
	err = c.Render(out, o.renderer(start))
	p.stop()
	if err != nil {
		return exitOK, err
	}
	return o.conclude(c), nil
}

func (o *decodeOptions) open(path string) (*decode.Capture, error) {
	if path == "-" {
		return decode.Open("standard input", o.streams.in, o.options)
	}
	return decode.OpenFile(path, o.options)
}

func (o *decodeOptions) renderer(start capture.Time) func() decode.Renderer {
	if o.json {
		return report.JSONLines(o.hex)
	}
	return report.Text(report.TextOptions{Color: o.color, Hex: o.hex, Explain: o.explain, Start: start})
}

// heading names the capture above its lines.
func heading(c *decode.Capture, date string, follows, colored bool) string {
	info := c.Info()
	parts := []string{c.Name(), info.Format}
	if info.Compression != "" {
		parts[1] += ", " + info.Compression
	}
	for _, link := range info.Links {
		parts[1] += ", " + capture.LinkName(link)
	}
	if date != "" {
		parts = append(parts, date)
	}
	text := strings.Join(parts, " · ") + "\n\n" + report.TextHeader(colored)
	if follows {
		return "\n" + text
	}
	return text
}

// dateOf is the day of the first frame; "" if there is none or it has no time.
func dateOf(start capture.Time, hasFrames bool) string {
	if !hasFrames || start.IsZero() {
		return ""
	}
	return string(start.AppendRFC3339(nil, 6)[:len("2026-11-21")])
}

func (o *decodeOptions) progress(path string, c *decode.Capture) *progress {
	s := o.streams
	if o.noProgress || o.quiet || !s.errTerminal || s.outTerminal && o.write == "" {
		return nil
	}
	file, err := os.Stat(path)
	if err != nil || !file.Mode().IsRegular() {
		return nil
	}
	return startProgress(s.err, path, file.Size(), c.BytesRead)
}

// conclude says what was wrong with the capture and, if asked, what it held.
func (o *decodeOptions) conclude(c *decode.Capture) int {
	sum := c.Summary()
	if o.verbose {
		fmt.Fprint(o.streams.err, summaryText(c.Name(), &sum))
	}
	if o.ledger {
		fmt.Fprint(o.streams.err, report.LedgerText(c.Name(), &sum.Ledger))
	}
	if n := sum.Evictions(); n > 0 && !o.quiet {
		o.warn("%s: %d times something had to be forgotten to keep memory bounded; repeats and fragments around it may be misjudged (see -v)", c.Name(), n)
	}
	if n := sum.Skipped[capture.OtherLink]; n > 0 && !o.quiet {
		o.warn("%s: %d frames are of a link type that cannot be read: %s", c.Name(), n, links(sum.Info.Links))
	}
	if sum.DamageCount == 0 {
		return exitOK
	}
	if !o.quiet {
		for _, d := range sum.Damage {
			o.warn("%s: %s", c.Name(), d)
		}
		if more := sum.DamageCount - int64(len(sum.Damage)); more > 0 {
			o.warn("%s: %d more places are damaged", c.Name(), more)
		}
	}
	return exitDamaged
}

// links names link types.
func links(types []uint16) string {
	var names []string
	for _, link := range types {
		names = append(names, capture.LinkName(link))
	}
	return strings.Join(names, ", ")
}

func (o *decodeOptions) warn(format string, args ...any) {
	fmt.Fprintf(o.streams.err, "%s %s\n", o.streams.emphasis(color.FgYellow, "bcdump: warning:"), fmt.Sprintf(format, args...))
}

func (o *decodeOptions) complain(err error) {
	fmt.Fprintf(o.streams.err, "%s %v\n", o.streams.emphasis(color.FgRed, "bcdump:"), err)
}
