package report

import (
	"net/netip"
	"strconv"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/fields"
)

// appendStart appends the keys up to the protocol, and for the game up to the number of
// the message within its datagram: those that all messages of a datagram share.
func appendStart(b []byte, d *datagram) []byte {
	b = appendFrame(b, d.frame)
	b = d.time.AppendRFC3339(b, int(d.digits))
	return appendEnds(b, &d.ends)
}

var lineOpening = `{"v":` + strconv.Itoa(decode.SchemaVersion) + `,"frame":`

func appendFrame(b []byte, frame int64) []byte {
	b = append(b, lineOpening...)
	b = fields.AppendNumber(b, uint64(frame))
	return append(b, `,"time":"`...)
}

func appendEnds(b []byte, e *ends) []byte {
	b = append(b, `","src":`...)
	b = appendAddress(b, e.src)
	b = append(b, `,"dst":`...)
	b = appendAddress(b, e.dst)
	b = append(b, `,"proto":"`...)
	b = append(b, e.proto...)
	b = append(b, '"')
	if e.proto != decode.BC {
		return b
	}
	b = append(b, `,"dir":"`...)
	b = append(b, e.dir...)
	b = append(b, `","peer":`...)
	b = fields.AppendNumber(b, uint64(e.peer))
	return append(b, `,"index":`...)
}

func appendAddress(b []byte, a netip.AddrPort) []byte {
	b = append(b, '"')
	b = decode.AppendAddress(b, a)
	return append(b, '"')
}

// lineStart does what appendStart does, and remembers the start of the line before, the
// second of its time, and who spoke to whom.
type lineStart struct {
	text   []byte // "" = there was none
	record datagram
	brief  *capture.Datagram        // what the text is of if not of a record
	frame  int64                    // of the brief
	second fields.Remembered[int64] // up to the decimal point
	recent [1 << endsBits]fields.Remembered[ends]
}

// endsBits is enough for two directions of a full server.
const endsBits = 6

// datagram is what the start of a line says.
type datagram struct {
	frame  int64
	time   capture.Time
	digits uint8
	ends   ends
}

// ends are who speaks to whom, and how.
type ends struct {
	src, dst netip.AddrPort
	proto    decode.Protocol
	dir      decode.Direction
	peer     uint8
}

func datagramOf(r *decode.Record) datagram {
	return datagram{r.Frame, r.Time, r.Digits, ends{r.Src, r.Dst, r.Proto, r.Dir, r.Peer}}
}

// datagramOfBrief gives what datagramOf does for its record.
func datagramOfBrief(x *decode.Brief) datagram {
	d := x.Datagram
	return datagram{d.Frame, d.Time, d.Digits, ends{d.Src, d.Dst, decode.BC, x.Dir(), x.Peer}}
}

// long begins the line of a record.
func (s *lineStart) long(b []byte, r *decode.Record) []byte {
	if d := datagramOf(r); len(s.text) == 0 || s.brief != nil || s.record != d {
		s.record, s.brief = d, nil
		s.begin(&d)
	}
	return append(b, s.text...)
}

// short begins the line of a message in the short. All of one datagram begin alike.
func (s *lineStart) short(b []byte, x *decode.Brief) []byte {
	if s.brief != x.Datagram || s.frame != x.Datagram.Frame {
		d := datagramOfBrief(x)
		s.brief, s.frame = x.Datagram, d.frame
		s.begin(&d)
	}
	return append(b, s.text...)
}

func (s *lineStart) begin(d *datagram) {
	s.text = appendFrame(s.text[:0], d.frame)
	s.text = s.appendTime(s.text, d)
	s.text = s.appendEnds(s.text, &d.ends)
}

// appendTime makes the text of a second anew only when it is another one.
func (s *lineStart) appendTime(b []byte, d *datagram) []byte {
	const far = 1 << 36 // years have four digits until long after that
	if d.digits == 9 || d.time.Sec < 0 || d.time.Sec > far {
		return d.time.AppendRFC3339(b, int(d.digits))
	}
	if s.second.Is(&d.time.Sec) {
		b = s.second.Append(b)
		b = fields.AppendDigits(b, d.time.Nanos/1000, 6)
		return append(b, 'Z')
	}
	start := len(b)
	b = d.time.AppendRFC3339(b, 6)
	s.second.Set(&d.time.Sec, b[start:len(b)-len("000000Z")])
	return b
}

func (s *lineStart) appendEnds(b []byte, e *ends) []byte {
	hash := (uint32(e.src.Port())<<16 ^ uint32(e.dst.Port()) ^ uint32(e.peer)<<8) * 0x9E3779B1
	kept := &s.recent[hash>>(32-endsBits)]
	if kept.Is(e) {
		return kept.Append(b)
	}
	start := len(b)
	b = appendEnds(b, e)
	kept.Set(e, b[start:])
	return b
}
