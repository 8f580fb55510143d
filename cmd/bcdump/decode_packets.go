package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/capture"
)

// packetFlags are those of `decode -w` with the name of a capture.
type packetFlags struct{ deciphered bool }

func (f *packetFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.deciphered, "deciphered", false, "with -w NAME.pcap or NAME.pcapng: game datagrams in plaintext")
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
		return "", errors.New("--deciphered: it goes with -w NAME.pcap or NAME.pcapng")
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
