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

func newWorlds() worlds { return worlds{tracks: newBounded[trackKey, *track](rememberedTracks)} }

// create notes the creation of an object: its baseline starts anew, and its
// position is a first estimate.
func (w *worlds) create(key trackKey, position wire.Vector) {
	w.tracks.put(key, &track{baseline: position, known: true, estimated: true})
}

// verdict is what an update says about the movement of its ship.
type verdict struct {
	world  message.World
	late   bool    // older than one that was applied
	jumped float64 // distance that no speed explains; 0 = none
}

// update applies an update.
func (w *worlds) update(key trackKey, m *message.StateUpdate) (v verdict) {
	t, ok := w.tracks.get(key)
	if !ok {
		t = &track{}
		w.tracks.put(key, t)
	}
	// Only what moves the ship counts: a host that relays the motion of a ship with
	// the clock of its client may add states of its own with another clock.
	if m.DirtyFlags&(message.FlagPosition|message.FlagDelta) == 0 {
		return v
	}
	if t.moving && m.GameTime < t.newest-clockReset {
		*t = track{}
	}
	if t.moving && m.GameTime < t.newest {
		return verdict{late: true}
	}
	t.newest, t.moving = m.GameTime, true
	switch {
	case m.DirtyFlags&message.FlagPosition != 0:
		t.baseline, t.baselineAt, t.known, t.estimated = m.Position, m.GameTime, true, false
		v.world = message.World{Known: true, Position: m.Position}
	case m.DirtyFlags&message.FlagDelta != 0 && t.known:
		v.world = message.World{Known: true, Position: add(t.baseline, m.Delta.Vector()), Estimated: t.estimated}
		v.world.Stale = !t.estimated && m.GameTime-t.baselineAt > staleAfter
	default:
		return v
	}
	v.jumped = t.move(m, v.world.Position)
	return v
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
