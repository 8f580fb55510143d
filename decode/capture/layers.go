package capture

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/google/gopacket/layers"
)

// Protocol names a layer by the number that leads to it: a link type, an Ethernet type, a protocol of IP. It is
// comparable, so it can be counted. 0 = nothing is known.
type Protocol uint32

// Where the number of a Protocol comes from stands in its upper half.
const (
	ofLink     Protocol = (iota + 1) << 16 // LINKTYPE_ value
	ofEthernet                             // Ethernet type, 0x0600 and more
	ofIP                                   // protocol of IPv4, next header of IPv6
	ofPPP                                  // protocol of PPP
	ofLLC                                  // service access point of IEEE 802.2
	ofFamily                               // address family of a BSD, Linux or Windows
	ofPort                                 // UDP port of the receiver
	named                                  // none: see names
	spaces     = 16
)

// What is no number of a registry. Only the first two lead on.
const (
	byVersion = named | iota // an IP packet of the version that it says
	byLength                 // IEEE 802.2
	encrypted                // names
	noData
	partOf80211
	severalOf80211
	pseudowire
	netlink
	tooDeep
)

var names = map[Protocol]string{
	byVersion: "IP", byLength: "LLC", encrypted: "encrypted 802.11", noData: "802.11 without data",
	partOf80211: "fragment of 802.11", severalOf80211: "several frames in one of 802.11",
	pseudowire: "unknown content of MPLS", netlink: "netlink", tooDeep: "too many layers",
}

// reader reads the header of a layer at d.at, and says what follows it: a Protocol, or one of the ends.
type reader func(d *Dissector, out *Datagram) (next Protocol)

// Ends of the way through a frame, which are Kinds.
const (
	foundUDP      = Protocol(UDP)
	foundNotUDP   = Protocol(NotUDP) // the layer that says so is what it is
	foundFragment = Protocol(Fragment)
	foundBad      = Protocol(Bad)
	foundOther    = Protocol(OtherLink)
)

// lead is one row of the table of layers.
type lead struct {
	from Protocol
	read reader
	name string // for people
}

