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
	"bcdump/decode/traffic"
	"bcdump/decode/wire"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// objects follows each object from its creation, or its first update, to its end.
type objects struct {
	*base   `merge:"-"`
	rows    []lifeRow
	others  updateSum // of what found no row
	dropped int64
	cycles  *cycles // of what updates say
	slow    slowShips

	kept      match.Slot[*object]     `merge:"-"` // nil = there was no room for it
	receivers traffic.Slot[*receiver] `merge:"-"`
	list      []*object               `merge:"-"` // those that there was room for
	rest      object                  `merge:"-"` // takes the updates of what has no life
}

// lifeRow is a life without its queries, which are of what meets the conditions.
type lifeRow struct {
	figures.Object
	updateSum
	server netip.AddrPort
	id     uint32
	where  []string // of its updates; nil = there are none
}

// updateSum counts updates.
type updateSum struct {
	updates    int64
	afterwards int64
	sent       int64          // by the owner
	all, own   tally.Activity // of the updates; of those that the owner sends
}

// object is one life of an object.
type object struct {
	*match.Ship
	updateSum
	counted   tally.Extent // its updates
	species   int
	name      string
	slot      int
	owner     string
	diedBy    string
	receivers []*receiver // that were told of it
	within    []string    // of its updates, when the match forgot it: see tally.Within

	// What was learnt last: as long as it stays the same there is nothing more to learn.
	classOf *ship.Class
	namesOf uint64 // version of the directory
}

// maxLives bounds the lives of objects that are told apart.
//
//limit:maxLives Figures | lives of objects | `rest` | TestBoundedTables
const maxLives = 2048

func newObjects(b *base) *objects {
	o := &objects{base: b, cycles: newCycles(), rest: object{Ship: &match.Ship{}}}
	o.kept, o.receivers = match.Keep(b.match, o.begins), traffic.Keep[*receiver](b.traffic)
	b.match.OnForget(o.forgets)
	return o
}

// begins gives what is kept of a life that begins.
func (o *objects) begins(x *match.Ship) *object {
	if len(o.list) >= maxLives {
		return nil
	}
	slot, owned := wire.OwnerSlot(x.Object)
	if !owned {
		slot = -1
	}
	o.list = append(o.list, &object{Ship: x, slot: slot})
	return o.list[len(o.list)-1]
}

// forgets takes a life that the match forgets, and with it which come before and after.
func (o *objects) forgets(x *match.Ship) {
	if k := o.kept.Of(x); k != nil {
		k.within = tally.Within(x, o.counted)
	}
}

// of gives what is kept of the ship that a line is about; nil = nothing.
func (o *objects) of(l *line) *object {
	if l.change.Ship == nil {
		return nil
	}
	return o.kept.Of(l.change.Ship)
}

