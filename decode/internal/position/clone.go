package position

import (
	"math"
	"unsafe"
)

// Clone gives a copy that shares nothing with w.
func (w *Tracker) Clone() Tracker {
	track := func(t *Track) *Track {
		c := *t
		return &c
	}
	return Tracker{tracks: w.tracks.Clone(track), births: w.births.Clone(nil)}
}

const trackSize = int(unsafe.Sizeof(Track{}))

// Share lets a clone have in one place with another one what is the same in both; neither was used yet. It
// returns how many bytes that saves.
func (w *Tracker) Share(before *Tracker) (saved int) {
	saved = w.tracks.Share(before.tracks, (*Track).same, trackSize)
	return saved + w.births.Share(before.births, func(a, b int) bool { return a == b }, 0)
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
