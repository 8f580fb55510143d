package stats

import (
	"net/netip"
)

// ownClients are the clients that have rows of their own over time, the first ones that come.
type ownClients struct {
	known   map[netip.AddrPort]bool
	dropped int64 // records of others
}

// bandwidthClients is how many there are.
const bandwidthClients = 64

// of gives a client its own rows if there is room; own = it has them.
func (o *ownClients) of(c netip.AddrPort) (client netip.AddrPort, own bool) {
	if o.known[c] {
		return c, true
	}
	if len(o.known) >= bandwidthClients {
		o.dropped++
		return netip.AddrPort{}, false
	}
	if o.known == nil {
		o.known = map[netip.AddrPort]bool{}
	}
	o.known[c] = true
	return c, true
}
