package outline

import (
	"math"
	"sort"
	"sync/atomic"
)

// blockRows is how many rows a block has.
const blockRows = 1 << blockBits

// blockBits makes a block large beside what the allocator rounds it up by.
const blockBits = 14

// block holds rows as columns, because a search reads one of them. What stands in a row does not
// change once it counts in the length, but for the references of parts.
type block struct {
	base int64 // frame of its first row
	// wide are the frames, if one is too far from the first for 32 bits; nil = none is so far.
	wide   atomic.Pointer[[blockRows]int64]
	frame  [blockRows]uint32 // above base
	object [blockRows]uint32
	// back is how many messages back stands the one that an Ack acknowledges, the first copy of a
	// repeat, the part that came last of a joined or lost message, or the part of the same message that
	// came before a part. 0 = none, or not known.
	back [blockRows]uint32
	// other is how many messages back stands the one that the host passed on; of a part, how many
	// messages ahead the message that it belongs to. 0 = none, or not known.
	other [blockRows]uint32
	who   [blockRows]uint32 // the link in the upper 24 bits, the index in the lower 8
	kind  [blockRows]uint16
	flags [blockRows]Flags
	has   digest // of a full block
}

// digest is what occurs in a block, so that most searches skip most blocks.
type digest struct {
	kinds, clients, objects some
	flags                   Flags
	// lowest is the lowest row that a row refers to as its Ack, copy or repeat; most are near.
	lowest int
}

// some is a set of numbers that may seem to hold others too.
type some [16]uint64

func (s *some) add(n uint32) {
	bit := spread(n)
	s[bit/64] |= 1 << (bit % 64)
}

func (s *some) may(n uint32) bool {
	bit := spread(n)
	return s[bit/64]&(1<<(bit%64)) != 0
}

// spread gives a bit for a number: ids of objects have their differences in the upper half.
func spread(n uint32) uint32 { return n * 0x9E3779B1 >> 22 }

// seal makes the digest of a block that is full, and begins with a row.
func (b *block) seal(first int) {
	b.has.lowest = first + blockRows
	for i := range blockRows {
		b.has.kinds.add(uint32(b.kind[i]))
		b.has.clients.add(b.who[i] >> 8)
		b.has.objects.add(b.object[i])
		b.has.flags |= b.flags[i]
		if b.flags[i]&(Ack|Repeat) != 0 {
			b.has.lowest = min(b.has.lowest, first+i-int(b.back[i]))
		}
		if b.flags[i]&Part == 0 {
			b.has.lowest = min(b.has.lowest, first+i-int(b.other[i]))
		}
	}
}

func (b *block) frameOf(i int) int64 {
	if wide := b.wide.Load(); wide != nil {
		return wide[i]
	}
	return b.base + int64(b.frame[i])
}

// setFrame writes the frame of a row that nobody reads yet.
func (b *block) setFrame(i int, frame int64) {
	if i == 0 {
		b.base = frame
	}
	wide, above := b.wide.Load(), frame-b.base
	if wide == nil && above > math.MaxUint32 {
		wide = new([blockRows]int64)
		for j := range i {
			wide[j] = b.frameOf(j)
		}
		b.wide.Store(wide)
	}
	if wide != nil {
		wide[i] = frame
		return
	}
	b.frame[i] = uint32(above)
}

// table is what there is of an Outline at one moment.
type table struct {
	blocks []*block
	length int
}

// table gives the rows that count.
func (o *Outline) table() table {
	length := int(o.length.Load()) // before the blocks: these may be more by now
	return table{*o.blocks.Load(), length}
}

// at gives the place of a row.
func (t *table) at(n int) (b *block, i int) { return t.blocks[n>>blockBits], n & (blockRows - 1) }

func (t *table) frame(n int) int64 {
	b, i := t.at(n)
	return b.frameOf(i)
}

func (t *table) flags(n int) Flags {
	b, i := t.at(n)
	return b.flags[i]
}

func (t *table) object(n int) uint32 {
	b, i := t.at(n)
	return b.object[i]
}

func (t *table) who(n int) uint32 {
	b, i := t.at(n)
	return b.who[i]
}

func (t *table) back(n int) int {
	b, i := t.at(n)
	return int(atomic.LoadUint32(&b.back[i]))
}

func (t *table) other(n int) int {
	b, i := t.at(n)
	return int(atomic.LoadUint32(&b.other[i]))
}

func (t *table) setBack(n, distance int) {
	b, i := t.at(n)
	atomic.StoreUint32(&b.back[i], reference(int64(distance)))
}

func (t *table) setOther(n, distance int) {
	b, i := t.at(n)
	atomic.StoreUint32(&b.other[i], reference(int64(distance)))
}

// reference is a distance as it is kept. One that is too long is not.
func reference(distance int64) uint32 {
	if distance < 0 || distance > math.MaxUint32 {
		return 0
	}
	return uint32(distance)
}

// first gives the first row of a frame or of one behind it. It looks back from the end in growing
// steps: what is asked for while rows come is near.
func (t *table) first(frame int64) int {
	low, high := t.length, t.length // rows from high on are not before the frame
	for step := 1; low > 0; step *= 2 {
		low = max(high-step, 0)
		if t.frame(low) < frame {
			break
		}
		high = low
	}
	return low + sort.Search(high-low, func(i int) bool { return t.frame(low+i) >= frame })
}

// number gives a message by its place; -1 if there is none. A joined message has the place of the
// part that completed it: whole asks for the joined one.
func (t *table) number(frame int64, index uint8, whole bool) (found int) {
	found = -1
	for n := t.first(frame); n < t.length && t.frame(n) == frame; n++ {
		flags := t.flags(n)
		if t.who(n)&0xFF == uint32(index) && flags&Lost == 0 && (whole || flags&Joined == 0) {
			found = n
			if !whole || flags&Joined != 0 {
				break
			}
		}
	}
	return found
}
