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

// A caller that keeps a link is told when it has been given up, and a link that is heard
// stays.
func TestHear(t *testing.T) {
	var out Outcome
	tr := limited(2, 4<<20)
	if tr.Hear(nil) {
		t.Error("no link was heard")
	}
	first, second := tr.Link(client(1), &out), tr.Link(client(2), &out)
	if tr.Link(host(1), &out) != first || !tr.Hear(second) || !tr.Hear(first) {
		t.Error("two links do not stay")
	}
	third := tr.Link(client(3), &out)
	if tr.Hear(second) || !tr.Hear(first) || !tr.Hear(third) {
		t.Error("the link that was silent longest stays")
	}
	if again := tr.Link(client(2), &out); again == second || tr.Hear(first) || tr.Stats().LinksEvicted != 2 {
		t.Error("a link that comes back is not a new one")
	}
}