// leads is the table of layers: what leads to which. A new layer is its reader (dissect_link.go, dissect_tunnel.go; readEtherIP
// is a short one, which moves d.at past the header and says what follows), a row here, and a frame in Wraps
// (decode/synth/wrap.go), which tests of several rooms try whole and cut. A tunnel tags its datagrams, so that copies inside
// and outside of it are told apart; one on a UDP port refuses what is in TestPlainOnTunnelPorts. `make docs` writes the list.
func leads() []lead {
	type d = Dissector
	return []lead{
		{ofLink | LinkNull, (*d).readLoopback, "BSD loopback"},
		{ofLink | LinkEthernet, (*d).readEthernet, "Ethernet"},
		{ofLink | LinkPPP, (*d).readPPP, "PPP"},
		{ofLink | LinkRawBSD, (*d).readVersion, "raw IP"},
		{ofLink | LinkRawOpen, (*d).readVersion, "raw IP"},
		{ofLink | LinkSerial, (*d).readSerial, "PPP on a serial line"},
		{ofLink | LinkPPPoE, (*d).readPPPoE, "PPPoE"},
		{ofLink | LinkRaw, (*d).readVersion, "raw IP"},
		{ofLink | LinkHDLC, (*d).readSerial, "Cisco HDLC"},
		{ofLink | Link80211, (*d).read80211, "IEEE 802.11"},
		{ofLink | LinkLoop, (*d).readLoopback, "OpenBSD loopback"},
		{ofLink | LinkSLL, (*d).readCooked, "Linux cooked v1"},
		{ofLink | LinkPFLog, (*d).readPFLog, "pflog"},
		{ofLink | LinkRadiotap, (*d).readRadiotap, "IEEE 802.11 radiotap"},
		{ofLink | LinkPktapOld, (*d).readPktap, "macOS pktap, old number"},
		{ofLink | LinkIPv4, (*d).readIPv4, "raw IPv4"},
		{ofLink | LinkIPv6, (*d).readIPv6, "raw IPv6"},
		{ofLink | LinkNFLog, (*d).readNFLog, "Linux NFLOG"},
		{ofLink | LinkPktap, (*d).readPktap, "macOS pktap"},
		{ofLink | LinkSLL2, (*d).readCooked2, "Linux cooked v2"},

		{ofEthernet | Protocol(layers.EthernetTypeIPv4), (*d).readIPv4, "IPv4"},
		{ofEthernet | Protocol(layers.EthernetTypeIPv6), (*d).readIPv6, "IPv6"},
		{ofEthernet | Protocol(layers.EthernetTypeDot1Q), (*d).readVLAN, "VLAN"},
		{ofEthernet | Protocol(layers.EthernetTypeQinQ), (*d).readVLAN, "VLAN"}, // 802.1ad
		{ofEthernet | 0x9100, (*d).readVLAN, "VLAN"},                            // two forerunners of it
		{ofEthernet | 0x9200, (*d).readVLAN, "VLAN"},
		{ofEthernet | Protocol(layers.EthernetTypePPPoESession), (*d).readPPPoE, "PPPoE"},
		{ofEthernet | Protocol(layers.EthernetTypeMPLSUnicast), (*d).readMPLS, "MPLS"},
		{ofEthernet | Protocol(layers.EthernetTypeMPLSMulticast), (*d).readMPLS, "MPLS"},
		{ofEthernet | Protocol(layers.EthernetTypePPP), (*d).readPPP, "PPP"},
		{ofEthernet | Protocol(layers.EthernetTypeTransparentEthernetBridging), (*d).readEthernet, "Ethernet"},
		{ofEthernet | Protocol(layers.EthernetTypeERSPAN), (*d).readERSPAN, "ERSPAN I, II"},
		{ofEthernet | 0x22EB, (*d).readERSPAN3, "ERSPAN III"},

		{byVersion, (*d).readVersion, ""},
		{byLength, (*d).readLLC, ""},
		{ofLLC | 0xAA, (*d).readSNAP, "SNAP"},
		{ofLLC | 0x06, (*d).readIPv4, "IPv4"},

		{ofPPP | Protocol(layers.PPPTypeIPv4), (*d).readIPv4, "IPv4"},
		{ofPPP | Protocol(layers.PPPTypeIPv6), (*d).readIPv6, "IPv6"},
		{ofPPP | Protocol(layers.PPPTypeMPLSUnicast), (*d).readMPLS, "MPLS"},
		{ofPPP | Protocol(layers.PPPTypeMPLSMulticast), (*d).readMPLS, "MPLS"},

		{ofFamily | Protocol(layers.ProtocolFamilyIPv4), (*d).readIPv4, ""},
		{ofFamily | Protocol(layers.ProtocolFamilyIPv6Linux), (*d).readIPv6, ""},
		{ofFamily | 23, (*d).readIPv6, ""}, // Windows
		{ofFamily | Protocol(layers.ProtocolFamilyIPv6BSD), (*d).readIPv6, ""},
		{ofFamily | Protocol(layers.ProtocolFamilyIPv6FreeBSD), (*d).readIPv6, ""},
		{ofFamily | Protocol(layers.ProtocolFamilyIPv6Darwin), (*d).readIPv6, ""},

		{ofIP | Protocol(layers.IPProtocolUDP), (*d).readUDP, "UDP"},
		{ofIP | Protocol(layers.IPProtocolIPv4), (*d).readIPv4, "IPv4"},
		{ofIP | Protocol(layers.IPProtocolIPv6), (*d).readIPv6, "IPv6"},
		{ofIP | Protocol(layers.IPProtocolIPIP), (*d).readIPv4, "IPv4"},
		{ofIP | Protocol(layers.IPProtocolGRE), (*d).readGRE, "GRE"},
		{ofIP | Protocol(layers.IPProtocolEtherIP), (*d).readEtherIP, "EtherIP"},
		{ofIP | Protocol(layers.IPProtocolMPLSInIP), (*d).readMPLS, "MPLS"},
		{ofIP | Protocol(layers.IPProtocolIPv6HopByHop), (*d).readExtensions, "extensions of IPv6"},
		{ofIP | Protocol(layers.IPProtocolIPv6Routing), (*d).readExtensions, "extensions of IPv6"},
		{ofIP | Protocol(layers.IPProtocolIPv6Fragment), (*d).readExtensions, "extensions of IPv6"},
		{ofIP | Protocol(layers.IPProtocolAH), (*d).readExtensions, "extensions of IPv6"},
		{ofIP | Protocol(layers.IPProtocolIPv6Destination), (*d).readExtensions, "extensions of IPv6"},
		{ofIP | 135, (*d).readExtensions, "extensions of IPv6"}, // mobility
		{ofIP | 139, (*d).readExtensions, "extensions of IPv6"}, // HIP
		{ofIP | 140, (*d).readExtensions, "extensions of IPv6"}, // shim6

		{ofPort | 4789, (*d).readVXLAN, "VXLAN"},
		{ofPort | 8472, (*d).readVXLAN, "VXLAN"}, // of Linux before there was a number
		{ofPort | 6081, (*d).readGeneve, "Geneve"},
		{ofPort | 6635, (*d).readMPLSPort, "MPLS"},
	}
}

