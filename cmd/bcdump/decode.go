package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/records"
	"bcdump/report/terminal"
)

// decodeOptions are the flags of `bcdump decode`, checked.
type decodeOptions struct {
	reading
	form                 string
	hex, explain, ledger bool
	columns              []string // of CSV
	csvRaw               bool
	context              *decode.Context // nil = none
	packets              string          // ending of the name of the capture that is written; "" = none is
	deciphered           bool
	width                int // of text lines; 0 = as wide as they are
}

// decodeFlags are the flags as they are written.
type decodeFlags struct {
	inputFlags
	outputFlags
	columnFlags
	contextFlags
	packetFlags
	localFlag
	from                 int64
	hex, explain, ledger bool
	width                int
}

// newDecode makes the command.
func newDecode(s *streams) *cobra.Command {
	var f decodeFlags
	cmd := &cobra.Command{
		Use:   "decode FILE...",
		Short: "Print every message of captures, in frame order",
		Long: `Print every message of captures, in frame order: deciphered, reassembled, named,
field by field. FILE is pcap, pcapng or a packet_trace.log, plain, gzip or zstd,
recognised by its content; "-" is standard input, which may still be growing. Several files are
decoded one after the other, each with its own state.

--output csv writes one row per message, with the columns of --fields. --context shows the
messages around each match of --filter. --write NAME.pcap (or .pcapng) writes the packets of
the messages instead of text. See docs/json.md, docs/csv.md and docs/packets.md.`,
		Example: `  bcdump decode battle.pcap
  bcdump decode -o json battle.pcap | jq 'select(.name == "Chat") | .fields.text'
  bcdump decode -o csv --fields frame,time,player,fields.speed battle.pcap > speed.csv
  bcdump decode -f 'name == "Chat"' -w chat.pcap battle.pcap
  bcdump decode -f 'type == "boot"' -C 5 battle.pcap
  bcdump decode --from 12000 battle.pcap
  bcdump decode -f 'name == "StateUpdate" && fields.speed > 5' battle.pcap
  tcpdump -U -w - udp | bcdump decode -`,
		Args: counted(cobra.MinimumNArgs(1)),
		RunE: func(cmd *cobra.Command, files []string) error {
			o, err := f.check(s, files, cmd.Flags().Changed)
			if err != nil {
				return err
			}
			return o.run()
		},
	}
	f.add(cmd)
	return cmd
}

func (f *decodeFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.SortFlags = false
	f.outputFlags.add(cmd, decodeForms...)
	flags.BoolVar(&f.hex, "hex", false, "show the bytes: in text beside the fields that own them, in JSON and CSV as \"raw\"")
	flags.BoolVar(&f.explain, "explain", false, "show for each field its bytes, length, type and evidence (text)")
	f.packetFlags.add(cmd)
	f.contextFlags.add(cmd)
	f.columnFlags.add(cmd)
	flags.Int64Var(&f.from, "from", 0, "leave out what comes before frame `N`; it is read, but not printed")
	flags.BoolVar(&f.ledger, "ledger", false, "say on standard error who owns the bytes that were read")
	f.localFlag.add(cmd)
	f.inputFlags.add(cmd)
	addWidth(cmd, &f.width)
	f.addManners(cmd)
}

// decodeForms are the forms of the output, the usual one first.
var decodeForms = []string{"text", "json", "csv"}

// check turns the flags into options, or says which one is wrong.
func (f *decodeFlags) check(s *streams, files []string, given func(flag string) bool) (*decodeOptions, error) {
	if err := f.checkOutput(decodeForms...); err != nil {
		return nil, err
	}
	if err := checkWidth(f.width); err != nil {
		return nil, err
	}
	packets, err := f.packetFlags.check(f.write, given("output"))
	if err != nil {
		return nil, err
	}
	around, err := f.contextFlags.check(f.filter)
	if err != nil {
		return nil, err
	}
	if err := f.checkFrom(); err != nil {
		return nil, err
	}
	if packets != "" && around != nil {
		return nil, errors.New("--context: it does not go with packets")
	}
	columns, err := f.columnFlags.check(f.output, len(files) > 1, f.hex, around != nil)
	if err != nil {
		return nil, err
	}
	if _, err := f.form(f.output); err != nil {
		return nil, err
	}
	options, err := f.options(s)
	if err != nil {
		return nil, err
	}
	options.From = f.from
	options.NoLedger = !f.ledger
	o := &decodeOptions{
		reading: newReading(s, files, options, &f.inputFlags, &f.outputFlags),
		form:    f.output, hex: f.hex, explain: f.explain, ledger: f.ledger, columns: columns, csvRaw: f.raw,
		context: around, packets: packets, deciphered: f.deciphered,
		width: f.lineWidth(s, f.width),
	}
	o.zone = f.shown()
	return o, nil
}

// checkFrom looks at --from.
func (f *decodeFlags) checkFrom() error {
	switch {
	case f.from < 0:
		return fmt.Errorf("--from: frames are numbered from 1, not %d", f.from)
	case f.from > 0 && f.ledger:
		return errors.New("--ledger: it does not go with --from, because it is about all that was read")
	}
	return nil
}

// run decodes all files into one output.
func (o *decodeOptions) run() error {
	limitMemory(decodeMemory, eighth)
	spareMemory(sparePercent)
	if o.packets != "" {
		return o.into(o.writePackets)
	}
	return o.into(o.decodeAll)
}

// decodeAll gives the worst status of the files; the error is one of the output.
func (o *decodeOptions) decodeAll(out io.Writer) (worst int, err error) {
	if o.form == "csv" {
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

func (o *decodeOptions) decodeFile(c *decode.Capture, follows bool, out io.Writer) error {
	start, hasFrames := c.Start()
	if o.form == "text" && !o.quiet {
		if _, err := io.WriteString(out, o.heading(c, start, hasFrames, follows)); err != nil {
			return err
		}
	}
	if err := o.render(c, start, out); err != nil {
		return err
	}
	return o.sayLedger(c)
}

func (o *decodeOptions) sayLedger(c *decode.Capture) error {
	if o.ledger {
		sum := c.Summary()
		o.streams.tellPage(records.LedgerText(c.Name(), &sum.Ledger))
	}
	return nil
}

// heading names the capture above its lines.
func (o *decodeOptions) heading(c *decode.Capture, start capture.Time, hasFrames, follows bool) string {
	info := c.Info()
	parts := []string{c.Name(), info.Format}
	if info.Compression != "" {
		parts[1] += ", " + info.Compression
	}
	for _, link := range info.Links {
		parts[1] += ", " + capture.LinkName(link)
	}
	if date := dateOf(start, hasFrames, o.zone); date != "" {
		parts = append(parts, date)
	}
	zone := shortZone(start, o.zone)
	switch {
	case info.Local && o.options.Zone == nil:
		zone = "local"
		parts = append(parts, "local times of the server (see --zone)")
	case o.zone != nil:
		parts = append(parts, "local times, "+offset(start, o.zone))
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
	b = append(b, terminal.Fold(string(name[:len(name)-1]), o.width, 2)...)
	return string(b) + "\n\n" + records.TextHeader(o.text(start, mark), zone)
}

// dateOf is the day of the first frame; "" if there is none or it has no time.
func dateOf(start capture.Time, hasFrames bool, zone *time.Location) string {
	if !hasFrames || start.IsZero() {
		return ""
	}
	return string(start.AppendRFC3339In(nil, 6, zone)[:len("2026-11-21")])
}
