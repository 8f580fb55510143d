package identify

import (
	"maps"
	"slices"
	"unsafe"

	"bcdump/decode/internal/bounded"
)

// Clone gives a copy that shares nothing with h that changes. What an earlier clone has too, if it was not used yet, is
// in one place in both; nil = there is none.
func (h *Hashes) Clone(before *Hashes) Hashes {
	if before == nil {
		before = &Hashes{}
	}
	ships, _ := h.ships.Clone(before.ships, bounded.Values[shipHash]{Same: bounded.Same[shipHash]})
	return Hashes{ships: ships, classes: maps.Clone(h.classes)}
}

// Memory counts the bytes that a clone takes, about.
func (h *Hashes) Memory() int {
	const class = 64 // of a map
	return h.ships.Memory(0) + len(h.classes)*class
}

// Clone gives a copy that shares nothing with s that changes, but the catalogue.
func (s *Classes) Clone() Classes {
	open, _ := s.open.Clone(nil, bounded.Values[*inference]{Copy: (*inference).clone})
	return Classes{ships: s.ships, open: open}
}

// clone shares the cursors, which do not change.
func (x *inference) clone(*inference) *inference {
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
