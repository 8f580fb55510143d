package transport

import (
	"encoding/binary"
	"fmt"

	"bcdump/decode/wire"
)

// Type is the first byte of a transport message.
type Type uint8

// Types of transport messages. All others are undefined.
const (
	PeerInfo   Type = 0x00
	Ack        Type = 0x01
	Keepalive  Type = 0x02
	Connect    Type = 0x03
	Boot       Type = 0x04
	Disconnect Type = 0x05
	// OldDisconnect is how some third-party software writes Disconnect; it is
	// accepted only as the last message of a datagram and with a one-byte length.
	OldDisconnect Type = 0x06
	Data          Type = 0x32
)

var typeNames = [Data + 1]string{
	PeerInfo: "peer_info", Ack: "ack", Keepalive: "keepalive", Connect: "connect", Boot: "boot",
	Disconnect: "disconnect", OldDisconnect: "disconnect", Data: "data",
}

// String gives the name that is printed.
func (t Type) String() string {
	if t > Data || typeNames[t] == "" {
		return "unknown"
	}
	return typeNames[t]
}

// Bits of the flags_len word.
const (
	reliableBit = 0x8000
	orderedBit  = 0x4000
	fragmentBit = 0x2000 // type Data only
	dataLength  = 0x1FFF
	otherLength = 0x3FFF
)

// Bits of the flags of an Ack.
const (
	AckFragment   = 0x01 // acknowledges a fragment
	AckLowChannel = 0x02 // acknowledges a type below 0x32
)

// Message is one transport message and its place in the plaintext datagram.
//
//	Data        u8 type | u16 flags_len | [reliable] u16 seq | [fragment] u8 index
//	            | [index 0] u8 total | payload
//	control     u8 type | u16 flags_len | u16 seq | payload
//	Ack         u8 type | u16 seq | u8 flags | [flags bit 0] u8 index
//	Keepalive   u8 type
//
// The length in flags_len counts from the type byte to the end of the payload: 13
// bits for Data, 14 for the others. All words are little-endian. Source: observed;
// see docs/protocol, "transport messages".
type Message struct {
	Type          Type
	HasSeq        bool
	Fragment      bool // a part of a Data message
	OneByteLength bool // length as third-party software writes it: u8, no seq
	Cut           bool // the capture holds only the beginning of the message
	FragmentIndex uint8
	FragmentTotal uint8  // only in part 0
	AckFlags      uint8  // only in an Ack
	FlagsLen      uint16 // as on the wire; 0 where there is none
	Seq           uint16 // of an Ack: the number being acknowledged
	Length        uint16 // of the whole message, as it says
	Header        uint8  // bytes before the payload
	Offset        int32  // of the type byte in the datagram
}

// Reliable reports bit 15 of flags_len.
func (m *Message) Reliable() bool { return m.FlagsLen&reliableBit != 0 }

// Ordered reports bit 14 of flags_len. It changes nothing in the layout.
func (m *Message) Ordered() bool { return m.FlagsLen&orderedBit != 0 }

// Suspect says what no stock sender would write, or "".
func (m *Message) Suspect() string {
	switch {
	case m.OneByteLength || m.Type == Ack || m.Type == Keepalive || m.Reliable():
		return ""
	case m.Type != Data:
		return "control message without the reliable bit"
	case m.Fragment:
		return "fragment without the reliable bit, so without a sequence number"
	}
	return ""
}

// Payload gives the bytes behind the header; of a cut message, those that the
// capture has.
func (m *Message) Payload(plain []byte) []byte {
	start, end := int(m.Offset), m.end(plain)
	return plain[min(start+int(m.Header), end):end]
}

// Bytes gives the whole message; of a cut message, what the capture has.
func (m *Message) Bytes(plain []byte) []byte {
	return plain[m.Offset:m.end(plain)]
}

// end is where the message ends in the datagram, or the datagram within it.
func (m *Message) end(plain []byte) int { return min(int(m.Offset)+int(m.Length), len(plain)) }

