package bounded

import (
	"maps"
	"testing"
)

// TestEviction fills a map: the entry that came first goes first, also if it was
// replaced since, and is counted.
func TestEviction(t *testing.T) {
	m := New[string, int](2)
	m.Put("a", 1)
	m.Put("b", 2)
	m.Put("a", 3)
	if v, ok := m.Get("a"); v != 3 || !ok || m.Evicted() != 0 { // as the newest change, which is no use of it
		t.Fatal(v, ok, m.Evicted())
	}
	m.Put("c", 4)
	if v, ok := m.Get("a"); ok {
		t.Error("the oldest is still there:", v)
	}
	if want := map[string]int{"b": 2, "c": 4}; !maps.Equal(maps.Collect(m.Entries()), want) || m.Evicted() != 1 {
		t.Error(m.Entries(), m.Evicted())
	}
	m.Put("d", 5)
	m.Put("e", 6)
	if want := map[string]int{"d": 5, "e": 6}; !maps.Equal(maps.Collect(m.Entries()), want) || m.Evicted() != 3 {
		t.Error(m.Entries(), m.Evicted())
	}
}

// TestUsed: what is asked for stays, in turn, while others come and go.
func TestUsed(t *testing.T) {
	m := New[int, int](4)
	m.Put(-1, 0)
	m.Put(-2, 0)
	for i := range 100 {
		m.Put(i, i)
		m.Get(-1)
		if i%2 == 0 {
			m.Get(-2)
		}
	}
	if want := map[int]int{-1: 0, -2: 0, 98: 98, 99: 99}; !maps.Equal(maps.Collect(m.Entries()), want) || m.Evicted() != 98 {
		t.Error(maps.Collect(m.Entries()), m.Evicted())
	}
	for i := range 4 { // all are used: the oldest goes
		m.Get([]int{-1, -2, 98, 99}[i])
	}
	if m.Put(100, 100); m.Len() != 4 {
		t.Error(m.Len(), "entries")
	}
}

// TestDrop forgets an entry that was just asked for; its place is still taken.
func TestDrop(t *testing.T) {
	m := New[string, int](2)
	m.Put("a", 1)
	m.Put("b", 2)
	m.Get("b")
	m.Drop("b")
	if v, ok := m.Get("b"); ok {
		t.Error("dropped, but there:", v)
	}
	m.Put("c", 3)
	if want := map[string]int{"c": 3}; !maps.Equal(maps.Collect(m.Entries()), want) || m.Evicted() != 1 {
		t.Error(m.Entries(), m.Evicted())
	}
}

// TestChanges counts what changes the answer of Get, and nothing else.
func TestChanges(t *testing.T) {
	m := New[int, string](1)
	for i, step := range []struct {
		change func()
		want   int64
	}{
		{func() { m.Put(1, "a") }, 1},
		{func() { m.Get(1); m.Get(2) }, 1},
		{func() { m.Put(1, "b") }, 2},
		{func() { m.Put(2, "c") }, 3},
		{func() { m.Drop(2) }, 4},
	} {
		if step.change(); m.Changes() != step.want {
			t.Errorf("step %d: %d changes, want %d", i, m.Changes(), step.want)
		}
	}
}
