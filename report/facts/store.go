package facts

// Rows and bytes lie in pieces of one size: a slice that grows would be copied, and needs twice its
// memory meanwhile. Pieces hold no pointers, so the collector passes over them.

const (
	pieceBits = 12
	// piece is how many values lie together.
	piece = 1 << pieceBits
)

// list holds values that are appended and then only read.
type list[T any] struct {
	pieces []*[piece]T
	n      int
}

// add makes a new value and gives it to be filled in.
func (l *list[T]) add() *T {
	if l.n == len(l.pieces)<<pieceBits {
		l.pieces = append(l.pieces, new([piece]T))
	}
	x := l.at(l.n)
	l.n++
	return x
}

func (l *list[T]) at(i int) *T { return &l.pieces[i>>pieceBits][i&(piece-1)] }

// address is where a run of bytes lies in an arena, in units of two bytes: its block, and where it begins there. Four bytes
// of it are 8 GiB, see [arena.full].
type address uint32

const (
	unitBits  = 1
	blockBits = 17 // of units
	// block is how many bytes lie together; a longer run has a block of its own.
	block = 1 << (blockBits + unitBits)
	// mostBlocks is how many have an address; spareBlocks is how many may be made between two questions for that: a row of
	// 64 KiB each in all of a piece.
	//
	//limit:mostBlocks Figures | blocks of 256 KiB of payloads in memory | the report ends, as `--memory` ends it | TestArena
	mostBlocks  = 1 << (32 - blockBits)
	spareBlocks = piece * (1 << 16) / block
)

// arena holds runs of bytes. Blocks do not change once they are there: whoever has a copy of the arena may read the runs
// that were made before.
type arena struct {
	blocks [][]byte
	used   int // of the last block
}

// full reports whether there may soon be no addresses left.
func (a *arena) full() bool { return len(a.blocks) > mostBlocks-spareBlocks }

// room makes room for a run of so many bytes, and gives it to be filled in.
func (a *arena) room(n int) (at address, run []byte) {
	last := len(a.blocks) - 1
	if last < 0 || len(a.blocks[last])-a.used < n {
		a.blocks = append(a.blocks, make([]byte, max(block, n)))
		last, a.used = last+1, 0
	}
	from := a.used
	a.used += (n + 1<<unitBits - 1) &^ (1<<unitBits - 1)
	return address(last<<blockBits | from>>unitBits), a.blocks[last][from : from+n]
}

// clear takes all runs out, and keeps one block.
func (a *arena) clear() {
	if len(a.blocks) > 0 {
		a.blocks, a.used = a.blocks[:1:1], 0
	}
}

// bytes gives a run, or a part of it that begins behind its first bytes.
func (a *arena) bytes(at address, behind, n uint32) []byte {
	from := uint32(at&(1<<blockBits-1))<<unitBits + behind
	return a.blocks[at>>blockBits][from : from+n : from+n]
}
