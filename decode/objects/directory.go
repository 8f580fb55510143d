package objects

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// Object is a ship or another object that the capture tells of.
type Object struct {
	ID       uint32
	Class    *ship.Class  // nil = not known
	Inferred bool         // the class follows from its updates: the creation was not seen
	Name     string       // as its creation says: the player's, for ships
	Kind     string       // of what is no ship: "Photon torpedo"; "" = a ship
	Told     capture.Time // by the first message
	label    string       // "Cady2's Akira"; kept, because every update asks for it
}

// Directory is what objects a server has, at one moment. It does not change: a new
// object makes a new Directory, so records keep the one of their moment. nil is one
// without objects.
type Directory struct {
	// slots are by player slot, the last for the host; newest last. Directories share their objects: each
	// creation makes a Directory, of which there are thousands in a batch of a flood.
	slots   [Slots + 1][]*Object
	player  [Slots]string // names of the players, as far as known
	peer    [Slots]uint8  // their peer ids; 0 = not known
	dropped int64
	version uint64
}

// DirectorySize is how many bytes a Directory takes, at most, that differs in one slot from the one
// before it.
const DirectorySize = 3 << 9

// directories counts those that were made, of all captures.
var directories atomic.Uint64

// Version tells a Directory from all others, for those who want to know whether it is still
// the same but not to hold it in memory: that of nil is 0.
func (d *Directory) Version() uint64 {
	if d == nil {
		return 0
	}
	return d.version
}

// next gives a copy to be changed.
func (d *Directory) next() *Directory {
	next := &Directory{}
	if d != nil {
		*next = *d
	}
	next.version = directories.Add(1)
	return next
}

// Slots is how many players a server has; HostSlot stands behind theirs, for objects of the
// host.
const (
	Slots    = 16
	HostSlot = Slots
)

// perSlot bounds what is remembered of one player: a player has one ship at a time, and
// who asks for an old one asks for a recent one.
//
//limit:perSlot What earlier messages tell | objects of a player slot, and of the host | the oldest is forgotten | many-objects
const perSlot = 64

// perSlotOther bounds those of them that are no ships: a player fires many torpedoes, and they
// must not push the ship out.
//
//limit:perSlotOther What earlier messages tell | torpedoes among the objects of a player slot | the oldest is forgotten | TestTorpedoesLeaveTheShip
const perSlotOther = 16

// SlotOf gives the slot of the player who owns an object, or HostSlot.
func SlotOf(id uint32) int {
	if slot, ok := wire.OwnerSlot(id); ok {
		return slot
	}
	return HostSlot
}

// Ships gives all ships with what they are called, in the order of their players, oldest first.
func (d *Directory) Ships(yield func(o *Object, name string) bool) {
	if d == nil {
		return
	}
	for _, slot := range &d.slots {
		for _, o := range slot {
			if o.Kind == "" && !yield(o, o.label) {
				return
			}
		}
	}
}

// Find gives the newest object with that id.
func (d *Directory) Find(id uint32) (Object, bool) {
	if d == nil {
		return Object{}, false
	}
	for _, o := range slices.Backward(d.slots[SlotOf(id)]) {
		if o.ID == id {
			return *o, true
		}
	}
	return Object{}, false
}

// Name says what object an id is: "Cady2's Akira", "Forward Torp 1 of Cady2's
// Akira"; "" if nothing known has that id. An id behind that of a ship names its
// subsystem of that place in load order.
func (d *Directory) Name(id uint32) string {
	if o, part := d.Resolve(id); o != nil && part == "" {
		return o.label
	}
	return string(d.AppendName(nil, id))
}

// AppendName appends what Name gives.
func (d *Directory) AppendName(b []byte, id uint32) []byte {
	o, part := d.Resolve(id)
	if o == nil {
		return b
	}
	if part != "" {
		b = append(b, part...)
		b = append(b, " of "...)
	}
	return append(b, o.label...)
}

// Resolve gives the newest object that has this id, or a part with it; part is the name
// of the part, "" for the object itself. The object is not to be changed; nil if nothing
// known has that id.
func (d *Directory) Resolve(id uint32) (o *Object, part string) {
	if d == nil {
		return nil, ""
	}
	slot := d.slots[SlotOf(id)]
	for i := len(slot) - 1; i >= 0; i-- {
		o := slot[i]
		if o.ID == id {
			return o, ""
		}
		if o.Class == nil || id <= o.ID {
			continue
		}
		if part, ok := o.Class.ObjectName(int(id - o.ID - 1)); ok {
			return o, part
		}
	}
	return nil, ""
}

