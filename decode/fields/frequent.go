package fields

import "math"

// frequent holds the text of floats that occur all the time, because they stand for one
// byte on the wire: components of directions, and shares in percent. Making such a text
// takes as long as reading the message that it is in.
var frequent = newFloatTexts()

// floatTexts is a table of floats and their texts, which nobody changes. A float lies
// where its bits lead, or in one of the places behind that.
type floatTexts [1 << floatBits]struct {
	bits uint32
	text string // "" = nothing is here
}

// floatBits leaves half of the places empty.
const floatBits = 10

func newFloatTexts() *floatTexts {
	t := &floatTexts{}
	const direction, share = 127, 255
	for i := -direction; i <= direction; i++ {
		t.add(float32(float64(i) / direction))
	}
	for i := range share + 1 {
		t.add(float32(float64(i) / share * 100))
	}
	return t
}

func placeOf(bits uint32) uint32 { return bits * 0x9E3779B1 >> (32 - floatBits) }

func (t *floatTexts) add(f float32) {
	bits := math.Float32bits(f)
	at := placeOf(bits)
	for t[at].text != "" && t[at].bits != bits {
		at = (at + 1) % uint32(len(t))
	}
	t[at].bits, t[at].text = bits, string(appendAnyFloat(nil, f))
}

// find gives the text of a float by its bits; "" = it is not here.
func (t *floatTexts) find(bits uint32) string {
	for at := placeOf(bits); t[at].text != ""; at = (at + 1) % uint32(len(t)) {
		if t[at].bits == bits {
			return t[at].text
		}
	}
	return ""
}
