package transport

import (
	"encoding/binary"
	"fmt"
)

// Cause is the kind of a Fault.
type Cause uint8

// Causes of faults.
const (
	None        Cause = iota
	NoHeader          // fewer than the two bytes of a datagram header
	UnknownType       // a type byte that no message has
	BadLength         // a length that does not fit its message or the datagram
	TooFew            // the datagram ends before msg_count messages
	LeftOver          // bytes after the last message
	CutOff            // the capture ends within a message
)

// Fault says where and why a walk stopped. The zero Fault is none.
type Fault struct {
	Cause  Cause
	Type   Type   // of the message at fault
	Header uint8  // bytes that its header takes, as far as known
	Count  uint8  // messages announced
	Index  uint8  // messages read before the fault
	Length uint16 // that the message claims or needs
	Offset int32  // in the plaintext datagram
	Left   int32  // bytes from Offset to the end
}

// String says what was expected and what was found.
func (f *Fault) String() string {
	switch f.Cause {
	case NoHeader:
		return fmt.Sprintf("too short for a peer id and a message count: %d B", f.Left)
	case UnknownType:
		return fmt.Sprintf("unknown transport type 0x%02X", uint8(f.Type))
	case BadLength:
		if int32(f.Length) > f.Left {
			return fmt.Sprintf("%s message of %d bytes, only %d left", f.Type.describe(), f.Length, f.Left)
		}
		return fmt.Sprintf("%s message of %d bytes, but its header alone takes %d", f.Type.describe(), f.Length, f.Header)
	case TooFew:
		return fmt.Sprintf("%d messages announced, %d present", f.Count, f.Index)
	case LeftOver:
		if f.Left == 1 {
			return "1 byte left after the last message"
		}
		return fmt.Sprintf("%d bytes left after the last message", f.Left)
	case CutOff:
		if f.Left == 0 {
			return fmt.Sprintf("captured %d of %d messages", f.Index, f.Count)
		}
		return fmt.Sprintf("captured %d of %d bytes of the message", f.Left, f.Length)
	}
	return ""
}

// DatagramHeader is the length of what stands before the first message: u8 peer
// id, u8 message count.
const DatagramHeader = 2

// Walk reads the messages of a plaintext datagram, appending them to messages. It
// stops at the first fault; what was read before it is sound. missing counts the
// bytes that the datagram had and the capture lacks: a message that reaches into
// them is given as Cut if its header is there.
//
// Random bytes almost never pass without a fault, which makes the walk the test
// for the protocol: see Strength.
func Walk(plain []byte, missing int, messages []Message) ([]Message, Fault) {
	var fault Fault
	messages = WalkInto(plain, missing, messages, &fault)
	return messages, fault
}

// WalkInto is Walk for whoever has a place for the fault: to hand it round takes longer
// than the walk.
func WalkInto(plain []byte, missing int, messages []Message, fault *Fault) []Message {
	*fault = Fault{}
	if len(plain) < DatagramHeader {
		*fault = Fault{Cause: NoHeader, Left: int32(len(plain))}
		return messages
	}
	w := walker{plain: plain, missing: missing, pos: DatagramHeader, count: plain[1]}
	for ; w.index < w.count; w.index++ {
		messages = longer(messages)
		m := &messages[len(messages)-1]
		if b := plain[w.pos:]; !commonData(b, m) && !commonAck(b, m) {
			*m = Message{}
			if cause := w.next(m); cause != None {
				*fault = w.fault(cause, m)
				if !m.Cut {
					messages = messages[:len(messages)-1]
				}
				return messages
			}
		}
		m.Offset = int32(w.pos)
		w.pos += int(m.Length)
	}
	if w.pos != len(plain) {
		*fault = Fault{Cause: LeftOver, Offset: int32(w.pos), Left: int32(w.left()), Index: w.index}
	}
	return messages
}

// longer makes room for one more message; what lies there is of another time.
func longer(messages []Message) []Message {
	n := len(messages)
	if n == cap(messages) {
		return append(messages, Message{})
	}
	return messages[:n+1]
}

