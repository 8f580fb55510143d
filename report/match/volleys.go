package match

import (
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// volleys are shots that were fired at once.
func (s *scoreboard) volleys() []figures.Volley {
	out := []figures.Volley{}
	for _, v := range s.match.Volleys() {
		f := figures.Volley{Time: tally.TimeOf(v.First), Frame: v.First.Frame, ObjectID: tally.ObjectText(v.Object), Weapon: v.Weapon.String(), Shots: v.Shots}
		if x := v.By; x != nil {
			f.Player, f.Ship = known(x.Player.Called(), x.Player != nil), s.class(x.Class)
		}
		out = append(out, f)
	}
	return out
}
