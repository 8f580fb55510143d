package position

import (
	"math"

	"bcdump/decode/message"
	"bcdump/decode/wire"
)

// Track is the way of one ship, as one sender describes it to one receiver.
type Track struct {
	baseline   wire.Vector
	baselineAt float32 // game time
	known      bool
	estimated  bool    // the baseline is that of the creation
	newest     float32 // game time of the newest update applied
	moving     bool    // newest is valid
	last       wire.Vector
	lastAt     float32
	placed     bool    // last is valid
	births     int     // when it began
	late       float32 // the newest that came late
	lates      uint8   // in a row, each newer than the one before
}

const (
	// staleAfter is the age of a baseline, in seconds of game time, beyond which a
	// lost position block is likely: stock software sends one about every second.
	staleAfter = 2
	// clockReset is by how many seconds the clock of a sender has to go back to mean
	// that it was started anew, and not that datagrams came in another order.
	clockReset = 5
	// mostLate is how many may come late in a row, each newer than the one before: a network holds up no more. A clock that
	// stays behind was set back.
	mostLate = 5
)

// Verdict is what is remarkable about the movement of a ship.
type Verdict struct {
	Late bool    // older than one that was applied
	Jump float64 // distance in units of the game that no speed explains; 0 = none
}

// Motion is what an update says about the way of its ship.
type Motion struct {
	Speed      float64 // in units of the game a second, never below 0; only with FlagSpeed
	Object     uint32
	GameTime   float32     // in seconds
	Place      wire.Vector // the position; without FlagPosition, the delta
	DirtyFlags uint8
}

// From takes what a message says. Fields that it does not have stay as they were.
func (m *Motion) From(u *message.StateUpdate) {
	m.Object, m.GameTime, m.DirtyFlags = u.ObjectID, u.GameTime, u.DirtyFlags
	switch {
	case m.has(message.FlagPosition):
		m.Place = u.Position
	case m.has(message.FlagDelta):
		u.Delta.VectorTo(&m.Place)
	}
	if m.has(message.FlagSpeed) {
		m.Speed = math.Abs(u.Speed.Float64())
	}
}

// has reports whether one of these flags is set.
func (m *Motion) has(flags uint8) bool { return m.DirtyFlags&flags != 0 }

// Update applies an update of a ship that its owner created so many times, and writes to where
// it is then. It writes field by field: what is copied right after it was written has to arrive first.
func (t *Track) Update(m *Motion, births int, to *message.World) (v Verdict) {
	*to = message.World{}
	if t.births != births {
		*t = Track{births: births}
	}
	// Only what moves the ship counts: a host that relays the motion of a ship with
	// the clock of its client may add states of its own with another clock.
	// A clock that is no number can be compared with nothing.
	if !m.has(message.FlagPosition|message.FlagDelta) || !finite(float64(m.GameTime)) {
		return v
	}
	if t.moving && m.GameTime < t.newest-clockReset {
		*t = Track{births: births}
	}
	if t.moving && m.GameTime < t.newest {
		if t.lates == 0 || m.GameTime > t.late {
			t.lates++
		} else {
			t.lates = 1
		}
		if t.late = m.GameTime; t.lates <= mostLate {
			return Verdict{Late: true}
		}
		*t = Track{births: births} // its clock was set back
	}
	t.newest, t.moving, t.lates = m.GameTime, true, 0
	switch {
	case m.has(message.FlagPosition):
		t.known, t.estimated = false, false
		if !whole(m.Place) {
			return v
		}
		t.baseline, t.baselineAt, t.known = m.Place, m.GameTime, true
		to.Known, to.Position = true, m.Place
	case t.known:
		for i := range to.Position {
			to.Position[i] = t.baseline[i] + m.Place[i]
		}
		to.Known, to.Estimated = true, t.estimated
		to.Stale = !t.estimated && m.GameTime-t.baselineAt > staleAfter
	default:
		return v
	}
	if !t.estimated { // what it is off by is not the way of the ship
		v.Jump = t.move(m, &to.Position)
	}
	return v
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func whole(v wire.Vector) bool {
	return finite(float64(v[0])) && finite(float64(v[1])) && finite(float64(v[2]))
}

// move compares the way since the last update with the speed of the ship. Deltas
// are cut to 1/127 of their length, so some units always remain unexplained.
func (t *Track) move(m *Motion, to *wire.Vector) (jump float64) {
	const farAbove, unexplained = 5, 25
	if t.placed && m.has(message.FlagSpeed) {
		way := distance(&t.last, to)
		if way > farAbove*m.Speed*float64(m.GameTime-t.lastAt)+unexplained {
			jump = way
		}
	}
	t.last, t.lastAt, t.placed = *to, m.GameTime, true
	return jump
}

func distance(a, b *wire.Vector) float64 {
	var sum float64
	for i := range a {
		d := float64(a[i]) - float64(b[i])
		sum += d * d
	}
	return math.Sqrt(sum)
}
