package replay

import (
	"math"

	"bcdump/report/figures"
)

// book is the time, and what there is room for.
type book struct {
	clock
	limits  limits
	rooms   map[string]*room
	changes *room
}

// never is when a value that does not change has another row.
const never = math.MaxFloat64

func newBook(c clock, most limits) *book {
	b := &book{clock: c, limits: most, rooms: map[string]*room{}}
	b.changes = b.room("changes")
	return b
}

// room makes the room that there is for something.
func (b *book) room(name string) *room {
	r := &room{most: b.limits[name]}
	b.rooms[name] = r
	return r
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
