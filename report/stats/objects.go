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
	file    string
	lives   *match.Lives[*object]
	servers map[uint32]map[netip.AddrPort]bool // that have an object with that id; for the report
	rest    object
	dropped int64

	// Objects of updates, by the number of the link and the id.
	known [256]struct {
		link, id uint32
		object   *object
	}
}

// object is one life of an object.
type object struct {
	*match.Life[*object]
	counted    tally.Extent // its updates
	file       string
	species    int
	name       string
	slot       int
	owner      string
	diedBy     string
	updates    int64
	afterwards int64
	all, own   tally.Activity // of the updates; of those that its owner sends
	sent       int64          // by its owner

	// What was learnt last: as long as it stays the same there is nothing more to learn.
	classOf *ship.Class
	namesOf uint64 // version of the directory
}

// maxLives bounds the lives of objects that are told apart.
const maxLives = 2048

func newObjects(b *base) *objects {
	o := &objects{base: b, rest: object{Life: &match.Life[*object]{}}}
	o.lives = match.NewLives(maxLives, o.begins, nil)
	return o
}

func (o *objects) begin(file string) {
	o.file = file
	o.lives.NextCapture()
	clear(o.known[:])
}

// begins gives what is kept of a life that begins.
func (o *objects) begins(x *match.Life[*object]) *object {
	slot, owned := wire.OwnerSlot(x.Object)
	if !owned {
		slot = -1
	}
	clear(o.known[:])
	return &object{Life: x, file: o.file, slot: slot}
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
	life, first := o.lives.Created(tally.MessageOf(l.Record, l.object), tally.ClassKey(m.Class()))
	if life == nil {
		o.dropped++
		return
	}
	x := life.Of
	if first {
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
	x := o.find(l, own)
	if x == nil {
		x = o.dropOne()
	}
	x.update(tally.PositionOf(l.Record), l.Time, l.Digits, own)
	names, _ := l.Context.Names.(*decode.Directory)
	if x.classOf != l.Context.Class || x.namesOf != names.Version() {
		x.relearn(l.Context.Class, names)
	}
	if own && l.Client != "" {
		x.owner = l.Client
	}
}

// living gives the life that an update belongs to; nil = there is no room for it.
func (o *objects) living(key match.Key, own bool) *object {
	if x := o.lives.Updated(key, own); x != nil {
		return x.Of
	}
	return nil
}

// dropOne gives the row of updates that find no other.
func (o *objects) dropOne() *object {
	o.dropped++
	return &o.rest
}

func (o *objects) find(l *line, own bool) *object {
	x := &o.known[(l.object>>18^l.object^l.Link<<5)%uint32(len(o.known))]
	if x.object != nil && x.link == l.Link && x.id == l.object {
		return x.object
	}
	found := o.living(match.Key{Server: l.link().Server, Object: l.object}, own) // which may clear what is known
	x.link, x.id, x.object = l.Link, l.object, found
	return found
}

// relearn takes the class and the names of the moment; nil = none are known.
func (x *object) relearn(class *ship.Class, names *decode.Directory) {
	x.classOf, x.namesOf = class, names.Version()
	x.setClass(class)
	x.name = cmp.Or(names.Name(x.Object), x.name)
}

func (x *object) Counted() *tally.Extent { return &x.counted }

func (x *object) update(at tally.Position, t capture.Time, digits uint8, own bool) {
	x.counted.Take(at)
	x.updates++
	x.all.Pass(t, digits)
	if x.Died.Frame > 0 && at.Frame > x.Died.Frame {
		x.afterwards++
	}
	if own {
		x.Heard(true)
		x.sent++
		x.own.Pass(t, digits)
	}
}

func (o *objects) death(l *line) {
	id, how, ok := tally.EndOf(l.Record)
	if !ok || l.repeat || !l.Content().Complete() {
		return
	}
	if x := o.lives.Ended(tally.MessageOf(l.Record, id), how); x != nil {
		x.Of.diedBy = l.Name()
	}
}

func (o *objects) report(out *figures.Stats) {
	o.servers = map[uint32]map[netip.AddrPort]bool{}
	for _, x := range o.lives.All() {
		if o.servers[x.Object] == nil {
			o.servers[x.Object] = map[netip.AddrPort]bool{}
		}
		o.servers[x.Object][x.Server] = true
	}
	out.Objects = []figures.Object{}
	for _, x := range o.lives.All() {
		out.Objects = append(out.Objects, o.figure(x.Of))
	}
	if o.rest.updates > 0 {
		f := o.rest.figure()
		f.ObjectID, f.Name, f.Ship, f.Owner, f.Species, f.OwnerSlot = tally.Rest, "", "", "", 0, -1
		out.Objects = append(out.Objects, f)
	}
	drop(out, "objects", o.dropped)
}

func (o *objects) figure(x *object) figures.Object {
	f := x.figure()
	f.File = o.files.label(x.file)
	if x.updates == 0 {
		return f // no frames to look in
	}
	where := append([]string{tally.OpcodeIs(message.OpcodeStateUpdate), tally.ObjectIs(x.Object)}, tally.Within(x.Life)...)
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
