// Package frozen keeps copies of a list that changes a little between one copy and the next: what is the
// same in both they have in one place.
//
// In comes a slice, and the copy that was made of it before. Out comes a copy in chunks, none of which ever changes:
// those that the one before has too are taken from it. What is new of a copy lies in one place, and is kept as
// long as any of it is: this is for copies that are all kept. Where chunks begin the items say, not their places, so
// that dropping the oldest ones moves none of the others into another chunk.
//
// The package must not know what the items are.
package frozen

import (
	"slices"
	"unsafe"
)

// List is such a copy; the zero List is that of an empty slice. Any number of goroutines may read it.
type List[T comparable] struct {
	chunks []chunk[T]
}

// chunk is a run of items that nobody writes to.
type chunk[T comparable] []T

// Of copies a list. begins tells of an item whether a chunk begins with it, by what
// does not change in it; one of about sixteen is good. shared counts the bytes that the copy
// has in common with before.
func Of[T comparable](before List[T], begins func(*T) bool, items []T) (l List[T], shared int) {
	known, own := before.chunks, []int(nil)
	for len(items) > 0 {
		c := chunk[T](items[:1])
		for len(c) < len(items) && !begins(&items[len(c)]) {
			c = items[:len(c)+1]
		}
		items = items[len(c):]
		at := slices.IndexFunc(known, func(k chunk[T]) bool { return slices.Equal(k, c) })
		if at < 0 {
			own = append(own, len(l.chunks))
		} else {
			shared += memory[T](len(c))
			c, known = known[at], known[at+1:]
		}
		l.chunks = append(l.chunks, c)
	}
	if len(own) == 0 && len(l.chunks) == len(before.chunks) {
		return before, before.Memory()
	}
	l.chunks = slices.Clip(l.chunks)
	l.copy(own)
	return l, shared
}

// copy puts copies of some chunks in their place, all in one.
func (l List[T]) copy(own []int) {
	items := 0
	for _, i := range own {
		items += len(l.chunks[i])
	}
	room := make([]T, 0, items)
	for _, i := range own {
		start := len(room)
		room = append(room, l.chunks[i]...)
		l.chunks[i] = room[start:len(room):len(room)]
	}
}

// memory is what so many items take.
func memory[T any](n int) int {
	var item T
	return n * int(unsafe.Sizeof(item))
}

// Equal reports whether two lists share all that they have.
func (l List[T]) Equal(other List[T]) bool {
	return slices.EqualFunc(l.chunks, other.chunks, func(a, b chunk[T]) bool { return &a[0] == &b[0] })
}

// AppendTo appends the items to a slice.
func (l List[T]) AppendTo(list []T) []T {
	list = slices.Grow(list, l.Len())
	for _, c := range l.chunks {
		list = append(list, c...)
	}
	return list
}

// Len counts the items.
func (l List[T]) Len() (n int) {
	for _, c := range l.chunks {
		n += len(c)
	}
	return n
}

// Memory counts the bytes that the list takes.
func (l List[T]) Memory() int {
	return memory[T](l.Len()) + memory[chunk[T]](len(l.chunks))
}