// commonData reads a whole Data message that is no fragment, as next does; false = it is
// another one. Nearly all that a game sends are these and Acks, and they take less than half
// of the time so. m is written field by field: a literal would be made elsewhere first, and
// copied.
func commonData(b []byte, m *Message) bool {
	if len(b) < 4 || Type(b[0]) != Data { // one of three bytes is empty, and rare
		return false
	}
	word := binary.LittleEndian.Uint16(b[1:])
	length, header, seq := word&dataLength, uint8(3), uint16(0)
	reliable := word&reliableBit != 0
	if reliable {
		header = 5
	}
	if word&fragmentBit != 0 || length < uint16(header) || int(length) > len(b) {
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

// commonAck reads an Ack of a whole message, as next does; false = it is another one.
func commonAck(b []byte, m *Message) bool {
	if len(b) < 4 || Type(b[0]) != Ack || b[3]&AckFragment != 0 {
		return false
	}
	m.Type, m.FlagsLen, m.HasSeq, m.Seq = Ack, 0, true, binary.LittleEndian.Uint16(b[1:])
	m.Fragment, m.OneByteLength, m.Cut = false, false, false
	m.FragmentIndex, m.FragmentTotal, m.AckFlags = 0, 0, b[3]
	m.Length, m.Header = 4, 1
	return true
}

type walker struct {
	plain        []byte
	missing      int
	pos          int
	index, count uint8
}

func (w *walker) left() int { return len(w.plain) - w.pos }

func (w *walker) fault(c Cause, m *Message) Fault {
	return Fault{Cause: c, Type: m.Type, Offset: int32(w.pos), Length: m.Length, Header: m.Header, Left: int32(w.left()), Count: w.count, Index: w.index}
}

// next reads the message at the cursor, whatever it is, into an empty m.
func (w *walker) next(m *Message) Cause {
	if w.left() == 0 {
		if w.missing > 0 {
			return CutOff
		}
		return TooFew
	}
	b := w.plain[w.pos:]
	m.Type, m.Offset = Type(b[0]), int32(w.pos)
	switch m.Type {
	case Keepalive:
		m.Length, m.Header = 1, 1
		return None
	case Ack:
		return w.ack(m, b)
	case Data:
		return w.data(m, b)
	case PeerInfo, Connect, Boot, Disconnect:
		return w.control(m, b)
	case OldDisconnect:
		return w.oldDisconnect(m, b)
	}
	return UnknownType
}

// fits checks that the message lies within the datagram.
func (w *walker) fits(m *Message) Cause {
	length, left := int(m.Length), w.left()
	switch {
	case length <= left:
		return None
	case length > left+w.missing:
		return BadLength
	}
	m.Cut = int(m.Header) <= left
	return CutOff
}

func (w *walker) ack(m *Message, b []byte) Cause {
	m.Length, m.Header = 4, 1
	if len(b) >= 4 {
		m.HasSeq, m.Seq, m.AckFlags = true, binary.LittleEndian.Uint16(b[1:]), b[3]
		if m.AckFlags&AckFragment != 0 {
			m.Length = 5
		}
	}
	if cause := w.fits(m); cause != None {
		m.Cut = false // an Ack has no header to show without the rest
		return cause
	}
	if m.Length == 5 {
		m.FragmentIndex = b[4]
	}
	return None
}

func (w *walker) data(m *Message, b []byte) Cause {
	m.Length, m.Header = 3, 3
	if len(b) < 3 {
		return w.fits(m)
	}
	m.FlagsLen = binary.LittleEndian.Uint16(b[1:])
	m.Length, m.Header = m.FlagsLen&dataLength, 3
	m.HasSeq, m.Fragment = m.Reliable(), m.FlagsLen&fragmentBit != 0
	indexAt := 3
	if m.HasSeq {
		indexAt = 5
		m.Header = 5
	}
	if m.Fragment {
		m.Header = uint8(indexAt) + 1
		if len(b) > indexAt && b[indexAt] == 0 {
			m.Header++
		}
	}
	if m.Length < uint16(m.Header) {
		return BadLength
	}
	cause := w.fits(m)
	if cause == None || m.Cut {
		w.dataHeader(m, b, indexAt)
	}
	return cause
}

func (w *walker) dataHeader(m *Message, b []byte, indexAt int) {
	if m.HasSeq {
		m.Seq = binary.LittleEndian.Uint16(b[3:])
	}
	if !m.Fragment {
		return
	}
	m.FragmentIndex = b[indexAt]
	if m.FragmentIndex == 0 {
		m.FragmentTotal = b[indexAt+1]
	}
}

const controlHeader = 5

// control reads the u16 form and, where that does not fit the datagram, the
// one-byte length of third-party software.
func (w *walker) control(m *Message, b []byte) Cause {
	cause := w.wideControl(m, b)
	if cause == BadLength && w.oneByte(m, b) {
		return None
	}
	return cause
}

func (w *walker) wideControl(m *Message, b []byte) Cause {
	m.Length, m.Header = controlHeader, controlHeader
	if len(b) < controlHeader {
		return w.fits(m)
	}
	m.FlagsLen = binary.LittleEndian.Uint16(b[1:])
	m.Length = m.FlagsLen & otherLength
	if m.Length < controlHeader {
		return BadLength
	}
	m.HasSeq, m.Seq = true, binary.LittleEndian.Uint16(b[3:])
	return w.fits(m)
}

// oneByte takes m as u8 type, u8 length, payload if that fits.
func (w *walker) oneByte(m *Message, b []byte) bool {
	if len(b) < 2 || int(b[1]) < 2 || int(b[1]) > len(b) {
		return false
	}
	*m = Message{Type: m.Type, Offset: m.Offset, Length: uint16(b[1]), Header: 2, OneByteLength: true}
	return true
}

// oldDisconnect accepts type 0x06 only where nothing else can follow.
func (w *walker) oldDisconnect(m *Message, b []byte) Cause {
	if w.index == w.count-1 && len(b) >= 2 && int(b[1]) == len(b) && w.oneByte(m, b) {
		return None
	}
	return UnknownType
}

// Strength says how much a walk tells about the protocol of the datagram.
type Strength uint8

// Grades of a walk.
const (
	Refused Strength = iota // a fault: not this protocol, or damaged
	Weak                    // passed, but too little was there to tell
	Strong                  // passed: random bytes do not
)

// Judge grades the outcome of a Walk. No message, keepalives, a lone Ack and
// one-byte lengths have too few bits that random bytes could get wrong.
func Judge(messages []Message, cause Cause) Strength {
	if cause != None {
		return Refused
	}
	acks := 0
	for i := range messages {
		switch m := &messages[i]; {
		case m.Type == Ack:
			acks++
		case m.Type != Keepalive && !m.OneByteLength:
			return Strong
		}
	}
	if acks > 1 {
		return Strong
	}
	return Weak
}
