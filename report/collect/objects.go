package collect

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
	"bcdump/report/figures"
)

// objects follows each object from its creation, or its first update, to its end.
type objects struct {
	*queries
	file    string
	lives   []*life
	current map[objectKey]*life                // of this file
	servers map[uint32]map[netip.AddrPort]bool // that have an object with that id; for the report
	rest    life
	dropped int64

	// Lives of walked updates, by the number of the link and the object.
	known [256]struct {
		link, object uint32
		life         *life
	}
}

// objectKey is an object of one server: others give the same ids.
type objectKey struct {
	server netip.AddrPort
	id     uint32
}

// life is one life of an object.
type life struct {
	objectKey
	file       string
	class      string
	species    int
	name       string
	slot       int
	owner      string
	born, died event
	diedBy     string
	updates    int64
	afterwards int64
	bounds     [2]position // first and last update
	all, own   span        // of the updates; of those that its owner sends
	sent       int64       // by its owner
	told       []netip.AddrPort
	before     *life // the life before, under the same id
	after      *life

	// What was learnt last: as long as it stays the same there is nothing more to learn.
	classOf *ship.Class
	namesOf uint64 // version of the directory
}

// event is when something happened; frame 0 = never.
type event struct {
	frame int64
	time  string
}

// position is the place of a line in the capture.
type position struct {
	frame int64
	index int
}

// maxLives bounds the lives of objects that are told apart.
const maxLives = 2048

// maxTold bounds how many receivers of a creation are remembered.
const maxTold = 32

func newObjects(q *queries) *objects { return &objects{queries: q} }

func (o *objects) begin(file string) {
	o.file, o.current = file, map[objectKey]*life{}
	clear(o.known[:])
}

func (o *objects) record(l *line) {
	switch l.opcode {
	case message.OpcodeStateUpdate:
		o.update(l)
	case message.OpcodeObjectCreate, message.OpcodeObjectCreateTeam:
		o.creation(l)
	case message.OpcodeDestroyObject:
		if m, ok := l.Content().Message.(*message.DestroyObject); ok && l.named {
			o.death(l, m.ObjectID)
		}
	case message.OpcodePythonEvent:
		if m, ok := l.Content().Message.(*message.Event); ok && l.Content().Complete() && m.Explodes() {
			o.death(l, m.TargetID)
		}
	}
}

// create begins a life; nil if there is no room for another row.
func (o *objects) create(key objectKey) *life {
	if len(o.lives) >= maxLives {
		return nil
	}
	slot, owned := wire.OwnerSlot(key.id)
	if !owned {
		slot = -1
	}
	x := &life{objectKey: key, file: o.file, slot: slot}
	o.lives = append(o.lives, x)
	o.current[key] = x
	clear(o.known[:])
	return x
}

// creation begins a life, unless the message is a copy of the one that did. What a
// client sends begins one. What the host sends does if nothing is known of the object,
// or if its end is known and the receiver was told of it before: hosts tell newcomers of
// all ships.
func (o *objects) creation(l *line) {
	m, ok := l.Content().Message.(*message.ObjectCreate)
	if !ok || !l.named || l.repeat {
		return
	}
	key := objectKey{l.link().server, l.object}
	x := o.current[key]
	if x == nil || l.Dir == decode.ToServer || x.died.frame > 0 && slices.Contains(x.told, l.link().client) {
		before := x
		if x = o.create(key); x == nil {
			o.dropped++
			return
		}
		if before != nil {
			x.before, before.after = before, x
		}
		x.born = event{l.Frame, timeText(l.Time, l.Digits)}
		x.slot = int(m.OwnerSlot)
	}
	if l.Dir == decode.ToClient && len(x.told) < maxTold {
		x.told = append(x.told, l.link().client)
	}
	x.learn(l)
	if m.Species != 0 {
		x.species = int(m.Species)
	}
	x.owner = cmp.Or(x.owner, m.ObjectName.String())
}

// learn takes what is known of the object at that moment.
func (x *life) learn(l *line) {
	x.classOf, x.namesOf = nil, 0
	if class := l.Context.Class; class != nil {
		x.class, x.species = class.Key, int(class.Species)
	}
	x.name = cmp.Or(l.name(x.id), x.name)
	if l.Dir == decode.ToServer {
		x.owner = cmp.Or(l.Client, x.owner)
	}
}

func (o *objects) update(l *line) {
	if !l.named {
		return
	}
	if l.Walked {
		o.walked(l)
		return
	}
	key := objectKey{l.link().server, l.object}
	x := o.living(key)
	if x == nil {
		x = o.dropOne()
	}
	x.update(position{l.Frame, int(l.Index)}, l.Time, l.Digits, l.Dir == decode.ToServer)
	x.learn(l)
}

// living gives the life of an object, a new one if there is room; nil = there is none.
func (o *objects) living(key objectKey) *life {
	if x := o.current[key]; x != nil {
		return x
	}
	return o.create(key)
}

// dropOne gives the row of updates that find no other.
func (o *objects) dropOne() *life {
	o.dropped++
	return &o.rest
}

