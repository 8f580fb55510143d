package capture

import (
	"encoding/binary"
	"net/netip"
	"unicode/utf8"
)

// Beside is what a pcapng says beside a packet.
type Beside struct {
	Comment   []byte // UTF-8; empty = none. What does not fit into an option is left out
	Direction Way
}

// Way is where a packet goes, as the machine sees it that captures.
type Way uint32

// Ways, with the numbers that a pcapng has for them.
const (
	NoWay Way = iota // nothing is known
	Inbound
	Outbound
)

// WriteBeside writes a frame, and what is said beside it, to the interface that it was captured on.
// Only a pcapng can hold it.
func (w *Writer) WriteBeside(f *Frame, beside *Beside) error {
	w.pcapngFrame(f, frameKind{f.Link, f.Digits}, f.Interface, beside)
	if len(w.buffer) < enough {
		return nil
	}
	return w.Flush()
}

// options are those of a packet; nil = none.
func (x *Beside) options() (b []byte) {
	if x == nil {
		return nil
	}
	if len(x.Comment) > 0 {
		b = appendOption(b, optionComment, cutText(x.Comment, longestOption))
	}
	if x.Direction != NoWay {
		b = appendOption(b, optionFlags, binary.LittleEndian.AppendUint32(nil, uint32(x.Direction)))
	}
	if b != nil {
		b = appendOption(b, optionEnd, nil)
	}
	return b
}

// cutText gives at most so many bytes of a text, and no half character.
func cutText(text []byte, most int) []byte {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// WriteName writes that an address has a name, for packets before and behind. Only a pcapng can
// hold it. A zero ends the name, and readers keep about 60 bytes of it.
func (w *Writer) WriteName(a netip.Addr, name string) {
	const ipv4, ipv6 = 1, 2
	if !w.began {
		w.section()
	}
	kind := uint16(ipv4)
	if !a.Is4() {
		kind = ipv6
	}
	value := append(a.AsSlice(), cutText([]byte(name), maxDescription)...)
	w.block(blockNames, appendOption(appendOption(nil, kind, append(value, 0)), optionEnd, nil))
}
