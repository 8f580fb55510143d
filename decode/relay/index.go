package relay

// index finds the newest of the originals whose keys end in the same bits: their place in the
// ring + 1, by these bits; 0 = there was none. From it [original.alike] leads to those before.
// There are twice as many places as originals, so that few keys share one.
//
// What is forgotten is not taken out: a place whose original has other bits by now is out of
// date, and so are all that were filed before it.
type index []uint16

// slots is a power of two.
const slots = 2 * maxOriginals

func newIndex() index { return make(index, slots) }

// at is where an index has a key.
func at(key uint64) int { return int(key & (slots - 1)) }

// newest gives the place of the newest original that may have a key; false if there is none.
func (x index) newest(ring []original, key uint64) (place int, ok bool) {
	place = int(x[at(key)]) - 1
	return place, place >= 0 && at(ring[place].key) == at(key)
}

// replace makes the original at a place, which has the key by now, the newest, and says which one
// was.
func (x index) replace(ring []original, key uint64, now int) (before int, ok bool) {
	before, ok = x.newest(ring, key)
	x[at(key)] = uint16(now + 1)
	return before, ok
}
