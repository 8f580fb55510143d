package message

import "bcdump/decode/wire"

// Decoded is the outcome of decoding one payload.
type Decoded struct {
	Spec *Spec // nil: no source knows the opcode
	wire.Decoded
}

// Remarker is a message that may hold something worth a note: a value that no
// stock software writes, or a reading that is not the usual one.
type Remarker interface {
	Remarks() []string
}

// Opaque is a message that may keep bytes raw although it is decoded.
type Opaque interface {
	// RawBytes counts them.
	RawBytes() int
}

// Decoder decodes payloads one after the other and uses its memory again: a message is
// valid until the next one. Fields that a payload lacks or that were cut are empty. The
// zero value is ready. One goroutine at a time.
type Decoder struct {
	reader wire.Reader
	kept   [256]wire.Message // by opcode, empty but for the last one
	last   *Spec             // of the message given out last
}

// Decode reads one payload, opcode included. It never fails as a whole: what
// could not be read is in Err and Trailing. An empty payload has no opcode and
// gives the zero Decoded.
func (d *Decoder) Decode(payload []byte) Decoded { return d.DecodeIn(payload, Context{}) }

// DecodeIn is Decode with what is known from earlier messages.
func (d *Decoder) DecodeIn(payload []byte, context Context) Decoded {
	spec, m := d.message(payload, context)
	if m == nil {
		return Decoded{Spec: spec}
	}
	if u, ok := m.(*StateUpdate); ok {
		if read, ok := u.readInOrder(payload); ok {
			return Decoded{Spec: spec, Decoded: read}
		}
		u.SetContext(context) // as if it had not been tried
	}
	d.reader.Reset(payload)
	return d.read(spec, m)
}

// ReadCreation reads a creation up to its subsystems, which most of the time goes to, and
// counts the fields that were there. m is nil for other messages.
func (d *Decoder) ReadCreation(payload []byte, context Context) (m *ObjectCreate, fields int) {
	spec, kept := d.message(payload, context)
	m, ok := kept.(*ObjectCreate)
	if !ok {
		return nil, 0
	}
	d.reader.Reset(payload)
	return m, d.read(spec, creationHead{m}).Fields
}

// Trace is DecodeIn that also gives the bytes which each field owns.
func (d *Decoder) Trace(payload []byte, context Context) (Decoded, []wire.Span) {
	spec, m := d.message(payload, context)
	if m == nil {
		return Decoded{Spec: spec}, nil
	}
	d.reader.Reset(payload)
	d.reader.Trace(spec.Evidence)
	decoded := d.read(spec, m)
	return decoded, d.reader.Spans()
}

// Locate is Trace that gives the places alone: see wire.Reader. The spans are valid until the next call.
func (d *Decoder) Locate(payload []byte, context Context) []wire.Span {
	spec, m := d.message(payload, context)
	if m == nil {
		return nil
	}
	d.reader.Reset(payload)
	d.reader.Locate(spec.Evidence)
	d.read(spec, m)
	return d.reader.Spans()
}

func (d *Decoder) message(payload []byte, context Context) (*Spec, wire.Message) {
	if len(payload) == 0 {
		return nil, nil
	}
	spec := Lookup(payload[0])
	if spec == nil || spec.New == nil {
		return spec, nil
	}
	m := d.fresh(spec)
	if c, ok := m.(Contextual); ok {
		c.SetContext(context)
	}
	return spec, m
}

// fresh gives an empty message. The one before is emptied at once: its names would hold a
// directory of objects that is out of date.
func (d *Decoder) fresh(spec *Spec) wire.Message {
	if d.last != nil {
		d.last.empty(d.kept[d.last.Opcode])
	}
	d.last = spec
	if d.kept[spec.Opcode] == nil {
		d.kept[spec.Opcode] = spec.New()
	}
	return d.kept[spec.Opcode]
}

func (d *Decoder) read(spec *Spec, m wire.Message) Decoded {
	d.reader.Opcode()
	return Decoded{Spec: spec, Decoded: d.reader.Read(m)}
}

// Decode reads one payload into a message of its own.
func Decode(payload []byte) Decoded {
	var d Decoder
	return d.Decode(payload)
}

// Append appends the payload of a message, opcode first.
func Append(b []byte, opcode uint8, m wire.Message) []byte {
	return wire.Append(append(b, opcode), m)
}
