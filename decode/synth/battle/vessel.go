package battle

import (
	"fmt"
	"math"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// vessel is one life of a ship.
type vessel struct {
	s       *session
	id      uint32
	class   *ship.Class
	owner   *player
	slot    uint8
	life    *Life
	known   bool          // to the host
	created []byte        // the message of the client
	alive   bool          // as the host has it
	ended   bool          // as its client has it
	over    bool          // so it is on the wire
	made    *content      // the creation by its client
	gone    time.Duration // when the explosion of a ship that is not alive is over
	since   time.Duration // when the host learnt of it

	position, forward, up, course vector
	speed, wanted                 float64

	parts        []part // of the class's top-level list
	facings      [6]float64
	main, backup float64 // batteries
	cloaked      bool
	ammunition   uint8 // torpedo slot
	phaserLevel  uint8
	mine         view              // what the client keeps of its own updates
	views        [MostPlayers]view // what the host keeps, by slot of the receiver
	shieldFull   [6]float64
	bumped       int // ticks until the next collision counts
}

// part is the state of one subsystem. Shares are 0 to 1.
type part struct {
	condition float64
	children  []float64
	power     uint8 // percent
	repairing bool  // it is on the list of the repair crew
}

// newShip makes a player's next ship, whole and somewhere around the middle.
func (s *session) newShip(p *player) *vessel {
	class := p.chooseClass()
	x := &vessel{s: s, class: class, owner: p, slot: p.slot, alive: true, main: 1, backup: 1, phaserLevel: 2}
	x.id = firstObject + uint32(p.slot)*objectsOfSlot + p.nextObject
	p.nextObject += uint32(len(class.Objects)) + 1
	x.position = anyDirection(s.chance).scaled(60 + times(60, s.chance.Float64()))
	x.forward = x.position.scaled(-1).unit() // to the middle
	x.up = x.forward.cross(vector{0, 0, 1}).unit().cross(x.forward).unit()
	x.course = x.forward
	x.parts = make([]part, len(class.Subsystems))
	for i := range class.Subsystems {
		sub := &class.Subsystems[i]
		x.parts[i] = part{condition: 1, power: 100, children: make([]float64, len(sub.Children))}
		for c := range x.parts[i].children {
			x.parts[i].children[c] = 1
		}
		if sub.Format == ship.Shield {
			x.shieldFull = sub.FacingMax
		}
	}
	x.facings = x.shieldFull
	x.life = newLife(x)
	return x
}

// flies reports that there is a ship and that the host knows it.
func (x *vessel) flies() bool { return x != nil && x.known && x.alive }

// visible reports that the host shows a ship to its players: one that flies, or a wreck
// while it explodes.
func (x *vessel) visible() bool { return x.flies() || x.explodes() }

// explodes reports that a ship is a wreck.
func (x *vessel) explodes() bool { return x != nil && x.known && x.s.now < x.gone }

// Object ids: each player slot owns a range of them.
const (
	firstObject   = 0x3FFFFFFF
	objectsOfSlot = 0x40000
)

// object is the id of a subsystem by its place in the load order.
func (x *vessel) object(index int) uint32 { return x.id + 1 + uint32(index) }

// subsystem is the id of a subsystem by its place in the top-level list.
func (x *vessel) subsystem(i int) uint32 { return x.object(x.class.Subsystems[i].ObjectIndex) }

// system is the place of the first subsystem of a type; -1 = it has none.
func (x *vessel) system(kind string) int {
	for i := range x.class.Subsystems {
		if x.class.Subsystems[i].Type == kind {
			return i
		}
	}
	return -1
}

// output is how well a subsystem works: its condition and its power. A subsystem that
// a class lacks does not work.
func (x *vessel) output(kind string) float64 {
	i := x.system(kind)
	if i < 0 {
		return 0
	}
	return times(x.parts[i].condition, float64(x.parts[i].power)/100)
}

// slowest is how fast a ship drifts whose engines are out.
const slowest = 0.5

// fly turns the ship to its course and moves it on.
func (x *vessel) fly(seconds float64) {
	const turn, acceleration = 0.6, 2.0
	x.forward = x.forward.plus(x.course.minus(x.forward).scaled(times(turn, seconds))).unit()
	x.up = x.up.minus(x.forward.scaled(x.up.dot(x.forward))).unit()
	wanted := max(slowest, times(x.wanted, min(x.output("impulse_system"), 1.2)))
	change := times(acceleration, seconds)
	x.speed += max(-change, min(change, wanted-x.speed))
	x.position = x.position.plus(x.forward.scaled(times(x.speed, seconds)))
}

// drift moves a ship on that nobody steers; it tumbles.
func (x *vessel) drift(seconds float64) {
	const tumbling = 0.3
	x.speed = max(x.speed, slowest)
	x.forward = x.forward.plus(x.up.scaled(times(tumbling, seconds))).unit()
	x.up = x.up.minus(x.forward.scaled(x.up.dot(x.forward))).unit()
	x.position = x.position.plus(x.forward.scaled(times(x.speed, seconds)))
}

// recover charges shields and batteries, and lets the crew repair.
func (x *vessel) recover(seconds float64) {
	if !x.cloaked {
		gain := times(times(times(0.004, x.output("shield")), seconds), 1)
		for i, full := range x.shieldFull {
			x.facings[i] = min(full, x.facings[i]+times(full, gain))
		}
	}
	x.drain(seconds)
	crew := times(times(0.004, 1+x.output("repair")), seconds)
	for i := range x.parts {
		p := &x.parts[i]
		if i > 0 && p.condition < 1 && p.condition > 0 { // the hull stays as it is
			p.set(p.condition + crew)
		}
		if p.repairing && p.condition >= 1 {
			p.repairing = false
			x.repairEvent(repairCompleted, i)
		}
	}
}

// drain takes from the batteries what the sliders ask for beyond the reactor.
func (x *vessel) drain(seconds float64) {
	asked, count := 0, 0
	for i := range x.parts {
		if x.class.HasPower(i) {
			asked, count = asked+int(x.parts[i].power), count+1
		}
	}
	reactor := x.system("power")
	if count == 0 || reactor < 0 {
		return
	}
	excess := float64(asked)/float64(100*count) - x.parts[reactor].condition
	change := times(times(0.02, excess), seconds)
	switch {
	case change < 0:
		x.main = min(1, x.main-change)
		x.backup = min(1, x.backup-change)
	case x.main > 0:
		x.main = max(0, x.main-change)
	default:
		x.backup = max(0, x.backup-change)
	}
}

// set changes the condition of a subsystem; its children share it roughly.
func (p *part) set(condition float64) {
	change := max(0, min(1, condition)) - p.condition
	p.condition += change
	for i := range p.children {
		p.children[i] = max(0, min(1, p.children[i]+change))
	}
}

// hit is the work of a weapon: what the facing does not take, hull and one subsystem do.
func (x *vessel) hit(points float64, facing int, b blow) {
	if !x.alive || !x.known {
		return
	}
	taken := min(points, x.facings[facing])
	if x.cloaked {
		taken = 0
	}
	x.facings[facing] -= taken
	through := points - taken
	if through <= 0 {
		return
	}
	x.damage(0, times(0.7, through))
	x.damage(1+x.s.chance.IntN(len(x.parts)-1), times(0.6, through))
	if x.parts[0].condition <= 0 {
		x.s.kill(x, b)
	}
}

func (x *vessel) damage(i int, points float64) {
	p, most := &x.parts[i], x.class.Subsystems[i].MaxCondition
	if most <= 0 {
		return
	}
	p.set(p.condition - points/most)
	if i > 0 && !p.repairing && p.condition < 0.75 {
		p.repairing = true
		x.repairEvent(addToRepairList, i)
	}
	if n := len(p.children); n > 0 {
		c := x.s.chance.IntN(n)
		p.children[c] = max(0, p.children[c]-0.1)
	}
}

// repairEvent tells everybody what the repair crew does.
func (x *vessel) repairEvent(code uint32, i int) {
	crew := x.system("repair")
	if crew < 0 {
		return
	}
	x.s.tell(&message.Event{
		ClassID: message.ClassSubsystem, EventCode: code,
		SourceID: x.subsystem(i), TargetID: x.subsystem(crew),
	})
}

// onWire is a share as the game sends it.
func onWire(share float64) uint8 { return uint8(times(max(0, min(1, share)), 255)) }

// childrenOnWire appends the conditions of the children.
func (p *part) childrenOnWire(b []byte) []byte {
	for _, c := range p.children {
		b = append(b, onWire(c))
	}
	return b
}

func (x *vessel) facingsOnWire(b []byte) []byte {
	for i, full := range x.shieldFull {
		if full <= 0 {
			b = append(b, 0) // there is no such side
			continue
		}
		b = append(b, onWire(x.facings[i]/full))
	}
	return b
}

// creation is the message that creates the ship as it is now.
func (x *vessel) creation() *message.ObjectCreate {
	m := message.NewObjectCreate(true)
	m.SetContext(message.Context{Catalogue: x.s.Ships})
	m.OwnerSlot, m.Team = x.slot, x.slot+2
	if x.s.Teams {
		m.Team = x.owner.teamOf()
	}
	m.ClassID, m.ObjectID, m.Species = message.ClassShip, x.id, x.class.Species
	m.Position = x.position.onWire()
	m.Orientation = x.orientation()
	m.Velocity = wire.CV4F{Direction: direction(x.forward), Magnitude: float32(x.speed)}
	m.ObjectName, m.SetName = wire.Text(x.owner.name), wire.Text("Multi1")
	for i := range x.parts {
		m.Subsystems = append(m.Subsystems, x.creationState(i))
	}
	return m
}

func (x *vessel) creationState(i int) message.CreationState {
	p, sub := &x.parts[i], &x.class.Subsystems[i]
	state := message.CreationState{
		Index: i, Condition: onWire(p.condition), Children: p.childrenOnWire(nil), Power: int8(p.power),
		Cloaked: x.cloaked, Main: onWire(x.main), Backup: onWire(x.backup),
	}
	if p.power == 0 {
		state.Power = -100 // off
	}
	if sub.Format == ship.Shield {
		state.Facings = x.facingsOnWire(nil)
	}
	for _, tail := range sub.Tail {
		switch tail {
		case ship.PhaserLevel:
			state.Mode = x.phaserLevel
		case ship.TorpedoSlot:
			state.Mode = x.ammunition
		case ship.TractorMode:
			state.Mode = 1
		}
	}
	return state
}

func (v vector) onWire() wire.Vector { return wire.Vector{float32(v[0]), float32(v[1]), float32(v[2])} }

// orientation is the quaternion w, x, y, z that turns +Y forward and +Z up.
func (x *vessel) orientation() [4]float32 {
	f, u := x.forward, x.up
	r := f.cross(u)
	// The columns of the matrix are right, forward, up.
	trace := [4]float64{
		1 + r[0] + f[1] + u[2], 1 + r[0] - f[1] - u[2], 1 - r[0] + f[1] - u[2], 1 - r[0] - f[1] + u[2],
	}
	largest := 0
	for i := range trace {
		if trace[i] > trace[largest] {
			largest = i
		}
	}
	root := times(2, math.Sqrt(max(trace[largest], 1e-12)))
	var q [4]float64
	switch a, b, c := f[2]-u[1], u[0]-r[2], r[1]-f[0]; largest {
	case 0:
		q = [4]float64{root / 4, a / root, b / root, c / root}
	case 1:
		q = [4]float64{a / root, root / 4, (r[1] + f[0]) / root, (u[0] + r[2]) / root}
	case 2:
		q = [4]float64{b / root, (r[1] + f[0]) / root, root / 4, (f[2] + u[1]) / root}
	default:
		q = [4]float64{c / root, (u[0] + r[2]) / root, (f[2] + u[1]) / root, root / 4}
	}
	return [4]float32{float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])}
}

// newLife is what the truth says of a ship.
func newLife(x *vessel) *Life {
	life := &Life{
		ObjectID: fmt.Sprintf("0x%08X", x.id), Species: x.class.Species, Class: x.class.Key, Slot: x.slot,
		Player: x.owner.name, Hash: fmt.Sprintf("0x%04X", hashOf(x.class)), Windows: []*Window{},
		owner: x.owner.link.presence,
	}
	if x.s.Sums {
		life.sums = newSums()
	}
	return life
}

// hashOf stands for the sum over a class's properties. Those of two classes are
// observed, the others are invented: how it is computed is not known.
func hashOf(c *ship.Class) uint16 {
	switch c.Key {
	case "akira":
		return 0xFB37
	case "nebula":
		return 0x040C
	}
	return 0x5A00 ^ uint16(c.Species)*0x1021
}
