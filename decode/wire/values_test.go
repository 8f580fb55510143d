package wire

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A decoded compressed float does not encode to itself: the reader's steps begin at
// 0.001, the writer's a little higher, and the writer cuts. So each of the 65,536
// values lands one step low, with the exceptions below; only zero survives.
func TestCF16SurvivesOnlyAsZero(t *testing.T) {
	for raw := range 1 << 16 {
		c := CF16(raw)
		want := c - 1
		switch mantissa := c & 0xFFF; {
		case c == 0 || c == 0x8000:
			want = 0 // minus zero is zero
		case mantissa == 0:
			want = c - 2 // into the last step but one of the scale below
		}
		if got := NewCF16(c.Float64()); got != want {
			t.Fatalf("0x%04X = %v encodes to 0x%04X, want 0x%04X", raw, c.Float64(), uint16(got), uint16(want))
		}
	}
}

// Steps never go down, and the sign bit mirrors them.
func TestCF16Order(t *testing.T) {
	for raw := CF16(1); raw < 0x8000; raw++ {
		low, high := (raw - 1).Float64(), raw.Float64()
		// The last step of a scale is the first of the next; in floating point one
		// may be a rounding error above the other.
		if high < low*(1-1e-12) {
			t.Fatalf("0x%04X = %v is below 0x%04X = %v", uint16(raw), high, uint16(raw-1), low)
		}
		if mirrored := (raw | 0x8000).Float64(); mirrored != -high {
			t.Fatalf("0x%04X = %v, want %v", uint16(raw|0x8000), mirrored, -high)
		}
	}
}

func TestText(t *testing.T) {
	tests := []struct{ bytes, want string }{
		{"", ""},
		{"scripts/", "scripts/"},
		{"\xE9\xFF\x00\x7F", "\u00E9\u00FF\x00\x7F"}, // Latin-1, not UTF-8
		{"\xC3\xA9", "\u00C3\u00A9"},
	}
	for _, tt := range tests {
		if got := Text(tt.bytes).String(); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.bytes, got, tt.want)
		}
	}
}

func TestWideText(t *testing.T) {
	tests := []struct{ units, want string }{
		{"", ""},
		{"A\x00d\x00", "Ad"},
		{"\xAC\x20", "\u20AC"},
		{"\x3D\xD8\x00\xDE", "\U0001F600"},               // a surrogate pair
		{"\x3D\xD8A\x00", "\uFFFDA"},                     // a lone high half
		{"\x00\xDEA\x00", "\uFFFDA"},                     // a lone low half
		{"\x3D\xD8", "\uFFFD"},                           // high half at the end
		{"\x3D\xD8\x3D\xD8\x00\xDE", "\uFFFD\U0001F600"}, // high half before a pair
		{"A\x00d", "A"},                                  // half a unit
	}
	for _, tt := range tests {
		got := WideText(tt.units).String()
		if got != tt.want {
			t.Errorf("%q: %q, want %q", tt.units, got, tt.want)
		}
		sound := !strings.Contains(got, "\uFFFD") && len(tt.units)%2 == 0
		if back := NewWideText(got); sound && string(back) != tt.units {
			t.Errorf("%q: writes %q, want %q", got, back, tt.units)
		}
		if !utf8.ValidString(got) {
			t.Errorf("%q: %q is not UTF-8", tt.units, got)
		}
	}
}

func TestEvidenceWords(t *testing.T) {
	for grade, want := range map[Evidence]string{
		Observed: "observed", Computed: "computed", Static: "static", Document: "document",
	} {
		if got := grade.String(); got != want {
			t.Errorf("%d: %s, want %s", grade, got, want)
		}
	}
}
