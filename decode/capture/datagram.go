package capture

import (
	"bytes"
	"net/netip"
	"time"
)

// Kind is what a frame is.
type Kind uint8

const (
	// UDP is a UDP datagram: the Datagram is filled in.
	UDP Kind = iota
	// NotUDP is a sound frame of something else.
	NotUDP
	// Fragment is a piece of an IP datagram that may carry UDP; see
	// [Dissector.Fragment] and [Defragmenter].
	Fragment
	// Bad is a frame whose headers are cut or contradict themselves.
	Bad
	// OtherLink is a frame of a link type that is not supported.
	OtherLink
)

// String gives a word that can stand in output: "udp", "not-udp", "fragment",
// "bad", "other-link".
func (k Kind) String() string {
	words := [...]string{UDP: "udp", NotUDP: "not-udp", Fragment: "fragment", Bad: "bad", OtherLink: "other-link"}
	if int(k) < len(words) {
		return words[k]
	}
	return "unknown"
}

// Datagram is one UDP datagram and where it came from.
type Datagram struct {
	// Frame is the number of the frame, Time and Digits as in Frame. For a
	// datagram joined from fragments: of the frame that completed it.
	Frame int64
	Time  Time
	// Back is by how much the clock of the capture was set back before it, less than 100 years: see Steady.
	Back time.Duration
	// Late is by how much it is stamped earlier than a frame before it, without that the clock was set. A frame without
	// a time has that of the one before.
	Late time.Duration
	// Ends say who sent it to whom; nil if it is no UDP datagram.
	*Ends
	// Payload is the part of the UDP payload that is present. It points into the
	// frame's batch, or into memory of its own for a joined datagram.
	Payload []byte
	// Missing is Length() - len(Payload): payload bytes that the capture does not have.
	Missing int32
	// Snapped tells why bytes are missing: true when the capture kept only the
	// front of the frame and that explains all of them, false when a length
	// field says more than the frame ever had.
	Snapped bool
	Digits  uint8
	// Fragments is how many IP fragments were joined, repeats not counted; 0 for a
	// datagram in one piece.
	Fragments uint16
	// FromFragments is what IP fragments made up; nil for a datagram in one piece.
	FromFragments *Joined
	// HeaderBytes is the bytes before the payload: link, IP and UDP headers. For
	// a joined datagram only those within the joined IP payload.
	HeaderBytes int32
	// Padding is the bytes after the payload: link padding, frame check
	// sequence, IP payload beyond the UDP length.
	// HeaderBytes + len(Payload) + Padding is the length of the frame's data, or
	// of the joined IP payload.
	Padding int32
	// Trail is where it was captured, and what copies of it share.
	Trail Trail
	// CopyOf is the frame of which the datagram is a copy that was made on the way to the file, as by a bridge
	// whose interfaces are all captured; 0 = it is none.
	CopyOf int64
	// Stated are the ends as the frame has them, where Ends are those before an address translation; nil = there
	// was none.
	Stated *Ends
}

// InFrame gives the ends as the frame has them.
func (d *Datagram) InFrame() *Ends {
	if d.Stated != nil {
		return d.Stated
	}
	return d.Ends
}

// Trail tells whether two datagrams with the same ends and payload are one that was captured at two
// places: ID, Checksum and Hops as they stand in the headers, and where this one was captured. Each is 0
// if it is not known. For a datagram joined from IP fragments, all but Checksum are those of the fragment
// that completed it.
type Trail struct {
	// ID is the identification of the IP packet that has the UDP header: 16 bits of IPv4, 32 bits of
	// an IPv6 fragment header. Linux writes 0 into packets that must not be fragmented.
	ID uint32
	// Interface is the number of the interface that the frame itself names: of Linux cooked v2, NFLOG,
	// pktap or pflog (a hash of its name); else that of a pcapng.
	Interface uint32
	// Tags is a hash of the VLAN tags and tunnels around the IP packet; 0 = none.
	Tags uint32
	// Checksum is that of UDP.
	Checksum uint16
	// Hops is the time to live of IPv4, the hop limit of IPv6.
	Hops uint8
	// Way is which way the frame passed the interface.
	Way Way
}

