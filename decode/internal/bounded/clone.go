package bounded

import (
	"slices"
	"unsafe"
)

// rest is the entries of a clone that was not used yet: a map takes twice as much. It has a place for
// each of Map.order.
type rest[V any] struct {
	values []V
	there  []bool // false: the key was dropped
}

// Clone gives a copy that shares nothing with m but what the values point to; value copies one, nil =
// they are copied as they are.
func (m *Map[K, V]) Clone(value func(V) V) *Map[K, V] {
	c := &Map[K, V]{limit: m.limit, order: slices.Clone(m.order), next: m.next, evicted: m.evicted, changes: m.changes}
	c.rest = rest[V]{values: make([]V, len(m.order)), there: make([]bool, len(m.order))}
	for i, key := range m.order {
		v, ok := m.at(i, key)
		if ok && value != nil {
			v = value(v)
		}
		c.rest.values[i], c.rest.there[i] = v, ok
	}
	return c
}

// at gives the value of a key at its place in order; false if it is not there.
func (m *Map[K, V]) at(place int, key K) (V, bool) {
	if m.entries == nil {
		return m.rest.values[place], m.rest.there[place]
	}
	v, ok := m.entries[key]
	return v, ok
}

// unfold makes the map of a clone when it is used first.
func (m *Map[K, V]) unfold() {
	if m.entries != nil {
		return
	}
	m.entries = make(map[K]V, len(m.order))
	for i, key := range m.order {
		if m.rest.there[i] {
			m.entries[key] = m.rest.values[i]
		}
	}
	m.rest = rest[V]{}
}

// Memory counts the bytes that a clone takes, but for what values point to: so many for each entry.
func (m *Map[K, V]) Memory(value int) int {
	var key K
	var v V
	return int(unsafe.Sizeof(*m)) + len(m.order)*(int(unsafe.Sizeof(key)+unsafe.Sizeof(v))+1+value)
}

// Each gives the values to a function, in no order. It is for those who must not change a clone that was
// not used yet.
func (m *Map[K, V]) Each(f func(V)) {
	for _, v := range m.entries {
		f(v)
	}
	for i, v := range m.rest.values {
		if m.rest.there[i] {
			f(v)
		}
	}
}
