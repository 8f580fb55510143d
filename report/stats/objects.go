package stats

import (
	"cmp"
	"fmt"
	"net/netip"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// objects follows each object from its creation, or its first update, to its end.
type objects struct {
	*base
	servers map[uint32]map[netip.AddrPort]bool // that have an object with that id; for the report
	rest    object
	dropped int64
	cycles  *cycles // of their subsystems
}

// object is one life of an object.
type object struct {
	*match.Ship
	counted    tally.Extent // its updates
	species    int
	name       string
	slot       int
	owner      string
	diedBy     string
	updates    int64
	afterwards int64
	all, own   tally.Activity // of the updates; of those that its owner sends
	sent       int64          // by its owner
	receivers  []receiver     // that the host told of it

	// What was learnt last: as long as it stays the same there is nothing more to learn.
	classOf *ship.Class
	namesOf uint64 // version of the directory
}

// maxLives bounds the lives of objects that are told apart.
const maxLives = 2048

func newObjects(b *base) *objects {
	return &objects{base: b, cycles: newCycles(), rest: object{Ship: &match.Ship{Life: &match.Life[*match.Ship]{}}}}
}

// newObject gives what is kept of a life that begins.
func newObject(x *match.Ship) any {
	slot, owned := wire.OwnerSlot(x.Object)
	if !owned {
		slot = -1
	}
	return &object{Ship: x, slot: slot}
}

// kept is what is kept of a life; nil = there was no room for it.
func kept(x *match.Ship) *object {
	if x == nil {
		return nil
	}
	return x.Kept.(*object)
}

func (o *objects) game(l *line) {
	if l.is(message.OpcodeStateUpdate) {
		o.update(l)
		return
	}
	if m, ok := l.Content().Message.(*message.ObjectCreate); ok {
		o.creation(l, m)
		return
	}
	o.death(l)
}

func (o *objects) creation(l *line, m *message.ObjectCreate) {
	if !l.named || l.repeat {
		return
	}
	x := kept(l.change.Ship)
	if x == nil {
		o.dropped++
		return
	}
	if l.change.Created {
		x.slot = int(m.OwnerSlot)
	}
	x.learn(l)
	if m.Species != 0 {
		x.species = int(m.Species)
	}
	x.owner = cmp.Or(x.owner, m.ObjectName.String())
}

// learn takes what is known of the object at that moment.
func (x *object) learn(l *line) {
	x.classOf, x.namesOf = nil, 0
	x.setClass(l.Context.Class)
	x.name = cmp.Or(l.name(x.Object), x.name)
	if l.Dir == decode.ToServer {
		x.owner = cmp.Or(l.Client, x.owner)
	}
}

func (x *object) setClass(class *ship.Class) {
	if class != nil {
		x.Class, x.species = class.Key, int(class.Species)
	}
}

func (o *objects) update(l *line) {
	if !l.named {
		return
	}
	own := l.from == toServer
	x := kept(l.change.Ship)
	if x == nil {
		x = o.dropOne()
	}
	x.update(tally.PositionOf(l.Record), l.Time, l.Digits, own)
	if !own && x != &o.rest {
		x.told(l, o.cycles)
	}
	names, _ := l.Context.Names.(*decode.Directory)
	if x.classOf != l.Context.Class || x.namesOf != names.Version() {
		x.relearn(l.Context.Class, names)
	}
	if own && l.Client != "" {
		x.owner = l.Client
	}
}

// dropOne gives the row of updates that find no other.
func (o *objects) dropOne() *object {
	o.dropped++
	return &o.rest
}

// relearn takes the class and the names of the moment; nil = none are known.
func (x *object) relearn(class *ship.Class, names *decode.Directory) {
	x.classOf, x.namesOf = class, names.Version()
	x.setClass(class)
	x.name = cmp.Or(names.Name(x.Object), x.name)
}

// counted gives the lines that were counted for a life.
func counted(x *match.Ship) *tally.Extent { return &kept(x).counted }

func (x *object) update(at tally.Position, t capture.Time, digits uint8, own bool) {
	x.counted.Take(at)
	x.updates++
	x.all.Pass(t, digits)
	if x.Died.Frame > 0 && at.Frame > x.Died.Frame {
		x.afterwards++
	}
	if own {
		x.sent++
		x.own.Pass(t, digits)
	}
}

func (o *objects) death(l *line) {
	if l.change.Ended {
		kept(l.change.Ship).diedBy = l.Name()
	}
}

func (o *objects) report(out *figures.Stats) {
	o.servers = map[uint32]map[netip.AddrPort]bool{}
	for _, x := range o.match.Lives().All() {
		if o.servers[x.Object] == nil {
			o.servers[x.Object] = map[netip.AddrPort]bool{}
		}
		o.servers[x.Object][x.Server] = true
	}
	out.Objects = []figures.Object{}
	for _, x := range o.match.Lives().All() {
		out.Objects = append(out.Objects, o.figure(kept(x.Of)))
	}
	if o.rest.updates > 0 {
		f := o.rest.figure()
		f.ObjectID, f.Name, f.Ship, f.Owner, f.Species, f.OwnerSlot = tally.Rest, "", "", "", 0, -1
		out.Objects = append(out.Objects, f)
	}
	drop(out, "objects", o.dropped)
	o.cycles.report(out)
}

func (o *objects) figure(x *object) figures.Object {
	f := x.figure()
	f.File = o.files.label(x.File)
	if x.updates == 0 {
		return f // no frames to look in
	}
	where := append([]string{tally.OpcodeIs(message.OpcodeStateUpdate), tally.ObjectIs(x.Object)}, tally.Within(x.Life, counted)...)
	if o.ambiguous(x) {
		where = append(where, "("+tally.Is("src", tally.AddressText(x.Server))+" || "+tally.Is("dst", tally.AddressText(x.Server))+")")
	}
	f.Query = o.Of(where...)
	f.Queries = figures.Queries{}
	if x.Died.Frame > 0 {
		f.Queries["used_after_death"] = o.Count(append(where, fmt.Sprintf("frame > %d", x.Died.Frame))...)
	}
	return f
}

// ambiguous reports whether another server has an object with the same id.
func (o *objects) ambiguous(x *object) bool { return len(o.servers[x.Object]) > 1 }

func (x *object) figure() figures.Object {
	f := figures.Object{
		ObjectID: tally.ObjectText(x.Object), Ship: x.Class, Species: x.species, Name: x.name,
		OwnerSlot: x.slot, Owner: x.owner, Born: tally.EventText(x.Born), BornFrame: x.Born.Frame,
		Died: tally.EventText(x.Died), DiedFrame: x.Died.Frame, DiedBy: x.diedBy,
		AfterDies: x.afterwards, Updates: x.updates,
		RateHz: tally.Ratio(float64(max(x.sent-1, 0)), x.own.Active.Seconds()),
	}
	f.First, f.Last = x.all.Texts()
	return f
}
