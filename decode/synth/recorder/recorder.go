// Package recorder writes captures while they happen.
//
// In come UDP datagrams and other packets in the order of time, one by one; out goes a
// pcap or pcapng file, plain or compressed, of any link type that the program reads.
// Nothing is kept but the record at hand, so a capture may have any length.
//
// The package must not know what the datagrams mean, and not how captures are read:
// like package synth, whose encoders it uses, it is what the reader is held against.
package recorder

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net/netip"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
)

// Recorder writes one capture. Its first error ends it: what comes later is dropped.
type Recorder struct {
	options Options
	link    synth.Link
	out     *bufio.Writer
	packer  io.Closer // nil = not compressed
	pcap    synth.Pcap
	ng      *synth.Pcapng   // nil = not this format
	log     *synth.TraceLog // nil = not this format

	frames   int64
	packetID uint16
	err      error

	datagram, frame, record []byte // used again
}

// New begins a capture.
func New(w io.Writer, o Options) (*Recorder, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	r := &Recorder{options: o}
	r.link, _ = o.link()
	w, err := r.pack(w)
	if err != nil {
		return nil, err
	}
	r.out = bufio.NewWriterSize(w, 1<<16)
	r.begin()
	return r, r.err
}

func (r *Recorder) pack(w io.Writer) (io.Writer, error) {
	switch r.options.Compress {
	case Gzip:
		z := gzip.NewWriter(w)
		r.packer = z
		return z, nil
	case Zstd:
		z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
		r.packer = z
		return z, err
	}
	return w, nil
}

// begin writes what stands before the first frame.
func (r *Recorder) begin() {
	switch r.options.Format {
	case Pcapng:
		r.beginPcapng()
	case TraceLog:
		r.log = &synth.TraceLog{Server: r.options.Server}
		r.write(r.log.Header(nil, r.options.Start))
	default:
		r.pcap = synth.Pcap{Order: r.options.order(), Link: r.link.Type, SnapLength: uint32(r.options.SnapLength)}
		if r.options.Nanoseconds {
			r.pcap.Variant = synth.Nanoseconds
		}
		r.write(r.pcap.Header(nil))
	}
}

func (r *Recorder) beginPcapng() {
	digits := 6
	if r.options.Nanoseconds {
		digits = 9
	}
	r.ng = &synth.Pcapng{}
	r.ng.Section(r.options.order())
	r.ng.Interface(r.link, digits)
	r.flushBlocks()
}

func (r *Recorder) flushBlocks() {
	r.write(r.ng.Content)
	r.ng.Content = r.ng.Content[:0]
}

func (r *Recorder) write(b []byte) {
	if r.err == nil {
		_, r.err = r.out.Write(b)
	}
}

// Close ends the capture; the writer below stays open.
func (r *Recorder) Close() error {
	if err := r.out.Flush(); r.err == nil {
		r.err = err
	}
	if r.packer != nil {
		if err := r.packer.Close(); r.err == nil {
			r.err = err
		}
	}
	return r.err
}

// Err is the first error of the writer.
func (r *Recorder) Err() error { return r.err }

// Frames counts the frames so far.
func (r *Recorder) Frames() int64 { return r.frames }

// Datagram records a UDP datagram and gives the number of its frame; of one that is
// cut into several, that of the last.
func (r *Recorder) Datagram(at time.Duration, from, to netip.AddrPort, payload []byte) int64 {
	r.datagrams(at, from, to, payload, 0)
	return r.frames
}

// Lacking records a datagram that is cut into several frames without the last of them. One that is not cut is not
// recorded: false.
func (r *Recorder) Lacking(at time.Duration, from, to netip.AddrPort, payload []byte) bool {
	before := r.frames
	r.datagrams(at, from, to, payload, 1)
	return r.frames > before
}

