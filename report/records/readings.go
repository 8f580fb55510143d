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

// otherReading gives how other sources read a field, once for each record; "" = as this program does, or
// it was said already.
func otherReading(o *decode.Owned, others *[]message.OtherReading) string {
	if len(*others) == 0 {
		return ""
	}
	path := place().ReplaceAllString(o.Path, "")
	for i, other := range *others {
		if other.Path == path {
			*others = (*others)[i+1:]
			return other.Text
		}
	}
	return ""
}
