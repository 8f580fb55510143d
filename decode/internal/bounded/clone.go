package bounded

import (
	"iter"
	"slices"
	"unsafe"
)

// chunk is a run of the entries of a clone that was not used yet, by their places in Map.order: a map
// takes twice as much. It does not change, so that clones can share it.
type chunk[K comparable, V any] struct {
	entries [chunkSize]entry[K, V]
	used    int
}

type entry[K comparable, V any] struct {
	key   K
	value V
	there bool // false: the key was dropped
}

// chunkSize is small: one entry that is different keeps a chunk from being shared.
const chunkSize = 16

// Clone gives a copy that shares nothing with m but what the values point to; value copies one, nil =
// they are copied as they are.
func (m *Map[K, V]) Clone(value func(V) V) *Map[K, V] {
	c := &Map[K, V]{limit: m.limit, next: m.next, evicted: m.evicted, changes: m.changes}
	for e := range m.places() {
		if e.there && value != nil {
			e.value = value(e.value)
		}
		c.fold(e)
	}
	return c
}

// fold adds an entry to a clone that was not used yet.
func (m *Map[K, V]) fold(e entry[K, V]) {
	if n := len(m.folded); n == 0 || m.folded[n-1].used == chunkSize {
		m.folded = append(m.folded, &chunk[K, V]{})
	}
	last := m.folded[len(m.folded)-1]
	last.entries[last.used] = e
	last.used++
}

// places gives the entries by their places in order, and those whose key was dropped.
func (m *Map[K, V]) places() iter.Seq[entry[K, V]] {
	return func(yield func(entry[K, V]) bool) {
		for _, key := range m.order {
			v, ok := m.entries[key]
			if !yield(entry[K, V]{key, v, ok}) {
				return
			}
		}
		for _, c := range m.folded {
			for _, e := range c.entries[:c.used] {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// unfold makes the map of a clone when it is used first.
func (m *Map[K, V]) unfold() {
	if m.entries != nil {
		return
	}
	m.entries = make(map[K]V, m.size())
	for e := range m.places() {
		m.order = append(m.order, e.key)
		if e.there {
			m.entries[e.key] = e.value
		}
	}
	m.folded = nil
}

// size is how many places are taken.
func (m *Map[K, V]) size() int {
	if n := len(m.folded); n > 0 {
		return (n-1)*chunkSize + m.folded[n-1].used
	}
	return len(m.order)
}

// Share lets a clone have in one place with another one what is the same in both; neither was used yet.
// same compares values. It returns how many bytes that saves, with so many for what a value points to.
func (m *Map[K, V]) Share(before *Map[K, V], same func(a, b V) bool, value int) (saved int) {
	for i, c := range m.folded[:min(len(m.folded), len(before.folded))] {
		if equal := c.equals(before.folded[i], same); equal {
			m.folded[i] = before.folded[i]
			saved += c.memory() + c.used*value
		}
	}
	return saved
}

func (c *chunk[K, V]) equals(other *chunk[K, V], same func(a, b V) bool) bool {
	return c == other || slices.EqualFunc(c.entries[:c.used], other.entries[:other.used], func(a, b entry[K, V]) bool {
		return a.key == b.key && a.there == b.there && (!a.there || same(a.value, b.value))
	})
}

func (c *chunk[K, V]) memory() int { return int(unsafe.Sizeof(*c)) }

// Memory counts the bytes that a clone takes, but for what values point to: so many for each entry.
func (m *Map[K, V]) Memory(value int) int {
	var c chunk[K, V]
	const pointer = 8
	n := m.size()
	return int(unsafe.Sizeof(*m)) + (n+chunkSize-1)/chunkSize*(c.memory()+pointer) + n*value
}

// Each gives the values to a function, in no order. It is for those who must not change a clone that was
// not used yet.
func (m *Map[K, V]) Each(f func(V)) {
	for e := range m.places() {
		if e.there {
			f(e.value)
		}
	}
}
