package recorder

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"bcdump/decode/synth"
)

// Options say what kind of capture is written. The zero value is what most software
// writes: a little-endian pcap of Ethernet frames, in microseconds.
type Options struct {
	Start  time.Time // that times of datagrams count from
	Format string    // "pcap", "pcapng" or "trace-log"; "" = pcap
	// Server is whose log a trace-log is.
	Server      netip.AddrPort
	Link        string // one of Links; "" = ethernet
	VLAN        int    // tags of an Ethernet frame, 0 to 3
	Nanoseconds bool
	BigEndian   bool
	// Fragment is the largest IP packet; longer ones are cut. 0 = none is.
	Fragment   int
	SnapLength int    // bytes kept of a frame; 0 = all
	Compress   string // "gzip" or "zstd"; "" = plain
}

// Names of formats.
const (
	Pcap     = "pcap"
	Pcapng   = "pcapng"
	TraceLog = "trace-log"
	Gzip     = "gzip"
	Zstd     = "zstd"
)

// Links lists the names of link types.
func Links() []string { return []string{"ethernet", "sll", "sll2", "null", "raw"} }

// smallestFragment leaves room for an IPv6 header, a fragment header and 8 bytes.
const smallestFragment = 56

// Check says which option is impossible, by its name in the command.
func (o *Options) Check() error {
	if _, err := o.link(); err != nil {
		return err
	}
	switch {
	case o.Format != "" && o.Format != Pcap && o.Format != Pcapng && o.Format != TraceLog:
		return fmt.Errorf("format: %q is not known; expected %s, %s, %s", o.Format, Pcap, Pcapng, TraceLog)
	case o.Format == TraceLog && o.framed():
		return fmt.Errorf("format: a %s has no frames, so nothing that shapes them goes with it", TraceLog)
	case o.Compress != "" && o.Compress != Gzip && o.Compress != Zstd:
		return fmt.Errorf("compress: %q is not known; expected %s, %s", o.Compress, Gzip, Zstd)
	case o.VLAN < 0 || o.VLAN > 3:
		return fmt.Errorf("vlan: %d tags are not possible, 0 to 3 are", o.VLAN)
	case o.VLAN > 0 && o.Link != "" && o.Link != "ethernet":
		return fmt.Errorf("vlan: only Ethernet frames have tags, not those of %s", o.Link)
	case o.Fragment != 0 && o.Fragment < smallestFragment:
		return fmt.Errorf("ip-fragment: a packet of %d bytes is too small, %d is the least", o.Fragment, smallestFragment)
	case o.SnapLength < 0:
		return fmt.Errorf("snaplen: %d is not possible", o.SnapLength)
	case o.Start.Unix() < 0 || o.Start.Unix() >= 1<<32:
		return fmt.Errorf("start: a capture has times from 1970 to 2106")
	}
	return nil
}

// framed reports whether an option is set that only a capture with frames has.
func (o *Options) framed() bool {
	return o.Link != "" && o.Link != Links()[0] || o.VLAN != 0 || o.Nanoseconds || o.BigEndian || o.Fragment != 0 || o.SnapLength != 0
}

func (o *Options) link() (synth.Link, error) {
	switch o.Link {
	case "", "ethernet":
		tags := []uint16{0x88A8, 0x8100, 0x8100}
		return synth.Ethernet(tags[len(tags)-min(max(o.VLAN, 0), len(tags)):]...), nil
	case "sll":
		return synth.Cooked(), nil
	case "sll2":
		return synth.Cooked2(), nil
	case "null":
		return synth.Null(o.order()), nil
	case "raw":
		return synth.Raw(101), nil
	}
	return synth.Link{}, fmt.Errorf("link: %q is not known; expected %s", o.Link, strings.Join(Links(), ", "))
}

func (o *Options) order() binary.AppendByteOrder {
	if o.BigEndian {
		return binary.BigEndian
	}
	return binary.LittleEndian
}
