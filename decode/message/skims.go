package message

import (
	"bytes"
	"encoding/binary"

	"bcdump/decode/ship"
)

// Skims looks over updates, and remembers what it saw in subsystem blocks: a host sends those of a
// ship in turn, and most come again as they were. The zero value remembers none.
type Skims struct {
	known [256]skimmed
	last  Look // of an update whose block is not remembered
}

// Look is what a look over an update told.
type Look struct {
	Skim
	// Note is for who asked: what it has worked out from the class, the dialect and the bytes of
	// the block alone. 0 = nothing yet.
	Note uint8
}

// skimmed is a block and what it was read with.
type skimmed struct {
	class   *ship.Class
	look    Look
	dialect Dialect
	length  uint8 // 0 = nothing is remembered
	block   [longestSkimmed]byte
}

// Blocks of other lengths are not remembered.
const (
	shortestSkimmed = 8
	longestSkimmed  = 24
)

// Look is [StateUpdate.Skim] of m. The result is valid until the next one.
func (k *Skims) Look(m *StateUpdate, payload []byte, class *ship.Class, dialect Dialect) *Look {
	w := updateWalk{data: payload}
	m.walkFixed(&w)
	block := w.data[w.pos:]
	// Before an open group byte the same bytes may mean something else.
	if w.failed || w.count > 0 || !m.has(FlagSubsystems) || len(block) < shortestSkimmed || len(block) > longestSkimmed {
		k.last = Look{}
		m.walkRest(&w, &k.last.Skim, class, dialect)
		return &k.last
	}
	x := k.place(block)
	if x.class != class || x.dialect != dialect || !bytes.Equal(x.block[:x.length], block) {
		x.class, x.dialect, x.look, x.length = class, dialect, Look{}, uint8(copy(x.block[:], block))
		m.walkRest(&w, &x.look.Skim, class, dialect)
	}
	return &x.look
}

// place gives the place of a block, by its first and last bytes.
func (k *Skims) place(block []byte) *skimmed {
	const mix, bits = 0x9E3779B97F4A7C15, 8
	head, tail := binary.LittleEndian.Uint64(block), binary.LittleEndian.Uint64(block[len(block)-8:])
	return &k.known[(head^tail*mix)*mix>>(64-bits)]
}
