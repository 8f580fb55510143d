package capture

import (
	"encoding/binary"

	"github.com/google/gopacket/layers"
)

// Lengths of headers, in bytes.
const (
	mplsLabel     = 4
	greHeader     = 4 // and 4 for each field that it may have
	etherIPHeader = 2
	erspanHeader  = 8
	erspan3Header = 12
	vxlanHeader   = 8
	geneveHeader  = 8
)

// readMPLS reads all labels of a stack. They do not say what they carry: it is IP by its first four bits, else a frame
// of Ethernet, behind a control word or not, where the bytes decide that.
func (d *Dissector) readMPLS(out *Datagram) Protocol {
	for bottom := false; !bottom; {
		if len(d.rest()) < mplsLabel {
			return foundBad
		}
		mpls, ok := d.taken.take(layers.LayerTypeMPLS, d.rest()[:mplsLabel]).(*layers.MPLS)
		if !ok {
			return foundBad
		}
		d.at += mplsLabel
		out.Trail.tag(mpls.Label)
		bottom = mpls.StackBottom
	}
	rest := d.rest()
	if len(rest) == 0 {
		return foundBad
	}
	version := rest[0] >> 4
	if version == 4 || version == 6 {
		if kind, ok := d.within(byVersion, out); ok {
			return Protocol(kind)
		}
	}
	for _, word := range []int{4, 0} {
		if word > 0 && (version != 0 || len(rest) < word) {
			continue
		}
		d.at += word
		if d.soundEthernet() {
			if kind, ok := d.within(ethernet, out); ok {
				return Protocol(kind)
			}
		}
		d.at -= word
	}
	if version == 4 || version == 6 {
		return foundBad
	}
	return pseudowire
}

// readMPLSPort reads labels with something behind them that is known. Anyone may use the port.
func (d *Dissector) readMPLSPort(out *Datagram) Protocol {
	out.Trail.tag(uint32(d.layer))
	if next := d.readMPLS(out); next != pseudowire {
		return next
	}
	return foundBad
}

// readGRE reads a header with the fields that its flags name. One with a route is of no use any more.
func (d *Dissector) readGRE(out *Datagram) Protocol {
	const sum, route, key, number, acknowledged = 0x80, 0x40, 0x20, 0x10, 0x80
	rest, at := d.rest(), d.at
	if len(rest) < greHeader {
		return foundBad
	}
	size := greHeader
	for _, there := range []bool{rest[0]&sum != 0, rest[0]&key != 0, rest[0]&number != 0, rest[1]&acknowledged != 0} {
		if there {
			size += 4
		}
	}
	switch {
	case rest[0]&route != 0 || rest[1]&7 > 1:
		return foundNotUDP
	case len(rest) < size:
		return foundBad
	case d.gre.DecodeFromBytes(rest[:size], feedback) != nil:
		return foundBad
	}
	d.at += size
	d.sequenced = d.gre.SeqPresent
	if d.gre.ChecksumPresent {
		d.pass(GREHeader, at)
	}
	out.Trail.tag(uint32(d.layer))
	call := d.gre.Key
	if d.gre.Version == 1 { // of PPTP: a length before the key; without a number there is nothing but an acknowledgement
		if !d.gre.SeqPresent {
			return foundNotUDP
		}
		d.cut(int(call >> 16))
		call &= 0xFFFF
	}
	if d.gre.KeyPresent {
		out.Trail.tag(call)
	}
	if d.gre.Protocol == 0 {
		return foundNotUDP // it asks whether the other end is there
	}
	return ofEthernet | Protocol(d.gre.Protocol)
}

// readERSPAN reads a mirrored frame behind GRE: without a sequence number it comes at once (type I), with one
// behind a header (type II).
func (d *Dissector) readERSPAN(out *Datagram) Protocol {
	if !d.sequenced {
		return ethernet
	}
	rest := d.rest()
	if len(rest) < erspanHeader || d.erspan.DecodeFromBytes(rest[:erspanHeader], feedback) != nil {
		return foundBad
	}
	d.at += erspanHeader
	out.Trail.tag(uint32(d.erspan.SessionID))
	out.Trail.tag(uint32(d.erspan.VLANIdentifier))
	return ethernet
}

// readERSPAN3 reads the header of type III, which gopacket does not have:
//
//	version 4 bits, VLAN 12, class 3, size 2, cut 1, session 10, time u32, group u16,
//	1 bit, kind of frame 5, hardware 6, way 1, unit of the time 2, 1 = 8 bytes follow
//
// Of the kinds of frames 0 is Ethernet and 2 IP.
func (d *Dissector) readERSPAN3(out *Datagram) Protocol {
	rest := d.rest()
	if len(rest) < erspan3Header || rest[0]>>4 != 2 {
		return foundBad
	}
	size := erspan3Header
	if rest[11]&1 != 0 {
		size += 8
	}
	if len(rest) < size {
		return foundBad
	}
	d.at += size
	out.Trail.tag(uint32(binary.BigEndian.Uint16(rest[2:]) & 0x3FF))
	out.Trail.tag(uint32(binary.BigEndian.Uint16(rest) & 0xFFF))
	switch rest[10] >> 2 & 0x1F {
	case 0:
		return ethernet
	case 2:
		return byVersion
	}
	return foundNotUDP
}

// readEtherIP reads a version and nothing.
func (d *Dissector) readEtherIP(out *Datagram) Protocol {
	rest := d.rest()
	if len(rest) < etherIPHeader || rest[0]>>4 != 3 {
		return foundBad
	}
	d.at += etherIPHeader
	out.Trail.tag(uint32(d.layer))
	return ethernet
}

// readVXLAN reads a header that is sound in all its bits, with a sound frame behind it. Anyone may use the port.
func (d *Dissector) readVXLAN(out *Datagram) Protocol {
	const valid, policy, policyBits = 0x08, 0x80, 0x48
	rest := d.rest()
	if len(rest) < vxlanHeader || rest[7] != 0 {
		return foundBad
	}
	plain := rest[0] == valid && rest[1]|rest[2]|rest[3] == 0
	if grouped := rest[0] == valid|policy && rest[1]&^policyBits == 0; !plain && !grouped {
		return foundBad
	}
	if d.vxlan.DecodeFromBytes(rest[:vxlanHeader], feedback) != nil {
		return foundBad
	}
	d.at += vxlanHeader
	out.Trail.tag(uint32(d.layer))
	out.Trail.tag(d.vxlan.VNI)
	if !d.soundEthernet() {
		return foundBad
	}
	return ethernet
}

// readGeneve reads a header that is sound in all its bits, with a sound frame or packet behind it. gopacket adds the options
// to those of the frame before, so it gets a header without any.
func (d *Dissector) readGeneve(out *Datagram) Protocol {
	rest := d.rest()
	if len(rest) < geneveHeader || rest[0]>>6 != 0 || rest[1]&0x3F != 0 || rest[7] != 0 {
		return foundBad
	}
	d.scratch = append(d.scratch[:0], rest[:geneveHeader]...)
	d.scratch[0] = 0
	size := geneveHeader + int(rest[0])*4
	if len(rest) < size || d.geneve.DecodeFromBytes(d.scratch, feedback) != nil {
		return foundBad
	}
	d.at += size
	out.Trail.tag(uint32(d.layer))
	out.Trail.tag(d.geneve.VNI)
	next := ofEthernet | Protocol(d.geneve.Protocol)
	if next.step() == 0 || next == ethernet && !d.soundEthernet() {
		return foundBad
	}
	return next
}
