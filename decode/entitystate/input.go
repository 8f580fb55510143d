package entitystate

import (
	"fmt"

	"bcdump/decode/wire"
)

// Input, type 3, client to server: which keys are down.
//
//	+0   u32  sequence
//	+4   u8   bits       0x01 up, 0x02 down, 0x04 left, 0x08 right, 0x10 shoot, 0x20 charge
//
// Source: documents.
type Input struct {
	Sequence uint32
	Bits     uint8
}

// undefinedKeys are bits without a meaning.
const undefinedKeys = 0xC0

// keyNames lists for every combination the keys that are down.
var keyNames = func() (names [0x40][]string) {
	for bits := range names {
		names[bits] = []string{}
		for i, name := range [...]string{"Up", "Down", "Left", "Right", "Shoot", "Charge"} {
			if bits&(1<<i) != 0 {
				names[bits] = append(names[bits], name)
			}
		}
	}
	return names
}()

// Visit describes the fields in wire order.
func (m *Input) Visit(v wire.Visitor) {
	v.U32("sequence", &m.Sequence)
	v.Hex8("bits", &m.Bits)
	v.ShowTexts("keys", keyNames[m.Bits&^undefinedKeys])
}

func (m *Input) check(i *issues) {
	if bits := m.Bits & undefinedKeys; bits != 0 {
		i.add(UnknownBits, HeaderSize+4, fmt.Sprintf("keys 0x%02X: bits 6 and 7 have no meaning", m.Bits))
	}
}
