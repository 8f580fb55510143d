package stats

import (
	"net/netip"

	"bcdump/decode"
	"bcdump/report/tally"
)

// ownClients are the clients that have rows of their own over time, the first ones that come. It
// counts the records of each.
type ownClients struct {
	*tally.Table[netip.AddrPort, int64]
}

// bandwidthClients is how many there are.
//
//limit:bandwidthClients Figures | links with buckets of their own | `rest` | TestBoundedTables
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

// stepKey is a row over time.
type stepKey struct {
	number int64 // interval since 1970
	proto  decode.Protocol
	dir    decode.Direction
	client netip.AddrPort
	linked bool // split by link: client is one
}

func (k *stepKey) way() *decode.Direction { return &k.dir }
