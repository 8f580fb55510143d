package relay

// index finds the newest of the originals whose keys end in the same bits. From it
// original.alike leads to those before. It does not look at the originals, which lie far apart
// in memory, and takes nothing out: what is too old to be in the ring tells it by its number.
type index struct {
	filed  uint32        // originals so far
	newest [slots]uint32 // the number of the newest one, from 1, by the bits of its key; 0 = none
}

// slots is a power of two: twice as many as there are originals, so that few keys share one.
const slots = 2 * maxOriginals

func newIndex() *index { return &index{} }

// find says how many places before the one filed last the newest original is that may have a key;
// false if it is forgotten, or there is none.
func (x *index) find(key uint64) (back int, ok bool) {
	n := x.newest[key%slots]
	return int(x.filed - n), n != 0 && x.filed-n < maxOriginals
}

// file takes the key of the next original, and says how many places before it the newest one is
// that may have the same; 0 = there is none.
func (x *index) file(key uint64) (back uint16) {
	x.filed++
	if n, ok := x.find(key); ok {
		back = uint16(n)
	}
	x.newest[key%slots] = x.filed
	return back
}
