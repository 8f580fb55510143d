package replay

import (
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/report/figures"
	"bcdump/report/timeline"
)

// weapons is what was fired.
type weapons struct {
	*book
	hangar           *hangar
	beams, torpedoes *room
	fire             []figures.ReplayFire
	shots            []figures.ReplayTorpedo
	open             map[weapon]beam
}

// weapon is an object that fires, of a ship.
type weapon struct {
	ship   *match.Ship
	object uint32
}

// beam is one that has not ended.
type beam struct {
	place int // in fire
	began capture.Time
}

// maxOpen bounds the beams that may still end.
//
//limit:maxOpen Figures | beams at a time that may still end | left out; counted | TestOpenBeams
const maxOpen = 4096

// shot takes a shot, or the end of a beam.
func (w *weapons) shot(s *timeline.Shot) {
	from := w.hangar.track(s.Ship)
	if from == nil {
		return
	}
	at := -1
	if s.Target != nil {
		if t := w.hangar.track(s.Target); t != nil {
			at = t.place
		}
	}
	switch {
	case s.Aims:
		w.aim(s, at)
	case s.Kind == match.Torpedo || s.Kind == match.Pulse:
		w.torpedo(s, from.place, at)
	default:
		w.close(weapon{s.Ship, s.Weapon})
		if !s.Ends {
			w.start(s, from.place, at)
		}
	}
}

func (w *weapons) torpedo(s *timeline.Shot, from, at int) {
	if !w.torpedoes.take() {
		return
	}
	x := figures.ReplayTorpedo{T: w.seconds(), Kind: s.Kind.String(), Ship: from, Target: at, Frame: s.Frame}
	for i, d := range s.Direction.Vector() {
		x.Direction[i] = thousandths(float64(d))
	}
	w.shots = append(w.shots, x)
}

func (w *weapons) start(s *timeline.Shot, from, at int) {
	if len(w.open) >= maxOpen {
		w.beams.denied++
		return
	}
	if !w.beams.take() {
		return
	}
	w.open[weapon{s.Ship, s.Weapon}] = beam{len(w.fire), w.newest}
	w.fire = append(w.fire, figures.ReplayFire{T: w.seconds(), Kind: s.Kind.String(), Ship: from, Target: at, Frame: s.Frame})
}

// close ends the beam of a weapon, if there is one.
func (w *weapons) close(k weapon) {
	b, ok := w.open[k]
	if !ok {
		return
	}
	until := w.seconds()
	w.fire[b.place].Until = &until
	delete(w.open, k)
}

// aim takes at what a ship fires: stock hosts tell that a moment after its player began.
func (w *weapons) aim(s *timeline.Shot, at int) {
	for k, b := range w.open {
		if x := &w.fire[b.place]; k.ship == s.Ship && x.Kind == s.Kind.String() && x.Target < 0 && w.newest.Sub(b.began) < time.Second {
			x.Target = at
		}
	}
}

// report gives all shots. A beam ends with its ship at the latest.
func (w *weapons) report() ([]figures.ReplayFire, []figures.ReplayTorpedo) {
	for k, b := range w.open {
		if t := w.hangar.of[k.ship]; t != nil && t.End != figures.ShipAtEnd {
			until := max(t.Until, w.fire[b.place].T)
			w.fire[b.place].Until = &until
		}
	}
	return append([]figures.ReplayFire{}, w.fire...), append([]figures.ReplayTorpedo{}, w.shots...)
}