// mostMissing is the share of the messages that may be missing: of few, chance may show none. Where something is lost and of n
// messages none is missing, up to 3 of n may be (95 %).
func mostMissing(n *match.Numbered) float64 {
	const chance = 3
	if n.Again > 0 {
		return tally.Ratio(float64(n.Missing+chance), float64(n.Messages+chance))
	}
	return n.Share()
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
	x := o.of(l)
	if x == nil {
		o.dropped++
		return
	}
	if l.change.Created {
		x.slot = int(m.OwnerSlot)
	}
	if x.Class != "" && match.ClassKey(l.Context.Class) != x.Class {
		return // the host tells one client of another class than the owner made
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
	x := o.of(l)
	if x == nil {
		x = o.dropOne()
	}
	x.update(tally.PositionOf(l.Record), l.Datagram, own)
	if f := l.traffic.Flow; x != &o.rest && f != nil {
		x.told(l, f, o)
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
func (o *objects) counted(x *match.Ship) *tally.Extent {
	if k := o.kept.Of(x); k != nil {
		return &k.counted
	}
	return &tally.Extent{}
}

func (x *object) update(at tally.Position, d *capture.Datagram, own bool) {
	x.counted.Take(at)
	x.updates++
	x.all.Pass(d)
	if x.Died.Frame > 0 && at.Frame > x.Died.Frame {
		x.afterwards++
	}
	if own {
		x.sent++
		x.own.Pass(d)
	}
}

func (o *objects) death(l *line) {
	if x := o.of(l); l.change.Ended && x != nil {
		x.diedBy = l.Name()
		o.settle(x)
	}
}

// settle measures the cycles of the blocks that wait, when no more come.
func (o *objects) settle(x *object) {
	for _, r := range x.receivers {
		o.cycles.follow(&r.cycle, 0)
		r.cycle.blocks.Rest()
	}
}

func (o *objects) end(_ string, s *decode.Summary) {
	timed := s.Clock.Fault(enough/10) == ""
	missing := mostMissing(&o.match.Numbered()[toClient])
	for _, x := range o.list {
		if x.within == nil {
			x.within = tally.Within(x.Ship, o.counted)
		}
		o.settle(x)
		o.rows = append(o.rows, x.row())
		if timed {
			o.slow.look(x, missing)
		}
	}
	o.others, o.list = o.rest.updateSum, nil
}

func (x *object) row() lifeRow {
	r := lifeRow{updateSum: x.updateSum, server: x.Server, id: x.Object, Object: figures.Object{
		File: x.File, ObjectID: tally.ObjectText(x.Object), Ship: x.Class, Species: x.species, Name: x.name,
		OwnerSlot: x.slot, Owner: x.owner, Born: tally.TimeOf(x.Born), BornFrame: x.Born.Frame,
		Died: tally.TimeOf(x.Died), DiedFrame: x.Died.Frame, DiedBy: x.diedBy,
	}}
	if x.updates > 0 { // otherwise there are no frames to look in
		r.where = append([]string{tally.OpcodeIs(message.OpcodeStateUpdate), tally.ObjectIs(x.Object)}, x.within...)
	}
	return r
}

// Merge takes what other captures had.
func (o *objects) Merge(x *objects) {
	more := fill(&o.rows, x.rows, maxLives)
	for i := range more {
		tally.Merge(&o.others, &more[i].updateSum)
		o.dropped += more[i].updates
	}
	tally.Merge(&o.others, &x.others)
	o.dropped += x.dropped
	tally.Merge(o.cycles, x.cycles)
}

func (o *objects) report(out *figures.Stats) {
	servers := o.servers()
	out.Objects = []figures.Object{}
	for i := range o.rows {
		x := &o.rows[i]
		out.Objects = append(out.Objects, o.figure(x, len(servers[x.id]) > 1))
	}
	if o.others.updates > 0 {
		f := figures.Object{ObjectID: tally.Rest, OwnerSlot: -1}
		o.others.fill(&f)
		out.Objects = append(out.Objects, f)
	}
	drop(out, "objects", o.dropped)
	o.cycles.report(out)
}

// servers gives, by the id of an object, those that have one.
func (o *objects) servers() map[uint32]map[netip.AddrPort]bool {
	all := map[uint32]map[netip.AddrPort]bool{}
	for i := range o.rows {
		x := &o.rows[i]
		if all[x.id] == nil {
			all[x.id] = map[netip.AddrPort]bool{}
		}
		all[x.id][x.server] = true
	}
	return all
}

// figure makes the row of a life; ambiguous = another server has an object with the same id.
func (o *objects) figure(x *lifeRow, ambiguous bool) figures.Object {
	f := x.Object
	x.fill(&f)
	f.File = o.files.label(x.File)
	if x.where == nil {
		return f
	}
	where := x.where
	if ambiguous {
		server := tally.AddressText(x.server)
		where = with(where, "("+tally.Is("src", server)+" || "+tally.Is("dst", server)+")")
	}
	f.Query, f.Queries = o.Of(where...), figures.Queries{}
	if x.DiedFrame > 0 {
		f.Queries["used_after_death"] = o.Count(with(where, fmt.Sprintf("frame > %d", x.DiedFrame))...)
	}
	return f
}

// fill enters the numbers of updates.
func (u *updateSum) fill(f *figures.Object) {
	f.AfterDies, f.Updates = u.afterwards, u.updates
	f.RateHz = tally.Ratio(float64(max(u.sent-1, 0)), u.own.Active.Seconds())
	f.First, f.Last = u.all.Ends()
}
