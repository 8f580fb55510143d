package position

import (
	"math"
	"unsafe"

	"bcdump/decode/internal/bounded"
)

const trackSize = int(unsafe.Sizeof(Track{}))

// tracks says how they are cloned.
var tracks = bounded.Values[*Track]{Copy: (*Track).clone, Same: (*Track).same, Size: trackSize}

// Clone gives a copy that shares nothing with w that changes. What an earlier clone has too, if it was not used yet, is in
// one place in both; nil = there is none. shared counts the bytes of that.
func (w *Tracker) Clone(before *Tracker) (c Tracker, shared int) {
	if before == nil {
		before = &Tracker{}
	}
	births, both := w.births.Clone(before.births, bounded.Values[int]{Same: bounded.Same[int]})
	list, shared := w.tracks.Clone(before.tracks, tracks)
	return Tracker{tracks: list, births: births}, shared + both
}

// clone gives the copy that an earlier clone has, if the track is still the same.
func (t *Track) clone(before *Track) *Track {
	if before != nil && t.same(before) {
		return before
	}
	c := *t
	return &c
}

// same reports whether two tracks have the same bits: 0 and -0 are not the same.
func (t *Track) same(other *Track) bool {
	bits := func(t *Track) (b [9]uint32) {
		for i, x := range []float32{t.baseline[0], t.baseline[1], t.baseline[2], t.baselineAt, t.newest, t.last[0], t.last[1], t.last[2], t.lastAt} {
			b[i] = math.Float32bits(x)
		}
		return b
	}
	return *t == *other && bits(t) == bits(other)
}

// Memory counts the bytes that a clone takes, about.
func (w *Tracker) Memory() int {
	return w.tracks.Memory(trackSize) + w.births.Memory(0)
}
