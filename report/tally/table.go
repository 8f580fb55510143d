package tally

import (
	"maps"
	"slices"
)

// Table is a map that holds at most limit rows, and one more for each key that rest
// gives: there goes what finds no row of its own.
type Table[K comparable, V any] struct {
	limit   int
	rest    func(K) K
	Rows    map[K]*V
	Rests   map[K]*V
	Dropped int64 // lines that found no row of their own
}

// NewTable makes an empty table of at most limit rows; rest gives the key of the row that
// takes what finds none.
func NewTable[K comparable, V any](limit int, rest func(K) K) *Table[K, V] {
	return &Table[K, V]{limit: limit, rest: rest, Rows: map[K]*V{}, Rests: map[K]*V{}}
}

// Own gives the row of a key, a new one if there is room; nil = there is none.
func (t *Table[K, V]) Own(key K) *V {
	v := t.Rows[key]
	if v == nil && len(t.Rows) < t.limit {
		v = new(V)
		t.Rows[key] = v
	}
	return v
}

// Row gives the row of a key, or that of the rest.
func (t *Table[K, V]) Row(key K) *V {
	if v := t.Own(key); v != nil {
		return v
	}
	t.Dropped++
	if key = t.rest(key); t.Rests[key] == nil {
		t.Rests[key] = new(V)
	}
	return t.Rests[key]
}

// Dropped gives those of some counts that are of anything.
func Dropped(counts map[string]int64) map[string]int64 {
	maps.DeleteFunc(counts, func(_ string, n int64) bool { return n == 0 })
	return counts
}

// Sorted gives the keys in an order.
func Sorted[K comparable, V any](rows map[K]*V, compare func(a, b K) int) []K {
	keys := slices.AppendSeq(make([]K, 0, len(rows)), maps.Keys(rows))
	slices.SortFunc(keys, compare)
	return keys
}
