//go:build !purego

package cipher

import "golang.org/x/sys/cpu"

// fastest is the kernel of AVX2 if processor and operating system can run it, and nil otherwise. They are
// asked once, at start-up.
var fastest = available()

func available() kernel {
	if !cpu.X86.HasAVX2 {
		return nil
	}
	return decipherAVX2
}

// decipherAVX2 is a kernel.
//
//go:noescape
func decipherAVX2(state *lanes, from, to *[maxLanes]*byte, offset, count int)

// operands are the constants of the kernel, 32 bytes each.
type operands struct {
	mulSum, mulWord, one vector16
	keys                 [rounds]vector16 // the words of the secret
	steps                [rounds]vector16 // r * mulSum: constant part of the sum of round r, from 0
	swap                 vector8          // shuffle: the bytes of each lane change places
	even, odd            vector8          // shuffle: byte 2i, 2i+1 to both bytes of lane i
	upper                vector8          // mask: the upper byte of each lane
}

type (
	vector16 [16]uint16
	vector8  [32]byte // of a shuffle: the place of each byte's source among its 16
)

//lint:ignore U1000 assembly
var constants = newOperands()

func newOperands() (o operands) {
	o.mulSum, o.mulWord, o.one = everywhere(mulSum), everywhere(mulWord), everywhere(1)
	for r := range uint16(rounds) {
		o.keys[r] = everywhere(secretWord(r))
		o.steps[r] = everywhere(r * mulSum)
	}
	for i := range byte(len(o.upper)) {
		place := i % 16
		o.swap[i], o.even[i], o.odd[i] = place^1, place&^1, place|1
		if i%2 == 1 {
			o.upper[i] = 0xFF
		}
	}
	return o
}

func everywhere(value uint16) (v vector16) {
	for i := range v {
		v[i] = value
	}
	return v
}
