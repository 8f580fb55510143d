package tally

import (
	"maps"
	"slices"
)

// Table is a map that holds at most limit rows, and one more for each key that rest
// gives: there goes what finds no row of its own.
type Table[K comparable, V any] struct {
	limit   int       `merge:"-"`
	rest    func(K) K `merge:"-"`
	Rows    map[K]*V
	Rests   map[K]*V
	Dropped int64 // lines that found no row of their own
	order   []K   // of Rows, as they came
	recent  [recentRows]struct {
		key K
		row *V
	} `merge:"-"`
}

// recentRows is how many rows are found without the map: most lines are like some line
// shortly before.
const recentRows = 64

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
		t.order = append(t.order, key)
	}
	return v
}

// Row gives the row of a key, or that of the rest.
func (t *Table[K, V]) Row(key K) *V {
	if v := t.Own(key); v != nil {
		return v
	}
	t.Dropped++
	return t.restRow(t.rest(key))
}

func (t *Table[K, V]) restRow(key K) *V {
	v, ok := t.Rests[key]
	if !ok {
		v = new(V)
		t.Rests[key] = v
	}
	return v
}

// Merge adds the rows of another table as if its lines came behind those of this one: those that
// find no room go to the rest, with all of their lines.
func (t *Table[K, V]) Merge(o *Table[K, V]) {
	for _, key := range o.order {
		from, into := o.Rows[key], t.Own(key)
		if from == nil {
			continue // nothing counts as the same key twice
		}
		if into == nil {
			t.Dropped += linesOf(from)
			into = t.restRow(t.rest(key))
		}
		Merge(into, from)
	}
	for key, from := range o.Rests {
		Merge(t.restRow(key), from)
	}
	t.Dropped += o.Dropped
}

// linesOf is how many lines a row counts: it says so itself, or is that number.
func linesOf(row any) int64 {
	if n, ok := row.(*int64); ok {
		return *n
	}
	return row.(interface{ Lines() int64 }).Lines()
}

// Like gives the row of a key. Keys that are equal come with equal hints; those of
// neighbouring lines had better come with different ones.
func (t *Table[K, V]) Like(hint uint8, key K) *V {
	recent := &t.recent[hint%recentRows]
	if recent.row == nil || recent.key != key {
		recent.key, recent.row = key, t.Own(key)
	}
	if recent.row == nil {
		return t.Row(key) // of a rest: each line counts as dropped
	}
	return recent.row
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
