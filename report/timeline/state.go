package timeline

import (
	"slices"
	"sync"

	"bcdump/decode/capture"
	"bcdump/decode/wire"
	"bcdump/report/figures"
)

// fresh is a set of keys of figures.State: what a message brought, or what is known.
type fresh uint16

// The keys, in the order in which rows list them.
const (
	freshPosition fresh = 1 << iota
	freshSpeed
	freshForward
	freshCloak
	freshHull
	freshShields
	freshBatteries
	freshParts
	freshPower
)

// freshTexts holds the lists of all sets, so that an update allocates none. They are made when the first
// one is shown: other commands start without them.
var freshTexts = sync.OnceValue(func() *[512][]string {
	var texts [512][]string
	keys := [9]string{
		figures.FreshPosition, figures.FreshSpeed, figures.FreshForward, figures.FreshCloak,
		figures.FreshHull, figures.FreshShields, figures.FreshBatteries, figures.FreshParts, figures.FreshPower,
	}
	for set := range texts {
		texts[set] = []string{}
		for bit, key := range keys {
			if set>>bit&1 != 0 {
				texts[set] = append(texts[set], key)
			}
		}
		texts[set] = slices.Clip(texts[set])
	}
	return &texts
})

func (f fresh) texts() []string { return freshTexts()[f] }

// motion is the newest that is known of the motion and the cloak of a ship, as on the wire.
type motion struct {
	known            fresh
	position         [3]float32
	estimated, stale bool
	speed            wire.CF16
	forward          wire.CV3
	cloaked          bool
}

// health is what a row shows of the condition of a ship.
type health struct {
	names              []string // of parts
	hull, lowest       uint8
	hasHull, hasFacing bool
	place              int16 // of the part in the worst condition: see condition.worst
	shields            [6]uint8
	batteries          [2]uint8
	hasBatteries       bool
	power              []figures.Setting // never changed, another list takes its place
}

// state is what is known of a ship at one moment. It is copied for each update; figures are made
// of it only where a row is shown.
type state struct {
	motion
	health
}

// figure gives the state as rows show it.
func (s *state) figure() figures.State {
	f := figures.State{Estimated: s.estimated, Stale: s.stale, Power: s.power}
	if s.known&freshPosition != 0 {
		at := s.position
		f.WorldPosition = &at
	}
	if s.known&freshSpeed != 0 {
		speed := s.speed.Float32()
		f.Speed = &speed
	}
	if s.known&freshForward != 0 {
		forward := [3]float32(s.forward.Vector())
		f.Forward = &forward
	}
	if s.known&freshCloak != 0 {
		cloaked := s.cloaked
		f.Cloaked = &cloaked
	}
	s.health.figure(&f)
	return f
}

func (h *health) figure(f *figures.State) {
	if h.hasHull {
		percent := percentOf(h.hull)
		f.Hull = &percent
	}
	if h.hasFacing {
		var percents [6]float64
		for i, v := range h.shields {
			percents[i] = percentOf(v)
		}
		f.Shields = &percents
	}
	if h.hasBatteries {
		f.Batteries = &[2]float64{percentOf(h.batteries[0]), percentOf(h.batteries[1])}
	}
	switch h.place {
	case noPart:
	case allWhole:
		f.Lowest = &figures.Part{Percent: 100}
	default:
		f.Lowest = &figures.Part{Name: h.names[h.place], Percent: percentOf(h.lowest)}
	}
}

// moment is an update whose row may be shown.
type moment struct {
	state
	time     capture.Time
	frame    int64
	at       int64 // on the clock of its section
	gameTime float32
	digits   uint8
	hasTime  bool
	toServer bool
	some     bool // there is one
	fresh    fresh
}
