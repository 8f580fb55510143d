package battle

import (
	"net/netip"
	"time"
)

func (n *network) noises() {
	if n.Noise > 0 && n.At == 0 {
		n.repeat(n.Noise, n.noise)
	}
}

// repeat does something so many times a second, at uneven times.
func (n *network) repeat(rate float64, do func()) {
	mean := time.Duration(float64(time.Second) / rate)
	n.after(n.luck.upTo(2*mean+1), func() {
		do()
		n.repeat(rate, do)
	})
}

// plain records a datagram that is never enciphered, such as a GameSpy text, and counts it in its class.
func (n *network) plain(class *int64, from, to netip.AddrPort, payload []byte) (frame int64) {
	if !n.records() {
		return 0
	}
	*class++
	return n.tap.Datagram(n.now, from, to, payload)
}

func (n *network) asker() netip.AddrPort {
	return n.address(200+n.luck.IntN(50), uint16(1024+n.luck.IntN(4000)))
}

// noise is one frame that has nothing to do with the game.
func (n *network) noise() {
	if !n.records() {
		return
	}
	d, seen := &n.truth.Datagrams, &n.truth.Noise
	a, b := netip.AddrFrom4([4]byte{192, 0, 2, 7}), netip.AddrFrom4([4]byte{198, 51, 100, 80})
	switch n.luck.IntN(8) {
	case 0: // a name is looked up
		n.plain(&d.Other, n.asker(), n.address(253, 53), n.junk([]byte{0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 6}, 24))
	case 1: // a service announces itself
		n.plain(&d.Other, n.asker(), n.address(251, 5353), n.junk(make([]byte, 4), 60))
	case 2: // speech, to a port near the game's
		n.plain(&d.Other, n.asker(), n.address(1, gamePort+2), n.junk([]byte{0x80, 0, 0, 1}, 160))
	case 3:
		n.plain(&d.Empty, n.asker(), n.address(1, gamePort), nil)
	case 4, 5:
		if n.tap.Packet(n.now, a, b, protocolTCP, n.junk([]byte{0x01, 0xBB, 0xC0, 0x01}, 40)) {
			seen.TCP++
		}
	case 6:
		if n.tap.Packet(n.now, b, a, protocolICMP, n.junk([]byte{8, 0, 0, 0}, 32)) {
			seen.ICMP++
		}
	case 7:
		if n.tap.ARP(n.now) {
			seen.ARP++
		}
	}
}

// junk is a beginning and so many bytes that mean nothing.
func (n *network) junk(begin []byte, more int) []byte {
	for range more {
		begin = append(begin, byte(n.luck.Uint32()))
	}
	return begin
}

const (
	protocolICMP = 1
	protocolTCP  = 6
)
