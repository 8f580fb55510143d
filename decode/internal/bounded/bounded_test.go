package bounded

import (
	"fmt"
	"maps"
	"strings"
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

// TestClone: a copy has what the map has, and goes on by itself.
func TestClone(t *testing.T) {
	m := New[int, *int](1000)
	put := func(m *Map[int, *int], key, value int) { m.Put(key, &value) }
	for i := range 1500 {
		put(m, i, i)
	}
	m.Drop(1000)
	c, size := m.Clone(func(v *int, size *int) *int {
		*size += 8
		x := *v
		return &x
	})
	if least := 999*(8+8+8) + 1000*8; size < least || size > 2*least {
		t.Errorf("%d bytes", size)
	}
	said := func(m *Map[int, *int]) string {
		var s strings.Builder
		for i := range 1600 {
			if v, ok := m.Get(i); ok {
				fmt.Fprint(&s, i, "=", *v, " ")
			}
		}
		return s.String()
	}
	before := said(m)
	if said(c) != before {
		t.Error("a copy has other entries")
	}
	for _, m := range []*Map[int, *int]{c, m} {
		put(m, 1000, 1000)
		put(m, 1501, 1501)
		v, _ := m.Get(1499)
		*v++
		if m == c && said(c) == before {
			t.Error("a copy cannot be written to")
		}
	}
	if said(c) != said(m) || c.Evicted() != m.Evicted() || c.Changes() != m.Changes() {
		t.Error("a copy goes on in another way")
	}
}

// TestClonesGrow: a map and its copies each forget what is the oldest of their own.
func TestClonesGrow(t *testing.T) {
	for _, limit := range []int{3, 5, 8} {
		m := New[int, int](limit)
		for n := range 3 {
			m.Put(n, 0)
		}
		c, _ := m.Clone(nil)
		d, _ := c.Clone(nil)
		for n := range 2 * limit {
			for i, x := range []*Map[int, int]{m, c, d} {
				x.Put(100*(i+1)+n, 0)
			}
		}
		for i, x := range []*Map[int, int]{m, c, d} {
			for n := range limit {
				if _, ok := x.Get(100*(i+1) + limit + n); !ok || len(x.Entries()) != limit {
					t.Errorf("map %d of %d has %v", i, limit, x.Entries())
				}
			}
		}
	}
}
