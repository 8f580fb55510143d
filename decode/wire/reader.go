package wire

import "fmt"

// Error says where and why reading stopped. Offset counts from the first byte of
// the payload and is the start of the field that could not be read.
type Error struct {
	Offset int
	Field  string
	Reason string
}

func (e *Error) Error() string { return fmt.Sprintf("offset %d: %s", e.Offset, e.What()) }

// What says what could not be read and why, without the offset.
func (e *Error) What() string { return e.Field + ": " + e.Reason }

// Span is one field of a message and the bytes that it owns. A boolean that
// shares the group byte of an earlier one owns no bytes: its Length is 0 and
// Offset is that of the group byte.
type Span struct {
	Path           string // "delta", "files[3].name_hash"
	Offset, Length int    // bytes from the start of the payload
	Type           string // encoding, as in docs/protocol
	Evidence       Evidence
	Name           string // what the list entry is called that it belongs to, such as a subsystem; "" = nothing
}

// Reader takes the fields of a message from its bytes. The first error sticks:
// fields after it stay as they are. A Reader may be used again after Reset.
type Reader struct {
	data   []byte
	pos    int
	fields int
	err    *Error
	bools  groupReader
	trace  *tracer
	brief  *tracer // of Locate
	spare  *Reader // of Lookahead
	ahead  bool    // reads for Lookahead, which does not ask why it fails
}

// NewReader starts at the first byte of a payload.
func NewReader(payload []byte) *Reader {
	r := &Reader{}
	r.Reset(payload)
	return r
}

// Reset starts anew with another payload.
func (r *Reader) Reset(payload []byte) {
	*r = Reader{data: payload, brief: r.brief, spare: r.spare}
}

// Trace makes the reader remember which bytes each field owns; fields are graded
// as level until their description says otherwise.
func (r *Reader) Trace(level Evidence) { r.trace = &tracer{level: level} }

// Locate is Trace for whoever knows what the fields are: a Path is the name of a field alone, unless it is
// hidden. Spans is valid until the next Locate.
func (r *Reader) Locate(level Evidence) {
	if r.brief == nil {
		r.brief = new(tracer)
	}
	*r.brief = tracer{brief: true, level: level, spans: r.brief.spans[:0], path: r.brief.path[:0]}
	r.trace = r.brief
}

// Spans gives the fields read so far, in wire order. Only after Trace or Locate.
func (r *Reader) Spans() []Span { return r.trace.spans }

// Offset is the place of the cursor, or the start of the field that failed.
func (r *Reader) Offset() int { return r.pos }

// Remaining counts the bytes behind the cursor.
func (r *Reader) Remaining() int { return len(r.data) - r.pos }

// Trailing gives the bytes that no field owns: those after the last field or,
// after an error, those from the start of the field that failed.
func (r *Reader) Trailing() []byte { return r.data[r.pos:] }

// GroupFault is empty, or says how a boolean group byte breaks the packing rule.
// Ask for it when the message has been read.
func (r *Reader) GroupFault() string {
	r.bools.close()
	return r.bools.fault
}

// take owns the next n bytes as one field, or fails and returns nil.
func (r *Reader) take(name, kind string, n int) []byte {
	if r.err != nil {
		return nil
	}
	if n < 0 || n > r.Remaining() {
		r.cut(name, kind, n)
		return nil
	}
	b := r.data[r.pos : r.pos+n : r.pos+n]
	r.own(name, kind, n)
	return b
}

func (r *Reader) cut(name, kind string, n int) {
	if r.ahead {
		r.err = &cutAhead
		return
	}
	r.fail(name, fmt.Sprintf("%s needs %d bytes, %d left", kind, n, r.Remaining()))
}

func (r *Reader) own(name, kind string, n int) {
	if r.trace != nil {
		r.trace.field(name, kind, r.pos, n)
	}
	r.pos += n
	r.fields++
}

func (r *Reader) fail(name, reason string) {
	r.err = &Error{Offset: r.pos, Field: name, Reason: reason}
}

// bool reads one bit of a group byte.
func (r *Reader) bool(name string, p *bool) {
	if r.err != nil {
		return
	}
	if !r.bools.open() {
		if r.Remaining() < 1 {
			r.fail(name, "the group byte of the boolean is missing")
			return
		}
		r.bools.start(r.data[r.pos], r.pos)
		*p = r.bools.next()
		r.own(name, boolean.Type, 1)
		return
	}
	r.trace.field(name, boolean.Type, r.bools.offset, 0)
	*p = r.bools.next()
	r.fields++
}

// rest reads all bytes to the end.
func (r *Reader) rest(name string, p *[]byte, back int) {
	if r.err != nil {
		return
	}
	*p = r.data[max(r.pos-back, 0):]
	r.own(name, raw.Type, r.Remaining())
}

// Opcode reads the byte that stands before the fields of a message.
func (r *Reader) Opcode() { r.take("opcode", hex8.Type, hex8.size) }

// Decoded is the outcome of reading one message. Slices point into the payload.
type Decoded struct {
	Message Message // nil: no layout is known, the payload is kept raw
	// Fields counts the fields that were read completely; printers of a message
	// that is not Complete stop there.
	Fields     int
	Err        *Error // where and why reading stopped, or nil
	Trailing   []byte // bytes that no field owns
	GroupFault string // how a boolean group byte breaks the packing rule, or ""
	// SplitGroups tells that the booleans lie in more group bytes than a stock writer
	// would need. OpenBC writes blocks so; written again, they share bytes.
	SplitGroups bool
}

// Complete reports whether every field of the message was there.
func (d *Decoded) Complete() bool { return d.Message != nil && d.Err == nil }

// Read reads a message from the cursor to its last field.
func (r *Reader) Read(m Message) Decoded {
	before := r.fields
	m.Visit(Visitor{r: r})
	d := Decoded{Message: m, Fields: r.fields - before, Err: r.err, Trailing: r.Trailing()}
	if r.err != nil {
		d.GroupFault = r.bools.broken()
	} else {
		d.GroupFault, d.SplitGroups = r.GroupFault(), r.bools.split
	}
	return d
}
