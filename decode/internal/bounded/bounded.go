// Package bounded is a map with a limit: when it is full, the oldest entry is dropped and counted.
// What comes in are keys and values of any type; what they mean it must not know.
package bounded

// Map holds at most a number of entries that New is told. One goroutine at a time.
type Map[K comparable, V any] struct {
	limit   int
	entries map[K]V
	order   []K // ring of the keys, oldest at next
	next    int
	evicted int64
	changes int64

	// The entry that was asked for last, which is asked for again more often than not.
	lastKey   K
	lastValue V
	lastThere bool
}

// New makes an empty Map with room for limit entries, at least 1.
func New[K comparable, V any](limit int) *Map[K, V] {
	return &Map[K, V]{limit: limit, entries: make(map[K]V)}
}

// Get gives the value of a key; false if the key is not there.
func (m *Map[K, V]) Get(key K) (V, bool) {
	if m.lastThere && m.lastKey == key {
		return m.lastValue, true
	}
	return m.look(key)
}

// look is for a key that was not asked for last.
func (m *Map[K, V]) look(key K) (V, bool) {
	v, ok := m.entries[key]
	if ok {
		m.lastKey, m.lastValue, m.lastThere = key, v, true
	}
	return v, ok
}

// Put adds an entry, or replaces the one of the same key, which stays as old as it was.
func (m *Map[K, V]) Put(key K, value V) {
	if _, ok := m.entries[key]; !ok {
		m.remember(key)
	}
	m.changes++
	m.entries[key] = value
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
	delete(m.entries, m.order[m.next])
	m.lastThere = false
	m.order[m.next] = key
	m.next = (m.next + 1) % m.limit
	m.evicted++
}

// Entries are all entries, in no order. The map is not to be changed.
func (m *Map[K, V]) Entries() map[K]V {
	return m.entries
}

// Evicted counts the entries that made room for others.
func (m *Map[K, V]) Evicted() int64 { return m.evicted }

// Changes counts entries that came, went, or were replaced: while it stays the same, so
// does what Get gives.
func (m *Map[K, V]) Changes() int64 { return m.changes }
