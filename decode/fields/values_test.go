package fields

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
	"unicode"
	"unicode/utf8"

	"bcdump/decode/wire"
	"bcdump/internal/must"
	"bcdump/internal/printable"
)

// sameAsJSON demands that f is written as encoding/json writes a float32.
func sameAsJSON(t *testing.T, f float32) {
	t.Helper()
	want := must.Get(json.Marshal(f))(t)
	if got := AppendFloat([]byte("e-0"), f); string(got) != "e-0"+string(want) {
		t.Errorf("0x%08X: %s, want %s", math.Float32bits(f), got[3:], want)
	}
}

func TestAppendFloat(t *testing.T) {
	for _, f := range []float32{
		0, float32(math.Copysign(0, -1)), 1, -1, 0.1, 33.25, 88, -66, 1e-6, 9.99e-7, 1e-7, 1.5e-10, 1e20, 1e21, 9.999e20,
		1e22, -1e21, 16777216, math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32,
		math.Float32frombits(0x007FFFFF), // the largest denormal
		math.Float32frombits(0x00800000), // the smallest normal
	} {
		sameAsJSON(t, f)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		f := math.Float32frombits(random.Uint32())
		if wide := float64(f); !math.IsNaN(wide) && !math.IsInf(wide, 0) {
			sameAsJSON(t, f)
		}
	}
	for want, f := range map[string]float64{`"NaN"`: math.NaN(), `"Infinity"`: math.Inf(1), `"-Infinity"`: math.Inf(-1)} {
		if got := AppendFloat(nil, float32(f)); string(got) != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestAppendHex(t *testing.T) {
	tests := []struct {
		value  uint64
		digits int
		want   string
	}{
		{0, 2, "0x00"}, {0x9D, 2, "0x9D"}, {0x9D, 8, "0x0000009D"}, {0x3FFFFFFF, 8, "0x3FFFFFFF"},
		{0xABC, 2, "0xABC"}, {math.MaxUint64, 2, "0xFFFFFFFFFFFFFFFF"}, {0x123456789, 8, "0x123456789"},
	}
	for _, tt := range tests {
		if got := string(AppendHex(nil, tt.value, tt.digits)); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}

// quiet demands that nothing in b could steer a terminal or end a line.
func quiet(t *testing.T, b []byte) {
	t.Helper()
	if !utf8.Valid(b) {
		t.Errorf("%q is not UTF-8", b)
	}
	for _, c := range string(b) {
		if printable.Control(c) {
			t.Errorf("%q holds U+%04X", b, c)
		}
	}
}

func TestStringsComeBack(t *testing.T) {
	var latin wire.Text
	for c := range 256 {
		latin = append(latin, byte(c))
	}
	var back string
	text := AppendLatin1(nil, latin)
	quiet(t, text)
	if err := json.Unmarshal(text, &back); err != nil || back != latin.String() {
		t.Errorf("%s: %q, %v", text, back, err)
	}
	for first := rune(0); first <= unicode.MaxRune; first += 256 {
		var want []rune
		for c := first; c < first+256; c++ {
			if utf8.ValidRune(c) {
				want = append(want, c)
			}
		}
		text = AppendString(text[:0], string(want))
		if err := json.Unmarshal(text, &back); err != nil || back != string(want) {
			t.Fatalf("U+%04X: %s: %q, %v", first, text, back, err)
		}
		quiet(t, text)
	}
}

// Bytes that are not UTF-8 become U+FFFD, in every printer.
func TestBrokenUTF8(t *testing.T) {
	for _, text := range []string{"\xFF", "a\xC3", "\xED\xA0\x80"} {
		quiet(t, AppendString(nil, text))
	}
}

func TestShortFloat(t *testing.T) {
	tests := []struct {
		value float64
		want  string
	}{
		{0, "0"}, {math.Copysign(0, -1), "0"}, {33.25, "33.25"}, {-0.5, "-0.50"}, {0.004, "0.004"}, {0.00123456, "0.00123"},
		{1e-9, "1e-09"}, {12345678, "12345678.00"}, {2e9, "2e+09"}, {-1.23456e20, "-1.235e+20"},
		{math.NaN(), "NaN"}, {math.Inf(1), "+Inf"}, {math.Inf(-1), "-Inf"},
	}
	for _, tt := range tests {
		if got := string(AppendShortFloat(nil, tt.value)); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.value, got, tt.want)
		}
	}
	if got := string(AppendShortFloats(nil, []float32{88, -66, 0})); got != "(88.00 -66.00 0)" {
		t.Errorf("vector %s", got)
	}
}

func TestAppendName(t *testing.T) {
	if got := string(AppendName(nil, "assigned_peer_id")); got != "assigned peer id" {
		t.Error(got)
	}
}
