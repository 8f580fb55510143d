package fields

import (
	"math"
	"math/rand/v2"
	"testing"

	"bcdump/decode/wire"
)

// TestFrequentFloats holds the table against the general way, and shows that it has what
// it is made for.
func TestFrequentFloats(t *testing.T) {
	check := func(f float32) {
		if got, want := string(AppendFloat(nil, f)), string(appendAnyFloat(nil, f)); got != want {
			t.Errorf("%x: %s, want %s", math.Float32bits(f), got, want)
		}
	}
	for i := range 256 {
		direction := wire.CV3{int8(i)}.Vector()[0]
		percent := float32(float64(i) / 255 * 100)
		for _, f := range []float32{direction, percent} {
			check(f)
			if i != 128 && frequent.find(math.Float32bits(f)) == "" { // -128 is no component that software writes
				t.Errorf("%v is not in the table", f)
			}
		}
	}
	chance := rand.New(rand.NewPCG(5, 6))
	for range 100_000 {
		check(math.Float32frombits(chance.Uint32()))
	}
	check(float32(math.Copysign(0, -1)))
}

func TestAppendStringOfAnyText(t *testing.T) {
	for text, want := range map[string]string{
		"": `""`, "plain": `"plain"`, "a\"b": `"a\"b"`, "\\": `"\\"`, "é\x01z": `"é\u0001z"`, "a\x7f": `"a\u007f"`, "a\xffb": "\"a\ufffdb\"",
	} {
		if got := string(AppendString(nil, text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
