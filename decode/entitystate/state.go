package entitystate

import (
	"fmt"
	"math"
	"slices"

	"bcdump/decode/wire"
)

// State, type 4, server to clients, some 60 times a second: everything that there is.
// An entity that is not in it is gone.
//
//	+0       u16  count
//	+2+25i        entity, count times; see Entity
//
// A count that promises more than there is is kept as it is; the entities are those that
// are there whole.
//
// Source: documents.
type State struct {
	Count    uint16
	Entities []Entity

	size int // of the payload as it was sent; 0 = that of the entities
}

// Entity is one thing of the world. State and Spawn have it.
//
//	+0   u32  id
//	+4   u8   type      1 player, 2 enemy, 3 bullet, 4 powerup
//	+5   f32  x         from the left, pixels
//	+9   f32  y         from the top, pixels
//	+13  f32  vx        pixels per second
//	+17  f32  vy
//	+21  u32  rgba      0xRRGGBBAA: on the wire A, B, G, R
type Entity struct {
	ID           uint32
	Type         uint8
	X, Y, VX, VY float32
	RGBA         uint32
}

// Types of entities.
const (
	Player  = 1
	Enemy   = 2
	Bullet  = 3
	Powerup = 4 // of late servers only
)

var entityTypes = [...]string{Player: "Player", Enemy: "Enemy", Bullet: "Bullet", Powerup: "Powerup"}

// Limits of State.
const (
	serverLimit = 512                                       // entities that a server sends
	clientLimit = 1000                                      // entities that the reference client takes
	sizeLimit   = (math.MaxUint16 - countSize) / EntitySize // entities that the u16 size has room for
	countSize   = 2
)

// TypeName names the type; "" if it is not known.
func (e *Entity) TypeName() string {
	if int(e.Type) >= len(entityTypes) {
		return ""
	}
	return entityTypes[e.Type]
}

// NewState is the State of entities.
func NewState(entities []Entity) *State {
	return &State{Count: uint16(len(entities)), Entities: entities}
}

// Visit describes the fields in wire order.
func (m *State) Visit(v wire.Visitor) {
	v.U16("count", &m.Count)
	wire.RepeatWhole(v, "entities", &m.Entities, int(m.Count), EntitySize, func(e *Entity) { e.visit(v) })
	v.ShowBool("client_accepts", m.ClientAccepts())
}

func (e *Entity) visit(v wire.Visitor) {
	v.U32("id", &e.ID)
	v.U8("type", &e.Type)
	name := e.TypeName()
	wire.Optional(v, name != "", "known type", func() { v.ShowText("type_name", name) })
	v.F32("x", "px", &e.X)
	v.F32("y", "px", &e.Y)
	v.F32("vx", "px/s", &e.VX)
	v.F32("vy", "px/s", &e.VY)
	v.Hex32("rgba", &e.RGBA)
}

// ClientAccepts reports whether the reference client takes the message: all its
// entities are there, and not more than 1000.
func (m *State) ClientAccepts() bool {
	size := m.size
	if size == 0 {
		size = countSize + EntitySize*len(m.Entities)
	}
	return m.Count <= clientLimit && size >= countSize+EntitySize*int(m.Count)
}

// AppendLine counts the entities by type: "4 entities: 2 Player, 1 Enemy, 1 other".
func (m *State) AppendLine(b []byte) []byte {
	var counts [len(entityTypes) + 1]int
	for i := range m.Entities {
		counts[min(int(m.Entities[i].Type), len(entityTypes))]++
	}
	counts[len(entityTypes)] += counts[0]
	b = fmt.Appendf(b, "%d %s", m.Count, plural(int(m.Count), "entity", "entities"))
	separator := ": "
	for kind, n := range counts[1:] {
		if n == 0 {
			continue
		}
		name := "other"
		if kind+1 < len(entityTypes) {
			name = entityTypes[kind+1]
		}
		b = fmt.Appendf(b, "%s%d %s", separator, n, name)
		separator = ", "
	}
	return b
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func (m *State) setSize(payload int) { m.size = payload }

// check adds one issue a rule, however many entities break it.
func (m *State) check(i *issues) {
	m.checkCount(i)
	m.checkEach(i, UnknownEntityType, (*Entity).typed, (*Entity).typeText)
	m.checkEach(i, NonFinite, (*Entity).finite, (*Entity).placeText)
	m.checkIDs(i)
}

func (m *State) checkCount(i *issues) {
	if here := len(m.Entities); here < int(m.Count) {
		i.add(PayloadShort, HeaderSize, fmt.Sprintf("count %d, but only %d %s complete", m.Count, here, plural(here, "is", "are")))
	}
	switch {
	case m.Count > sizeLimit:
		i.add(CountOver512, HeaderSize, fmt.Sprintf("count %d: a message has room for at most %d", m.Count, sizeLimit))
	case m.Count > clientLimit:
		i.add(CountOver512, HeaderSize, fmt.Sprintf("count %d: clients drop messages with more than %d", m.Count, clientLimit))
	case m.Count > serverLimit:
		i.add(CountOver512, HeaderSize, fmt.Sprintf("count %d: servers send at most %d", m.Count, serverLimit))
	}
}

// checkEach adds an issue about the first entity that breaks a rule, and says how many
// do.
func (m *State) checkEach(i *issues, code Code, sound func(*Entity) bool, text func(*Entity) string) {
	first, n := 0, 0
	for at := range m.Entities {
		if sound(&m.Entities[at]) {
			continue
		}
		if n == 0 {
			first = at
		}
		n++
	}
	if n == 0 {
		return
	}
	e := &m.Entities[first]
	i.add(code, HeaderSize+countSize+EntitySize*first, fmt.Sprintf("entity %d, id %d: %s%s", first, e.ID, text(e), more(n-1)))
}

func more(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; and %d more", n)
}

// checkIDs finds ids that occur more than once. Servers send them in ascending order as
// a rule, so that nothing has to be sorted.
func (m *State) checkIDs(i *issues) {
	if ascending(m.Entities) {
		return
	}
	i.ids = i.ids[:0]
	for at := range m.Entities {
		i.ids = append(i.ids, m.Entities[at].ID)
	}
	id, n := repeated(i.ids)
	if n > 0 {
		i.add(DuplicateID, HeaderSize+countSize, fmt.Sprintf("id %d occurs more than once%s", id, more(n-1)))
	}
}

func ascending(entities []Entity) bool {
	for i := 1; i < len(entities); i++ {
		if entities[i].ID <= entities[i-1].ID {
			return false
		}
	}
	return true
}

// repeated sorts ids and gives the smallest that occurs more than once, and how many do.
func repeated(ids []uint32) (id uint32, n int) {
	slices.Sort(ids)
	for at := 1; at < len(ids); at++ {
		if ids[at] != ids[at-1] || at > 1 && ids[at-1] == ids[at-2] {
			continue
		}
		if n == 0 {
			id = ids[at]
		}
		n++
	}
	return id, n
}

func (e *Entity) typed() bool { return e.TypeName() != "" }

func (e *Entity) typeText() string { return fmt.Sprintf("unknown type %d", e.Type) }

func (e *Entity) finite() bool { return finite(e.X) && finite(e.Y) && finite(e.VX) && finite(e.VY) }

func (e *Entity) placeText() string {
	return fmt.Sprintf("at (%g %g), velocity (%g %g)", e.X, e.Y, e.VX, e.VY)
}

// finite reports whether the exponent is not all ones.
func finite(f float32) bool { return math.Float32bits(f)&0x7F800000 != 0x7F800000 }
