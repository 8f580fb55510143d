//go:build !purego

package cipher

// kernels has one for every arm64 processor, since NEON is part of them all.
var kernels = []kernel{{"neon", 32, decipherNEON}}

// decipherNEON is the decipher of a kernel with 32 lanes.
//
//go:noescape
func decipherNEON(state *lanes, from, to *[maxLanes]*byte, offset, count int)

// operands are the constants of the kernel, in all lanes of a vector: 13 vectors that it
// loads into as many registers, V16 to V28, in this order.
type operands struct {
	keys                 [rounds]vector // the words of the secret
	steps                [rounds]vector // constant part of the sum after the next round; 0 after the last
	one, mulWord, mulSum vector
}

type vector [8]uint16

//lint:ignore U1000 assembly
var constants = newOperands()

func newOperands() (o operands) {
	for r := range uint16(rounds) {
		o.keys[r] = everywhere(secretWord(r))
		o.steps[r] = everywhere((r + 1) % rounds * mulSum)
	}
	o.one, o.mulWord, o.mulSum = everywhere(1), everywhere(mulWord), everywhere(mulSum)
	return o
}

func everywhere(value uint16) (v vector) {
	for i := range v {
		v[i] = value
	}
	return v
}
