package capture

import (
	"encoding/binary"
	"net/netip"
	"testing"
)

// flowBytes has the addresses and ports of a flow as they lie in the headers.
func flowBytes(n uint32) *[12]byte {
	b := [12]byte{10, 0, 0, 1, 192, 168}
	binary.BigEndian.PutUint16(b[6:], uint16(n>>16))
	binary.BigEndian.PutUint16(b[8:], uint16(n))
	binary.BigEndian.PutUint16(b[10:], 22101)
	return &b
}

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
		first := table.ipv4(flowBytes(n))
		if table.ipv4(flowBytes(n)) != first {
			t.Fatalf("flow %d has other ends the second time", n)
		}
		given[n] = first
		e := flowEnds(n)
		if other := table.of(e.Src, e.Dst); *other != e || table.of(e.Src, e.Dst) != other {
			t.Fatalf("flow %d: %v", n, *other)
		}
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
	if e := table.ipv4(&[12]byte{}); *e != (Ends{zero, zero}) {
		t.Errorf("%v", *e)
	}
}

// A full server needs nothing but what it has allocated once.
func TestEndsOfFullServer(t *testing.T) {
	var table endsTable
	round := func() {
		for n := range uint32(32) {
			table.ipv4(flowBytes(n * 977))
		}
	}
	round()
	if allocations := testing.AllocsPerRun(100, round); allocations > 0 {
		t.Errorf("%v allocations a round", allocations)
	}
}
