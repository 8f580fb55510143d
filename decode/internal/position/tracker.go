// Package position tracks where ships are: a full position sets a baseline, a delta is an offset
// from it. Each sender has its own baselines for each receiver.
//
// In come creations and the motion that updates tell, with who told it to whom, in the order
// of the capture. Out comes the position of the ship, and what is remarkable about it: it came
// late, or the ship jumped.
//
// The package must not know bytes, links or records.
package position

import (
	"net/netip"

	"bcdump/decode/internal/bounded"
	"bcdump/decode/message"
	"bcdump/decode/wire"
)

// Tracker has a Track of each ship for each sender and receiver, up to a limit. One goroutine
// at a time.
type Tracker struct {
	tracks *bounded.Map[Key, *Track]
	births *bounded.Map[birthKey, int] // ships that the owner created under one id
}

// Key is one ship as one sender describes it to one receiver.
type Key struct {
	Object   uint32
	Src, Dst netip.AddrPort
}

// birthKey is one id at one server.
type birthKey struct {
	object uint32
	server netip.AddrPort
}

// remembered bounds the tracks, and the ids whose births are counted.
//
//limit:remembered What earlier messages tell | ships with a known position, per sender and receiver | the one unused for longest is forgotten | TestWorldMany
const remembered = 4096

// NewTracker makes a Tracker that has seen nothing.
func NewTracker() Tracker {
	return Tracker{tracks: bounded.New[Key, *Track](remembered), births: bounded.New[birthKey, int](remembered)}
}

// birth names the object by its server, which is the receiver of what goes to the server.
func (k *Key) birth(toServer bool) birthKey {
	if toServer {
		return birthKey{k.Object, k.Dst}
	}
	return birthKey{k.Object, k.Src}
}

// Create notes the creation of a ship: its baseline starts anew, and its position is a first
// estimate. What the owner creates, and so sends to the server, begins anew for everybody:
// updates may overtake the copies for others.
func (w *Tracker) Create(k Key, toServer bool, at wire.Vector) {
	birth := k.birth(toServer)
	n, _ := w.births.Get(birth)
	if toServer {
		n++
		w.births.Put(birth, n)
	}
	w.tracks.Put(k, &Track{baseline: at, known: whole(at), estimated: true, births: n})
}

// Update applies an update, and writes to where its ship is.
func (w *Tracker) Update(k Key, toServer bool, m *Motion, to *message.World) Verdict {
	births, _ := w.births.Get(k.birth(toServer))
	t, ok := w.tracks.Get(k)
	if !ok {
		t = &Track{births: births}
		w.tracks.Put(k, t)
	}
	return t.Update(m, births, to)
}

// Find gives the track of a ship, and how many ships its owner has created under this id, as
// Track.Update wants it; nil if nothing is known of the ship. Both hold while Changes stays
// the same.
func (w *Tracker) Find(k Key, toServer bool) (t *Track, births int) {
	t, ok := w.tracks.Get(k)
	if !ok {
		return nil, 0
	}
	births, _ = w.births.Get(k.birth(toServer))
	return t, births
}

// Changes counts what changes the answers of Find.
func (w *Tracker) Changes() int64 { return w.tracks.Changes() + w.births.Changes() }
