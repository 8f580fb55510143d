package wireshark

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"net/netip"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/internal/must"
	"bcdump/internal/outside"
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

// TestShortest: the decimals that the plugin finds of floats are those of JSON.
func TestShortest(t *testing.T) {
	begin, end := strings.Index(plugin, "local precisions"), strings.Index(plugin, "-- Where annotations are in a packet")
	script := "local unpack, pack = string.unpack, string.pack\n" + plugin[begin:end] +
		`for line in io.lines() do print(string.format("%.17g", shortest((unpack("<f", pack("<I4", tonumber(line))))))) end`
	var floats []float32
	for exponent := range uint32(255) { // around all powers of two
		for _, pattern := range []uint32{exponent << 23, exponent<<23 | 1<<31, exponent<<23 + 1, (exponent+1)<<23 - 1} {
			floats = append(floats, math.Float32frombits(pattern))
		}
	}
	for i := range 20_000 {
		floats = append(floats, math.Float32frombits(rand.Uint32()), float32(i-10_000)/127, float32(rand.Uint32N(1<<24))/float32(int(1)<<rand.IntN(14)))
	}
	floats = slices.DeleteFunc(floats, func(f float32) bool { return f != f })
	var input strings.Builder
	for _, f := range floats {
		fmt.Fprintln(&input, math.Float32bits(f))
	}
	for _, lua := range []string{"lua5.3", "lua5.4"} {
		if _, err := exec.LookPath(lua); err != nil {
			continue
		}
		command := exec.Command(lua, "-e", script)
		command.Stdin = strings.NewReader(input.String())
		for i, line := range strings.Fields(string(must.Get(command.Output())(t))) {
			want, _ := strconv.ParseFloat(strings.Trim(string(fields.AppendFloat(nil, floats[i])), `"`), 64)
			if got, err := strconv.ParseFloat(line, 64); err != nil || got != want || math.Signbit(got) != math.Signbit(want) {
				t.Fatalf("%s: %v is %s, want %v", lua, floats[i], line, want)
			}
		}
	}
}

// TestKnownForms: records of which the form is known are annotated as if nothing were.
func TestKnownForms(t *testing.T) {
	paths := must.Get(filepath.Glob("../../testdata/pcaps/session-*.pcap*"))(t)
	known, met := 0, map[string]int{}
	for _, path := range append(paths, outside.Captures(t)...) {
		c, err := decode.OpenFile(path, decode.Options{Jobs: 1})
		if err != nil {
			continue // it is no capture
		}
		fast, slow := newAnnotator(knownForms()), newAnnotator(knownForms())
		slow.forms = nil
		for r := range c.Records() {
			if r.Proto == decode.Unknown {
				continue
			}
			if key, kept := fast.key(r); kept && fast.forms[key] != nil {
				known++
			}
			got, want := fast.record(nil, r), slow.record(nil, r)
			if met[path]++; !bytes.Equal(got, want) {
				t.Fatalf("%s, record %d: %x, want %x", path, met[path], got, want)
			}
		}
	}
	if known < 100 {
		t.Errorf("the form of only %d records is known", known)
	}
}

// TestDigits: what the plugin divides is the decimal of JSON.
func TestDigits(t *testing.T) {
	for i := range 100_000 {
		f := math.Float32frombits(rand.Uint32())
		if i%2 == 0 {
			f = float32(i-50_000) / 128
		}
		text := fields.AppendFloat(nil, f)
		packed, ok := digitsOf(text)
		want, _ := strconv.ParseFloat(string(text), 64)
		value := float64(packed>>5) / math.Pow10(int(packed>>1&15))
		if packed&1 == 1 {
			value = -value
		}
		if ok && (value != want || packed >= 1<<49) {
			t.Fatalf("%v: %#x", f, packed)
		}
		if whole := math.Abs(float64(f)); !ok && whole > 1e-3 && whole < 1e8 {
			t.Fatalf("%v is a double", f)
		}
	}
}
