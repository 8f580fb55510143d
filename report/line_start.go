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

func appendFrame(b []byte, r *decode.Record) []byte {
	b = append(b, `{"v":`...)
	b = strconv.AppendInt(b, decode.SchemaVersion, 10)
	b = append(b, `,"frame":`...)
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
	frame  int64
	time   capture.Time
	digits uint8
	ends   ends
	text   []byte // "" = there was none

	second     int64
	secondText []byte // up to the decimal point

	recent [recentEnds]struct {
		ends ends
		text []byte
	}
}

// ends are who speaks to whom, and how.
type ends struct {
	src, dst netip.AddrPort
	proto    decode.Protocol
	dir      decode.Direction
	peer     uint8
}

// recentEnds is enough for two directions of a full server.
const (
	recentEndsBits = 6
	recentEnds     = 1 << recentEndsBits
)

func (s *lineStart) append(b []byte, r *decode.Record) []byte {
	e := ends{r.Src, r.Dst, r.Proto, r.Dir, r.Peer}
	if len(s.text) > 0 && r.Frame == s.frame && r.Time == s.time && r.Digits == s.digits && e == s.ends {
		return append(b, s.text...)
	}
	start := len(b)
	b = appendFrame(b, r)
	b = s.appendTime(b, r)
	b = s.appendEnds(b, r, &e)
	s.frame, s.time, s.digits, s.ends = r.Frame, r.Time, r.Digits, e
	s.text = append(s.text[:0], b[start:]...)
	return b
}

// appendTime makes the text of a second anew only when it is another one.
func (s *lineStart) appendTime(b []byte, r *decode.Record) []byte {
	const far = 1 << 36 // years have four digits until long after that
	if r.Digits == 9 || r.Time.Sec < 0 || r.Time.Sec > far {
		return r.Time.AppendRFC3339(b, int(r.Digits))
	}
	if len(s.secondText) == 0 || s.second != r.Time.Sec {
		const fraction = len("000000Z")
		s.second = r.Time.Sec
		s.secondText = r.Time.AppendRFC3339(s.secondText[:0], 6)
		s.secondText = s.secondText[:len(s.secondText)-fraction]
	}
	b = append(b, s.secondText...)
	b = fields.AppendDigits(b, r.Time.Nanos/1000, 6)
	return append(b, 'Z')
}

func (s *lineStart) appendEnds(b []byte, r *decode.Record, e *ends) []byte {
	hash := (uint32(e.src.Port())<<16 ^ uint32(e.dst.Port()) ^ uint32(e.peer)<<8) * 0x9E3779B1
	kept := &s.recent[hash>>(32-recentEndsBits)]
	if len(kept.text) > 0 && kept.ends == *e {
		return append(b, kept.text...)
	}
	start := len(b)
	b = appendEnds(b, r)
	kept.ends, kept.text = *e, append(kept.text[:0], b[start:]...)
	return b
}
