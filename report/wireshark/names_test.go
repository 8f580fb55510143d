package wireshark

import (
	"net/netip"
	"strconv"
	"testing"
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
