package decode

// bounded is a map that holds at most limit entries: the one put in first makes
// room for a new one.
type bounded[K comparable, V any] struct {
	limit   int
	entries map[K]V
	order   []K // ring of the keys, oldest at next
	next    int
	evicted int64
	changes int64 // entries that came, went, or were replaced

	// The entry that was asked for last, which is asked for again more often than not.
	lastKey   K
	lastValue V
	lastThere bool
}

func newBounded[K comparable, V any](limit int) *bounded[K, V] {
	return &bounded[K, V]{limit: limit, entries: make(map[K]V)}
}

func (b *bounded[K, V]) get(key K) (V, bool) {
	if b.lastThere && b.lastKey == key {
		return b.lastValue, true
	}
	v, ok := b.entries[key]
	if ok {
		b.lastKey, b.lastValue, b.lastThere = key, v, true
	}
	return v, ok
}

func (b *bounded[K, V]) put(key K, value V) {
	if _, ok := b.entries[key]; !ok {
		b.remember(key)
	}
	b.changes++
	b.entries[key] = value
	b.lastKey, b.lastValue, b.lastThere = key, value, true
}

// drop forgets a key. Its place in the ring stays taken until its turn comes.
func (b *bounded[K, V]) drop(key K) {
	b.changes++
	delete(b.entries, key)
	b.lastThere = false
}

func (b *bounded[K, V]) remember(key K) {
	if len(b.order) < b.limit {
		b.order = append(b.order, key)
		return
	}
	delete(b.entries, b.order[b.next])
	b.lastThere = false
	b.order[b.next] = key
	b.next = (b.next + 1) % b.limit
	b.evicted++
}
