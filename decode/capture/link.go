package capture

import (
	"cmp"
	"fmt"
)

// LINKTYPE_ values whose frames can be dissected.
const (
	LinkNull     = 0 // BSD loopback, family in the order of the capturing machine
	LinkEthernet = 1
	LinkRawBSD   = 12 // raw IP, as some systems number it
	LinkRawOpen  = 14 // raw IP, as OpenBSD numbers it
	LinkRaw      = 101
	LinkLoop     = 108 // OpenBSD loopback, family big endian
	LinkSLL      = 113 // Linux cooked v1
	LinkIPv4     = 228
	LinkIPv6     = 229
	LinkSLL2     = 276 // Linux cooked v2
)

// CanRead reports whether frames of a LINKTYPE_ value can be dissected.
func CanRead(link uint16) bool {
	_, ok := linkNames[link]
	return ok
}

var linkNames = map[uint16]string{
	LinkNull:     "BSD loopback",
	LinkEthernet: "Ethernet",
	LinkRawBSD:   "raw IP",
	LinkRawOpen:  "raw IP",
	LinkRaw:      "raw IP",
	LinkLoop:     "OpenBSD loopback",
	LinkSLL:      "Linux cooked v1",
	LinkIPv4:     "raw IPv4",
	LinkIPv6:     "raw IPv6",
	LinkSLL2:     "Linux cooked v2",
}

// otherLinks cannot be dissected, but a capture of a game could well have them.
var otherLinks = map[uint16]string{
	9:   "PPP",
	105: "IEEE 802.11",
	117: "OpenBSD pflog",
	127: "IEEE 802.11 radiotap",
	249: "USBPcap",
}

// LinkName names a LINKTYPE_ value for people. Values that cannot be dissected
// are named where a capture of a game could well have them, and are otherwise "link type N".
func LinkName(link uint16) string {
	return cmp.Or(linkNames[link], otherLinks[link], fmt.Sprintf("link type %d", link))
}
