package check

import (
	"encoding/binary"
	"math"
	"net/netip"
	"slices"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// craft is one life of a ship, of which a creation is in the capture: what rules ask beyond the account of the match.
type craft struct {
	*match.Ship
	owner *link       // that sent its creation; nil = that is not in the capture
	made  match.Event // by its owner; frame 0 = not in the capture
	class *ship.Class // nil = not known
	place wire.Vector // where its owner made it
	// last is its place in the newest update of its owner that has one.
	last     wire.Vector
	moved    bool
	died     match.Event  // the first that is told of its end
	replaced capture.Time // its owner made another ship
	gone     bool         // its owner has left: the next one of the slot may have a ship with this id
	sum      uint64       // of its owner's creation message
	row      int          // of that
	blocks   *[2]starts   // of the blocks to its owner, and to others; nil = there were none
}

// fresh reports whether the ship's creation by its owner is in the capture.
func (c *craft) fresh() bool { return c.made.Frame != 0 }

// alive reports whether the ship was there at a moment.
func (c *craft) alive(at capture.Time) bool {
	return (c.died.Frame == 0 || at.Before(c.died.Time)) && (c.replaced.IsZero() || at.Before(c.replaced))
}

// parts is how many objects belong to the ship; ok is false if nobody knows.
func (c *craft) parts() (n int, ok bool) {
	if c.class == nil || len(c.class.Objects) == 0 {
		return 0, false
	}
	return len(c.class.Objects), true
}

// hangar keeps the ships of a capture.
type hangar struct {
	lives  map[match.Key]*match.Ship // the newest of each object, up to the moment
	ships  map[*match.Ship]*craft
	slots  map[slotKey][]*craft // of a player, the newest last
	vacant map[slotKey]bool     // their players have left, and no other has made a ship
	all    []*craft             // those whose owner's creation is in the capture
	parts  [64]answer           // the newest answers of [hangar.whole]
}

// answer is what is known of an id at a server.
type answer struct {
	server netip.AddrPort
	id     uint32
	craft  *craft
	known  bool
}

// slotKey is a player slot at a server.
type slotKey struct {
	server netip.AddrPort
	slot   int
}

// perSlot bounds the ships of a player that ids are looked for among.
//
//limit:perSlot Verdicts | ships of a player slot that an id is looked for among | the oldest is not | TestShipsAreBounded
const perSlot = 1 << 10

func newHangar() hangar {
	return hangar{lives: map[match.Key]*match.Ship{}, ships: map[*match.Ship]*craft{}, slots: map[slotKey][]*craft{}, vacant: map[slotKey]bool{}}
}

// of gives the ship of an id at a server; nil = nothing is known of it but its updates.
func (x *hangar) of(server netip.AddrPort, id uint32) *craft {
	return x.ships[x.lives[match.Key{Server: server, Object: id}]]
}

// hears notes that something was told of a life, which may be the newest of its object.
func (x *hangar) hears(life *match.Ship) {
	if newest := x.lives[life.Key]; newest == nil || newest.Number < life.Number {
		x.lives[life.Key] = life
		clear(x.parts[:])
	}
}

// whole gives the ship that an id means, itself or a part of it: the newest one; nil = none is known.
func (x *hangar) whole(server netip.AddrPort, id uint32) *craft {
	a := &x.parts[(id>>18^id)%uint32(len(x.parts))]
	if !a.known || a.id != id || a.server != server {
		*a = answer{server, id, x.search(server, id), true}
	}
	return a.craft
}

func (x *hangar) search(server netip.AddrPort, id uint32) *craft {
	for _, c := range slices.Backward(x.slots[slotKey{server, slotOf(id)}]) {
		if n, ok := c.parts(); c.Object == id || ok && id > c.Object && id <= c.Object+uint32(n) {
			return c
		}
	}
	return x.of(server, id)
}

// created takes a creation, and gives the ship if it is the first of its owner.
func (x *hangar) created(life *match.Ship, h *heard, m *message.ObjectCreate) *craft {
	if life == nil || m.ClassID != message.ClassShip {
		return nil
	}
	x.hears(life)
	c := x.ships[life]
	if c == nil {
		c = &craft{Ship: life, class: m.Class(), place: m.Position}
		x.ships[life] = c
		x.enter(c)
	}
	if h.to == toClient || c.owner != nil {
		return nil
	}
	c.owner, c.made, c.sum, c.class, c.place = h.link, h.at(), h.sum(), m.Class(), m.Position
	if old := h.link.ship; old != nil && old.replaced.IsZero() {
		old.replaced = h.Time
	}
	h.link.ship, h.link.ships = c, h.link.ships+1
	x.all = append(x.all, c)
	return c
}

// enter enters a ship among those of its slot.
func (x *hangar) enter(c *craft) {
	clear(x.parts[:])
	mine := slotKey{c.Server, slotOf(c.Object)}
	delete(x.vacant, mine)
	if list := x.slots[mine]; len(list) >= perSlot {
		x.slots[mine] = list[1:]
	}
	x.slots[mine] = append(x.slots[mine], c)
}

// firstPeer is the peer id of the client in slot 0.
const firstPeer = 2

// left notes that the client of a slot has left.
func (x *hangar) left(server netip.AddrPort, slot int) {
	key := slotKey{server, slot}
	x.vacant[key] = true
	for _, c := range x.slots[key] {
		c.gone = true
	}
}

// class gives the class of an update's ship; nil = not known: that of an id is not certain once its
// owner has left, and until the next one makes a ship.
func (t *trial) class(u *update) *ship.Class {
	c, known := u.craft, u.Context.Class
	switch {
	case known == nil,
		c == nil && t.hangar.vacant[slotKey{u.link.Server, slotOf(u.object)}],
		c != nil && (c.gone || u.to == toServer && c.owner != nil && c.owner != u.link):
		return nil
	}
	return known
}

// moved takes an update of an owner.
func (x *hangar) moved(u *update) {
	if u.to != toServer || u.flags&message.FlagPosition == 0 {
		return
	}
	if place, ok := position(u.Record); ok && u.craft != nil {
		c := u.craft
		c.last, c.moved = place, true
	}
}

// position reads the position block of an update that has one.
func position(r *decode.Record) (v wire.Vector, ok bool) {
	const at, size = message.UpdateHeaderSize, 12
	if len(r.Payload) < at+size {
		return v, false
	}
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(r.Payload[at+4*i:]))
	}
	return v, true
}

