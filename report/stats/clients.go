package stats

import (
	"net/netip"

	"bcdump/report/tally"
)

// ownClients are the clients that have rows of their own over time, the first ones that come. It
// counts the records of each.
type ownClients struct {
	*tally.Table[netip.AddrPort, int64]
}

// bandwidthClients is how many there are.
const bandwidthClients = 64

func newOwnClients() *ownClients {
	return &ownClients{tally.NewTable[netip.AddrPort, int64](bandwidthClients, func(netip.AddrPort) netip.AddrPort { return netip.AddrPort{} })}
}

// of gives a client its own rows if there is room; own = it has them.
func (o *ownClients) of(c netip.AddrPort) (client netip.AddrPort, own bool) {
	*o.Row(c)++
	if o.own(c) {
		return c, true
	}
	return netip.AddrPort{}, false
}

func (o *ownClients) own(c netip.AddrPort) bool { return o.Rows[c] != nil }

func (o *ownClients) join(x *ownClients) {
	o.Join(x.Table, func(into, from *int64) { *into += *from }, func(n *int64) int64 { return *n })
}
