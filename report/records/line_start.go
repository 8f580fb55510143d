package records

import (
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// appendStart appends the keys up to the client, and for the game up to the number of the
// message within its datagram: those that messages of a datagram share, unless one of them tells
// who the client is.
func appendStart(b []byte, r *decode.Record, o *JSONOptions) []byte {
	b = appendFrame(append(b, lineOpening(o)...), r.Frame)
	b = r.Time.AppendRFC3339In(b, int(r.Digits), o.Zone)
	e := endsOf(r)
	return appendEnds(b, &e)
}

// lineOpening is what all lines of a file begin with.
func lineOpening(o *JSONOptions) string {
	b := []byte(`{"v":` + strconv.Itoa(decode.SchemaVersion))
	if o.File != "" {
		b = fields.AppendString(append(b, `,"file":`...), o.File)
	}
	if o.Context {
		b = append(b, `,"context":true`...)
	}
	return string(append(b, `,"frame":`...))
}

func appendFrame(b []byte, frame int64) []byte {
	b = fields.AppendNumber(b, uint64(frame))
	return append(b, `,"time":"`...)
}

func appendEnds(b []byte, e *ends) []byte {
	b = append(b, `","src":`...)
	b = appendAddress(b, e.Src)
	b = append(b, `,"dst":`...)
	b = appendAddress(b, e.Dst)
	b = append(b, `,"proto":"`...)
	b = append(b, e.side.Proto...)
	b = append(b, '"')
	if e.side.Dir != "" {
		b = append(b, `,"dir":"`...)
		b = append(b, e.side.Dir...)
		b = append(b, '"')
	}
	if e.side.Proto != decode.BC {
		return appendClient(b, e.side)
	}
	b = append(b, `,"peer":`...)
	b = fields.AppendNumber(b, uint64(e.peer))
	b = appendClient(b, e.side)
	return append(b, `,"index":`...)
}

// appendClient appends which client is at one end, as far as it is known.
func appendClient(b []byte, side *decode.Side) []byte {
	if side.Link > 0 {
		b = append(b, `,"client":`...)
		b = fields.AppendNumber(b, uint64(side.Link))
	}
	if side.Client != "" {
		b = append(b, `,"player":`...)
		b = fields.AppendString(b, side.Client)
	}
	return b
}

func appendAddress(b []byte, a netip.AddrPort) []byte {
	b = append(b, '"')
	b = decode.AppendAddress(b, a)
	return append(b, '"')
}

// lineStart does what appendStart does, and remembers the start of the line before, the
// second of its time, and who spoke to whom.
type lineStart struct {
	opening  string
	zone     *time.Location // of the times; nil = UTC
	text     []byte
	datagram *capture.Datagram        // that the text is of; nil = there was none
	frame    int64                    // of the datagram, whose memory is used again
	side     *decode.Side             // of its last message
	second   fields.Remembered[int64] // up to the decimal point
	recent   [1 << endsBits]fields.Remembered[ends]
}

// endsBits is enough for two directions of a few full servers.
const endsBits = 8

// ends are who speaks to whom, and how.
type ends struct {
	*capture.Ends              // which do not change
	side          *decode.Side // nor does this one
	peer          uint8
}

func endsOf(r *decode.Record) ends { return ends{r.Ends, r.Side, r.Peer} }

// append begins the line of a record. The lines of one datagram begin alike, until a message of
// it tells who the client is.
func (s *lineStart) append(b []byte, r *decode.Record) []byte {
	if s.datagram != r.Datagram || s.frame != r.Frame || s.side != r.Side {
		s.datagram, s.frame, s.side = r.Datagram, r.Frame, r.Side
		s.text = appendFrame(append(s.text[:0], s.opening...), r.Frame)
		s.text = s.appendTime(s.text, r)
		e := endsOf(r)
		s.text = s.appendEnds(s.text, &e)
	}
	return append(b, s.text...)
}

// far is a second until long after which years have four digits.
const far = 1 << 36

// appendTime makes the text of a second anew only when it is another one.
func (s *lineStart) appendTime(b []byte, r *decode.Record) []byte {
	if s.zone != nil {
		return r.Time.AppendRFC3339In(b, int(r.Digits), s.zone)
	}
	if r.Digits == 9 || r.Time.Sec < 0 || r.Time.Sec > far {
		return r.Time.AppendRFC3339(b, int(r.Digits))
	}
	if s.second.Is(&r.Time.Sec) {
		b = s.second.Append(b)
		b = fields.AppendDigits(b, r.Time.Nanos/1000, 6)
		return append(b, 'Z')
	}
	start := len(b)
	b = r.Time.AppendRFC3339(b, 6)
	s.second.Set(&r.Time.Sec, b[start:len(b)-len("000000Z")])
	return b
}

func (s *lineStart) appendEnds(b []byte, e *ends) []byte {
	kept := &s.recent[portsOf(e.Ends)*mix>>(32-endsBits)]
	if kept.Is(e) {
		return kept.Append(b)
	}
	start := len(b)
	b = appendEnds(b, e)
	kept.Set(e, b[start:])
	return b
}

// mix spreads what is multiplied by it over the upper bits.
const mix = 0x9E3779B1

// portsOf tells the flows of a server apart.
func portsOf(e *capture.Ends) uint32 { return uint32(e.Src.Port())<<16 ^ uint32(e.Dst.Port()) }

// readings are how other sources read the fields of a record.
func readings(r *decode.Record) []message.OtherReading {
	if opcode, ok := r.Opcode(); ok && r.Proto == decode.BC {
		return message.OtherReadings(opcode)
	}
	if r.Proto == decode.BC && !r.Unread && r.Header.Type == transport.Boot {
		return message.BootReadings()
	}
	if r.Proto == decode.EntityState {
		return stateReadings
	}
	return nil
}

// stateReadings are those of entities.
var stateReadings = []message.OtherReading{
	{Path: "entities.type", Only: "\x04", Text: "unknown: there are types 1 to 3 (a document)"},
	{Path: "entities.rgba", Text: "red is the lowest byte, alpha the highest (an example of the same document)"},
}

// place is the place of an element in a list.
var place = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[\d+\]`) })

// otherReading gives how other sources read a field, once for each record; "" = as this program does, or
// it was said already.
func otherReading(o *decode.Owned, others *[]message.OtherReading) string {
	if len(*others) == 0 {
		return ""
	}
	path := place().ReplaceAllString(o.Path, "")
	for i, other := range *others {
		if other.Path == path && (other.Only == "" || other.Only == string(o.Bytes)) {
			*others = slices.Concat((*others)[:i], (*others)[i+1:])
			return other.Text
		}
	}
	return ""
}
