package decode

import (
	"math"
	"net/netip"

	"bcdump/decode/internal/bounded"
	"bcdump/decode/message"
	"bcdump/decode/wire"
)

// worlds puts the positions of ships together: a full position sets a baseline, a
// delta is an offset from it. Each sender has its own baselines for each receiver.
type worlds struct {
	tracks *bounded.Map[trackKey, *track]
	births *bounded.Map[birthKey, int] // ships that the owner created under one id
}

// birthKey is one id at one server.
type birthKey struct {
	object uint32
	server netip.AddrPort
}

// trackKey is one ship as one sender describes it to one receiver.
type trackKey struct {
	object   uint32
	src, dst netip.AddrPort
}

type track struct {
	baseline   wire.Vector
	baselineAt float32 // game time
	known      bool
	estimated  bool    // the baseline is that of the creation
	newest     float32 // game time of the newest update applied
	moving     bool    // newest is valid
	last       wire.Vector
	lastAt     float32
	placed     bool // last is valid
	births     int  // when it began
}

const (
	rememberedTracks = 4096
	// staleAfter is the age of a baseline, in seconds of game time, beyond which a
	// lost position block is likely: stock software sends one about every second.
	staleAfter = 2
	// clockReset is by how many seconds the clock of a sender has to go back to mean
	// that it was started anew, and not that datagrams came in another order.
	clockReset = 5
)

func newWorlds() worlds {
	return worlds{tracks: bounded.New[trackKey, *track](rememberedTracks), births: bounded.New[birthKey, int](rememberedTracks)}
}

// create notes the creation of an object: its baseline starts anew, and its
// position is a first estimate. What the owner creates begins anew for everybody:
// updates may overtake the copies for others.
func (w *worlds) create(r *Record, object uint32, position wire.Vector) {
	birth := birthKey{object, r.server()}
	n, _ := w.births.Get(birth)
	if r.Dir == ToServer {
		n++
		w.births.Put(birth, n)
	}
	w.tracks.Put(trackKey{object, r.Src, r.Dst}, &track{baseline: position, known: whole(position), estimated: true, births: n})
}

// verdict is what is remarkable about the movement of a ship.
type verdict struct {
	late   bool    // older than one that was applied
	jumped float64 // distance that no speed explains; 0 = none
}

// motion is what an update says about the way of its ship.
type motion struct {
	speed      float64 // in units of the game a second, never below 0; only with FlagSpeed
	object     uint32
	at         float32     // game time
	place      wire.Vector // the position; without FlagPosition, the delta
	dirtyFlags uint8
}

// from takes what a message says.
func (m *motion) from(u *message.StateUpdate) {
	m.object, m.at, m.dirtyFlags = u.ObjectID, u.GameTime, u.DirtyFlags
	switch {
	case m.has(message.FlagPosition):
		m.place = u.Position
	case m.has(message.FlagDelta):
		m.place = u.Delta.Vector()
	}
	if m.has(message.FlagSpeed) {
		m.speed = math.Abs(u.Speed.Float64())
	}
}

// has reports whether one of these flags is set.
func (m *motion) has(flags uint8) bool { return m.dirtyFlags&flags != 0 }

// update applies an update, and writes to where its ship is.
func (w *worlds) update(r *Record, m *motion, to *message.World) verdict {
	key := trackKey{m.object, r.Src, r.Dst}
	births, _ := w.births.Get(birthKey{m.object, r.server()})
	t, ok := w.tracks.Get(key)
	if !ok {
		t = &track{births: births}
		w.tracks.Put(key, t)
	}
	return t.update(m, births, to)
}

// update applies an update of a ship that its owner created so many times. It writes field
// by field: what is copied right after it was written has to arrive first.
func (t *track) update(m *motion, births int, to *message.World) (v verdict) {
	*to = message.World{}
	if t.births != births {
		*t = track{births: births}
	}
	// Only what moves the ship counts: a host that relays the motion of a ship with
	// the clock of its client may add states of its own with another clock.
	// A clock that is no number can be compared with nothing.
	if !m.has(message.FlagPosition|message.FlagDelta) || !finite(float64(m.at)) {
		return v
	}
	if t.moving && m.at < t.newest-clockReset {
		*t = track{births: births}
	}
	if t.moving && m.at < t.newest {
		return verdict{late: true}
	}
	t.newest, t.moving = m.at, true
	switch {
	case m.has(message.FlagPosition):
		t.known, t.estimated = false, false
		if !whole(m.place) {
			return v
		}
		t.baseline, t.baselineAt, t.known = m.place, m.at, true
		to.Known, to.Position = true, m.place
	case t.known:
		for i := range to.Position {
			to.Position[i] = t.baseline[i] + m.place[i]
		}
		to.Known, to.Estimated = true, t.estimated
		to.Stale = !t.estimated && m.at-t.baselineAt > staleAfter
	default:
		return v
	}
	if !t.estimated { // what it is off by is not the way of the ship
		v.jumped = t.move(m, &to.Position)
	}
	return v
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func whole(v wire.Vector) bool {
	return finite(float64(v[0])) && finite(float64(v[1])) && finite(float64(v[2]))
}

// move compares the way since the last update with the speed of the ship. Deltas
// are cut to 1/127 of their length, so some units always remain unexplained.
func (t *track) move(m *motion, to *wire.Vector) (jumped float64) {
	const farAbove, unexplained = 5, 25
	if t.placed && m.has(message.FlagSpeed) {
		way := distance(&t.last, to)
		if way > farAbove*m.speed*float64(m.at-t.lastAt)+unexplained {
			jumped = way
		}
	}
	t.last, t.lastAt, t.placed = *to, m.at, true
	return jumped
}

func distance(a, b *wire.Vector) float64 {
	var sum float64
	for i := range a {
		d := float64(a[i]) - float64(b[i])
		sum += d * d
	}
	return math.Sqrt(sum)
}