// tag adds a number of a tag or tunnel.
func (t *Trail) tag(n uint32) { t.Tags = hashed(t.Tags, n) }

// hashed adds a number to a hash, which is 0 as long as nothing has been added.
func hashed(hash, n uint32) uint32 { return max(1, (hash^n+0x9E37)*0x01000193) }

// hashedText is the hash of a text that ends with a zero.
func hashedText(text []byte) (hash uint32) {
	text, _, _ = bytes.Cut(text, []byte{0})
	for _, b := range text {
		hash = hashed(hash, uint32(b))
	}
	return hash
}

// Steady is the time of the datagram on a clock that never goes back: where that of the capture was set back, it goes on
// from there, and it waits for what comes late. What is measured between datagrams is measured on it; what is shown is
// Time.
func (d *Datagram) Steady() Time {
	if d.Back|d.Late == 0 {
		return d.Time
	}
	return d.Time.Add(d.Back + d.Late)
}

// Stamp is Time, but of a datagram that is Late the time of the frame before it that is newest: where something begins
// and ends by the clock of the capture.
func (d *Datagram) Stamp() Time {
	if d.Late == 0 {
		return d.Time
	}
	return d.Time.Add(d.Late)
}

// Length is the length of the UDP payload by the UDP header, in bytes; for an IPv6
// datagram whose UDP length is 0 (a jumbogram) by the IP header.
func (d *Datagram) Length() int { return len(d.Payload) + int(d.Missing) }

// IPFragment is one fragment of an IP datagram that may carry UDP.
type IPFragment struct {
	Src, Dst netip.Addr
	// ID is the identification: 16 bits of IPv4, 32 of IPv6.
	ID uint32
	// Version is 4 or 6.
	Version uint8
	// Protocol is what the joined payload begins with: 17 for UDP, or for IPv6 an
	// extension header.
	Protocol uint8
	// Offset is where Data belongs in the joined payload, in bytes.
	Offset int
	// More says that another fragment follows behind this one.
	More bool
	// Data is the fragment's part of the IP payload, all of it; it points into
	// the frame's batch.
	Data []byte
	// Frame is the number of its frame, once it is given to a Defragmenter.
	Frame int64
	// HeaderBytes and Padding are the bytes before and after Data in the frame;
	// with len(Data) they add up to the length of the frame's data.
	HeaderBytes, Padding int
	// Trail is that of the fragment, without Checksum.
	Trail Trail

	frames []int64 // of the fragments that the packet was joined from in which this one is; nil = it is in a frame
}

// Joined is the payload of an IP datagram that is complete.
type Joined struct {
	// Payload is memory of its own: it stays valid and may be kept.
	Payload []byte
	// Protocol is what Payload begins with, as in IPFragment.
	Protocol uint8
	// Fragments is how many fragments it came in, repeats not counted.
	Fragments int
	// Frames are the numbers of their frames, in capture order.
	Frames []int64
	// Nested says that the fragments were in packets that were joined themselves.
	Nested bool
	// Headers are those within Payload that have addresses or checksums, up to the one of UDP.
	Headers []Header
}

// Ends are the addresses and UDP ports of a datagram. IPv6 addresses have no zone.
// They never change, and datagrams of one flow share them as a rule.
type Ends struct {
	Src, Dst netip.AddrPort
}

// endsTable remembers the ends of the flows that were met last, so that a datagram can
// have a pointer, which takes an eighth of the memory. Making them anew for each datagram
// takes 3 % of the instructions of stats. The zero endsTable is ready.
type endsTable struct {
	recent *[1 << endsBits]*Ends // nil until it is needed
}

const (
	endsBits = 10 // for the players of several full servers, in both directions
	endsMix  = 0x9E3779B97F4A7C15
)

// of gives the ends of a sender and a receiver.
func (t *endsTable) of(src, dst netip.AddrPort) *Ends {
	if t.recent == nil {
		t.recent = new([1 << endsBits]*Ends)
	}
	ports := uint64(src.Port())<<16 | uint64(dst.Port())
	known := &t.recent[ports*endsMix>>(64-endsBits)]
	if *known == nil || (*known).Src != src || (*known).Dst != dst {
		*known = &Ends{src, dst}
	}
	return *known
}
