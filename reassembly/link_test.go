package reassembly

import (
	"net/netip"
	"testing"
)

// Both directions of a flow have one name, whether address or port tells them apart.
func TestLinkNamesBothDirections(t *testing.T) {
	low := netip.MustParseAddrPort("10.0.0.1:5000")
	for _, high := range []string{"10.0.0.2:22101", "10.0.0.1:5001", "[2001:db8::1]:80"} {
		f := Flow{Src: low, Dst: netip.MustParseAddrPort(high)}
		if key, reversed := f.Link(); key != f || reversed {
			t.Errorf("%v: %v, reversed %v", f, key, reversed)
		}
		back := Flow{Src: f.Dst, Dst: f.Src}
		if key, reversed := back.Link(); key != f || !reversed {
			t.Errorf("%v: %v, reversed %v", back, key, reversed)
		}
	}
	self := Flow{Src: low, Dst: low}
	if key, reversed := self.Link(); key != self || reversed {
		t.Errorf("%v: %v, reversed %v", self, key, reversed)
	}
}