// distance is that between two places.
func distance(a, b wire.Vector) float64 {
	sum := 0.0
	for i := range a {
		d := float64(a[i]) - float64(b[i])
		sum += d * d
	}
	return math.Sqrt(sum)
}

// slotOf is the player slot of a client: what it was told, or what its updates show; -1 = not known.
func (l *link) slotOf() int {
	if l.Slot >= 0 {
		return l.Slot
	}
	return l.seenSlot - 1
}

// slotOf is the player slot of an object; -1 = it is none of a player.
func slotOf(id uint32) int {
	if slot, owned := wire.OwnerSlot(id); owned {
		return slot
	}
	return -1
}

// alien is a ship whose id is not of the slot of its player, and its parts.
type alien struct{ first, last uint32 }

// noteForeign notes a ship that is made, if its id is not of the slot of its player.
func (t *trial) noteForeign(c *craft, l *link) {
	const mostForeign, someParts = 64, 32
	if slot := slotOf(c.Object); !l.Joined || l.Slot < 0 || slot == l.Slot || len(t.foreign) >= mostForeign {
		return
	}
	parts, known := c.parts()
	if !known {
		parts = someParts
	}
	t.foreign = append(t.foreign, alien{c.Object, c.Object + uint32(parts)})
}

func (t *trial) isForeign(id uint32) bool {
	return slices.ContainsFunc(t.foreign, func(f alien) bool { return id >= f.first && id <= f.last })
}
