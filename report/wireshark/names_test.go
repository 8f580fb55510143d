package wireshark

import (
	"math"
	"math/rand/v2"
	"net/netip"
	"strconv"
	"testing"

	"bcdump/decode/fields"
)

// TestNames: an address has few names, and few addresses have some.
func TestNames(t *testing.T) {
	n := names{}
	a := netip.MustParseAddr("10.0.0.1")
	for i, name := range []string{"Ace", "Ace", "Cady2", "Kang", "Sep", "Koloth"} {
		if got, want := n.add(a, name), i != 1 && i < 5; got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if len(n[a]) != mostNames {
		t.Error(n[a])
	}
	if n.add(netip.Addr{}, "Ace") || n.add(netip.IPv4Unspecified(), "Ace") {
		t.Error("nobody has a name")
	}
	for i := range mostNamed + 10 {
		n.add(netip.AddrFrom4([4]byte{192, 0, byte(i >> 8), byte(i)}), strconv.Itoa(i))
	}
	if len(n) != mostNamed {
		t.Error(len(n))
	}
}

// TestDigits: what the plugin divides is the decimal of JSON.
func TestDigits(t *testing.T) {
	for i := range 100_000 {
		f := math.Float32frombits(rand.Uint32())
		if i%2 == 0 {
			f = float32(i-50_000) / 128
		}
		digits, places, ok := digitsOf(fields.AppendFloat(nil, f))
		value := float64(digits>>1) / math.Pow10(places)
		if digits&1 == 1 {
			value = -value
		}
		if ok && (value != wide(f) || digits >= 1<<49) {
			t.Fatalf("%v: %d, %d behind the point", f, digits, places)
		}
		if whole := math.Abs(float64(f)); !ok && whole > 1e-3 && whole < 1e8 {
			t.Fatalf("%v is a double", f)
		}
	}
}
