package relay

// index finds the newest of the originals with a key: a table of their places in the
// ring, searched from where the key says onwards. It has twice as many slots as there are
// originals, so that a search is short.
//
// A slot holds place+1 in its low bits, 0 when it is free, and above them the low bits
// of the key: where the search for it begins can be read from the slot itself, and the
// ring is hardly ever looked at in vain.
type index []slot

type slot uint32

const (
	slots     = 2 * maxOriginals
	placeBits = 14 // hold place+1
)

func newIndex() index { return make(index, slots) }

// newSlot is what a slot holds for a place with a key.
func newSlot(key uint64, place int) slot {
	return slot(key)<<placeBits | slot(place+1)
}

// place is -1 in a free slot.
func (s slot) place() int { return int(s&(1<<placeBits-1)) - 1 }

// home is where the search for the key begins.
func (s slot) home() uint32 { return uint32(s>>placeBits) & (slots - 1) }

// search gives the slot with a key, or the free one where it belongs.
func (x index) search(ring []original, key uint64) (at uint32) {
	want := newSlot(key, 0) >> placeBits
	for at = uint32(key) & (slots - 1); ; at = (at + 1) & (slots - 1) {
		s := x[at]
		if s == 0 {
			return at
		}
		if s>>placeBits == want && ring[s.place()].key == key {
			return at
		}
	}
}

// find gives the place that a key has.
func (x index) find(ring []original, key uint64) (int, bool) {
	s := x[x.search(ring, key)]
	return s.place(), s != 0
}

// replace gives a key a place, and says which one it had.
func (x index) replace(ring []original, key uint64, now int) (before int, ok bool) {
	at := x.search(ring, key)
	s := x[at]
	x[at] = newSlot(key, now)
	return s.place(), s != 0
}

// remove takes a key out if it has this place. Slots that were put farther on because of
// it move up, so that searches need not go on behind a free slot.
func (x index) remove(key uint64, place int) {
	at, gone := uint32(key)&(slots-1), newSlot(key, place)
	for ; x[at] != gone; at = (at + 1) & (slots - 1) {
		if x[at] == 0 {
			return
		}
	}
	free := at
	for {
		at = (at + 1) & (slots - 1)
		s := x[at]
		if s == 0 {
			break
		}
		// It may move unless it would then stand before its home.
		if (at-s.home())&(slots-1) >= (at-free)&(slots-1) {
			x[free] = s
			free = at
		}
	}
	x[free] = 0
}
