package facts

import (
	"fmt"
	"net/netip"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/reassembly"
	"bcdump/report/tally"
)

// maxLegs bounds the datagrams by which hosts are compared.
//
//limit:maxLegs Figures | datagrams by which it is found that two hosts are one, seen before and behind a relay | later ones are not compared | TestLegs
const maxLegs = 1 << 15

// Legs says which hosts say the same, as where a relay, or a router that leads players of its own network back into it, is captured on
// both sides: their games are one. "" = none do. Addresses that are known to be translated are one host already.
func (f *Facts) Legs() string {
	const telling, soon, some = 30, time.Second, 50 // bytes that two hosts never have alike by chance; datagrams
	type spoken struct {
		host netip.AddrPort
		at   capture.Time
	}
	said, all, alike := map[uint64]spoken{}, map[netip.AddrPort]int{}, map[[2]netip.AddrPort]int{}
	for _, r := range f.All() {
		d := f.Datagram(r.Datagram)
		if r.Is&(Leads|ToClient) != Leads|ToClient || f.PayloadLength(d) < telling || len(said) >= maxLegs {
			continue
		}
		src, _ := f.Ends(d)
		now, sum := spoken{src, f.Steady(d)}, reassembly.Sum(f.Content(d))
		all[src]++
		if x, known := said[sum]; known && x.host != src && now.at.Sub(x.at) < soon {
			pair := [2]netip.AddrPort{x.host, src}
			if src.Compare(x.host) < 0 {
				pair = [2]netip.AddrPort{src, x.host}
			}
			alike[pair]++
		}
		said[sum] = now
	}
	var texts []string
	for pair, n := range alike {
		if n >= some && 2*n >= min(all[pair[0]], all[pair[1]]) {
			keep := pair[0]
			if all[keep] < all[pair[1]] {
				keep = pair[1]
			}
			texts = append(texts, fmt.Sprintf("%s and %s are one host, captured before and behind a relay: keep one of them (tcpdump host %s)", tally.AddressText(pair[0]), tally.AddressText(pair[1]), keep.Addr()))
		}
	}
	slices.Sort(texts)
	if len(texts) == 0 {
		return ""
	}
	return texts[0]
}
