package identify

import (
	"maps"
	"slices"
	"unsafe"
)

// Clone gives a copy that shares nothing with h.
func (h *Hashes) Clone() Hashes {
	return Hashes{ships: h.ships.Clone(nil), classes: maps.Clone(h.classes)}
}

// Memory counts the bytes that a clone takes, about.
func (h *Hashes) Memory() int {
	const class = 64 // of a map
	return h.ships.Memory(0) + len(h.classes)*class
}

// Clone gives a copy that shares nothing with s but the catalogue.
func (s *Classes) Clone() Classes {
	return Classes{ships: s.ships, open: s.open.Clone((*inference).clone)}
}

// clone shares the cursors, which do not change.
func (x *inference) clone() *inference {
	c := *x
	c.left, c.receivers = slices.Clone(x.left), maps.Clone(x.receivers)
	for i := range c.left {
		c.left[i].seen = slices.Clone(x.left[i].seen)
	}
	return &c
}

// Memory counts the bytes that a clone takes, about.
func (s *Classes) Memory() int {
	const receiver = 80 // of a map
	n := s.open.Memory(int(unsafe.Sizeof(inference{})))
	s.open.Each(func(x *inference) {
		for i := range x.left {
			n += int(unsafe.Sizeof(x.left[i])) + len(x.left[i].seen)
		}
		n += len(x.receivers) * receiver
	})
	return n
}
