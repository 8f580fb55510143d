package main

import (
	"slices"
	"strings"
)

// Layers as tshark names them.
var (
	// links are link layers that bcdump reads, and what may stand between them and IP.
	links = []string{"eth", "ethertype", "vlan", "ieee8021ad", "sll", "null", "loop", "raw"}
	// extensions may stand between IPv6 and UDP.
	extensions = []string{"ipv6.hopopts", "ipv6.routing", "ipv6.dstopts", "ipv6.fraghdr", "ah", "mipv6", "hip", "shim6"}
)

// udp counts the UDP headers of a frame.
func (p *packet) udp() (n int) {
	for _, layer := range p.layers {
		if layer == "udp" {
			n++
		}
	}
	return n
}

// Limits of bcdump (docs/limits.md).
const (
	mostExtensions = 16
	mostWaiting    = 30 // seconds for fragments
)

// reason says why bcdump has another number of datagrams than tshark; "" = it should not.
func (p *packet) reason(ours int) string {
	direct, elsewhere := p.place()
	switch {
	case ours == direct:
		return elsewhere
	case ours == 0 && p.extensions() > mostExtensions:
		return "limit: more than 16 IPv6 extension headers"
	case ours == 0 && p.waited > mostWaiting:
		return "limit: fragments over more than 30 s"
	case ours == 0 && p.firstFragment:
		return "fragment of an incomplete datagram: tshark shows the beginning"
	case ours == 0 && (p.length == "" || len(p.length) == 1 && p.length < "8"):
		return "UDP header cut, or a length in it below 8"
	case ours == 1 && p.endsInIP() && strings.Contains(p.malformed, "IPv"):
		return "IP options broken: tshark stops there"
	}
	return ""
}

func (p *packet) endsInIP() bool {
	last := p.layers[len(p.layers)-1]
	return isIP(last) || slices.Contains(extensions, last)
}

// extensions counts the extension headers of IPv6.
func (p *packet) extensions() (n int) {
	for _, layer := range p.layers {
		if slices.Contains(extensions, layer) {
			n++
		}
	}
	return n
}

// place counts the datagrams that stand directly behind the first IP header, 0 or 1, which is
// what bcdump looks for, and says where the first of the others stands.
func (p *packet) place() (direct int, elsewhere string) {
	for i, layer := range p.layers {
		if layer != "udp" {
			continue
		}
		where := within(p.layers[:i])
		if where == "" {
			direct++
		} else if elsewhere == "" {
			elsewhere = where
		}
	}
	return direct, elsewhere
}

// within names what holds a UDP header, given the layers before it; "" = a link, and IP.
func within(before []string) string {
	ip := slices.IndexFunc(before, isIP)
	if ip < 0 {
		return "without IP: " + before[len(before)-1]
	}
	if unknown := slices.IndexFunc(before[:ip], func(layer string) bool { return !slices.Contains(links, layer) }); unknown == 0 {
		return "link type: " + before[0]
	} else if unknown > 0 {
		return "between link and IP: " + before[unknown]
	}
	inner := before[ip+1:]
	if slices.Contains(inner, "icmp") || slices.Contains(inner, "icmpv6") {
		return "inside an ICMP error"
	}
	if unknown := slices.IndexFunc(inner, func(layer string) bool { return !slices.Contains(extensions, layer) }); unknown >= 0 {
		return "tunnel: " + inner[unknown]
	}
	return ""
}

func isIP(layer string) bool { return layer == "ip" || layer == "ipv6" }
