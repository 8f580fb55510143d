package battle

import (
	"net/netip"
	"time"
)

// Tap records what passes it. Frames are numbered from 1.
type Tap interface {
	// Datagram records a UDP datagram and gives the number of its frame; of one that
	// takes several frames, of the one that completes it.
	Datagram(at time.Duration, from, to netip.AddrPort, payload []byte) (frame int64)
	// Packet records an IPv4 packet of a protocol that is not UDP; false: it cannot.
	Packet(at time.Duration, from, to netip.Addr, protocol uint8, body []byte) bool
	// ARP records a frame that is no IP; false: such a link has none.
	ARP(at time.Duration) bool
	// Frames counts what was recorded.
	Frames() int64
	// Err is why recording has ended; nil = it goes on.
	Err() error
}