// Owner is the name of the player to whom an object belongs, "" if that is not known.
func (d *Directory) Owner(o *Object) string {
	if slot := SlotOf(o.ID); d != nil && slot < HostSlot && d.player[slot] != "" {
		return d.player[slot]
	}
	return o.Name
}

func (d *Directory) name(o *Object) string {
	kind := cmp.Or(o.Kind, "ship")
	if o.Class != nil {
		kind = o.Class.Name
	}
	owner := d.Owner(o)
	if owner == "" {
		return fmt.Sprintf("%s 0x%08X", kind, o.ID) // there may be several
	}
	return owner + "'s " + kind
}

// Player is the name of the player with a peer id, "" if that is not known.
func (d *Directory) Player(peer uint8) string {
	if d == nil || peer == 0 {
		return ""
	}
	for slot, p := range d.peer {
		if p == peer {
			return d.player[slot]
		}
	}
	return ""
}

// Dropped counts the objects so far that had to make room for others within a minute of being told of. Older ones are of
// former lives, and nobody misses them.
func (d *Directory) Dropped() int64 {
	if d == nil {
		return 0
	}
	return d.dropped
}

// With gives a Directory that has the object too, as the newest of its slot; the same one if
// nothing changes.
func (d *Directory) With(o Object) *Directory {
	o.label = d.name(&o)
	known, _ := d.Find(o.ID)
	if known.Told = o.Told; known == o {
		return d
	}
	next := d.next()
	slot := SlotOf(o.ID)
	kept := make([]*Object, 0, len(next.slots[slot])+1)
	for _, x := range next.slots[slot] {
		if x.ID != o.ID { // else its parts would be those of this one
			kept = append(kept, x)
		}
	}
	if o.Kind != "" {
		kept = next.withoutOldest(kept, perSlotOther, o.Told, func(x *Object) bool { return x.Kind != "" })
	}
	kept = next.withoutOldest(kept, perSlot, o.Told, func(*Object) bool { return true })
	kept = append(kept, new(o))
	next.slots[slot] = kept
	return next
}

// withoutOldest makes room among the objects of a kind, if there are so many of it.
func (d *Directory) withoutOldest(kept []*Object, most int, now capture.Time, kind func(*Object) bool) []*Object {
	n := 0
	for _, o := range kept {
		if kind(o) {
			n++
		}
	}
	if n < most {
		return kept
	}
	first := slices.IndexFunc(kept, kind)
	if now.Sub(kept[first].Told) < time.Minute {
		d.dropped++
	}
	return slices.Delete(kept, first, first+1)
}

// Vacated gives a Directory without the objects of a player slot.
func (d *Directory) Vacated(slot int) *Directory {
	if d == nil || slot >= HostSlot || len(d.slots[slot]) == 0 {
		return d
	}
	next := d.next()
	next.slots[slot] = nil
	return next
}

// Seated reports whether it is known which peer plays in a slot.
func (d *Directory) Seated(slot int) bool { return d != nil && slot < HostSlot && d.peer[slot] != 0 }

// WithPeer gives a Directory that knows the peer id of who plays in a slot; the same one if
// nothing changes.
func (d *Directory) WithPeer(slot int, peer uint8) *Directory {
	if slot >= HostSlot || d == nil && peer == 0 || d != nil && d.peer[slot] == peer {
		return d
	}
	next := d.next()
	for other, p := range next.peer {
		if p == peer { // it was somebody else's before
			next.peer[other] = 0
		}
	}
	next.peer[slot] = peer
	return next
}

// WithPlayer gives a Directory that knows who plays in a slot, "" = not known any more; the
// same one if nothing changes.
func (d *Directory) WithPlayer(slot int, name string) *Directory {
	if slot >= HostSlot || d == nil && name == "" || d != nil && d.player[slot] == name {
		return d
	}
	next := d.next()
	next.player[slot] = name
	next.slots[slot] = slices.Clone(next.slots[slot])
	for i, known := range next.slots[slot] {
		o := *known
		o.label = next.name(&o)
		next.slots[slot][i] = &o
	}
	return next
}
