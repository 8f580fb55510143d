package bounded

import (
	"maps"
	"testing"
)

// TestEviction fills a map: the entry that came first goes first, also if it was
// replaced or asked for since, and is counted.
func TestEviction(t *testing.T) {
	m := New[string, int](2)
	m.Put("a", 1)
	m.Put("b", 2)
	m.Put("a", 3)
	if v, ok := m.Get("a"); v != 3 || !ok || m.Evicted() != 0 {
		t.Fatal(v, ok, m.Evicted())
	}
	m.Put("c", 4)
	if v, ok := m.Get("a"); ok {
		t.Error("the oldest is still there:", v)
	}
	if want := map[string]int{"b": 2, "c": 4}; !maps.Equal(m.Entries(), want) || m.Evicted() != 1 {
		t.Error(m.Entries(), m.Evicted())
	}
	m.Put("d", 5)
	m.Put("e", 6)
	if want := map[string]int{"d": 5, "e": 6}; !maps.Equal(m.Entries(), want) || m.Evicted() != 3 {
		t.Error(m.Entries(), m.Evicted())
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
	if want := map[string]int{"c": 3}; !maps.Equal(m.Entries(), want) || m.Evicted() != 1 {
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

// TestShare lets one clone have what it has in common with another one: it still says what the map said.
func TestShare(t *testing.T) {
	m := New[int, int](1000)
	for i := range 1500 {
		m.Put(i, i)
	}
	values := Values[int]{Same: Same[int]}
	first, shared := m.Clone(nil, values)
	if shared != 0 {
		t.Error(shared)
	}
	m.Put(1499, -1)
	m.Drop(1000)
	second, shared := m.Clone(first, values)
	if all := second.Memory(0); shared < all*9/10 || shared >= all {
		t.Errorf("%d of %d bytes are shared", shared, all)
	}
	again, _ := second.Clone(nil, values)
	if !maps.Equal(again.Entries(), m.Entries()) || !maps.Equal(second.Entries(), m.Entries()) {
		t.Error("a clone has other entries")
	}
	second.Put(1, 1)
	m.Put(1, 1)
	m.Put(1000, 1000)
	m.Put(1499, 1499)
	second.Put(1000, 1000)
	second.Put(1499, 1499)
	if !maps.Equal(second.Entries(), m.Entries()) || second.Evicted() != m.Evicted() {
		t.Error("a clone goes on in another way")
	}
	if v, ok := first.Get(1000); v != 1000 || !ok {
		t.Error("the other one has changed")
	}
}
