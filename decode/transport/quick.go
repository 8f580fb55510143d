package transport

import "encoding/binary"

// quick does what walk does for a datagram of nothing but whole Data messages and Acks,
// none of them of a fragment, and without a fault: nearly all that a game sends. It reports
// false for every other and leaves that to the general way, which remains the truth: a test
// and a fuzz target hold the two together. It takes less than half of the time.
func quick(plain []byte, messages []Message) (_ []Message, ok bool) {
	if len(plain) < DatagramHeader {
		return messages, false
	}
	at := DatagramHeader
	for range plain[1] {
		b := plain[at:]
		if len(b) < 4 { // the length of an Ack; a shorter Data message is empty
			return messages, false
		}
		n := len(messages)
		if n == cap(messages) {
			messages = append(messages, Message{})
		}
		messages = messages[:n+1]
		m := &messages[n]
		if !quickData(b, m) && !quickAck(b, m) {
			return messages, false
		}
		m.Offset = int32(at)
		at += int(m.Length)
	}
	return messages, at == len(plain)
}

// quickData reads a whole Data message that is no fragment into m, field by field: a
// literal would be made elsewhere first, and copied.
func quickData(b []byte, m *Message) bool {
	word := binary.LittleEndian.Uint16(b[1:])
	length, header, seq := word&dataLength, uint8(3), uint16(0)
	reliable := word&reliableBit != 0
	if reliable {
		header = 5
	}
	if Type(b[0]) != Data || word&fragmentBit != 0 || length < uint16(header) || int(length) > len(b) {
		return false
	}
	if reliable {
		seq = binary.LittleEndian.Uint16(b[3:])
	}
	m.Type, m.FlagsLen, m.HasSeq, m.Seq = Data, word, reliable, seq
	m.Fragment, m.OneByteLength, m.Cut = false, false, false
	m.FragmentIndex, m.FragmentTotal, m.AckFlags = 0, 0, 0
	m.Length, m.Header = length, header
	return true
}

// quickAck reads an Ack of a whole message into m.
func quickAck(b []byte, m *Message) bool {
	if Type(b[0]) != Ack || b[3]&AckFragment != 0 {
		return false
	}
	m.Type, m.FlagsLen, m.HasSeq, m.Seq = Ack, 0, true, binary.LittleEndian.Uint16(b[1:])
	m.Fragment, m.OneByteLength, m.Cut = false, false, false
	m.FragmentIndex, m.FragmentTotal, m.AckFlags = 0, 0, b[3]
	m.Length, m.Header = 4, 1
	return true
}
