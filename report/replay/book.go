package replay

import (
	"math"

	"bcdump/report/figures"
)

// book is the time, and what there is room for.
type book struct {
	clock
	changes   room
	positions int
	most      int
	thinned   int        // each so many-th position is kept
	thin      func() int // drops each second position, and gives how many are left
}

// never is when a value that does not change has another row.
const never = math.MaxFloat64

func newBook(c clock, most limits) *book {
	return &book{clock: c, changes: room{name: "changes", most: most.changes}, most: most.positions, thinned: 1}
}

// place makes room for a position, and says whether it is kept: the n-th of its ship or entity.
func (b *book) place(n int) bool {
	if n%b.thinned != 0 {
		return false
	}
	if b.positions >= b.most {
		b.thinned *= 2
		b.positions = b.thin()
		if n%b.thinned != 0 {
			return false
		}
	}
	b.positions++
	return true
}

// changed adds a value to a pair of columns, if it is another one than the one before or if that
// is so many seconds old.
func (b *book) changed(t, v *figures.Column, steps int64, every float64) {
	now := t.Steps(float64(b.seconds()))
	if v.Len() > 0 && v.Last() == steps && (every == never || now-t.Last() < t.Steps(every)) || !b.changes.take() {
		return
	}
	t.AddSteps(now)
	v.AddSteps(steps)
}
