package capture

import (
	"slices"
	"unsafe"
)

// Clone gives a copy that shares nothing with d but the bytes of fragments, which do not change.
func (d *Defragmenter) Clone() *Defragmenter {
	c := &Defragmenter{limits: d.limits, stats: d.stats, lately: d.lately}
	for _, p := range d.pending {
		x := *p
		x.pieces, x.fresh = slices.Clone(p.pieces), slices.Clone(p.fresh)
		c.pending = append(c.pending, &x)
	}
	return c
}

// Memory counts the bytes that a clone takes, about.
func (d *Defragmenter) Memory() int {
	n := int(unsafe.Sizeof(*d))
	for _, p := range d.pending {
		n += int(unsafe.Sizeof(*p)) + len(p.pieces)*int(unsafe.Sizeof(piece{})) + len(p.fresh)*8
		for i := range p.pieces {
			n += len(p.pieces[i].data) // which it keeps
		}
	}
	return n
}
