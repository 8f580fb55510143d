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

// row gives the row of a key, a new one if there is room.
func (t *table[K, V]) row(key K) *V {
	if v, ok := t.rows[key]; ok {
		return v
	}
	if len(t.rows) < t.limit {
		v := new(V)
		t.rows[key] = v
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
		recent.key, recent.row = key, t.row(key)
		if _, own := t.rows[key]; !own {
			recent.row = nil // of a rest: each line counts as dropped
			return t.rests[t.rest(key)]
		}
	}
	return recent.row
}

// sorted gives the keys in an order.
func sorted[K comparable, V any](rows map[K]*V, compare func(a, b K) int) []K {
	return slices.SortedFunc(maps.Keys(rows), compare)
}
