// Package bounded is a map with a limit: when it is full, the oldest entry is dropped that was not asked for lately,
// and counted. What comes in are keys and values of any type; what they mean it must not know.
package bounded

import "iter"

// Map holds at most a number of entries that New is told. One goroutine at a time.
type Map[K comparable, V any] struct {
	limit   int
	entries map[K]*entry[V]
	order   []K // ring of the keys; at next the one whose turn it is to make room
	next    int
	evicted int64
	changes int64

	// The entry that was asked for last, which is asked for again more often than not.
	lastKey   K
	lastValue V
	lastThere bool
}

// entry is a value. What is used passes its turn once.
type entry[V any] struct {
	value V
	used  bool // asked for since it came, or since its last turn
}

// New makes an empty Map with room for limit entries, at least 1.
func New[K comparable, V any](limit int) *Map[K, V] {
	return &Map[K, V]{limit: limit, entries: make(map[K]*entry[V])}
}

// Get gives the value of a key; false if the key is not there. What is asked for again stays longer: of several
// calls between two Puts one counts, and none of those right behind the Put of the same key.
func (m *Map[K, V]) Get(key K) (V, bool) {
	if m.lastThere && m.lastKey == key {
		return m.lastValue, true
	}
	return m.look(key)
}

// look is for a key that was not asked for last.
func (m *Map[K, V]) look(key K) (v V, ok bool) {
	e, ok := m.entries[key]
	if ok {
		e.used = true
		m.lastKey, m.lastValue, m.lastThere = key, e.value, true
		v = e.value
	}
	return v, ok
}

// Put adds an entry, or replaces the value of the same key.
func (m *Map[K, V]) Put(key K, value V) {
	if e, ok := m.entries[key]; ok {
		e.value = value
	} else {
		m.remember(key)
		m.entries[key] = &entry[V]{value: value}
	}
	m.changes++
	m.lastKey, m.lastValue, m.lastThere = key, value, true
}

// Drop forgets a key. Its place in the ring stays taken until its turn comes.
func (m *Map[K, V]) Drop(key K) {
	m.changes++
	delete(m.entries, key)
	m.lastThere = false
}

func (m *Map[K, V]) remember(key K) {
	if len(m.order) < m.limit {
		m.order = append(m.order, key)
		return
	}
	e := m.entries[m.order[m.next]]
	for ; e != nil && e.used; e = m.entries[m.order[m.next]] {
		e.used = false
		m.next = (m.next + 1) % m.limit
	}
	delete(m.entries, m.order[m.next])
	m.order[m.next] = key
	m.next = (m.next + 1) % m.limit
	m.evicted++
}

// Entries are all entries, in no order. Of all changes only Drop is allowed meanwhile.
func (m *Map[K, V]) Entries() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for key, e := range m.entries {
			if !yield(key, e.value) {
				return
			}
		}
	}
}

// Len is the number of entries.
func (m *Map[K, V]) Len() int { return len(m.entries) }

// Evicted counts the entries that made room for others.
func (m *Map[K, V]) Evicted() int64 { return m.evicted }

// Changes counts entries that came, went, or were replaced: while it stays the same, so
// does what Get gives.
func (m *Map[K, V]) Changes() int64 { return m.changes }
