package position

import "unsafe"

// Clone gives a copy that shares nothing with w.
func (w *Tracker) Clone() Tracker {
	track := func(t *Track) *Track {
		c := *t
		return &c
	}
	return Tracker{tracks: w.tracks.Clone(track), births: w.births.Clone(nil)}
}

// Memory counts the bytes that a clone takes, about.
func (w *Tracker) Memory() int {
	return w.tracks.Memory(int(unsafe.Sizeof(Track{}))) + w.births.Memory(0)
}
