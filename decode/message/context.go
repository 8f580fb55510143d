package message

import (
	"cmp"
	"fmt"
	"math"

	"bcdump/decode/fields"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// Context is what a message cannot say itself and its reading depends on. It comes
// from what was said before, and belongs to the moment of the message.
type Context struct {
	Class    *ship.Class // of the ship that the message is about; nil = not known
	Inferred bool        // the class was inferred, its creation was not seen
	Dialect  Dialect     // of the server
	// Catalogue is what ship classes there are; nil = those of the game.
	Catalogue *ship.Catalogue
	World     World
	// Names gives an object id a name, "" if it has none; nil = no names.
	Names Names
	// Asked is the request that an answer with checksums belongs to; nil = not in the capture.
	Asked *ChecksumRequest
}

// Names gives names to object ids.
type Names interface {
	// Name says what object an id is, such as "Forward Torp 1 of Cady2's Akira"; ""
	// if that is not known.
	Name(id uint32) string
	// AppendName appends it.
	AppendName(b []byte, id uint32) []byte
}

// object prints an id, with its name if it has one.
func (c *Context) object(id uint32) string { return string(c.appendObject(nil, id)) }

// appendObject appends what object gives.
func (c *Context) appendObject(b []byte, id uint32) []byte {
	switch id {
	case 0:
		return append(b, "none"...)
	case 0xFFFFFFFF:
		return append(b, "any"...)
	}
	return appendName(b, id, c.Names)
}

// name is the name of an object, or its id if it has none.
func (c *Context) name(id uint32) string { return string(appendName(nil, id, c.Names)) }

// appendName appends the name of an object, or its id if it has none.
func appendName(b []byte, id uint32, names Names) []byte {
	if names != nil {
		if named := names.AppendName(b, id); len(named) > len(b) {
			return named
		}
	}
	return fields.AppendHex(b, uint64(id), 8)
}

// player prints the peer id of a player as the name. Some servers write the id of the ship there.
func (c *Context) player(id int32) string {
	switch {
	case id == 0:
		return "nobody"
	case id < 0 || id > math.MaxUint8:
		return c.name(uint32(id))
	}
	return cmp.Or(fields.PlayerName(c.Names, int64(id)), fmt.Sprintf("player %d", id))
}

// World is where a ship is, put together from positions and deltas.
type World struct {
	Position  wire.Vector
	Known     bool
	Estimated bool // it rests on the creation of the ship, not on a position of an update
	Stale     bool // the last full position is more than two seconds old
}

// Contextual is a message whose reading depends on its context.
type Contextual interface {
	SetContext(Context)
}

// subsystem names the top-level subsystem at index, "" if it is not known.
func (c *Context) subsystem(index int) string {
	if c.Class == nil || index >= len(c.Class.Subsystems) {
		return ""
	}
	return c.Class.Subsystems[index].Name
}

// visit shows what follows from the context.
func (c *Context) visit(v wire.Visitor) {
	wire.Optional(v, c.Inferred, "creation not seen", func() { v.ShowBool("ship_inferred", true) })
	wire.Optional(v, c.World.Known, "a full position was seen", func() {
		v.ShowFloats("world_position", "", c.World.Position[:])
	})
	wire.Optional(v, c.World.Estimated, "only the creation was seen", func() { v.ShowBool("world_position_estimated", true) })
	wire.Optional(v, c.World.Stale, "full position over 2 s old", func() { v.ShowBool("world_position_stale", true) })
}