// Spans gives the header fields and the bytes they own, counted from the start
// of the message.
func (m *Message) Spans() []wire.Span {
	spans := append(make([]wire.Span, 0, 5), wire.Span{Path: "type", Length: 1, Type: "u8"})
	add := func(path, kind string, n int) {
		last := spans[len(spans)-1]
		spans = append(spans, wire.Span{Path: path, Offset: last.Offset + last.Length, Length: n, Type: kind})
	}
	switch {
	case m.Type == Keepalive || m.Type == Ack:
	case m.OneByteLength:
		add("length", "u8", 1)
	default:
		add("flags_len", "u16", 2)
	}
	if m.HasSeq && m.Type != Ack {
		add("seq", "u16", 2)
	}
	if m.Fragment {
		add("fragment_index", "u8", 1)
	}
	if m.Fragment && m.FragmentIndex == 0 {
		add("fragment_total", "u8", 1)
	}
	return spans
}

// Append appends a message with this header and the given payload. Type, the bits
// of FlagsLen, Seq, Fragment..., AckFlags and OneByteLength are used; lengths
// follow from the payload.
func (m *Message) Append(b, payload []byte) []byte {
	start := len(b)
	b = append(b, byte(m.Type))
	switch {
	case m.Type == Keepalive:
		return b
	case m.Type == Ack:
		return m.appendAck(b)
	case m.OneByteLength:
		b = append(append(b, 0), payload...)
		b[start+1] = byte(len(b) - start)
		return b
	}
	b = append(b, 0, 0)
	if m.Type != Data || m.Reliable() {
		b = binary.LittleEndian.AppendUint16(b, m.Seq)
	}
	mask := uint16(otherLength)
	if m.Type == Data {
		mask = dataLength
		b = m.appendFragment(b)
	}
	b = append(b, payload...)
	binary.LittleEndian.PutUint16(b[start+1:], m.FlagsLen&^mask|uint16(len(b)-start)&mask)
	return b
}

func (m *Message) appendFragment(b []byte) []byte {
	if m.FlagsLen&fragmentBit == 0 {
		return b
	}
	b = append(b, m.FragmentIndex)
	if m.FragmentIndex == 0 {
		b = append(b, m.FragmentTotal)
	}
	return b
}

func (m *Message) appendAck(b []byte) []byte {
	b = binary.LittleEndian.AppendUint16(b, m.Seq)
	b = append(b, m.AckFlags)
	if m.AckFlags&AckFragment != 0 {
		b = append(b, m.FragmentIndex)
	}
	return b
}

// NewData gives the header of a Data message; seq counts only if reliable.
func NewData(reliable bool, seq uint16) Message {
	m := Message{Type: Data, Seq: seq}
	if reliable {
		m.FlagsLen, m.HasSeq = reliableBit, true
	}
	return m
}

// NewFragment gives the header of one part of a Data message.
func NewFragment(seq uint16, index, total uint8) Message {
	return Message{
		Type: Data, FlagsLen: reliableBit | fragmentBit, HasSeq: true, Seq: seq,
		Fragment: true, FragmentIndex: index, FragmentTotal: total,
	}
}

// NewControl gives the header of a PeerInfo, Connect, Boot or Disconnect message.
func NewControl(t Type, seq uint16) Message {
	return Message{Type: t, FlagsLen: reliableBit | orderedBit, HasSeq: true, Seq: seq}
}

// NewAck gives the header of an Ack of m.
func NewAck(m *Message) Message {
	ack := Message{Type: Ack, HasSeq: true, Seq: m.Seq}
	if m.Fragment {
		ack.AckFlags, ack.FragmentIndex = AckFragment, m.FragmentIndex
	}
	if m.Type != Data {
		ack.AckFlags |= AckLowChannel
	}
	return ack
}

func (t Type) describe() string { return fmt.Sprintf("%s (0x%02X)", t, uint8(t)) }
