package copies

import (
	"cmp"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/reassembly"
)

// Legs finds hosts that are one, as where a relay, or a router that leads players of its own network back into it, is captured on both
// sides: each sends its own datagrams, so none is a copy, but their games are one. The zero value has seen nothing.
type Legs struct {
	said  []said // the last datagrams, by their sums
	all   map[netip.AddrPort]int
	alike map[[2]netip.AddrPort]int
	n     int
}

// Leg is two hosts, A with the lower address, that say the same. Full is that host of which the capture has more datagrams.
type Leg struct{ A, B, Full netip.AddrPort }

// said is a datagram of a host.
type said struct {
	sum  uint64
	host netip.AddrPort
	at   capture.Time
}

const (
	// mostSaid bounds the datagrams by which hosts are compared.
	//
	//limit:mostSaid What earlier messages tell | datagrams of hosts by which it is found that two hosts are one, seen before and behind a relay | later ones are not compared | TestLegs
	mostSaid = 1 << 15
	lastSaid = 1 << 12 // a power of two, and more than hosts say in a second
)

// Take takes a datagram that a host sends.
func (l *Legs) Take(d *capture.Datagram) {
	const telling, soon = 30, time.Second // bytes that two hosts never have alike by chance
	if len(d.Payload) < telling || l.n >= mostSaid {
		return
	}
	if l.said == nil {
		l.said, l.all, l.alike = make([]said, lastSaid), map[netip.AddrPort]int{}, map[[2]netip.AddrPort]int{}
	}
	l.n++
	now := said{reassembly.Sum(d.Payload), d.Src, d.Steady()}
	l.all[now.host]++
	x := &l.said[now.sum%lastSaid]
	if x.sum == now.sum && x.host != now.host && now.at.Sub(x.at) < soon {
		pair := [2]netip.AddrPort{x.host, now.host}
		if now.host.Compare(x.host) < 0 {
			pair[0], pair[1] = now.host, x.host
		}
		l.alike[pair]++
	}
	*x = now
}

// Found gives each two hosts that are one, in the order of their addresses.
func (l *Legs) Found() (list []Leg) {
	const some = 50
	for pair, n := range l.alike {
		first, second := l.all[pair[0]], l.all[pair[1]]
		if n < some || 2*n < min(first, second) {
			continue
		}
		leg := Leg{pair[0], pair[1], pair[0]}
		if first < second {
			leg.Full = pair[1]
		}
		list = append(list, leg)
	}
	slices.SortFunc(list, func(x, y Leg) int { return cmp.Or(x.A.Compare(y.A), x.B.Compare(y.B)) })
	return list
}
