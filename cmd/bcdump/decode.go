package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/records"
	"bcdump/report/terminal"
)

// decodeOptions are the flags of `bcdump decode`, checked.
type decodeOptions struct {
	reading
	json, hex, explain, ledger bool
	width                      int // of text lines; 0 = as wide as they are
}

// decodeFlags are the flags as they are written.
type decodeFlags struct {
	inputFlags
	outputFlags
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
decoded one after the other, each with its own state.`,
		Example: `  bcdump decode battle.pcap
  bcdump decode -o json battle.pcap | jq 'select(.name == "Chat") | .fields.text'
  bcdump decode -f 'name == "StateUpdate" && fields.speed > 5' battle.pcap
  tcpdump -U -w - udp | bcdump decode -`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, files []string) error {
			o, err := f.check(s, files)
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
	flags.BoolVar(&f.hex, "hex", false, "show the bytes: in text beside the fields that own them, in JSON as \"raw\"")
	flags.BoolVar(&f.explain, "explain", false, "show for each field its bytes, length, type and evidence (text)")
	flags.BoolVar(&f.ledger, "ledger", false, "say on standard error who owns the bytes that were read")
	f.inputFlags.add(cmd)
	addWidth(cmd, &f.width)
	f.addManners(cmd)
}

// decodeForms are the forms of the output, the usual one first.
var decodeForms = []string{"text", "json"}

// check turns the flags into options, or says which one is wrong.
func (f *decodeFlags) check(s *streams, files []string) (*decodeOptions, error) {
	if err := f.checkOutput(decodeForms...); err != nil {
		return nil, err
	}
	if err := checkWidth(f.width); err != nil {
		return nil, err
	}
	options, err := f.options(s)
	if err != nil {
		return nil, err
	}
	return &decodeOptions{
		reading: newReading(s, files, options, &f.inputFlags, &f.outputFlags),
		json:    f.output == "json", hex: f.hex, explain: f.explain, ledger: f.ledger,
		width: f.lineWidth(s, f.width),
	}, nil
}

// run decodes all files into one output.
func (o *decodeOptions) run() error {
	limitMemory(decodeMemory, eighth)
	if o.json { // text takes an allocation for many a field
		spareMemory()
	}
	return o.into(o.decodeAll)
}

// decodeAll gives the worst status of the files; the error is one of the output.
func (o *decodeOptions) decodeAll(out io.Writer) (worst int, err error) {
	follows := false
	return o.each(func(c *decode.Capture) error {
		err := o.decodeFile(c, follows, out)
		follows = true
		return err
	})
}

func (o *decodeOptions) decodeFile(c *decode.Capture, follows bool, out io.Writer) error {
	start, hasFrames := c.Start()
	if !o.json && !o.quiet {
		local := c.Info().Local && o.options.Zone == nil
		if _, err := io.WriteString(out, o.heading(c, dateOf(start, hasFrames), follows, local)); err != nil {
			return err
		}
	}
	if err := c.Render(out, o.renderer(c.Name(), start)); err != nil {
		return err
	}
	if o.ledger {
		sum := c.Summary()
		o.streams.tellPage(records.LedgerText(c.Name(), &sum.Ledger))
	}
	return nil
}

func (o *decodeOptions) renderer(name string, start capture.Time) func() decode.Renderer {
	if o.json {
		lines := records.JSONOptions{Hex: o.hex}
		if len(o.files) > 1 {
			lines.File = name
		}
		return records.JSONLines(lines)
	}
	return records.Text(o.text(start))
}

func (o *decodeOptions) text(start capture.Time) records.TextOptions {
	return records.TextOptions{Color: o.color, Hex: o.hex, Explain: o.explain, Start: start, Width: o.width}
}

// heading names the capture above its lines.
func (o *decodeOptions) heading(c *decode.Capture, date string, follows, local bool) string {
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
	if local {
		parts = append(parts, "local times of the server (see --zone)")
	}
	var b []byte
	if follows {
		b = terminal.AppendLine(b)
	}
	name := terminal.AppendLine(nil, terminal.Span{Text: strings.Join(parts, " · ")})
	b = append(b, terminal.Fold(string(name[:len(name)-1]), o.width, 2)...)
	return string(b) + "\n\n" + records.TextHeader(o.text(capture.Time{}), local)
}

// dateOf is the day of the first frame; "" if there is none or it has no time.
func dateOf(start capture.Time, hasFrames bool) string {
	if !hasFrames || start.IsZero() {
		return ""
	}
	return string(start.AppendRFC3339(nil, 6)[:len("2026-11-21")])
}
