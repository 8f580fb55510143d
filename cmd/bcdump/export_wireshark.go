package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/report/wireshark"
)

// exportWiresharkRun is `bcdump export wireshark`.
type exportWiresharkRun struct {
	reading
	export     wireshark.Options
	long, bare int64 // frames that were cut, and packets without fields, of the captures so far
}

func newExportWireshark(s *streams) *command {
	return &command{runner: &exportWiresharkRun{reading: reading{streams: s}}, memory: wiresharkMemory, Command: cobra.Command{
		Use:   "wireshark FILE...",
		Short: "Write a pcapng with every packet deciphered and explained",
		Long: `Write captures as one pcapng for Wireshark: all packets with their times, those of the game
deciphered, and behind the bytes of each what bcdump knows of it. The plugin shows that as a
tree with the bytes of each field, in columns and for filters; install it once with
"bcdump wireshark plugin --install". Messages that were joined from fragments come as packets of
their own. FILE may be anything that "bcdump decode" reads; "-" is standard input, of which each
packet is written as soon as it is there.

docs/wireshark.md explains what is in the file.`,
		Example: `  bcdump export wireshark battle.pcap -w battle.pcapng
  bcdump export wireshark -f 'name == "Chat"' battle.pcap -w chat.pcapng
  tcpdump -U -w - udp | bcdump export wireshark - | wireshark -k -i -`,
		Args: counted(cobra.MinimumNArgs(1)),
	}}
}

func (o *exportWiresharkRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVarP(&o.write, "write", "w", "", "write to `FILE` instead of standard output, which \"-\" stands for too")
	flags.BoolVar(&o.export.KeepCipher, "keep-cipher", false, "leave the payloads of the game as they were captured; the plugin shows the plaintext beside them")
	flags.BoolVar(&o.export.NoComments, "no-comments", false, "no comments, which are the lines of \"bcdump decode\"")
	o.inputFlags.add(cmd)
	o.addManners(cmd)
}

func (o *exportWiresharkRun) run(_ *cobra.Command, files []string) error {
	if o.write == "-" {
		o.write = ""
	}
	if o.write == "" && o.streams.outTerminal {
		return errors.New("standard output is a terminal, and a capture is no text: give -w FILE, or a pipe")
	}
	if err := o.over(files); err != nil {
		return err
	}
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
