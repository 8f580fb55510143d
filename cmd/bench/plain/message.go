package main

import (
	"encoding/binary"
	"math"
)

// message is one transport message.
type message struct {
	name     string
	length   int
	seq      *uint16
	fragment bool
	payload  []byte
}

// split gives the messages of a plaintext datagram, up to the first one that it does not
// understand.
func split(plain []byte) (messages []message) {
	if len(plain) < 2 {
		return nil
	}
	rest := plain[2:]
	for range int(plain[1]) {
		m, ok := next(rest)
		if !ok {
			break
		}
		messages = append(messages, m)
		rest = rest[m.length:]
	}
	return messages
}

var names = map[byte]string{0: "peer_info", 1: "ack", 2: "keepalive", 3: "connect", 4: "boot", 5: "disconnect", 0x32: "data"}

// next reads the message at the beginning of b.
func next(b []byte) (m message, ok bool) {
	if len(b) == 0 {
		return m, false
	}
	if m.name, ok = names[b[0]]; !ok {
		return m, false
	}
	header := 0
	switch {
	case m.name == "keepalive":
		m.length, header = 1, 1
	case len(b) < 4:
		return m, false
	case m.name == "ack":
		m.length, header = 4+int(b[3]&1), 1
		m.seq = word(b[1:])
	default:
		header = m.header(b)
	}
	if header > m.length || m.length > len(b) {
		return m, false
	}
	m.payload = b[header:m.length]
	return m, true
}

// header reads the header of a message that states its length, and gives its size.
func (m *message) header(b []byte) (size int) {
	flags := *word(b[1:])
	m.length, size = int(flags&0x3FFF), 3
	if m.name == "data" {
		m.length, m.fragment = int(flags&0x1FFF), flags&0x2000 != 0
	}
	if (m.name != "data" || flags&0x8000 != 0) && len(b) >= 5 {
		m.seq, size = word(b[3:]), 5
	}
	if m.fragment && len(b) > size {
		if b[size] == 0 {
			size++ // part 0 has the number of parts
		}
		size++
	}
	return size
}

func word(b []byte) *uint16 {
	v := binary.LittleEndian.Uint16(b)
	return &v
}

// compressed is a 16-bit float of the game: sign, 3 bits of scale, 12 of mantissa.
func compressed(v uint16) float32 {
	low, high := 0.0, 0.001
	for range v >> 12 & 7 {
		low, high = high, high*10
	}
	value := low + (high-low)*float64(v&0xFFF)/4095
	if v&0x8000 != 0 {
		value = -value
	}
	return float32(value)
}

// finite keeps out what encoding/json refuses.
func finite(f float32) float32 {
	if v := float64(f); math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return f
}
