package records

import (
	"regexp"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/transport"
)

// readings are how other sources read the fields of a record.
func readings(r *decode.Record) []message.OtherReading {
	if opcode, ok := r.Opcode(); ok && r.Proto == decode.BC {
		return message.OtherReadings(opcode)
	}
	if r.Proto == decode.BC && !r.Unread && r.Header.Type == transport.Boot {
		return message.BootReadings()
	}
	return nil
}

// place is the place of an element in a list.
var place = regexp.MustCompile(`\[\d+\]`)

// otherReading appends a line about a field that other sources read in another way, once for each
// record.
func (t *textLine) otherReading(b []byte, o *decode.Owned, others []message.OtherReading) ([]byte, []message.OtherReading) {
	if len(others) == 0 {
		return b, nil
	}
	path := place.ReplaceAllString(o.Path, "")
	for i, other := range others {
		if other.Path != path {
			continue
		}
		t.Open(b)
		b = padRight(b, "", readingIndent)
		t.Begin(b, t.Dim)
		b = append(append(b, "other reading: "...), other.Text...)
		t.End(b, t.Dim)
		return t.CloseWide(b), others[i+1:]
	}
	return b, others
}

// readingIndent is where the names of fields begin.
const readingIndent = frameWidth + 2 + 7 + 3*bytesPerRow
