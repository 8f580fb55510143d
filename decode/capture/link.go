package capture

import "fmt"

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
	switch link {
	case LinkNull, LinkEthernet, LinkRawBSD, LinkRawOpen, LinkRaw, LinkLoop, LinkSLL, LinkIPv4, LinkIPv6, LinkSLL2:
		return true
	}
	return false
}

// LinkName names a LINKTYPE_ value for people. Values that cannot be dissected
// are named where a capture of a game could well have them, and are otherwise "link type N".
func LinkName(link uint16) string {
	switch link {
	case LinkNull:
		return "BSD loopback"
	case LinkEthernet:
		return "Ethernet"
	case LinkRawBSD, LinkRawOpen, LinkRaw:
		return "raw IP"
	case LinkLoop:
		return "OpenBSD loopback"
	case LinkSLL:
		return "Linux cooked v1"
	case LinkIPv4:
		return "raw IPv4"
	case LinkIPv6:
		return "raw IPv6"
	case LinkSLL2:
		return "Linux cooked v2"
	case 9:
		return "PPP"
	case 105:
		return "IEEE 802.11"
	case 117:
		return "OpenBSD pflog"
	case 127:
		return "IEEE 802.11 radiotap"
	case 249:
		return "USBPcap"
	}
	return fmt.Sprintf("link type %d", link)
}
