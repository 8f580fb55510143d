package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/filter"
	"bcdump/report/figures"
	"bcdump/report/records"
	"bcdump/report/terminal"
)

// decodeRun is `bcdump decode`.
type decodeRun struct {
	reading
	columnFlags
	contextFlags
	packetFlags
	from                 int64
	hex, explain, ledger bool
	context              *decode.Context // nil = none
	packets              string          // ending of the name of the capture that is written; "" = none is
	bytesFlags
}

func newDecode(s *streams) *command {
	return &command{runner: &decodeRun{reading: reading{streams: s}}, memory: decodeMemory, Command: cobra.Command{
		Use:   "decode FILE...",
		Short: "Print every message of captures, in frame order",
		Long: `Print every message of captures, in frame order: deciphered, reassembled, named,
field by field. FILE is pcap, pcapng or a packet_trace.log, plain, gzip or zstd,
recognised by its content; "-" is standard input, which may still be growing. Several files are
decoded one after the other, each with its own state.

--bytes decodes and explains bytes from a document or a chat in place of captures: a game message,
its opcode first; or a datagram, enciphered or plain.

--output csv writes one row per message, with the columns of --fields. --context shows the
messages around each match of --filter. --write NAME.pcap (or .pcapng) writes the packets of
the messages instead of text. See docs/reference/decode.md, docs/reference/output.md and docs/guides/capturing.md.`,
		Example: `  bcdump decode battle.pcap
  bcdump decode -o json battle.pcap | jq 'select(.name == "Chat") | .fields.text'
  bcdump decode -o csv --fields frame,time,player,fields.speed battle.pcap > speed.csv
  bcdump decode -f 'name == "Chat"' -w chat.pcap battle.pcap
  bcdump decode -f 'type == "boot"' -C 5 battle.pcap
  bcdump decode --bytes '2c 02 00 00 00 02 00 68 69'
  bcdump decode -f 'name == "StateUpdate" && fields.speed > 5' battle.pcap
  tcpdump -U -w - udp | bcdump decode -`,
		Args: filesUnless("bytes"),
	}}
}

func (o *decodeRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.addOutput(cmd, "text", "json", "csv")
	flags.BoolVar(&o.hex, "hex", false, "show the bytes: in text beside the fields that own them, in JSON and CSV as \"raw\"")
	flags.BoolVar(&o.explain, "explain", false, "show for each field its bytes, length, type and evidence (text)")
	o.bytesFlags.add(cmd)
	o.packetFlags.add(cmd)
	o.contextFlags.add(cmd)
	o.columnFlags.add(cmd)
	flags.Int64Var(&o.from, "from", 0, "start printing at frame `N`; earlier frames are only read")
	flags.BoolVar(&o.ledger, "ledger", false, "print on standard error how many bytes belong to what")
	o.addLocal(cmd)
	o.inputFlags.add(cmd)
	addWidth(cmd, &o.width, wideLines)
	o.addManners(cmd)
}

func (o *decodeRun) run(cmd *cobra.Command, files []string) (err error) {
	if o.packets, err = o.packetFlags.check(o.write, cmd.Flags().Changed("output")); err != nil {
		return err
	}
	if o.context, err = o.contextFlags.check(o.filter); err != nil {
		return err
	}
	if err := o.checkFrom(); err != nil {
		return err
	}
	if o.packets != "" && o.context != nil {
		return errors.New("--context cannot be written as packets; leave it out, or write text or JSON")
	}
	if o.columns, err = o.columnFlags.check(o.output, len(files) > 1, o.hex, o.context != nil); err != nil {
		return err
	}
	if _, err := o.form(o.output); err != nil {
		return err
	}
	if cmd.Flags().Changed("bytes") {
		return o.decodeBytes(cmd)
	}
	if o.dir != "" {
		return errors.New("--dir needs --bytes: captures tell who sent what")
	}
	if err := o.over(files); err != nil {
		return err
	}
	o.options.From, o.options.NoLedger = o.from, !o.ledger
	if o.packets != "" {
		return o.into(o.writePackets)
	}
	return o.into(o.decodeAll)
}

// checkFrom looks at --from.
func (o *decodeRun) checkFrom() error {
	switch {
	case o.from < 0:
		return fmt.Errorf("--from: frames are numbered from 1, not %d", o.from)
	case o.from > 0 && o.ledger:
		return errors.New("--ledger counts all bytes that were read; leave out --from")
	}
	return nil
}

