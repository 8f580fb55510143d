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

// Values says how those of a map are cloned.
type Values[V any] struct {
	// Copy copies one. before is the copy of the same key that an earlier clone has, if it has any, else the
	// zero value. nil = values are copied as they are.
	Copy func(v, before V) V
	// Same reports whether a value and a copy are the same; nil = they never are.
	Same func(a, b V) bool
	// Size is how many bytes a value points to.
	Size int
}

// Same is for values that point to nothing.
func Same[V comparable](a, b V) bool { return a == b }

// Clone gives a copy that shares with m nothing that changes. With before, an earlier clone of m that was not used
// yet, it has in one place what is the same in both; nil = there is none. shared counts the bytes of that.
func (m *Map[K, V]) Clone(before *Map[K, V], values Values[V]) (c *Map[K, V], shared int) {
	if m.entries == nil {
		return &Map[K, V]{limit: m.limit, next: m.next, evicted: m.evicted, changes: m.changes, folded: m.folded, values: m.values}, 0
	}
	c = &Map[K, V]{limit: m.limit, next: m.next, evicted: m.evicted, changes: m.changes, values: values}
	var known []*chunk[K, V]
	if before != nil {
		known = before.folded
	}
	for first := 0; first < len(m.order); first += chunkSize {
		keys, old := m.order[first:min(first+chunkSize, len(m.order))], (*chunk[K, V])(nil)
		if len(c.folded) < len(known) {
			old = known[len(c.folded)]
		}
		if m.holds(old, keys, values.Same) {
			shared += old.memory() + old.used*values.Size
		} else {
			old = m.fold(old, keys, values.Copy)
		}
		c.folded = append(c.folded, old)
	}
	c.folded = slices.Clip(c.folded)
	return c, shared
}

// holds reports whether a chunk has what the map has for some keys.
func (m *Map[K, V]) holds(c *chunk[K, V], keys []K, same func(a, b V) bool) bool {
	if c == nil || same == nil || c.used != len(keys) {
		return false
	}
	for i, key := range keys {
		e := &c.entries[i]
		if e.key != key {
			return false
		}
		if v, ok := m.entries[key]; ok != e.there || ok && !same(v, e.value) {
			return false
		}
	}
	return true
}

// fold copies what the map has for some keys. old is what an earlier clone has in this place, nil = nothing.
func (m *Map[K, V]) fold(old *chunk[K, V], keys []K, value func(v, before V) V) *chunk[K, V] {
	c := &chunk[K, V]{used: len(keys)}
	for i, key := range keys {
		v, ok := m.entries[key]
		if ok && value != nil {
			var before V
			if old != nil && old.entries[i].key == key {
				before = old.entries[i].value
			}
			v = value(v, before)
		}
		c.entries[i] = entry[K, V]{key, v, ok}
	}
	return c
}

// places gives the entries of a clone that was not used yet by their places, and those whose key was dropped.
func (m *Map[K, V]) places() iter.Seq[*entry[K, V]] {
	return func(yield func(*entry[K, V]) bool) {
		for _, c := range m.folded {
			for i := range c.entries[:c.used] {
				if !yield(&c.entries[i]) {
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
	m.entries, m.order = make(map[K]V, m.size()), make([]K, 0, m.size())
	for e := range m.places() {
		m.order = append(m.order, e.key)
		if !e.there {
			continue
		}
		v := e.value
		if m.values.Copy != nil {
			var none V
			v = m.values.Copy(v, none)
		}
		m.entries[e.key] = v
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
	for _, v := range m.entries {
		f(v)
	}
	for e := range m.places() {
		if e.there {
			f(e.value)
		}
	}
}
