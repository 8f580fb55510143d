package replay

import (
	"fmt"

	"bcdump/report/figures"
)

// rate counts something by the second.
type rate struct {
	t, v   *figures.Column
	second int64
	count  int64
}

func newRate() rate {
	return rate{t: figures.NewColumn(whole), v: figures.NewColumn(whole), second: -1}
}

// count counts one more now.
func (b *book) count(x *rate) {
	if second := b.second(); second != x.second {
		x.flush(second, b.changes)
		x.second, x.count = second, 0
	}
	x.count++
}

// flush writes the second that is over, and that nothing comes until the next one.
func (x *rate) flush(next int64, changes *room) {
	if x.second < 0 {
		return
	}
	x.add(x.second, x.count, changes)
	if next > x.second+1 {
		x.add(x.second+1, 0, changes)
	}
}

func (x *rate) add(second, n int64, changes *room) {
	if x.v.Len() > 0 && x.v.Last() == n || !changes.take() {
		return
	}
	x.t.AddSteps(second)
	x.v.AddSteps(n)
}

// series gives the lines about all ships.
func (h *hangar) series() (list []figures.ReplaySeries) {
	for _, t := range h.list {
		list = append(list, t.series(h.changes)...)
	}
	return list
}

// series gives the lines about a ship.
func (t *track) series(changes *room) (list []figures.ReplaySeries) {
	add := func(group, unit string, query figures.Query, at, v *figures.Column) {
		if v.Len() == 0 {
			return
		}
		list = append(list, figures.ReplaySeries{
			ID: fmt.Sprintf("%s-%d", group, t.place), Group: group, Title: t.Name, Unit: unit, Player: t.Player, Ship: t.place,
			Query: query, T: at, V: v,
		})
	}
	t.updates.flush(t.updates.second+2, changes)
	add("updates", "1/s", t.leading, t.updates.t, t.updates.v)
	if hull := t.hull(); hull != nil {
		add("hull", "%", t.Query, hull.T, hull.V)
	}
	add("shields", "%", t.Query, t.shields[0], t.shields[1])
	return list
}
