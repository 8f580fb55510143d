package record

import (
	"fmt"

	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// Owned is a run of bytes of a record and the field that owns it.
type Owned struct {
	wire.Span        // Offset counts from the first byte of the record
	Bytes     []byte // shared bits of a group byte show no bytes
	Value     string // as text; "" where no field is known
}

// Layout tells for every byte of a record which field owns it: the header of the
// transport message, the fields of its payload, and what no field owns under the
// paths "trailing" or "raw". A joined message begins at its payload.
func (r *Record) Layout() []Owned {
	var l layout
	l.named(r)
	return l.owned
}

// Locator finds where the fields of records lie, and uses its memory again. The zero value is ready.
type Locator struct {
	decoder Decoder
	layout  layout
}

// Layout is that of a record in three: the header of the transport message, the fields of the payload, what no
// field owns. A record of the game has places alone: a path is the name of a field unless it is hidden, and there
// are no values. It is valid until the next call.
func (x *Locator) Layout(r *Record) (header, fields, rest []Owned) {
	l := &x.layout
	*l = layout{owned: l.owned[:0]}
	if r.Proto == BC {
		l.places(r, &x.decoder)
	} else {
		l.named(r)
	}
	return l.owned[:l.head], l.owned[l.head:l.end], l.owned[l.end:]
}

type layout struct {
	owned     []Owned
	head, end int // runs of the header, and with the fields
	start     int // of the payload
}

func (l *layout) named(r *Record) {
	if r.readable() && r.Parts == nil {
		l.header(r.Header)
	}
	spans, values := r.format().Spans(r)
	l.payload(r, spans, values)
}

func (l *layout) places(r *Record, d *Decoder) {
	if r.readable() && r.Parts == nil {
		for _, s := range r.Header.Spans() {
			l.owned = append(l.owned, Owned{Span: s})
		}
		l.start = int(r.Header.Header)
	}
	l.payload(r, d.locate(r), nil)
}

func (l *layout) header(m *transport.Message) {
	var head []byte
	head = m.Append(head, make([]byte, int(m.Length)-int(m.Header)))
	for _, s := range m.Spans() {
		l.owned = append(l.owned, Owned{Span: s, Bytes: head[s.Offset : s.Offset+s.Length], Value: headerValue(m, s.Path)})
	}
	l.start = int(m.Header)
}

func headerValue(m *transport.Message, path string) string {
	switch path {
	case "type":
		return m.Type.String()
	case "length":
		return fmt.Sprintf("%d B", m.Length)
	case "flags_len":
		return flagsText(m)
	case "seq":
		return fmt.Sprint(m.Seq)
	case "fragment_index":
		return fmt.Sprint(m.FragmentIndex)
	}
	return fmt.Sprint(m.FragmentTotal)
}

func flagsText(m *transport.Message) string {
	text := fmt.Sprintf("%d B", m.Length)
	if m.Reliable() {
		text += ", reliable"
	}
	if m.Ordered() {
		text += ", ordered"
	}
	if m.Fragment {
		text += ", fragment"
	}
	return text
}

func (l *layout) payload(r *Record, spans []wire.Span, values []string) {
	l.head = len(l.owned)
	end := 0
	for i, s := range spans {
		o := Owned{Span: s, Bytes: r.Payload[s.Offset : s.Offset+s.Length]}
		if i < len(values) {
			o.Value = values[i]
		}
		end = max(end, s.Offset+s.Length)
		o.Offset += l.start
		l.owned = append(l.owned, o)
	}
	l.end = len(l.owned)
	if rest := r.Payload[end:]; len(rest) > 0 {
		path := "trailing"
		switch {
		case r.Part():
			path = "part"
		case len(spans) == 0 || r.Content().Message == nil:
			path = "raw"
		}
		l.owned = append(l.owned, Owned{
			Span:  wire.Span{Path: path, Offset: l.start + end, Length: len(rest), Type: "bytes"},
			Bytes: rest,
		})
	}
}