// walked takes an update that nobody has to decode.
func (o *objects) walked(l *line) {
	x := o.find(l)
	if x == nil {
		x = o.dropOne()
	}
	own := l.from == toServer
	x.update(position{l.Frame, int(l.Index)}, l.Time, l.Digits, own)
	names, _ := l.Context.Names.(*decode.Directory)
	if x.classOf != l.Context.Class || x.namesOf != names.Version() {
		x.relearn(l.Context.Class, names)
	}
	if own && l.Client != "" {
		x.owner = l.Client
	}
}

func (o *objects) find(l *line) *life {
	x := &o.known[(l.object>>18^l.object^l.Link<<5)%uint32(len(o.known))]
	if x.life != nil && x.link == l.Link && x.object == l.object {
		return x.life
	}
	found := o.living(objectKey{l.link().server, l.object}) // which may clear what is known
	x.link, x.object, x.life = l.Link, l.object, found
	return found
}

// relearn takes the class and the names of the moment; nil = none are known.
func (x *life) relearn(class *ship.Class, names *decode.Directory) {
	x.classOf, x.namesOf = class, names.Version()
	if class != nil {
		x.class, x.species = class.Key, int(class.Species)
	}
	x.name = cmp.Or(names.Name(x.id), x.name)
}

func (x *life) update(at position, t capture.Time, digits uint8, own bool) {
	if x.updates == 0 {
		x.bounds[0] = at
	}
	x.bounds[1] = at
	x.updates++
	x.all.pass(t, digits)
	if x.died.frame > 0 && at.frame > x.died.frame {
		x.afterwards++
	}
	if own {
		x.sent++
		x.own.pass(t, digits)
	}
}

// death ends a life once; copies to other clients say the same.
func (o *objects) death(l *line, id uint32) {
	x := o.current[objectKey{l.link().server, id}]
	if x == nil || l.repeat || x.died.frame > 0 {
		return
	}
	x.died, x.diedBy = event{l.Frame, timeText(l.Time, l.Digits)}, l.Name()
}

func (o *objects) report(out *figures.Stats) {
	o.servers = map[uint32]map[netip.AddrPort]bool{}
	for _, x := range o.lives {
		if o.servers[x.id] == nil {
			o.servers[x.id] = map[netip.AddrPort]bool{}
		}
		o.servers[x.id][x.server] = true
	}
	out.Objects = []figures.Object{}
	for _, x := range o.lives {
		out.Objects = append(out.Objects, o.figure(x))
	}
	if o.rest.updates > 0 {
		f := o.rest.figure()
		f.ObjectID, f.Name, f.Ship, f.Owner, f.Species, f.OwnerSlot = rest, "", "", "", 0, -1
		out.Objects = append(out.Objects, f)
	}
	drop(out, "objects", o.dropped)
}

func (o *objects) figure(x *life) figures.Object {
	f := x.figure()
	if x.updates == 0 {
		return f // no frames to look in
	}
	where := append([]string{opcodeIs(message.OpcodeStateUpdate), objectIs(x.id)}, x.within()...)
	if o.ambiguous(x) {
		where = append(where, "("+is("src", addressText(x.server))+" || "+is("dst", addressText(x.server))+")")
	}
	f.Query = o.of(where...)
	f.Queries = figures.Queries{}
	if x.died.frame > 0 {
		f.Queries["used_after_death"] = o.count(append(where, fmt.Sprintf("frame > %d", x.died.frame))...)
	}
	return f
}

// ambiguous reports whether another server has an object with the same id.
func (o *objects) ambiguous(x *life) bool { return len(o.servers[x.id]) > 1 }

// within is the condition that the updates of a life have among those of its object. In
// the frame where one life ends and the next one begins, places in the datagram tell.
func (x *life) within() []string {
	first, last := x.bounds[0], x.bounds[1]
	where := []string{fmt.Sprintf("frame in %d..%d", first.frame, last.frame)}
	if b := neighbour(x, (*life).previous); b != nil && b.bounds[1].frame == first.frame {
		where = append(where, fmt.Sprintf("(frame != %d || index >= %d)", first.frame, first.index))
	}
	if a := neighbour(x, (*life).next); a != nil && a.bounds[0].frame == last.frame {
		where = append(where, fmt.Sprintf("(frame != %d || index <= %d)", last.frame, last.index))
	}
	return where
}

func (x *life) previous() *life { return x.before }
func (x *life) next() *life     { return x.after }

// neighbour is the nearest life that has updates.
func neighbour(x *life, step func(*life) *life) *life {
	for x = step(x); x != nil && x.updates == 0; {
		x = step(x)
	}
	return x
}

func (x *life) figure() figures.Object {
	f := figures.Object{
		File: x.file, ObjectID: objectText(x.id), Ship: x.class, Species: x.species, Name: x.name,
		OwnerSlot: x.slot, Owner: x.owner, Born: x.born.time, BornFrame: x.born.frame,
		Died: x.died.time, DiedFrame: x.died.frame, DiedBy: x.diedBy,
		AfterDies: x.afterwards, Updates: x.updates,
		RateHz: ratio(float64(max(x.sent-1, 0)), x.own.active.Seconds()),
	}
	f.First, f.Last = x.all.texts()
	return f
}
