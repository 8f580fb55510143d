package entitystate

import (
	"fmt"

	"bcdump/decode/wire"
)

// Context is what a datagram does not say itself.
type Context struct {
	Revision Revision // of the server
	Missing  int      // bytes at the end that the datagram had and the capture lacks
}

// Decoded is the outcome of decoding one datagram. Its memory, like that of its
// message, is used again by the next one.
type Decoded struct {
	Header Header
	Spec   *Spec // nil: no revision has this type with this size, or it was not asked
	wire.Decoded
	Issues []Issue
}

// Decoder decodes datagrams one after the other and uses its memory again: a message is
// valid until the next datagram. The zero value is ready. One goroutine at a time.
type Decoder struct {
	reader wire.Reader
	header Header
	kept   [len(rows)]wire.Message
	issues issues
}

// Decode reads one datagram. It never fails as a whole: what could not be read is in
// Issues and Trailing. Without a Message the bytes behind the header are raw.
func (d *Decoder) Decode(datagram []byte, c Context) Decoded {
	d.reader.Reset(datagram)
	return d.decode(datagram, c)
}

// Trace is Decode that also gives the bytes which each field owns, those of the header
// first.
func (d *Decoder) Trace(datagram []byte, c Context) (Decoded, []wire.Span) {
	d.reader.Reset(datagram)
	d.reader.Trace(Evidence)
	out := d.decode(datagram, c)
	return out, d.reader.Spans()
}

func (d *Decoder) decode(datagram []byte, c Context) (out Decoded) {
	d.issues.list = d.issues.list[:0]
	defer func() { out.Issues = d.issues.list }()
	if len(datagram) < HeaderSize {
		d.issues.add(HeaderShort, 0, fmt.Sprintf("a header needs 4 bytes, only %d left", len(datagram)))
		return out
	}
	d.reader.Read(&d.header)
	out.Header = d.header
	h, size := &d.header, len(datagram)-HeaderSize+c.Missing
	if int(h.Size) != size {
		d.issues.add(SizeMismatch, 0, fmt.Sprintf("the header says %d bytes, the payload has %d", h.Size, size))
	}
	if h.Version != Version {
		d.issues.add(BadVersion, 3, fmt.Sprintf("unknown version %d", h.Version))
		return out
	}
	row := find(h.Type, size, c.Revision)
	if row < 0 {
		d.issues.add(UnknownType, 2, unknownText(h.Type, size))
		return out
	}
	out.Spec = &rows[row]
	if here := size - c.Missing; out.Spec.short(here, size) {
		d.issues.add(PayloadShort, HeaderSize, fmt.Sprintf("%s needs %d bytes, has only %d", out.Spec.Name, out.Spec.least, here))
		return out
	}
	out.Decoded = d.read(row, size)
	return out
}

func unknownText(kind uint8, size int) string {
	if known[kind] {
		return fmt.Sprintf("no revision has type %d with %d bytes", kind, size)
	}
	return fmt.Sprintf("unknown type %d", kind)
}

// read reads the message behind the header and checks it.
func (d *Decoder) read(row, size int) wire.Decoded {
	m := d.kept[row]
	if m == nil {
		m = rows[row].New()
		d.kept[row] = m
	}
	if s, ok := m.(sized); ok {
		s.setSize(size)
	}
	before := len(d.issues.list)
	decoded := d.reader.Read(m)
	if c, ok := m.(checked); ok {
		c.check(&d.issues)
	}
	for _, issue := range d.issues.list[before:] {
		if issue.Code == PayloadShort {
			decoded.Err = &wire.Error{Offset: d.reader.Offset(), Field: "list", Reason: issue.Text}
		}
	}
	if len(decoded.Trailing) > 0 {
		d.issues.add(TrailingBytes, d.reader.Offset(), fmt.Sprintf("%d B after the last field", len(decoded.Trailing)))
	}
	return decoded
}

// Append appends the datagram of a message, header first.
func Append(b []byte, kind uint8, m wire.Message) []byte {
	start := len(b)
	b = wire.Append(append(b, 0, 0, kind, Version), m)
	size := len(b) - start - HeaderSize
	b[start], b[start+1] = byte(size), byte(size>>8)
	return b
}
