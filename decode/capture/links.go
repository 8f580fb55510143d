package capture

import (
	"cmp"
	"fmt"
)

// linkNames has the link types that can be dissected: the table of layers fills it in.
var linkNames = map[uint16]string{}

// CanRead reports whether frames of a LINKTYPE_ value can be dissected.
func CanRead(link uint16) bool {
	_, ok := linkNames[link]
	return ok
}

// otherLinks cannot be dissected, but a capture of a game could well have them.
var otherLinks = map[uint16]string{
	119: "IEEE 802.11 Prism",
	192: "PPI",
	249: "USBPcap",
}

// LinkName names a LINKTYPE_ value for people. Values that cannot be dissected
// are named where a capture of a game could well have them, and are otherwise "link type N".
func LinkName(link uint16) string {
	return cmp.Or(linkNames[link], otherLinks[link], fmt.Sprintf("link type %d", link))
}

// LINKTYPE_ values whose frames can be dissected.
const (
	LinkNull     = 0 // BSD loopback, family in the order of the capturing machine
	LinkEthernet = 1
	LinkPPP      = 9
	LinkRawBSD   = 12 // raw IP, as some systems number it
	LinkRawOpen  = 14 // raw IP, as OpenBSD numbers it
	LinkSerial   = 50 // PPP, or Cisco HDLC
	LinkPPPoE    = 51
	LinkRaw      = 101
	LinkHDLC     = 104 // Cisco HDLC, or PPP
	Link80211    = 105
	LinkLoop     = 108 // OpenBSD loopback, family big endian
	LinkSLL      = 113 // Linux cooked v1
	LinkPFLog    = 117
	LinkRadiotap = 127 // 802.11 behind a header of the radio
	LinkPktapOld = 149 // pktap before it had a number
	LinkIPv4     = 228
	LinkIPv6     = 229
	LinkNFLog    = 239 // the log of Linux netfilter
	LinkPktap    = 258 // what `tcpdump -i any` writes on macOS: a header, and a frame of another link type
	LinkSLL2     = 276 // Linux cooked v2
)
