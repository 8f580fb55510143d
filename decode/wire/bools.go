package wire

import "fmt"

// Up to five booleans share one group byte:
//
//	bits 7-5   number of booleans in this byte, 1 to 5
//	bits 4-0   the values, first boolean in bit 0
//
// The byte lies where the first boolean of the group is; the others take no room,
// whatever fields lie between. Only the count closes a group. Observed: "61" in
// every Settings message, whose third boolean has no byte of its own.

// groupReader takes booleans from group bytes.
type groupReader struct {
	group  uint8
	mask   uint16 // bit of the next boolean; 0 = no open group
	taken  int
	offset int  // of the group byte in the payload
	room   bool // the group before could have taken one more
	split  bool // a group began although the one before had room
	fault  string
	ahead  bool // nobody asks what the fault is
}

func (g *groupReader) open() bool { return g.mask != 0 }

func (g *groupReader) start(group byte, offset int) {
	g.group, g.mask, g.taken, g.offset = group, 1, 0, offset
	g.split = g.split || g.room
	if count := group >> 5; count < 1 || count > 5 {
		g.blame("counts %d booleans, 1 to 5 are possible", int(count))
	}
}

func (g *groupReader) next() bool {
	value := uint16(g.group)&g.mask&0x1F != 0
	g.mask *= 2
	g.taken++
	if g.mask >= 1<<(g.group>>5) {
		g.close()
	}
	return value
}

// rest ends the group and gives the booleans that nobody took from it.
func (g *groupReader) rest() GroupRest {
	if !g.open() {
		return GroupRest{}
	}
	rest := GroupRest{Count: g.group>>5 - uint8(g.taken), Bits: g.group & 0x1F >> g.taken}
	g.taken = int(g.group >> 5)
	g.close()
	return rest
}

// close ends the group; it had to hold exactly the booleans taken from it.
func (g *groupReader) close() {
	if g.taken == 0 {
		return
	}
	g.room = g.taken < 5
	if count := int(g.group >> 5); count != g.taken {
		g.blame("counts %d booleans, but %d were read", count, g.taken)
	} else if g.group&0x1F>>count != 0 {
		g.blame("has values beyond its %d booleans", count)
	}
	g.mask, g.taken = 0, 0
}

// broken is the fault of a message that is cut. Booleans that nobody could read say nothing about
// the count; a count that no sender can write, and values beyond the count, are wrong all the same.
func (g *groupReader) broken() string {
	if count := int(g.group >> 5); g.open() && g.group&0x1F>>count != 0 {
		g.blame("has values beyond its %d booleans", count)
	}
	return g.fault
}

func (g *groupReader) blame(format string, numbers ...any) {
	switch {
	case g.fault != "":
	case g.ahead:
		g.fault = "broken"
	default:
		g.fault = fmt.Sprintf("group byte 0x%02X at offset %d ", g.group, g.offset) + fmt.Sprintf(format, numbers...)
	}
}

// GroupRest is what is left of a group byte when the fields that took booleans from
// it end: Count booleans, the first in bit 0 of Bits.
type GroupRest struct{ Count, Bits uint8 }

// RestOfGroup visits the booleans of the open group that no field takes. They belong
// to bytes that follow and are kept raw: without them neither could the group byte
// be written again nor its count be judged.
func RestOfGroup(v Visitor, p *GroupRest) {
	switch {
	case v.r != nil:
		*p = v.r.bools.rest()
	case v.w != nil:
		for i := range p.Count {
			v.w.data = v.w.bools.put(v.w.data, p.Bits>>i&1 != 0)
		}
	}
}

// groupWriter puts booleans into group bytes.
type groupWriter struct {
	at    int // index of the open group byte
	count int // booleans in it; 0 = no open group
}

func (g *groupWriter) put(b []byte, value bool) []byte {
	if g.count == 0 {
		g.at = len(b)
		b = append(b, 0)
	}
	bits := b[g.at] & 0x1F
	if value {
		bits |= 1 << g.count
	}
	g.count++
	b[g.at] = byte(g.count)<<5 | bits
	if g.count == 5 {
		g.count = 0
	}
	return b
}
