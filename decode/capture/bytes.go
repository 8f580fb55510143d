package capture

import (
	"encoding/binary"
	"math/bits"
)

// u16, u32 and u64 read an integer in the byte order of the file. A flag and a
// swap are inlined, a binary.ByteOrder is not.
func u16(b []byte, big bool) uint16 {
	v := binary.LittleEndian.Uint16(b)
	if big {
		v = bits.ReverseBytes16(v)
	}
	return v
}

func u32(b []byte, big bool) uint32 {
	v := binary.LittleEndian.Uint32(b)
	if big {
		v = bits.ReverseBytes32(v)
	}
	return v
}

func u64(b []byte, big bool) uint64 {
	v := binary.LittleEndian.Uint64(b)
	if big {
		v = bits.ReverseBytes64(v)
	}
	return v
}

// zeroRun counts the zeros at the start of b.
func zeroRun(b []byte) int {
	for i, c := range b {
		if c != 0 {
			return i
		}
	}
	return len(b)
}

// padTo4 is the next multiple of four.
func padTo4(n int) int { return (n + 3) &^ 3 }
