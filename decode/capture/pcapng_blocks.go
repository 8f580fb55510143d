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

// option takes the first of a list of options: code u16, length u16, value padded to 4 bytes. Behind the last one the
// code is optionEnd, and before one that is longer than the list, which is not sound then.
func (p *pcapng) option(list []byte) (code uint16, value, rest []byte, sound bool) {
	if len(list) < 4 {
		return optionEnd, nil, nil, true
	}
	code, length := u16(list, p.big), int(u16(list[2:], p.big))
	if list = list[4:]; code == optionEnd || length > len(list) {
		return optionEnd, nil, nil, code == optionEnd
	}
	return code, list[:length], list[min(padTo4(length), len(list)):], true
}

// interfaceOptions reads options; false means that one of them is longer than the block.
func (p *pcapng) interfaceOptions(list []byte, i *pcapngInterface) bool {
	for {
		code, value, rest, sound := p.option(list)
		switch {
		case code == optionEnd:
			return sound
		case code == optionName:
			i.about.Name = describing(value)
		case code == optionAbout:
			i.about.Description = describing(value)
		case code == optionTsresol && len(value) >= 1:
			i.resolution.unit(value[0])
		case code == optionTsoffset && len(value) >= 8:
			i.resolution.offset = int64(u64(value, p.big))
		}
		list = rest
	}
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
func (p *pcapng) way(list []byte) Way {
	for {
		code, value, rest, _ := p.option(list)
		switch {
		case code == optionEnd:
			return NoWay
		case code == optionFlags && len(value) == 4:
			if way := Way(u32(value, p.big) & 3); way <= Outbound {
				return way
			}
			return NoWay
		}
		list = rest
	}
}
