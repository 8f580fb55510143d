package records

import (
	"regexp"
	"sync"

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
var place = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[\d+\]`) })

// otherReading appends a line about a field that other sources read in another way, once for each
// record.
func (t *textLine) otherReading(b []byte, o *decode.Owned, others *[]message.OtherReading) []byte {
	if len(*others) == 0 {
		return b
	}
	path := place().ReplaceAllString(o.Path, "")
	for i, other := range *others {
		if other.Path == path {
			*others = (*others)[i+1:]
			return t.remark(b, "other reading: "+other.Text)
		}
	}
	return b
}
