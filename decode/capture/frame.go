package capture

import (
	"net/netip"
	"unsafe"
)

// Frame is one record of the capture: what the capturing machine saw on a link
// at one moment.
type Frame struct {
	// Number counts the frames of the capture from 1, like other tools do.
	Number int64
	// Time is when the frame was captured; zero when the record has no time.
	Time Time
	// Data is the captured bytes. They belong to the Batch and are valid until
	// it is read into again; nobody may write to them.
	Data []byte
	// WireLength is the length the frame had on the link, in bytes, as the
	// record claims. It is larger than len(Data) when the capture kept only the
	// front of each frame. Some writers state less than len(Data); that is kept.
	WireLength uint32
	// Link is the LINKTYPE_ value that says how Data begins.
	Link uint16
	// Digits is how many fractional digits of Time the capture really has,
	// rounded up to 6 or 9.
	Digits uint8
	// Way is which way the frame passed the interface, as a pcapng says.
	Way Way
	// Interface is where the frame was captured, as a pcapng says; nil = nothing is known.
	Interface *Interface
	// Offset is the byte offset of the record, after decompression.
	Offset int64
}

// Interface is what a pcapng says of one of its interfaces. Each description has its own.
type Interface struct {
	Number            int    // among all descriptions of the capture, from 1
	Name, Description string // empty = not stated
}

// Batch holds the frames of one Read together with the bytes behind them. It is
// meant to be reused; the zero Batch is ready.
type Batch struct {
	// Frames are in capture order.
	Frames []Frame
	// Logged are the datagrams of a text log, which has no frames.
	Logged []Logged

	buf   []byte // bytes read so far, consumed or not
	start int    // where the bytes not yet consumed begin in buf
	kept  []byte // bytes of Logged
}

// Memory counts the bytes of memory that the batch holds, used or not.
func (b *Batch) Memory() int {
	return cap(b.buf) + cap(b.kept) + cap(b.Frames)*int(unsafe.Sizeof(Frame{})) + cap(b.Logged)*int(unsafe.Sizeof(Logged{}))
}

// Empty reports whether the batch has neither frames nor logged datagrams.
func (b *Batch) Empty() bool { return len(b.Frames) == 0 && len(b.Logged) == 0 }

// Span counts the frames or logged datagrams and gives the times of the first and the
// last, and the fractional digits of the first.
func (b *Batch) Span() (n int, first, last Time, digits uint8) {
	switch {
	case len(b.Frames) > 0:
		n = len(b.Frames)
		return n, b.Frames[0].Time, b.Frames[n-1].Time, b.Frames[0].Digits
	case len(b.Logged) > 0:
		n = len(b.Logged)
		return n, b.Logged[0].Time, b.Logged[n-1].Time, b.Logged[0].Digits
	}
	return 0, first, last, 0
}

// Offset is the offset of the first frame or logged datagram of a batch that has some.
func (b *Batch) Offset() int64 {
	if len(b.Logged) > 0 {
		return b.Logged[0].Offset
	}
	return b.Frames[0].Offset
}

// keep copies bytes into memory of the batch. What was kept before stays valid.
func (b *Batch) keep(data []byte) []byte {
	if cap(b.kept)-len(b.kept) < len(data) {
		b.kept = make([]byte, 0, max(2*cap(b.kept), len(data)))
	}
	at := len(b.kept)
	b.kept = append(b.kept, data...)
	return b.kept[at:len(b.kept):len(b.kept)]
}

// reset empties b and puts in the bytes left over from an earlier batch.
func (b *Batch) reset(carry []byte) {
	b.Frames, b.Logged, b.kept = b.Frames[:0], b.Logged[:0], b.kept[:0]
	b.buf = b.buf[:0]
	b.start = 0
	space := b.room(len(carry), len(carry))
	b.buf = b.buf[:copy(space, carry)]
}

// next adds a frame and returns it. All its fields must be set, because it may hold
// those of an earlier batch: filling it in place is much cheaper than copying.
func (b *Batch) next() *Frame {
	n := len(b.Frames)
	if n == cap(b.Frames) {
		b.Frames = append(b.Frames, Frame{})
	} else {
		b.Frames = b.Frames[:n+1]
	}
	return &b.Frames[n]
}

// live is the bytes not yet consumed.
func (b *Batch) live() []byte { return b.buf[b.start:] }

// room makes space for n more bytes behind the live ones and returns it, or what there is if
// that is enough. It must not be called while Frames point into the buffer. Moving the live bytes
// only when at least as many have been consumed keeps the total work linear, and so does growing
// only when there is too little, however few bytes a read of a pipe gives.
func (b *Batch) room(n, enough int) []byte {
	if b.start > 0 && b.start >= len(b.buf)-b.start {
		b.buf = b.buf[:copy(b.buf, b.live())]
		b.start = 0
	}
	if cap(b.buf)-len(b.buf) < enough {
		b.grow(n)
	}
	return b.buf[len(b.buf):min(len(b.buf)+n, cap(b.buf))]
}

// grow moves the bytes to a larger buffer. Frames of earlier batches, beyond
// len(b.Frames), are forgotten so that they do not keep the old one alive.
func (b *Batch) grow(n int) {
	clear(b.Frames[:cap(b.Frames)])
	grown := make([]byte, len(b.buf), max(2*len(b.buf), len(b.buf)+n))
	copy(grown, b.buf)
	b.buf = grown
}

// Logged is one datagram of a text log. It is plaintext, and its addresses and its
// length are those that the log states.
type Logged struct {
	Datagram
	Offset  int64    // of its record in the log
	Remarks []Remark // what is wrong with the record
}

// Remark says what is wrong with a record of a text log.
type Remark struct {
	Kind RemarkKind
	Text string
}

// RemarkKind is a kind of remark.
type RemarkKind uint8

// Kinds of remarks.
const (
	Damaged     RemarkKind = iota // lines are missing or cannot be read
	CallFailed                    // the datagram may not have been sent or received
	OtherSocket                   // it passed another socket than that of the game
)

// ServerAddress stands for the server in a text log that does not have its address;
// it is not valid. UnknownAddress stands for a peer without one.
var (
	ServerAddress  netip.AddrPort
	UnknownAddress = netip.AddrPortFrom(netip.IPv4Unspecified(), 0)
)

// Way is where a packet goes, as the machine sees it that captures.
type Way uint8

// Ways, with the numbers that a pcapng has for them.
const (
	NoWay Way = iota // nothing is known
	Inbound
	Outbound
)
