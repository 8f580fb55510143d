package frozen

import (
	"math/rand/v2"
	"slices"
	"testing"
)

type item struct{ id, state int }

func (i *item) begins() bool { return i.id%16 == 0 }

// TestOf copies a list that loses its oldest items, gets new ones, and some of which change: each copy stays what
// it was, and has most of itself in common with the one before.
func TestOf(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var list []item
	var last List[item]
	var copies []List[item]
	var wants [][]item
	next := 0
	for round := range 50 {
		list = append([]item(nil), list[min(len(list), random.IntN(40)):]...)
		for range 30 {
			list = append(list, item{id: next})
			next++
		}
		if round > 20 {
			list[len(list)/2].state++
		}
		l, shared := Of(last, (*item).begins, list)
		if got := l.AppendTo(nil); !slices.Equal(got, list) || l.Len() != len(list) {
			t.Fatalf("round %d: %v, want %v", round, got, list)
		}
		if round > 30 && (shared < l.Memory()/2 || shared >= l.Memory()) {
			t.Errorf("round %d: %d of %d bytes are shared", round, shared, l.Memory())
		}
		copies, wants, last = append(copies, l), append(wants, slices.Clone(list)), l
	}
	for i, l := range copies {
		if !slices.Equal(l.AppendTo(nil), wants[i]) {
			t.Errorf("copy %d has changed", i)
		}
	}
}

// TestSame: a copy of what has not changed is the copy before, and one of nothing is empty.
func TestSame(t *testing.T) {
	list := []item{{id: 1}, {id: 16}, {id: 17}}
	first, shared := Of(List[item]{}, (*item).begins, list)
	if shared != 0 || len(first.chunks) != 2 {
		t.Error(shared, first)
	}
	again, shared := Of(first, (*item).begins, list)
	if !again.Equal(first) || &again.chunks[0] != &first.chunks[0] || shared != first.Memory() {
		t.Error(shared, again)
	}
	list[2].state = 1
	if other, _ := Of(first, (*item).begins, list); other.Equal(first) || first.AppendTo(nil)[2].state != 0 {
		t.Error(other, first)
	}
	if empty, shared := Of(first, (*item).begins, nil); empty.Len() != 0 || shared != 0 || empty.AppendTo(nil) != nil || empty.Equal(first) {
		t.Error(empty, shared)
	}
}
