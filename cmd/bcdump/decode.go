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
}

func newDecode(s *streams) *command {
	return &command{runner: &decodeRun{reading: reading{streams: s}}, memory: decodeMemory, Command: cobra.Command{
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
	}}
}

func (o *decodeRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.addOutput(cmd, "text", "json", "csv")
	flags.BoolVar(&o.hex, "hex", false, "show the bytes: in text beside the fields that own them, in JSON and CSV as \"raw\"")
	flags.BoolVar(&o.explain, "explain", false, "show for each field its bytes, length, type and evidence (text)")
	o.packetFlags.add(cmd)
	o.contextFlags.add(cmd)
	o.columnFlags.add(cmd)
	flags.Int64Var(&o.from, "from", 0, "leave out what comes before frame `N`; it is read, but not printed")
	flags.BoolVar(&o.ledger, "ledger", false, "say on standard error who owns the bytes that were read")
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
		return errors.New("--context: it does not go with packets")
	}
	if o.columns, err = o.columnFlags.check(o.output, len(files) > 1, o.hex, o.context != nil); err != nil {
		return err
	}
	if _, err := o.form(o.output); err != nil {
		return err
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
		return errors.New("--ledger: it does not go with --from, because it is about all that was read")
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
	return o.sayLedger(c)
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
	return string(start.AppendRFC3339In(nil, 6, zone)[:len("2026-11-21")])
}
