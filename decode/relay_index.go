package decode

// relayIndex finds the newest of the originals with a key: a table of their places in the
// ring, searched from where the key says onwards. It has twice as many slots as there are
// originals, so that a search is short.
//
// A slot holds place+1 in its low bits, 0 when it is free, and above them the low bits
// of the key: where the search for it begins can be read from the slot itself, and the
// ring is hardly ever looked at in vain.
type relayIndex []relaySlot

type relaySlot uint32

const (
	relaySlots     = 2 * maxOriginals
	relayPlaceBits = 14 // hold place+1
)

func newRelayIndex() relayIndex { return make(relayIndex, relaySlots) }

// newRelaySlot is what a slot holds for a place with a key.
func newRelaySlot(key uint64, place int) relaySlot {
	return relaySlot(key)<<relayPlaceBits | relaySlot(place+1)
}

// place is -1 in a free slot.
func (s relaySlot) place() int { return int(s&(1<<relayPlaceBits-1)) - 1 }

// home is where the search for the key begins.
func (s relaySlot) home() uint32 { return uint32(s>>relayPlaceBits) & (relaySlots - 1) }

// search gives the slot with a key, or the free one where it belongs.
func (x relayIndex) search(ring []original, key uint64) (at uint32) {
	want := newRelaySlot(key, 0) >> relayPlaceBits
	for at = uint32(key) & (relaySlots - 1); ; at = (at + 1) & (relaySlots - 1) {
		slot := x[at]
		if slot == 0 {
			return at
		}
		if slot>>relayPlaceBits == want && ring[slot.place()].key == key {
			return at
		}
	}
}

// find gives the place that a key has.
func (x relayIndex) find(ring []original, key uint64) (int, bool) {
	slot := x[x.search(ring, key)]
	return slot.place(), slot != 0
}

// replace gives a key a place, and says which one it had.
func (x relayIndex) replace(ring []original, key uint64, now int) (before int, ok bool) {
	at := x.search(ring, key)
	slot := x[at]
	x[at] = newRelaySlot(key, now)
	return slot.place(), slot != 0
}

// remove takes a key out if it has this place. Slots that were put farther on because of
// it move up, so that searches need not go on behind a free slot.
func (x relayIndex) remove(key uint64, place int) {
	at, gone := uint32(key)&(relaySlots-1), newRelaySlot(key, place)
	for ; x[at] != gone; at = (at + 1) & (relaySlots - 1) {
		if x[at] == 0 {
			return
		}
	}
	free := at
	for {
		at = (at + 1) & (relaySlots - 1)
		slot := x[at]
		if slot == 0 {
			break
		}
		// It may move unless it would then stand before its home.
		if (at-slot.home())&(relaySlots-1) >= (at-free)&(relaySlots-1) {
			x[free] = slot
			free = at
		}
	}
	x[free] = 0
}
