package timeline

import (
	"net/netip"

	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// Listener is told what a timeline learns, in frame order. What it is given is valid until it
// returns.
type Listener interface {
	// Told gets the creation of a ship, and each update of one.
	Told(t *Told)
	// Happened gets each event, where a timeline has a row for one.
	Happened(x *match.Ship, frame int64, e *figures.Event)
	// Shot gets each shot, and where a beam ends.
	Shot(s *Shot)
	// Entity gets where an entity is.
	Entity(m *EntityMove)
}

// Told is what a message tells of a ship. What it does not tell is nil.
type Told struct {
	Frame int64
	Ship  *match.Ship
	// What is known of the ship: nil, "" = nothing.
	Class        *ship.Class
	Name, Player string
	// Leads says that the message is of the stream that tells the motion of the ship: of its
	// owner or, where that is not heard, of the host to one of the clients.
	Leads bool
	// Update is an update of that stream; nil = it is none. What came late, or could not be read to its end, says nothing of
	// the motion.
	Update   *message.StateUpdate
	Position *[3]float32
	Cloaked  *bool
	Parts    []ship.PartTold
	Power    []PowerTold
}

// PowerTold is the power of a subsystem.
type PowerTold struct {
	Index   int // of the subsystem
	Percent float64
}

// Shot is a shot, or where a beam ends.
type Shot struct {
	Frame  int64
	Ship   *match.Ship
	Weapon uint32 // object that fires
	Kind   match.Weapon
	Target *match.Ship // nil = none is known
	// Direction is that of a torpedo or a pulse; nil of a beam.
	Direction *wire.CV3
	Ends      bool // of a beam
	// Aims says at what the beams fire that the ship fires already.
	Aims bool
}

// EntityMove is where an entity is. One with another Life is another entity.
type EntityMove struct {
	Server netip.AddrPort
	ID     uint32
	Life   tally.Stamp // the first State that has it
	Kind   string      // name of its type
	Name   string      // of a player; "" = none is known
	X, Y   float32     // pixels
}