// Layers gives, for each kind of number that leads to layers, which those are: "UDP port", "VXLAN (4789, 8472), MPLS (6635)".
func Layers() (all [][2]string) {
	for _, by := range []struct {
		space        Protocol
		name, number string
	}{
		{ofLink, "link type", "%d"}, {ofEthernet, "Ethernet type", "0x%04X"}, {ofLLC, "LLC", "0x%02X"}, {ofPPP, "PPP protocol", "0x%04X"}, {ofIP, "IP protocol", "%d"}, {ofPort, "UDP port", "%d"},
	} {
		var names []string
		numbers := map[string][]string{}
		for _, row := range leads() {
			if row.from&^0xFFFF == by.space {
				if numbers[row.name] == nil {
					names = append(names, row.name)
				}
				numbers[row.name] = append(numbers[row.name], fmt.Sprintf(by.number, uint16(row.from)))
			}
		}
		for i, name := range names {
			names[i] = name + " (" + strings.Join(numbers[name], ", ") + ")"
		}
		all = append(all, [2]string{by.name, strings.Join(names, ", ")})
	}
	return all
}

// steps is the table of layers by number: 0 = no layer, else a place in readers.
var (
	steps   [spaces][1 << 16]uint8
	readers [1 << 8]reader
)

func init() {
	for i, row := range leads() {
		steps[row.from>>16][uint16(row.from)] = uint8(i + 1)
		readers[i+1] = row.read
		if row.from&^0xFFFF == ofLink {
			linkNames[uint16(row.from)] = row.name
		}
	}
}

// step gives the place of the layer in readers; 0 = none.
func (p Protocol) step() uint8 { return steps[p>>16%spaces][uint16(p)] }

// known tells whether a layer is one that has a name, or can be read.
func (p Protocol) known() bool {
	return p.step() != 0 || p&^0xFFFF != ofEthernet || !strings.HasPrefix(layers.EthernetType(p).String(), "Unknown")
}

// String names it as gopacket does, else by its number: "ARP", "TCP", "IP protocol 103", "link type 189".
func (p Protocol) String() string {
	n := uint16(p)
	name, number := "", ""
	switch p &^ 0xFFFF {
	case ofLink:
		return LinkName(n)
	case ofEthernet:
		name, number = layers.EthernetType(n).String(), fmt.Sprintf("Ethernet type 0x%04X", n)
	case ofIP:
		name, number = layers.IPProtocol(n).String(), fmt.Sprintf("IP protocol %d", n)
	case ofPPP:
		name, number = layers.PPPType(n).String(), fmt.Sprintf("PPP protocol 0x%04X", n)
	case ofLLC:
		number = fmt.Sprintf("LLC 0x%02X", n)
	case ofFamily:
		number = fmt.Sprintf("address family %d", n)
	case ofPort:
		number = fmt.Sprintf("UDP port %d", n)
	default:
		return names[p]
	}
	if strings.HasPrefix(name, "Unknown") {
		name = ""
	}
	return cmp.Or(name, number)
}
