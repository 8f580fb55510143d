package entitystate

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"unicode/utf8"
)

// Grade says how much one datagram tells about its protocol.
type Grade uint8

// Grades.
const (
	Refused Grade = iota // breaks a rule: not this protocol, or damaged
	Weak                 // keeps the rules, but has hardly more than a header
	Typed                // a message with a payload as it should be
	Strong               // a State with entities as they should be
)

// Judge grades a UDP payload, and gives its row of the table; nil if it is refused.
// missing counts bytes at the end that the datagram had and the capture lacks. All rules
// hold for what passes: version, size, a size that the type allows, values that the type
// allows.
func Judge(payload []byte, missing int) (Grade, *Spec) {
	s := Peek(payload, missing)
	if s == nil || s.Stream {
		return Refused, nil
	}
	size := len(payload) - HeaderSize + missing
	body := payload[HeaderSize:]
	switch {
	case int(binary.LittleEndian.Uint16(payload)) != size || s.short(size, size):
		return Refused, nil
	case s.sound == nil && size != s.least:
		return Refused, nil
	case s.sound != nil && !s.sound(body, size):
		return Refused, nil
	case size <= weakSize:
		return Weak, s
	case s.Type == stateType && len(body) >= countSize+EntitySize:
		return Strong, s
	}
	return Typed, s
}

// Peek gives the row of the table that a UDP payload belongs to by version, type and
// size, whatever else is wrong with it; nil if it belongs to none.
func Peek(payload []byte, missing int) *Spec {
	if len(payload) < HeaderSize || payload[3] != Version {
		return nil
	}
	row := find(payload[2], len(payload)-HeaderSize+missing, Unsettled)
	if row < 0 {
		return nil
	}
	return &rows[row]
}

const (
	stateType  = 4
	rosterType = 9
	// weakSize is how many bytes of payload say nothing: those of an empty State.
	weakSize = countSize
)

// Plausible reports whether a payload begins as a message does, however it goes on.
func Plausible(payload []byte) bool {
	return len(payload) >= HeaderSize && payload[3] == Version && known[payload[2]]
}

// Score adds up what the datagrams of one flow, in both directions, tell about its
// protocol. The zero value has seen none.
type Score struct {
	states int    // that are strong
	types  uint32 // others that are typed, a bit each
	weak   bool
}

// decisive is what a flow needs: two strong States, or what weighs as much. A State
// weighs 2; each other type that was seen 1, a Roster 2, however often; all that is weak together 1.
const decisive = 4

// Add takes in the next datagram of the flow, with its type. One that breaks a rule takes
// away what the types were worth: they count only if all pass.
func (s *Score) Add(grade Grade, kind uint8) {
	switch grade {
	case Refused:
		s.types, s.weak = 0, false
	case Weak:
		s.weak = true
	case Typed:
		if s.types |= 1 << (kind % 32); kind == rosterType {
			s.types |= 1 // there is no type 0
		}
	case Strong:
		s.states = min(s.states+1, decisive)
	}
}

// Decided reports whether the flow carries this protocol.
func (s *Score) Decided() bool {
	points := 2*s.states + bits.OnesCount32(s.types)
	if s.weak {
		points++
	}
	return points >= decisive
}

func soundHello(b []byte, size int) bool {
	return size == 0 || size == 4+nameSize && (len(b) < 4+nameSize || soundName(b[4:]))
}

func soundInput(b []byte, size int) bool {
	return size == 5 && (len(b) < 5 || b[4]&undefinedKeys == 0)
}

func soundSpawn(b []byte, size int) bool {
	return size == EntitySize && (len(b) < EntitySize || soundEntity(b))
}

// soundState reads what is there of the entities.
func soundState(b []byte, size int) bool {
	if len(b) < countSize {
		return false
	}
	count := int(binary.LittleEndian.Uint16(b))
	if count > serverLimit || size != countSize+EntitySize*count {
		return false
	}
	var room [serverLimit]uint32
	ids, sorted := room[:0], true
	for b = b[countSize:]; len(b) >= EntitySize; b = b[EntitySize:] {
		if !soundEntity(b) {
			return false
		}
		id := binary.LittleEndian.Uint32(b)
		sorted = sorted && (len(ids) == 0 || ids[len(ids)-1] < id)
		ids = append(ids, id)
	}
	if sorted {
		return true
	}
	_, n := repeated(ids)
	return n == 0
}

func soundEntity(b []byte) bool {
	if b[4] < Player || b[4] > Powerup {
		return false
	}
	for at := 5; at < 21; at += 4 {
		if !finite(math.Float32frombits(binary.LittleEndian.Uint32(b[at:]))) {
			return false
		}
	}
	return true
}

func soundRoster(b []byte, size int) bool {
	if len(b) < 1 {
		return false
	}
	count, entry := int(b[0]), longEntry
	if size != 1+entry*count {
		entry = shortEntry
	}
	if size != 1+entry*count {
		return false
	}
	for b = b[1:]; len(b) >= entry; b = b[entry:] {
		if !soundName(b[entry-nameSize : entry]) {
			return false
		}
	}
	return true
}

// soundName reports whether 16 bytes are UTF-8 text without control characters, and
// zeros.
func soundName(b []byte) bool {
	text := b[:nameSize]
	if end := bytes.IndexByte(text, 0); end >= 0 {
		if len(bytes.TrimRight(text[end:], "\x00")) > 0 {
			return false
		}
		text = text[:end]
	}
	return utf8.Valid(text) && !bytes.ContainsFunc(text, func(c rune) bool { return c < ' ' })
}
