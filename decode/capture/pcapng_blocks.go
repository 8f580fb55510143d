package capture

// section begins a new section: interfaces are counted from 0 again. The
// section length is not used; it is optional, and a wrong one must not hide blocks.
func (p *pcapng) section() {
	p.interfaces = nil // a mark may have those of the section before
	p.info.addByteOrder(p.big)
}

// describe takes an interface description:
//
//	link u16, reserved u16, snap length u32, options
func (p *pcapng) describe(body []byte, offset int64) {
	if len(p.interfaces) >= maxInterfaces {
		p.damaged(offset, "interface description block: expected at most %d in a section, found one more", maxInterfaces)
		return
	}
	i := pcapngInterface{
		link:       u16(body, p.big),
		snapLength: u32(body[4:], p.big),
		resolution: microseconds,
		about:      new(Interface),
	}
	if !p.interfaceOptions(body[8:], &i) {
		p.damaged(offset, "interface description block: an option runs past the end of the block; "+
			"the options before it were used")
	}
	i.digits = i.resolution.digits()
	p.info.Interfaces++
	i.about.Number = p.info.Interfaces
	p.info.addLink(i.link)
	p.info.addResolution(i.resolution.String())
	p.interfaces = append(p.interfaces, i)
}

// interfaceOptions reads options, each code u16, length u16, value padded to 4
// bytes; false means that one of them is longer than the block.
func (p *pcapng) interfaceOptions(rest []byte, i *pcapngInterface) bool {
	for len(rest) >= 4 {
		code, length := u16(rest, p.big), int(u16(rest[2:], p.big))
		rest = rest[4:]
		if code == optionEnd {
			return true
		}
		if length > len(rest) {
			return false
		}
		switch {
		case code == optionName:
			i.about.Name = describing(rest[:length])
		case code == optionAbout:
			i.about.Description = describing(rest[:length])
		case code == optionTsresol && length >= 1:
			i.resolution.unit(rest[0])
		case code == optionTsoffset && length >= 8:
			i.resolution.offset = int64(u64(rest, p.big))
		}
		rest = rest[min(padTo4(length), len(rest)):]
	}
	return true
}

// describing copies the text of an option, as much of it as is kept.
func describing(text []byte) string { return string(text[:min(len(text), maxDescription)]) }

// enhanced takes an enhanced packet:
//
//	interface u32, time high u32, time low u32, captured u32, wire u32, data, options
//
// A packet block of old writers differs in the first word:
//
//	interface u16, drops u16
func (p *pcapng) enhanced(body []byte, kind uint32, offset int64, b *Batch) {
	number := u32(body, p.big)
	if kind == blockPacket {
		number = uint32(u16(body, p.big))
	}
	i := p.interfaceOf(number, kind, offset)
	if i == nil {
		return
	}
	stamp := uint64(u32(body[4:], p.big))<<32 | uint64(u32(body[8:], p.big))
	f := Frame{Time: i.resolution.time(stamp), WireLength: u32(body[16:], p.big)}
	p.packet(f, i, body[20:], u32(body[12:], p.big), kind, offset, b)
}

// simple takes a simple packet: wire u32, data. It belongs to interface 0, has
// no time, and its captured length follows from the interface's snap length.
func (p *pcapng) simple(body []byte, offset int64, b *Batch) {
	i := p.interfaceOf(0, blockSimple, offset)
	if i == nil {
		return
	}
	wire := u32(body, p.big)
	captured := wire
	if i.snapLength != 0 {
		captured = min(captured, i.snapLength)
	}
	p.packet(Frame{WireLength: wire}, i, body[4:], captured, blockSimple, offset, b)
}

// interfaceOf looks up an interface; one that was never described is damage,
// because nothing says how its packets begin.
func (p *pcapng) interfaceOf(id, kind uint32, offset int64) *pcapngInterface {
	if uint64(id) < uint64(len(p.interfaces)) {
		return &p.interfaces[id]
	}
	p.damaged(offset, "%s skipped: expected one of the interfaces described so far (%d), found number %d",
		blockName(kind), len(p.interfaces), id)
	return nil
}

// packet delivers f with the first captured bytes of data, unless they are not there.
func (p *pcapng) packet(f Frame, i *pcapngInterface, data []byte, captured, kind uint32, offset int64, b *Batch) {
	room := min(len(data), maxData)
	if uint64(captured) > uint64(room) {
		p.damaged(offset, "%s skipped: its captured length says %d bytes; expected at most %d",
			blockName(kind), captured, room)
		return
	}
	p.frames++
	f.Number = p.frames
	f.Digits = i.digits
	f.Link, f.Interface = i.link, i.about
	f.Data = data[:captured:captured]
	f.Offset = offset
	if behind := data[captured:]; kind != blockSimple && len(behind) > 4 {
		f.Way = p.way(behind[min(-captured&3, uint32(len(behind))):])
	}
	*b.next() = f
}

// way finds the flags among the options of a packet, whose lowest two bits are its way.
func (p *pcapng) way(rest []byte) Way {
	for len(rest) >= 4 {
		code, length := u16(rest, p.big), int(u16(rest[2:], p.big))
		rest = rest[4:]
		switch {
		case code == optionEnd || length > len(rest):
			return NoWay
		case code == optionFlags && length == 4:
			if way := Way(u32(rest, p.big) & 3); way <= Outbound {
				return way
			}
			return NoWay
		}
		rest = rest[min(padTo4(length), len(rest)):]
	}
	return NoWay
}