// decodeAll gives the worst status of the files; the error is one of the output.
func (o *decodeRun) decodeAll(out io.Writer) (worst int, err error) {
	if o.output == "csv" {
		if err := o.writeHeader(out); err != nil {
			return exitOK, err
		}
	}
	follows := false
	return o.each(func(c *decode.Capture) error {
		err := o.decodeFile(c, follows, out)
		follows = true
		return err
	})
}

func (o *decodeRun) decodeFile(c *decode.Capture, follows bool, out io.Writer) error {
	start, hasFrames := c.Start()
	if o.output == "text" && !o.quiet {
		if _, err := io.WriteString(out, o.heading(c, start, hasFrames, follows)); err != nil {
			return err
		}
	}
	if err := o.render(c, start, out); err != nil {
		return err
	}
	o.sayLacking(c)
	return o.sayLedger(c)
}

// sayLacking names the datagrams that have no line, because some of their IP fragments are not in the capture: the summary of
// -v does so too.
func (o *decodeRun) sayLacking(c *decode.Capture) {
	const most = 5
	if o.quiet || o.verbose {
		return
	}
	sum := c.Summary()
	for i := range min(most, len(sum.Joined.Lacking)) {
		o.warn("%s: %s: IP fragments are missing, and it is not decoded", c.Name(), records.LackingText(&sum.Joined.Lacking[i]))
	}
	if n := sum.Joined.Partial - most; n > 0 {
		o.warn("%s: %d more datagrams lack IP fragments: -v names the first ones", c.Name(), n)
	}
}

func (o *decodeRun) sayLedger(c *decode.Capture) error {
	if o.ledger {
		sum := c.Summary()
		o.streams.tellPage(records.LedgerText(c.Name(), &sum.Ledger))
	}
	return nil
}

// heading names the capture above its lines.
func (o *decodeRun) heading(c *decode.Capture, start capture.Time, hasFrames, follows bool) string {
	info := c.Info()
	parts := []string{c.Name(), info.Format}
	if info.Compression != "" {
		parts[1] += ", " + info.Compression
	}
	for _, link := range info.Links {
		parts[1] += ", " + capture.LinkName(link)
	}
	if date := dateOf(start, hasFrames, o.zone()); date != "" {
		parts = append(parts, date)
	}
	zone := shortZone(start, o.zone())
	switch {
	case info.Local && o.options.Zone == nil:
		zone = "local"
		parts = append(parts, "local times of the server (see --zone)")
	case o.zone() != nil:
		parts = append(parts, "local times, "+offset(start, o.zone()))
	}
	var b []byte
	if follows {
		b = terminal.AppendLine(b)
	}
	mark := byte(0)
	if o.context != nil {
		mark = ':'
	}
	name := terminal.AppendLine(nil, terminal.Span{Text: strings.Join(parts, " · ")})
	b = append(b, terminal.Fold(string(name[:len(name)-1]), o.lineWidth(o.streams), 2)...)
	return string(b) + "\n\n" + records.TextHeader(o.text(start, mark), zone)
}

// dateOf is the day of the first frame; "" if there is none or it has no time.
func dateOf(start capture.Time, hasFrames bool, zone *time.Location) string {
	if !hasFrames || start.IsZero() {
		return ""
	}
	first := figures.At(start, 6)
	figures.InZone(&first, zone)
	return first.Day()
}

// contextFlags say how many messages are shown around each match of --filter.
type contextFlags struct{ around, before, after int }

func (f *contextFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVarP(&f.around, "context", "C", 0, "show `N` messages before and after each match of --filter, as grep does")
	flags.IntVarP(&f.before, "before", "B", 0, "show `N` messages before each match")
	flags.IntVarP(&f.after, "after", "A", 0, "show `N` messages after each match")
}

