package decode

import (
	"math"
	"net/netip"

	"bcdump/decode/message"
	"bcdump/decode/wire"
)

// worlds puts the positions of ships together: a full position sets a baseline, a
// delta is an offset from it. Each sender has its own baselines for each receiver.
type worlds struct {
	tracks *bounded[trackKey, *track]
	births *bounded[birthKey, int] // ships that the owner created under one id
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
	return worlds{tracks: newBounded[trackKey, *track](rememberedTracks), births: newBounded[birthKey, int](rememberedTracks)}
}

// create notes the creation of an object: its baseline starts anew, and its
// position is a first estimate. What the owner creates begins anew for everybody:
// updates may overtake the copies for others.
func (w *worlds) create(r *Record, object uint32, position wire.Vector) {
	birth := birthKey{object, r.server()}
	n, _ := w.births.get(birth)
	if r.Dir == ToServer {
		n++
		w.births.put(birth, n)
	}
	w.tracks.put(trackKey{object, r.Src, r.Dst}, &track{baseline: position, known: whole(position), estimated: true, births: n})
}

// verdict is what an update says about the movement of its ship.
type verdict struct {
	world  message.World
	late   bool    // older than one that was applied
	jumped float64 // distance that no speed explains; 0 = none
}

// update applies an update.
func (w *worlds) update(r *Record, m *message.StateUpdate) verdict {
	key := trackKey{m.ObjectID, r.Src, r.Dst}
	births, _ := w.births.get(birthKey{m.ObjectID, r.server()})
	t, ok := w.tracks.get(key)
	if !ok {
		t = &track{births: births}
		w.tracks.put(key, t)
	}
	return t.update(m, births)
}

// update applies an update of a ship that its owner created so many times.
func (t *track) update(m *message.StateUpdate, births int) (v verdict) {
	if t.births != births {
		*t = track{births: births}
	}
	// Only what moves the ship counts: a host that relays the motion of a ship with
	// the clock of its client may add states of its own with another clock.
	// A clock that is no number can be compared with nothing.
	if m.DirtyFlags&(message.FlagPosition|message.FlagDelta) == 0 || !finite(float64(m.GameTime)) {
		return v
	}
	if t.moving && m.GameTime < t.newest-clockReset {
		*t = track{births: births}
	}
	if t.moving && m.GameTime < t.newest {
		return verdict{late: true}
	}
	t.newest, t.moving = m.GameTime, true
	switch {
	case m.DirtyFlags&message.FlagPosition != 0:
		t.known, t.estimated = false, false
		if !whole(m.Position) {
			return v
		}
		t.baseline, t.baselineAt, t.known = m.Position, m.GameTime, true
		v.world = message.World{Known: true, Position: m.Position}
	case m.DirtyFlags&message.FlagDelta != 0 && t.known:
		v.world = message.World{Known: true, Position: add(t.baseline, m.Delta.Vector()), Estimated: t.estimated}
		v.world.Stale = !t.estimated && m.GameTime-t.baselineAt > staleAfter
	default:
		return v
	}
	if !t.estimated { // what it is off by is not the way of the ship
		v.jumped = t.move(m, v.world.Position)
	}
	return v
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

func whole(v wire.Vector) bool {
	return finite(float64(v[0])) && finite(float64(v[1])) && finite(float64(v[2]))
}

func add(a, b wire.Vector) wire.Vector { return wire.Vector{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

// move compares the way since the last update with the speed of the ship. Deltas
// are cut to 1/127 of their length, so some units always remain unexplained.
func (t *track) move(m *message.StateUpdate, to wire.Vector) (jumped float64) {
	const farAbove, unexplained = 5, 25
	if t.placed && m.DirtyFlags&message.FlagSpeed != 0 {
		way := distance(t.last, to)
		if way > farAbove*math.Abs(m.Speed.Float64())*float64(m.GameTime-t.lastAt)+unexplained {
			jumped = way
		}
	}
	t.last, t.lastAt, t.placed = to, m.GameTime, true
	return jumped
}

func distance(a, b wire.Vector) float64 {
	var sum float64
	for i := range a {
		d := float64(a[i]) - float64(b[i])
		sum += d * d
	}
	return math.Sqrt(sum)
}
