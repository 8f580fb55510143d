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
func appendStart(b []byte, r *decode.Record) []byte {
	b = appendFrame(b, r)
	b = r.Time.AppendRFC3339(b, int(r.Digits))
	return appendEnds(b, r)
}

var lineOpening = `{"v":` + strconv.Itoa(decode.SchemaVersion) + `,"frame":`

func appendFrame(b []byte, r *decode.Record) []byte {
	b = append(b, lineOpening...)
	b = strconv.AppendInt(b, r.Frame, 10)
	return append(b, `,"time":"`...)
}

func appendEnds(b []byte, r *decode.Record) []byte {
	b = append(b, `","src":`...)
	b = appendAddress(b, r.Src)
	b = append(b, `,"dst":`...)
	b = appendAddress(b, r.Dst)
	b = append(b, `,"proto":"`...)
	b = append(b, r.Proto...)
	b = append(b, '"')
	if r.Proto != decode.BC {
		return b
	}
	b = append(b, `,"dir":"`...)
	b = append(b, r.Dir...)
	b = append(b, `","peer":`...)
	b = strconv.AppendInt(b, int64(r.Peer), 10)
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
	datagram
	text   []byte            // "" = there was none
	second remembered[int64] // up to the decimal point
	recent [1 << endsBits]remembered[ends]
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

func endsOf(r *decode.Record) ends { return ends{r.Src, r.Dst, r.Proto, r.Dir, r.Peer} }

func (d *datagram) is(r *decode.Record) bool {
	return d.frame == r.Frame && d.time == r.Time && d.digits == r.Digits && d.ends.are(r)
}

func (e *ends) are(r *decode.Record) bool {
	return e.peer == r.Peer && e.src == r.Src && e.dst == r.Dst && e.dir == r.Dir && e.proto == r.Proto
}

func (s *lineStart) append(b []byte, r *decode.Record) []byte {
	if len(s.text) > 0 && s.datagram.is(r) {
		return append(b, s.text...)
	}
	start := len(b)
	b = appendFrame(b, r)
	b = s.appendTime(b, r)
	b = s.appendEnds(b, r)
	s.datagram = datagram{r.Frame, r.Time, r.Digits, endsOf(r)}
	s.text = append(s.text[:0], b[start:]...)
	return b
}

// appendTime makes the text of a second anew only when it is another one.
func (s *lineStart) appendTime(b []byte, r *decode.Record) []byte {
	const far = 1 << 36 // years have four digits until long after that
	if r.Digits == 9 || r.Time.Sec < 0 || r.Time.Sec > far {
		return r.Time.AppendRFC3339(b, int(r.Digits))
	}
	if s.second.is(&r.Time.Sec) {
		b = append(b, s.second.text...)
		b = fields.AppendDigits(b, r.Time.Nanos/1000, 6)
		return append(b, 'Z')
	}
	start := len(b)
	b = r.Time.AppendRFC3339(b, 6)
	s.second.set(&r.Time.Sec, b[start:len(b)-len("000000Z")])
	return b
}

func (s *lineStart) appendEnds(b []byte, r *decode.Record) []byte {
	hash := (uint32(r.Src.Port())<<16 ^ uint32(r.Dst.Port()) ^ uint32(r.Peer)<<8) * 0x9E3779B1
	kept := &s.recent[hash>>(32-endsBits)]
	if len(kept.text) > 0 && kept.key.are(r) {
		return append(b, kept.text...)
	}
	start := len(b)
	b = appendEnds(b, r)
	key := endsOf(r)
	kept.set(&key, b[start:])
	return b
}
