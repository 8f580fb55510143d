package check

import (
	"cmp"
	"math"
	"net/netip"
	"slices"
	"sort"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// craft is one life of a ship, of which a creation is in the capture: what rules ask beyond the account of the match.
type craft struct {
	*match.Ship
	since int         // row of the first creation
	owner *link       // that sent its creation; nil = that is not in the capture
	made  match.Event // by its owner; frame 0 = not in the capture
	prior *craft      // that its owner made before; nil = none
	class *ship.Class // nil = not known
	place wire.Vector // where its owner made it
	died  match.Event // the first that is told of its end
	// told is when its owner was told, with a number, and knows when that was acknowledged: zero = never.
	told, knows capture.Time
	seq         uint16
	lifetime    float64      // of the explosion, in seconds
	replaced    capture.Time // its owner made another ship
	gone        bool         // its owner has left: the next one of the slot may have a ship with this id
	sum         uint64       // of its owner's creation message
	row         int          // of that
	blocks      [2]starts    // of the blocks to its owner, and to others
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

// hangar keeps the ships of a capture, as they were known at each row.
type hangar struct {
	t      *trial
	lives  map[match.Key][]life // of each object, the newest last
	ships  map[*match.Ship]*craft
	slots  map[slotKey][]*craft // of a player, the newest last
	vacant map[slotKey]bool     // their players have left, and no other has made a ship
	all    []*craft             // those whose owner's creation is in the capture
}

// life is one of an object, since a row.
type life struct {
	ship *match.Ship
	row  int
}

// slotKey is a player slot at a server.
type slotKey struct {
	server netip.AddrPort
	slot   int
}

func newHangar(t *trial) hangar {
	return hangar{t: t, lives: map[match.Key][]life{}, ships: map[*match.Ship]*craft{}, slots: map[slotKey][]*craft{}, vacant: map[slotKey]bool{}}
}

// of gives the ship of an id at a server at the row at hand; nil = nothing is known of it but its updates.
func (x *hangar) of(server netip.AddrPort, id uint32) *craft {
	for _, l := range slices.Backward(x.lives[match.Key{Server: server, Object: id}]) {
		if l.row <= x.t.row {
			return x.ships[l.ship].by(x.t.row)
		}
	}
	return nil
}

// by gives a ship if it was known at a row.
func (c *craft) by(row int) *craft {
	if c == nil || c.since > row {
		return nil
	}
	return c
}

// hears notes that something was told of a life, which may be the newest of its object.
func (x *hangar) hears(ship *match.Ship) {
	list := x.lives[ship.Key]
	if n := len(list); n == 0 || list[n-1].ship.Number < ship.Number {
		x.lives[ship.Key] = append(list, life{ship, x.t.row})
	}
}

// whole gives the ship that an id means at the row at hand, itself or a part of it: the newest one; nil = none is known.
func (x *hangar) whole(server netip.AddrPort, id uint32) *craft {
	list := x.slots[slotKey{server, slotOf(id)}]
	known := sort.Search(len(list), func(i int) bool { return list[i].since > x.t.row })
	for _, c := range slices.Backward(list[:known]) {
		if n, ok := c.parts(); c.Object == id || ok && id > c.Object && id <= c.Object+uint32(n) {
			return c
		}
	}
	return x.of(server, id)
}

// own gives the ship of the client at hand that an id means, itself or a part of it, if its creation and its class are known. A
// ship of an earlier connection of the client may have had the same id.
func (x *hangar) own(h *heard, id uint32) *craft {
	if c := x.whole(h.link.Server, id); c != nil && c.owner == h.link && c.class != nil {
		return c
	}
	return nil
}

// created takes a creation.
func (x *hangar) created(of *match.Ship, h *heard, m *message.ObjectCreate) {
	if of == nil || m.ClassID != message.ClassShip {
		return
	}
	x.hears(of)
	c, l := x.ships[of], h.link
	if c == nil {
		c = &craft{Ship: of, since: h.n, class: m.Class(), place: m.Position}
		x.ships[of] = c
		x.enter(c)
	}
	if h.to == toClient || c.owner != nil {
		return
	}
	c.owner, c.prior, c.made, c.row, c.sum, c.class, c.place = l, l.ship, h.at(), h.n, h.sum(), m.Class(), m.Position
	if l.ship != nil && l.ship.replaced.IsZero() {
		l.ship.replaced = h.Time
	}
	l.ship, l.first, x.all = c, cmp.Or(l.first, c), append(x.all, c)
	x.t.noteForeign(c, l)
}

// enter enters a ship among those of its slot.
func (x *hangar) enter(c *craft) {
	mine := slotKey{c.Server, slotOf(c.Object)}
	delete(x.vacant, mine)
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
	c, known := u.craft, t.Context(u.Row).Class
	switch {
	case known == nil,
		c == nil && t.hangar.vacant[slotKey{u.link.Server, slotOf(u.Object)}],
		c != nil && (c.gone || u.to == toServer && c.owner != nil && c.owner != u.link):
		return nil
	}
	return known
}

// isPlace reports whether a position is made of numbers that are finite.
func isPlace(v wire.Vector) bool { return finite(v[0]) && finite(v[1]) && finite(v[2]) }

// finite reports whether a value is a number, and no infinite one.
func finite(x float32) bool { return x-x == 0 }

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
