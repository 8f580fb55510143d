package capture

import (
	"encoding/binary"
	"net/netip"
)

// Ends are the addresses and UDP ports of a datagram. IPv6 addresses have no zone.
// They never change, and datagrams of one flow share them as a rule.
type Ends struct {
	Src, Dst netip.AddrPort
}

// endsTable remembers the ends of the flows that were met last, so that a datagram can
// have a pointer, which takes an eighth of the memory. The zero endsTable is ready.
type endsTable struct {
	flows *[1 << flowBits]ipv4Flow // nil until it is needed
	turn  uint8                    // counts the flows of which another took the place
	other *[1 << otherBits]*Ends   // of what is no usual IPv4; nil until it is needed
}

// ipv4Flow is what the headers say about a flow, and the ends made of it.
type ipv4Flow struct {
	addresses uint64
	ports     uint32
	ends      *Ends // nil: the place is free
}

const (
	flowBits  = 8 // for the players of several full servers, in both directions
	flowWays  = 4 // in how many places a flow may be; a power of two
	otherBits = 5
	endsMix   = 0x9E3779B97F4A7C15
)

// ipv4 gives the ends of which b has the addresses and ports, as they lie in the headers.
func (t *endsTable) ipv4(b *[12]byte) *Ends {
	if t.flows == nil {
		t.flows = new([1 << flowBits]ipv4Flow)
	}
	addresses, ports := binary.BigEndian.Uint64(b[:]), binary.BigEndian.Uint32(b[8:])
	at := (addresses ^ uint64(ports)*endsMix) * endsMix >> (64 - flowBits)
	for way := range uint64(flowWays) {
		f := &t.flows[at^way]
		if f.addresses == addresses && f.ports == ports && f.ends != nil {
			return f.ends
		}
		if f.ends == nil {
			*f = ipv4Flow{addresses, ports, ipv4Ends(b)}
			return f.ends
		}
	}
	t.turn++
	f := &t.flows[at^uint64(t.turn%flowWays)]
	*f = ipv4Flow{addresses, ports, ipv4Ends(b)}
	return f.ends
}

func ipv4Ends(b *[12]byte) *Ends {
	end := func(address, port []byte) netip.AddrPort {
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte(address)), binary.BigEndian.Uint16(port))
	}
	return &Ends{Src: end(b[:4], b[8:]), Dst: end(b[4:8], b[10:])}
}

// of gives the ends that have been read already.
func (t *endsTable) of(src, dst netip.AddrPort) *Ends {
	if t.other == nil {
		t.other = new([1 << otherBits]*Ends)
	}
	ports := uint64(src.Port())<<16 | uint64(dst.Port())
	known := &t.other[ports*endsMix>>(64-otherBits)]
	if *known == nil || (*known).Src != src || (*known).Dst != dst {
		*known = &Ends{src, dst}
	}
	return *known
}