// datagrams records the packets of a datagram, but for the last few.
func (r *Recorder) datagrams(at time.Duration, from, to netip.AddrPort, payload []byte, but int) {
	if r.log != nil {
		if but == 0 {
			r.frames++
			r.record = r.log.Append(r.record[:0], r.options.Start.Add(at), from, to, payload)
			r.write(r.record)
		}
		return
	}
	r.datagram = synth.UDP{From: from, To: to}.Append(r.datagram[:0], payload)
	const fragment = 8 // of IPv6
	limit, header, is6 := r.options.Fragment, 20, !from.Addr().Is4()
	if is6 {
		header = 40
	}
	whole := limit == 0 || header+len(r.datagram) <= limit
	if !is6 || !whole {
		r.packetID++
	}
	h4, h6 := synth.IPv4{Src: from.Addr(), Dst: to.Addr(), ID: r.packetID}, synth.IPv6{Src: from.Addr(), Dst: to.Addr()}
	head := r.link.Header(r.frame[:0], is6)
	var parts [][]byte
	switch {
	case whole && but > 0:
	case whole && is6:
		r.put(at, append(h6.Header(head, len(r.datagram)), r.datagram...))
	case whole:
		r.put(at, append(h4.Header(head, len(r.datagram)), r.datagram...))
	case is6:
		parts = h6.Fragments(uint32(r.packetID), r.datagram, (limit-header-fragment)&^7)
	default:
		parts = h4.Fragments(r.datagram, (limit-header)&^7)
	}
	for _, p := range parts[:max(len(parts)-but, 0)] {
		r.put(at, append(head, p...))
	}
}

// Packet records an IPv4 packet of any protocol. A log has only datagrams: false.
func (r *Recorder) Packet(at time.Duration, from, to netip.Addr, protocol uint8, body []byte) bool {
	if r.log != nil {
		return false
	}
	h := synth.IPv4{Src: from, Dst: to, Protocol: protocol}
	r.frame = h.Header(r.link.Header(r.frame[:0], false), len(body))
	r.put(at, append(r.frame, body...))
	return true
}

// ARP records an Ethernet frame that asks for an address. Other links and logs have none:
// false.
func (r *Recorder) ARP(at time.Duration) bool {
	if r.link.Type != 1 || r.log != nil {
		return false
	}
	r.frame = append(r.frame[:0], 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2, 0, 0, 0, 0, 1, 8, 6)
	r.put(at, append(r.frame, 0, 1, 8, 0, 6, 4, 0, 1, 2, 0, 0, 0, 0, 1, 10, 10, 10, 1, 0, 0, 0, 0, 0, 0, 10, 10, 10, 9))
	return true
}

// put writes a frame as a record.
func (r *Recorder) put(at time.Duration, data []byte) {
	r.frame = data // its memory, which may have grown
	r.frames++
	f := synth.Frame{Time: r.options.Start.Add(at), Data: data}
	if n := r.options.SnapLength; n > 0 && n < len(data) {
		f = f.Snap(n)
	}
	if r.ng != nil {
		r.ng.Enhanced(0, f)
		r.flushBlocks()
		return
	}
	r.record = r.pcap.Append(r.record[:0], f)
	r.write(r.record)
}

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
	case o.Format == TraceLog && o.Fragment != 0:
		return fmt.Errorf("format: a %s has no frames, so nothing that shapes them goes with it", TraceLog)
	case o.Fragment != 0 && o.Fragment < smallestFragment:
		return fmt.Errorf("ip-fragment: a packet of %d bytes is too small, %d is the least", o.Fragment, smallestFragment)
	case o.Start.Unix() < 0 || o.Start.Unix() >= 1<<32:
		return fmt.Errorf("start: a capture has times from 1970 to 2106")
	}
	return nil
}

func (o *Options) link() (synth.Link, error) {
	switch o.Link {
	case "", "ethernet":
		tags := []uint16{0x88A8, 0x8100, 0x8100}
		return synth.Ethernet(tags[len(tags)-o.VLAN:]...), nil
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

// Record plays a battle and writes it to w. The error is an impossible option or that
// of w.
func Record(w io.Writer, b battle.Options, o Options) (*battle.Truth, error) {
	if err := b.Check(); err != nil {
		return nil, err
	}
	o.Start, o.Server = b.Start, b.Host()
	r, err := New(w, o)
	if err != nil {
		return nil, err
	}
	truth, err := battle.Run(b, r)
	if closeErr := r.Close(); err == nil {
		err = closeErr
	}
	return truth, err
}
