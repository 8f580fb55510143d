package report

import (
	"strconv"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/transport"
)

// ordinaryAck gives the Ack that a record is, or nil if it is none or was not read to its
// end.
func ordinaryAck(r *decode.Record) *transport.Acknowledgement {
	m, ok := r.Content().Message.(*transport.Acknowledgement)
	if !ok || r.Content().Err != nil || r.Proto != decode.BC {
		return nil
	}
	return m
}

// appendAck appends all of an Ack behind the number of its message, by hand: after the
// updates they are the most frequent lines. It prints what its description does.
func appendAck(b []byte, r *decode.Record, m *transport.Acknowledgement) []byte {
	b = appendTransport(b, r)
	b = appendAckFields(b, m.Flags, m.FragmentIndex)
	return appendTrailing(b, r.Content())
}

func appendAckFields(b []byte, flags, fragmentIndex uint8) []byte {
	b = append(b, `,"fields":{"flags":"`...)
	b = fields.AppendHex(b, uint64(flags), 2)
	if flags&transport.AckLowChannel != 0 {
		b = append(b, `","channel":"low"`...)
	} else {
		b = append(b, `","channel":"high"`...)
	}
	if flags&transport.AckFragment != 0 {
		b = append(b, `,"fragment_index":`...)
		b = strconv.AppendUint(b, uint64(fragmentIndex), 10)
	}
	return append(b, '}')
}
