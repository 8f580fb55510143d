package fields

import (
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"bcdump/decode/wire"
	"bcdump/internal/heavy"
)

var everyFloat = flag.Bool("every-float", false, "compare all 2^32 floats with strconv; takes some ten minutes")

// sameAsAny holds AppendFloat against the form that leaves all work to strconv.
func sameAsAny(t *testing.T, f float32, got, want []byte) {
	t.Helper()
	got, want = AppendFloat(got[:0], f), appendAnyFloat(want[:0], f)
	if string(got) != string(want) {
		t.Fatalf("0x%08X: %s, want %s", math.Float32bits(f), got, want)
	}
}

// TestFloatForms takes floats of every exponent, and those that the game has.
func TestFloatForms(t *testing.T) {
	var got, want [64]byte
	check := func(f float32) { sameAsAny(t, f, got[:], want[:]) }
	if *everyFloat {
		for pattern := range uint64(1) << 32 {
			check(math.Float32frombits(uint32(pattern)))
		}
		return
	}
	chance := rand.New(rand.NewPCG(5, 6))
	const mantissas = 1 << mantissaBits
	for high := range uint32(1 << 9) { // sign and exponent
		for near := range heavy.Scale[uint32](30, 300) {
			check(math.Float32frombits(high<<mantissaBits + near))
			check(math.Float32frombits(high<<mantissaBits + mantissas - 1 - near))
		}
		for range heavy.Scale(400, 4_000) {
			check(math.Float32frombits(high<<mantissaBits + chance.Uint32N(mantissas)))
		}
	}
	for i := 0; i < 1<<16; i += heavy.Scale(7, 1) {
		check(wire.CF16(i).Float32())
		check(wire.CV3{int8(i)}.Vector()[0])
		check(float32(float64(i&0xFF) / 255 * 100))
		check(float32(i) / 256) // clocks
		check(float32(i) / 100)
		check(float32(i) / 1000)
	}
}

func TestAppendVector(t *testing.T) {
	huge := float32(math.MaxFloat32)
	for _, v := range [][3]float32{
		{}, {1, -2.5, 1234.5678}, {-huge, -huge, -huge}, {-1e-6, -0.000001234567, -99999999}, {float32(math.NaN()), float32(math.Inf(-1)), 1e-40},
	} {
		want := []byte("x")
		for i, f := range v {
			want = appendAnyFloat(append(want, "[,,"[i]), f)
		}
		if got := AppendVector([]byte("x"), &v); string(got) != string(want)+"]" {
			t.Errorf("%s, want %s]", got, want)
		}
	}
}

// TestScales holds the table against exact numbers.
func TestScales(t *testing.T) {
	ten := big.NewInt(10)
	for i := range scales {
		s := &scales[i]
		last := new(big.Int).Exp(ten, big.NewInt(int64(s.decimals)), nil) // 10^decimals
		bit := new(big.Int).Lsh(big.NewInt(1), uint(i))                   // 1 / the last bit
		if last.Cmp(bit) < 0 || s.decimals > 0 && last.Div(last, ten).Cmp(bit) >= 0 {
			t.Errorf("exponent %d: %d decimals", -i, s.decimals)
		}
		if five := new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(s.decimals)), nil); five.Uint64() != s.five {
			t.Errorf("exponent %d: 5^%d = %d", -i, s.decimals, s.five)
		}
		largest := new(big.Int).SetUint64(4 * (1<<(mantissaBits+1) + 1))
		if largest.Mul(largest, new(big.Int).SetUint64(s.five)); largest.BitLen() > 63 || s.shift < 2 {
			t.Errorf("exponent %d: %d bits, shift %d", -i, largest.BitLen(), s.shift)
		}
	}
}

func TestAppendDecimal(t *testing.T) {
	tests := []struct {
		value    uint64
		decimals int
		want     string
	}{
		{0, 0, "0"}, {0, 6, "0"}, {1, 0, "1"}, {1, 6, "0.000001"}, {1, 16, "0.0000000000000001"}, {10, 1, "1"}, {120, 2, "1.2"},
		{12_345_678, 8, "0.12345678"}, {123_456_789, 8, "1.23456789"}, {123_456_789, 9, "0.123456789"}, {47_241_000, 6, "47.241"},
		{1_000_000_000_000_001, 6, "1000000000.000001"}, {math.MaxUint64, 16, "1844.6744073709551615"},
		{100_000_000, 16, "0.00000001"}, {9_999_999_999_999_999, 16, "0.9999999999999999"},
	}
	for _, tt := range tests {
		if got := string(AppendDecimal(nil, tt.value, tt.decimals)); got != tt.want {
			t.Errorf("%d / 10^%d: %s, want %s", tt.value, tt.decimals, got, tt.want)
		}
	}
}

func TestAppendNumber(t *testing.T) {
	check := func(v uint64) {
		if got, want := string(AppendNumber([]byte("x"), v)), "x"+strconv.FormatUint(v, 10); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for v := range uint64(20_000) {
		check(v)
	}
	for power := uint64(1); power < 1e19; power *= 10 {
		check(power - 1)
		check(power)
		check(7 * power / 3)
	}
	check(math.MaxUint64)
}

func TestEightDigits(t *testing.T) {
	for v := uint32(0); v < 100_000_000; v += 97 {
		rest := v
		for i, digits := 7, eightDigits(v); i >= 0; i-- {
			if got := uint32(digits >> (8 * i) & 0xFF); got != rest%10 {
				t.Fatalf("%d: digit %d is %d", v, i, got)
			}
			rest /= 10
		}
	}
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
