package capture

import (
	"net/netip"
	"testing"
)

func flowEnds(n uint32) Ends {
	client := netip.AddrPortFrom(netip.AddrFrom4([4]byte{10, 0, 0, 1}), uint16(n))
	server := netip.AddrFrom4([4]byte{192, 168, byte(n >> 24), byte(n >> 16)})
	return Ends{client, netip.AddrPortFrom(server, 22101)}
}

// TestEndsTable asks for more flows than are remembered: what was given before stays, and
// what comes again soon is the same.
func TestEndsTable(t *testing.T) {
	var table endsTable
	given := map[uint32]*Ends{}
	for n := range uint32(5000) {
		e := flowEnds(n)
		first := table.of(e.Src, e.Dst)
		if *first != e || table.of(e.Src, e.Dst) != first {
			t.Fatalf("flow %d: %v", n, *first)
		}
		given[n] = first
	}
	for n, e := range given {
		if *e != flowEnds(n) {
			t.Fatalf("flow %d: %v", n, *e)
		}
	}
}

// The flow of which all bytes are zero is one like any other.
func TestEndsOfZeros(t *testing.T) {
	var table endsTable
	zero := netip.AddrPortFrom(netip.IPv4Unspecified(), 0)
	if e := table.of(zero, zero); *e != (Ends{zero, zero}) {
		t.Errorf("%v", *e)
	}
}

// A full server needs nothing but what it has allocated once.
func TestEndsOfFullServer(t *testing.T) {
	var table endsTable
	round := func() {
		for n := range uint32(32) {
			e := flowEnds(n * 977)
			table.of(e.Src, e.Dst)
		}
	}
	round()
	if allocations := testing.AllocsPerRun(100, round); allocations > 0 {
		t.Errorf("%v allocations a round", allocations)
	}
}
