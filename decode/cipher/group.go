package cipher

const (
	block    = 16 // bytes of a datagram that a kernel reads and writes at a time
	maxLanes = 64 // datagrams of a kernel
	window   = 64 // bytes of a datagram that are staged at a time
)

// kernel deciphers maxLanes datagrams in step, with vector instructions. It goes on with count > 0
// bytes of each datagram, from offset on. It reads and writes whole blocks: at offset from each pointer of
// from and to, count rounded up to a multiple of block. It reads a block of all lanes before it writes
// any, so lanes may share memory if they do the same.
type kernel func(state *lanes, from, to *[maxLanes]*byte, offset, count int)

// lanes is what a kernel keeps from one call to the next, and its scratch memory.
// Which lane of t and x belongs to which datagram is the kernel's affair.
type lanes struct {
	t [maxLanes]uint16
	x [maxLanes]uint16 // the key byte x in both bytes

	//lint:ignore U1000 assembly: row i has byte i of the block of each datagram
	rows [block * rowSize]byte
	//lint:ignore U1000 assembly: eight rows on the way, of AVX2
	half [8 * 32]byte
}

// rowSize is the distance of rows, in bytes.
//
//lint:ignore U1000 assembly
const rowSize = maxLanes

// group is the datagrams in the hands of a kernel, at most one to a lane.
type group struct {
	state    lanes
	from, to [maxLanes]*byte // byte 1 of each datagram
	slots    [maxLanes][window]byte
	slot     [maxLanes]*byte // the beginning of each slot
}

// fewest is the number of datagrams for which a kernel is about as fast as the portable
// form. It takes the same time for one as for all lanes. Measured on amd64.
const fewest = 12

// together returns how many of the datagrams, sorted by length and none empty, a kernel should
// decipher together; 0 = the portable form is for them.
func together(order []uint16, src [][]byte) int {
	n := min(len(order), maxLanes)
	// Lanes whose datagram has ended do work that nobody needs.
	shortest := len(src[order[0]])
	limit := min(window+shortest+shortest/4, unsorted-1)
	for n >= fewest && len(src[order[n-1]]) > limit {
		n /= 2
	}
	if n < fewest {
		return 0
	}
	return n
}

// decipher deciphers the datagrams with these indexes, sorted by length and none empty.
//
// A kernel reads and writes whole blocks, and nothing outside the datagrams may be
// touched. So it works in place only as far as all datagrams have whole blocks. The rest
// goes through slots, which have room for whole blocks. At least one block is left for
// them: copying is faster when there are 16 bytes or more.
func (g *group) decipher(k kernel, order []uint16, dst, src [][]byte) {
	shortest, longest := len(src[order[0]]), len(src[order[len(order)-1]])
	direct := max(0, (shortest-1)/block-1) * block
	at := 1 + direct // byte 0 is not enciphered
	g.open(order, dst, src, at)
	if direct > 0 {
		g.repeatLast(len(order))
		k(&g.state, &g.from, &g.to, 0, direct)
	}
	for at < longest {
		k(&g.state, &g.slot, &g.slot, 0, min(window, longest-at))
		g.unload(order, dst, at)
		at += window
		if at < longest {
			g.load(order, src, at)
		}
	}
}

// open begins a group: byte 0, and all that can be done while its datagrams are at hand.
// They are staged from byte at on, which no datagram ends before.
func (g *group) open(order []uint16, dst, src [][]byte, at int) {
	clear(g.state.t[:])
	clear(g.state.x[:])
	if g.slot[0] != &g.slots[0][0] {
		for lane := range g.slot {
			g.slot[lane] = &g.slots[lane][0]
		}
	}
	for lane, i := range order {
		in, out := src[i], dst[i]
		out[0] = in[0]
		move(g.slots[lane][:], in[at:])
		if at > 1 {
			g.from[lane], g.to[lane] = &in[1], &out[1]
		}
	}
}

// repeatLast lets the lanes from n on, which have no datagram, repeat the one before: the
// same bytes to the same place.
func (g *group) repeatLast(n int) {
	for lane := n; lane < maxLanes; lane++ {
		g.from[lane], g.to[lane] = g.from[n-1], g.to[n-1]
	}
}

// load fills the slots from byte at of the datagrams on.
func (g *group) load(order []uint16, src [][]byte, at int) {
	for lane, i := range order {
		if in := src[i]; at < len(in) {
			move(g.slots[lane][:], in[at:])
		}
	}
}

// unload empties the slots into the datagrams from byte at on.
func (g *group) unload(order []uint16, dst [][]byte, at int) {
	for lane, i := range order {
		if out := dst[i]; at < len(out) {
			move(out[at:], g.slots[lane][:])
		}
	}
}

// move is copy, but faster for what a slot usually holds: two to four blocks, which may
// overlap, so that it takes the same way for any length.
func move(to, from []byte) {
	n := min(len(to), len(from))
	if n < block || n > window {
		copy(to, from)
		return
	}
	last := n - block
	*(*[block]byte)(to) = *(*[block]byte)(from)
	if n > 2*block {
		*(*[block]byte)(to[block:]) = *(*[block]byte)(from[block:])
	}
	if n > 3*block {
		*(*[block]byte)(to[2*block:]) = *(*[block]byte)(from[2*block:])
	}
	*(*[block]byte)(to[last:]) = *(*[block]byte)(from[last:])
}
