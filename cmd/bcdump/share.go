package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/foreign"
	"bcdump/report/share"
	"bcdump/report/terminal"
)

// shareRun is `bcdump share`.
type shareRun struct {
	reading
	replace share.Options
	key     string // path; "" = the key is thrown away
	text    bool
}

func newShare(s *streams) *command {
	return &command{runner: &shareRun{reading: reading{streams: s}}, memory: decodeMemory, Command: cobra.Command{
		Use:   "share FILE...",
		Short: "Write a capture that can be shown to others",
		Long: `Write captures anew without what tells who was there. Addresses are replaced, each by the
same other one wherever it stands, also within messages and texts; so are the ports of clients and
connection tokens. Names of players and chat texts become others of the same length, unless
--keep-names and --keep-chat say otherwise; join passwords become asterisks. Everything is
enciphered again with correct checksums, so the result decodes as before: the same messages,
numbers, times and verdicts. The last line says what was replaced, and what was kept.

Frames that do not belong to the game are left out, and so is what cannot be read.
--key keeps what was replaced by what: a second capture of the same battle then
gets the same. The key is as private as the capture.

docs/guides/sharing.md says what is replaced, and what is not.`,
		Example: `  bcdump share battle.pcap -w shared.pcap
  bcdump share --keep-names battle.pcap -w shared.pcap
  bcdump share --key battle.key server.pcap -w server-shared.pcap
  bcdump share --key battle.key client.pcap -w client-shared.pcap`,
		Args: counted(cobra.MinimumNArgs(1)),
	}}
}

func (o *shareRun) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	addWrite(cmd, &o.write, "write to `FILE`, .pcap or .pcapng, instead of a pcapng to standard output")
	flags.StringVar(&o.key, "key", "", "replace as `FILE` says, and add new replacements to it")
	flags.BoolVar(&o.replace.KeepNames, "keep-names", false, "keep the names of players")
	flags.BoolVar(&o.replace.KeepChat, "keep-chat", false, "keep chat texts")
	for _, earlier := range []string{"names", "chat"} { // which is what happens without them now
		flags.Bool(earlier, false, "")
		_ = flags.MarkHidden(earlier)
	}
	flags.BoolVar(&o.replace.Ports, "ports", false, "replace the ports of servers too")
	flags.BoolVar(&o.replace.All, "all", false, "keep frames of other traffic, with other addresses and without content")
	flags.BoolVar(&o.text, "text", false, "write a packet_trace.log as a packet_trace.log")
	o.inputFlags.add(cmd)
	o.addManners(cmd)
}

func (o *shareRun) run(_ *cobra.Command, files []string) error {
	ending, err := o.ending()
	if err != nil {
		return err
	}
	if o.key != "" && o.write != "" && sameTarget(o.key, o.write) {
		return fmt.Errorf("--key: %s is the file of --write; choose another name", o.key)
	}
	if err := o.over(files); err != nil {
		return err
	}
	key, err := o.readKey()
	if err != nil {
		o.complain(fmt.Errorf("--key: %w", err))
		return status(exitNothing)
	}
	o.options.NoLedger = true
	return o.into(func(out io.Writer) (int, error) { return o.replaceAll(out, ending, share.New(o.replace, key)) })
}

// ending gives the kind of capture that is written.
func (o *shareRun) ending() (string, error) {
	if err := o.streams.noTerminal(o.write); !o.text && err != nil {
		return "", err
	}
	if o.write == "" {
		return pcapngName, nil
	}
	ending, err := (&packetFlags{}).check(o.write, false)
	if err == nil && ending == "" && !o.text {
		err = fmt.Errorf("--write: %s: choose a name that ends with .pcap or .pcapng", o.write)
	}
	return ending, err
}

// readKey reads the key of an earlier run, if there is one.
func (o *shareRun) readKey() (*share.Key, error) {
	if o.key == "" {
		return share.NewKey(), nil
	}
	if err := checkTarget(o.key, o.inputs); err != nil {
		return nil, err
	}
	in, err := foreign.Open(o.key)
	if errors.Is(err, fs.ErrNotExist) {
		return share.NewKey(), nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	key, err := share.ReadKey(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; give another file, or remove it", o.key, err)
	}
	return key, nil
}

// replaceAll writes the captures one after the other. It gives the worst status of the files.
func (o *shareRun) replaceAll(out io.Writer, ending string, with *share.Replacer) (worst int, err error) {
	to := writerOf(out, ending)
	worst, err = o.each(func(c *decode.Capture) error {
		info := c.Info()
		switch isLog := info.Format == capture.TraceLog; {
		case o.text && !isLog:
			return fmt.Errorf("--text: %s has packets; leave it out", c.Name())
		case o.text:
			return share.WriteLog(out, c, with)
		case isLog && !o.quiet:
			o.warn("%s: a packet_trace.log has no packets: its datagrams come in IPv4 packets; --text writes a log", c.Name())
		}
		to.From("", &info)
		return with.Rewrite(c, to)
	})
	if worst == exitInterrupted {
		return worst, errors.New("interrupted: nothing is written")
	}
	if err == nil && !o.text && o.opened > 0 {
		err = to.Close()
	}
	if err == nil && worst != exitNothing {
		err = o.keepKey(with.Key)
	}
	if err == nil && !o.quiet && o.opened > 0 {
		o.streams.tell(terminal.Style{}, "bcdump:", with.Count.String())
	}
	return worst, err
}

// keepKey writes the key, which nobody else is to read.
func (o *shareRun) keepKey(key *share.Key) error {
	if o.key == "" {
		return nil
	}
	return o.streams.toFile("--key", o.key, func(w io.Writer) error {
		return errors.Join(w.(*output).file.Private(), key.Write(w))
	})
}
