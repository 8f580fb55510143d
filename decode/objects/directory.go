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
	slots   [Slots + 1]*possessions // of players, the last for the host; nil = without objects
	crew    *crew
	dropped int64
	version uint64
}

// possessions are the objects of a player, newest last. Directories share what does not differ, the arrays too: each creation
// makes a Directory. Reports keep all of them, and a batch of a flood has thousands.
type possessions struct {
	ships, others []*Object
}

// crew is who plays in the slots.
type crew struct {
	player [Slots]string // names, as far as known
	peer   [Slots]uint8  // ids; 0 = not known
}

// nobody is known at the start; it does not change.
var nobody crew

// DirectorySize is how many bytes a Directory takes, at most, that has one object more than the one before it.
const DirectorySize = 3 << 7

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
	next := &Directory{crew: &nobody}
	if d != nil {
		*next = *d
	}
	next.version = directories.Add(1)
	return next
}

// at gives the objects of a player, those with that id among them.
func (d *Directory) at(id uint32) possessions {
	if d == nil || d.slots[SlotOf(id)] == nil {
		return possessions{}
	}
	return *d.slots[SlotOf(id)]
}

// find gives the object with an id; nil = there is none.
func (s *possessions) find(id uint32) *Object {
	for _, list := range [...][]*Object{s.ships, s.others} {
		for _, o := range slices.Backward(list) {
			if o.ID == id {
				return o
			}
		}
	}
	return nil
}

// with adds an object, if need be in the place of the oldest, which it gives.
func with(list []*Object, o *Object, most int) (longer []*Object, oldest *Object) {
	if len(list) >= most {
		oldest, list = list[0], list[1:]
	}
	if n := len(list); n < cap(list) && list[:n+1][n] != nil { // another Directory has gone on from there
		list = slices.Clip(list)
	}
	return append(list, o), oldest
}

// Slots is how many players a server has; HostSlot stands behind theirs, for objects of the
// host.
const (
	Slots    = 16
	HostSlot = Slots
)

// perSlot bounds the ships that are remembered of one player: a player has one at a time, and
// who asks for an old one asks for a recent one.
//
//limit:perSlot What earlier messages tell | ships of a player slot, and of the host | the oldest is forgotten | many-objects
const perSlot = 64

// perSlotOther bounds what is no ship: a player fires many torpedoes, and they must not push the ship out.
//
//limit:perSlotOther What earlier messages tell | torpedoes of a player slot | the oldest is forgotten | TestTorpedoesLeaveTheShip
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
	for _, s := range d.slots {
		if s == nil {
			continue
		}
		for _, o := range s.ships {
			if !yield(o, o.label) {
				return
			}
		}
	}
}

// Find gives the newest object with that id.
func (d *Directory) Find(id uint32) (Object, bool) {
	s := d.at(id)
	if o := s.find(id); o != nil {
		return *o, true
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
	s := d.at(id)
	for _, o := range slices.Backward(s.ships) {
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
	return s.find(id), ""
}

// Owner is the name of the player to whom an object belongs, "" if that is not known.
func (d *Directory) Owner(o *Object) string {
	if slot := SlotOf(o.ID); d != nil && slot < HostSlot && d.crew.player[slot] != "" {
		return d.crew.player[slot]
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
	for slot, p := range d.crew.peer {
		if p == peer {
			return d.crew.player[slot]
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
	s := d.at(o.ID)
	if known := s.find(o.ID); known != nil {
		again := o
		if again.Told = known.Told; again == *known {
			return d
		}
		// The parts of the old object would have names beside those of the new one.
		if known.Kind == "" {
			s.ships = without(s.ships, known)
		} else {
			s.others = without(s.others, known)
		}
	}
	var oldest *Object
	if o.Kind == "" {
		s.ships, oldest = with(s.ships, &o, perSlot)
	} else {
		s.others, oldest = with(s.others, &o, perSlotOther)
	}
	next := d.next()
	next.slots[SlotOf(o.ID)] = &s
	if oldest != nil && o.Told.Sub(oldest.Told) < time.Minute {
		next.dropped++
	}
	return next
}

// without gives a list of its own that does not have an object, with room for few more.
func without(list []*Object, gone *Object) []*Object {
	kept := make([]*Object, 0, len(list)+3)
	for _, o := range list {
		if o != gone {
			kept = append(kept, o)
		}
	}
	return kept
}

// Vacated gives a Directory without the objects of a player slot.
func (d *Directory) Vacated(slot int) *Directory {
	if d == nil || slot >= HostSlot || d.slots[slot] == nil {
		return d
	}
	next := d.next()
	next.slots[slot] = nil
	return next
}

// Seated reports whether it is known which peer plays in a slot.
func (d *Directory) Seated(slot int) bool {
	return d != nil && slot < HostSlot && d.crew.peer[slot] != 0
}

// WithPeer gives a Directory that knows the peer id of who plays in a slot; the same one if
// nothing changes.
func (d *Directory) WithPeer(slot int, peer uint8) *Directory {
	if slot >= HostSlot || d == nil && peer == 0 || d != nil && d.crew.peer[slot] == peer {
		return d
	}
	next := d.next()
	known := *next.crew
	for other, p := range known.peer {
		if p == peer { // it was somebody else's before
			known.peer[other] = 0
		}
	}
	known.peer[slot] = peer
	next.crew = &known
	return next
}

// WithPlayer gives a Directory that knows who plays in a slot, "" = not known any more; the
// same one if nothing changes.
func (d *Directory) WithPlayer(slot int, name string) *Directory {
	if slot >= HostSlot || d == nil && name == "" || d != nil && d.crew.player[slot] == name {
		return d
	}
	next := d.next()
	known := *next.crew
	known.player[slot] = name
	next.crew = &known
	if s := next.slots[slot]; s != nil {
		next.slots[slot] = &possessions{next.labelled(s.ships), next.labelled(s.others)}
	}
	return next
}

// labelled gives objects with the names that they have now.
func (d *Directory) labelled(list []*Object) []*Object {
	list = slices.Clone(list)
	for i, known := range list {
		o := *known
		o.label = d.name(&o)
		list[i] = &o
	}
	return list
}