// check gives what is shown around matches; nil = nothing.
func (f *contextFlags) check(filter string) (*decode.Context, error) {
	most := 0
	for _, n := range []int{f.around, f.before, f.after} {
		if most = max(most, n); n < 0 || n > decode.MostContext {
			return nil, fmt.Errorf("--context: must be 0 to %d, not %d", decode.MostContext, n)
		}
	}
	if most > 0 && filter == "" {
		return nil, errors.New("--context needs --filter")
	}
	c := decode.Context{Before: f.around, After: f.around}
	if f.before > 0 {
		c.Before = f.before
	}
	if f.after > 0 {
		c.After = f.after
	}
	if c.Before+c.After == 0 {
		return nil, nil
	}
	return &c, nil
}

// render prints the messages of a capture, and those around them if that was asked for.
func (o *decodeRun) render(c *decode.Capture, start capture.Time, out io.Writer) error {
	if o.context == nil {
		return c.Render(out, o.renderer(c.Name(), start, noContext))
	}
	around := *o.context
	around.NewRenderer = o.renderer(c.Name(), start, besideMatch)
	if o.output == "text" {
		around.Separator = "--\n"
	}
	return c.RenderContext(out, o.renderer(c.Name(), start, match), around)
}

// place says where a message stands.
type place uint8

const (
	noContext   place = iota // nothing around matches is shown
	match                    // the filter keeps it
	besideMatch              // it does not
)

// renderer prints messages of one capture that stand at a place.
func (o *decodeRun) renderer(name string, start capture.Time, at place) func() decode.Renderer {
	switch o.output {
	case "json":
		return records.JSONLines(o.jsonOptions(name, at))
	case "csv":
		return records.CSV(o.csvOptions(name, at))
	}
	marks := [...]byte{match: ':', besideMatch: '-'}
	return records.Text(o.text(start, marks[at]))
}

func (o *decodeRun) text(start capture.Time, mark byte) records.TextOptions {
	return records.TextOptions{Color: o.colored(), Hex: o.hex, Explain: o.explain, Start: start, Mark: mark, Zone: o.zone(), Width: o.lineWidth(o.streams), Bare: o.bare}
}

func (o *decodeRun) jsonOptions(name string, at place) records.JSONOptions {
	lines := records.JSONOptions{Hex: o.hex, Context: at == besideMatch, Zone: o.zone()}
	if len(o.files) > 1 {
		lines.File = name
	}
	return lines
}

// columnFlags are those of `decode -o csv`.
type columnFlags struct {
	csvFlags
	columns []string
}

func (f *columnFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.columns, "fields", nil, "choose the columns of CSV: `LIST` of keys such as frame,time,fields.speed,fields.position[0] (keys: bcdump help filter)")
	f.addCSV(cmd)
	completeWith(cmd, "fields", completeColumns)
}

// maxColumns bounds the columns of CSV, which may all be the same.
//
//limit:maxColumns What the user writes | keys of `decode --fields` | refused | TestScripts
const maxColumns = 1000

// usualColumns are those of CSV if none are named.
var usualColumns = []string{"frame", "time", "proto", "dir", "client", "player", "index", "type", "len", "seq", "opcode", "name", "fields", "notes"}

const (
	fileColumn    = "file"
	contextColumn = "context" // is no key of filters: they decide what it says
	rawColumn     = "raw"
)

// check gives the columns of the output; none if it is not CSV.
func (f *columnFlags) check(output string, several, hex, context bool) ([]string, error) {
	switch {
	case output != "csv" && f.columns != nil:
		return nil, errors.New("--fields needs -o csv")
	case output != "csv":
		return nil, nil
	case f.columns == nil:
		return usual(several, hex, context), nil
	case len(f.columns) == 0:
		return nil, errors.New("--fields: no keys; expected a list such as frame,time,fields.speed")
	case len(f.columns) > maxColumns:
		return nil, fmt.Errorf("--fields: %d keys are too many, at most %d", len(f.columns), maxColumns)
	}
	for _, name := range f.columns {
		if err := checkColumn(name, context); err != nil {
			return nil, err
		}
	}
	return f.columns, nil
}

// usual gives the columns if none are named.
func usual(several, hex, context bool) []string {
	columns := slices.Clone(usualColumns)
	if context {
		columns = slices.Insert(columns, 0, contextColumn)
	}
	if several {
		columns = slices.Insert(columns, 0, fileColumn)
	}
	if hex {
		columns = append(columns, rawColumn)
	}
	return columns
}

