package desync

import (
	"math"
	"time"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/report/figures"
)

// life is one of a ship, as its owner reports it.
type life struct {
	ship     *match.Ship
	first    int // row
	class    *ship.Class
	parts    ship.Places     // of the class
	brought  []ship.PartTold // with the update at hand
	owner    *receiver       // whose updates are heard; nil = nobody's
	shared   bool            // two clients send them: there is no truth
	made     bool            // the creation by its owner was heard
	species  uint8           // that it names
	born     mark            // that, or the first report; frame 0 = neither
	motion                   // what the owner reported last
	reported mark
	lately   []courseAt // what it reported in the last seconds
	late     mark       // the newest report that others overtook
	jumped   mark       // the newest report of a place that the ship cannot have come to
	ended    bool
	end      mark // the first that anybody is told of its end
	exploded bool // so it ended
	views    []*view
	places   []place // by place among the parts of the class
	sweptAt  time.Duration
	// What is said of it.
	found []found
	shown []figures.DesyncView
}

// motion is what is known of the motion of a ship, from the updates that go one way.
type motion struct {
	clocks   [2]float32 // of the newest update without and with a subsystem block
	begun    [2]bool
	unsure   bool // an update may be lost, and what follows counts from a position that is not known
	placed   bool
	position [3]float64
	course
}

// motions are the flags of what tells something of the motion.
const motions = message.FlagPosition | message.FlagDelta | message.FlagForward | message.FlagUp | message.FlagSpeed

// take takes an update that did not come late.
func (m *motion) take(t *told) {
	kind := t.flags / message.FlagSubsystems & 1
	if m.begun[kind] && t.GameTime-m.clocks[kind] > step {
		m.unsure = true
	}
	m.clocks[kind], m.begun[kind] = t.GameTime, true
	if t.has(message.FlagPosition) {
		m.unsure = false
	}
	if t.World.Known && !t.World.Estimated {
		m.placed = true
		for i := range m.position {
			m.position[i] = float64(t.World.Position[i])
		}
	} else if t.has(message.FlagDelta) {
		m.unsure = true // it counts from a creation, which came late
	}
	m.course.take(t)
}

// from is how far apart two points are.
func from(a, b *[3]float64) float64 {
	x, y, z := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return math.Sqrt(x*x + y*y + z*z)
}

// setClass begins to follow conditions, anew if the class is another.
func (d *follower) setClass(x *life, class *ship.Class) {
	d.release(x)
	x.class, x.parts = class, class.Places()
	x.places = make([]place, x.parts[len(x.parts)-1]+ship.Facings)
}

// release ends what was told of conditions.
func (d *follower) release(x *life) {
	for i := range x.places {
		if list := x.places[i].tellings; list != nil {
			d.spare = append(d.spare, list[:0])
		}
	}
	x.places = nil
	for _, v := range x.views {
		v.entries = nil
	}
}

// reports takes the update at hand, of the owner.
func (d *follower) reports(x *life, c *receiver) {
	t := &d.told
	if x.owner == nil {
		x.owner = c
	}
	x.shared = x.shared || x.owner != c
	kind := t.flags / message.FlagSubsystems & 1
	if t.Jump {
		x.jumped = d.now
	}
	if t.Late {
		x.late = d.now
	}
	if t.Late && d.row.Flags&message.FlagPosition != 0 {
		x.unsure = true // what follows counts from there
	}
	if x.ended || x.shared || t.flags == 0 || x.begun[kind] && !(t.GameTime > x.clocks[kind]) {
		return // a clock that stands still is a fault of the owner
	}
	since := d.now.at - x.reported.at
	if x.born.frame == 0 {
		x.born = d.now
	}
	x.reported = d.now
	x.take(t)
	x.report(d.now.at)
	for _, v := range x.views {
		if v.of != c && !d.gone(v.of) {
			d.compare(x, v, since, t.flags, t.World.Known)
		}
	}
}

// created takes the creation of a ship.
func (d *follower) created(r *decode.Record, m *message.ObjectCreate, x *life, c *receiver) {
	if class := m.Class(); x.class == nil && class != nil {
		d.setClass(x, class)
	}
	if r.Dir == decode.ToServer {
		if !x.made {
			x.made, x.species, x.born, x.owner = true, m.Species, d.now, c
		}
		return
	}
	v := d.view(x, c)
	if v == nil || v.created {
		return
	}
	v.created, v.species = true, m.Species
	if v.begun.frame == 0 || c.Joined {
		v.seen = d.now
	}
	if v.begun.frame == 0 {
		v.begin(d.now, x)
	}
	if c := r.Content(); x.class != nil && m.Class() == x.class && c.Complete() && !r.Has(decode.Trailing) && !r.Has(decode.BoolGroup) {
		x.brought = x.brought[:0]
		for i := range m.Subsystems {
			s := &m.Subsystems[i]
			x.brought = x.parts.Tells(x.brought, s.Index, s.Condition, s.Children, s.Facings)
		}
		d.conditions(x, v, true)
	}
}

// ends takes the end of a ship as one client is told of it.
func (d *follower) ends(x *life, c *receiver, explodes bool) {
	if !x.ended {
		x.ended, x.end, x.exploded = true, d.now, explodes
		for _, v := range x.views {
			d.settle(x, v, d.now)
			d.arrives(v, d.now)
		}
		d.release(x) // conditions of a wreck matter to nobody
		x.parts = nil
	}
	for _, v := range x.views {
		if v.of == c && v.gone.frame == 0 {
			v.gone = d.now
		}
	}
}

// over is when a life was over: it ended, its id was given to another, or its owner was gone.
func (d *follower) over(x *life) mark {
	at := d.now
	if x.ended {
		at = x.end
	}
	if y := d.of[x.ship.After()]; y != nil && y.born.frame != 0 {
		at = earlier(at, y.born)
	}
	if x.owner != nil {
		at = earlier(at, d.until(x.owner))
	}
	at.frame = 0
	return at
}
