package timeline

import (
	"net/netip"

	"bcdump/decode"
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
	Happened(x *match.Ship, r *decode.Record, e *figures.Event)
	// Shot gets each shot, and where a beam ends.
	Shot(s *Shot)
	// Entity gets where an entity is.
	Entity(m *EntityMove)
}

// Told is what a message tells of a ship. What it does not tell is nil.
type Told struct {
	*decode.Record
	Ship *match.Ship
	// What is known of the ship: nil, "" = nothing.
	Class        *ship.Class
	Name, Player string
	// Leads says that the message is of the stream that tells the motion of the ship: of its
	// owner or, where that is not heard, of the host to one of the clients. The other values but
	// Parts, Power and Cloaked are nil without it.
	Leads       bool
	Position    *[3]float32
	Forward, Up *wire.CV3
	Speed       *float32 // units a second, negative = reverse
	Cloaked     *bool
	Parts       []PartTold
	Power       []PowerTold
}

// PartTold is the condition of a part, in 1/255.
type PartTold struct {
	Place int // in Layout
	Value uint8
}

// PowerTold is the power of a subsystem.
type PowerTold struct {
	Index   int // of the subsystem
	Percent float64
}

// PartName is a part of a ship.
type PartName struct{ Name, Type string }

// Layout names the parts of a ship: its subsystems, each followed by what it consists of, then the
// six shields. Type is that of package ship, and "facing" of shields.
func Layout(class *ship.Class) (parts []PartName) {
	for i := range class.Subsystems {
		s := &class.Subsystems[i]
		parts = append(parts, PartName{Name: s.Name, Type: s.Type})
		for _, c := range s.Children {
			parts = append(parts, PartName{Name: c.Name, Type: c.Type})
		}
	}
	for _, side := range [6]string{"front", "rear", "top", "bottom", "left", "right"} {
		parts = append(parts, PartName{Name: "shield " + side, Type: "facing"})
	}
	return parts
}

// Flown is how far a ship of the account of a timeline flew.
func Flown(x *match.Ship) float64 {
	if x, ok := x.Kept.(*shipLife); ok {
		return x.path.total()
	}
	return 0
}

// told tells of a message that was taken.
func (t *ships) told(x *shipLife, r *decode.Record, u *update) {
	l := t.scope.options.Listener
	if l == nil {
		return
	}
	told := &t.newest
	*told = Told{Record: r, Ship: x.Ship, Class: x.ship, Name: x.name, Player: x.player, Cloaked: x.state.Cloaked, Parts: x.condition.told, Power: x.condition.set}
	if u != nil {
		told.motion(u, &x.path)
	} else {
		told.Leads, told.Position = true, x.state.WorldPosition
	}
	l.Told(told)
}

// motion takes what an update says about the motion of its ship.
func (t *Told) motion(u *update, p *path) {
	t.Leads = u.whole && !u.late && p.leads(u)
	if !t.Leads {
		return
	}
	if world := &u.Context.World; world.Known {
		t.Position = (*[3]float32)(&world.Position)
	}
	if u.has(message.FlagForward) {
		t.Forward = &u.m.Forward
	}
	if u.has(message.FlagUp) {
		t.Up = &u.m.Up
	}
	if u.has(message.FlagSpeed) {
		speed := u.m.Speed.Float32()
		t.Speed = &speed
	}
}

// leads reports whether an update belongs to the stream that is measured.
func (p *path) leads(u *update) bool {
	if p.owned {
		return u.Dir == decode.ToServer
	}
	return p.receiver.IsValid() && p.receiver == u.Dst
}

// Shot is a shot, or where a beam ends.
type Shot struct {
	*decode.Record
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

// shoots tells of a shot.
func (t *ships) shoots(s Shot, weapon, target uint32) {
	l := t.scope.options.Listener
	if l == nil {
		return
	}
	x, _ := t.whose(s.Record, weapon)
	if x == nil {
		return
	}
	s.Ship, s.Weapon = x.Ship, weapon
	if victim, _ := t.whose(s.Record, target); victim != nil && victim != x {
		s.Target = victim.Ship
	}
	l.Shot(&s)
}

// EntityMove is where an entity is. One with another Life is another entity.
type EntityMove struct {
	*decode.Record
	Server netip.AddrPort
	ID     uint32
	Life   tally.Stamp // the first State that has it
	Kind   string      // name of its type
	Name   string      // of a player; "" = none is known
	X, Y   float32     // pixels
}
