package collect

import (
	"maps"
	"slices"
)

// table is a map that holds at most limit rows, and one more for each key that rest
// gives: there goes what finds no row of its own.
type table[K comparable, V any] struct {
	limit   int
	rest    func(K) K
	rows    map[K]*V
	rests   map[K]*V
	dropped int64 // lines that found no row of their own
	recent  [recentRows]struct {
		key K
		row *V
	}
}

// recentRows is how many rows are found without the map: most lines are like some line
// shortly before.
const recentRows = 64

// maxRows bounds the rows of most tables.
const maxRows = 4096

func newTable[K comparable, V any](limit int, rest func(K) K) *table[K, V] {
	return &table[K, V]{limit: limit, rest: rest, rows: map[K]*V{}, rests: map[K]*V{}}
}

// own gives the row of a key, a new one if there is room; nil = there is none.
func (t *table[K, V]) own(key K) *V {
	v := t.rows[key]
	if v == nil && len(t.rows) < t.limit {
		v = new(V)
		t.rows[key] = v
	}
	return v
}

// row gives the row of a key, or that of the rest.
func (t *table[K, V]) row(key K) *V {
	if v := t.own(key); v != nil {
		return v
	}
	t.dropped++
	key = t.rest(key)
	v, ok := t.rests[key]
	if !ok {
		v = new(V)
		t.rests[key] = v
	}
	return v
}

// like gives the row of a key. Keys that are equal come with equal hints; those of
// neighbouring lines had better come with different ones.
func (t *table[K, V]) like(hint uint8, key K) *V {
	recent := &t.recent[hint%recentRows]
	if recent.row == nil || recent.key != key {
		recent.key, recent.row = key, t.own(key)
	}
	if recent.row == nil {
		return t.row(key) // of a rest: each line counts as dropped
	}
	return recent.row
}

// sorted gives the keys in an order.
func sorted[K comparable, V any](rows map[K]*V, compare func(a, b K) int) []K {
	keys := slices.AppendSeq(make([]K, 0, len(rows)), maps.Keys(rows))
	slices.SortFunc(keys, compare)
	return keys
}