// checkColumn looks whether a filter could name the column.
func checkColumn(name string, context bool) error {
	if name == contextColumn && context {
		return nil
	}
	if !isPath(name) {
		return fmt.Errorf("--fields: %q is not a key; expected a list such as frame,time,fields.speed", name)
	}
	_, err := decode.NewFilter(name)
	var bad *filter.Error
	if !errors.As(err, &bad) {
		return nil
	}
	text := "--fields: " + bad.Msg
	if len(bad.Near) > 0 {
		text += "; did you mean " + strings.Join(bad.Near, " or ") + "?"
	}
	return errors.New(text)
}

// isPath reports whether a text is nothing but names, dots and indexes.
func isPath(name string) bool {
	odd := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && !strings.ContainsRune("_.[]", r)
	}
	return name != "" && name[0] >= 'a' && name != "true" && name != "false" && !strings.ContainsFunc(name, odd)
}

// completeColumns completes the last key of a list, and keeps those before it.
func completeColumns(cmd *cobra.Command, words []string, written string) (list []string, _ cobra.ShellCompDirective) {
	for _, key := range decode.Schema().Keys() {
		list = append(list, key.Path)
	}
	return listed(list)(cmd, words, written)
}

// csvOptions say what the rows of a capture have.
func (o *decodeRun) csvOptions(name string, at place) records.CSVOptions {
	lines := o.jsonOptions(name, at)
	if slices.Contains(o.columns, fileColumn) {
		lines.File = name
	}
	return records.CSVOptions{Columns: o.columns, Raw: o.raw, JSON: lines}
}

// writeHeader writes the row with the names of the columns.
func (o *decodeRun) writeHeader(out io.Writer) error {
	_, err := out.Write(records.CSVHeader(o.csvOptions("", noContext)))
	return err
}

// packetFlags are those of `decode -w` with the name of a capture.
type packetFlags struct{ deciphered bool }

func (f *packetFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.deciphered, "deciphered", false, "with -w NAME.pcap or NAME.pcapng: write game datagrams in plaintext")
}

// Endings of the names of captures.
const (
	pcapName   = ".pcap"
	pcapngName = ".pcapng"
)

// check gives the ending if a capture is to be written, "" if not. formed says that the user has
// said what the output looks like.
func (f *packetFlags) check(write string, formed bool) (string, error) {
	ending := strings.ToLower(filepath.Ext(write))
	switch {
	case ending == pcapName || ending == pcapngName:
		if formed {
			return "", fmt.Errorf("--write: %s is a capture, which has packets; leave out --output, or choose a name that does not end with %s", write, ending)
		}
		return ending, nil
	case compressed(write):
		return "", fmt.Errorf("--write: %s: packets are not compressed; choose a name that ends with .pcap or .pcapng", write)
	case f.deciphered:
		return "", errors.New("--deciphered needs -w NAME.pcap or NAME.pcapng")
	}
	return "", nil
}

// compressed reports whether a name is that of a compressed capture.
func compressed(name string) bool {
	plain, packing := strings.ToLower(name), strings.ToLower(filepath.Ext(name))
	plain = filepath.Ext(strings.TrimSuffix(plain, packing))
	return (packing == ".gz" || packing == ".zst") && (plain == pcapName || plain == pcapngName)
}

// writePackets writes the packets of the messages that the filter keeps as one capture. It gives
// the worst status of the files.
func (o *decodeRun) writePackets(out io.Writer) (worst int, err error) {
	w := writerOf(out, o.packets)
	worst, err = o.each(func(c *decode.Capture) error { return o.packetsOf(c, w) })
	if err == nil && o.opened > 0 {
		err = w.Close()
	}
	return worst, err
}

// writerOf writes the kind of capture that an ending says.
func writerOf(out io.Writer, ending string) *capture.Writer {
	if ending == pcapngName {
		return capture.NewPcapngWriter(out)
	}
	return capture.NewPcapWriter(out)
}

func (o *decodeRun) packetsOf(c *decode.Capture, w *capture.Writer) error {
	name := ""
	if len(o.files) > 1 {
		name = c.Name()
	}
	info := c.Info()
	w.From(name, &info)
	missing, err := c.Packets(w, o.deciphered)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Name(), err)
	}
	if missing > 0 && !o.quiet {
		o.warn("%s: %d packets are missing: the rest of their message came too late", c.Name(), missing)
	}
	return o.sayLedger(c)
}
