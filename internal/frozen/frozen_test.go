package frozen

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func items(l *List[int]) (all []int) {
	for i := range l.Len() {
		all = append(all, *l.At(i))
	}
	return all
}

// TestClone writes to lists and copies of them, and copies of copies: each has what was written to itself.
func TestClone(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lists, wants := []List[int]{Make[int](3*PageSize - 1)}, [][]int{make([]int, 3*PageSize)}
	for step := range 300 {
		i := random.IntN(len(lists))
		for range 10 {
			at := random.IntN(lists[i].Len())
			*lists[i].Own(at), wants[i][at] = step, step
		}
		if step%10 == 0 {
			lists[i].Grow(1)
			wants[i] = append(wants[i], make([]int, PageSize)...)
		}
		if step%5 == 0 {
			c, _ := lists[i].Clone()
			lists, wants = append(lists, c), append(wants, slices.Clone(wants[i]))
		}
	}
	for i := range lists {
		if !slices.Equal(items(&lists[i]), wants[i]) {
			t.Errorf("list %d: %v, want %v", i, items(&lists[i]), wants[i])
		}
	}
}

// TestSize: a copy takes the pages that were written to since the one before.
func TestSize(t *testing.T) {
	l := Make[[64]byte](10 * PageSize)
	const page = 64 * PageSize
	size := func() int {
		_, size := l.Clone()
		return size / page
	}
	if n := size(); n != 10 {
		t.Errorf("%d pages, not 10", n)
	}
	l.Own(PageSize)[0]++
	l.Own(PageSize + 1)[0]++
	l.Own(9 * PageSize)[0]++
	if n := size(); n != 2 {
		t.Errorf("%d pages, not 2", n)
	}
	if n := size(); n != 0 {
		t.Errorf("%d pages of a list to which nobody wrote", n)
	}
}
