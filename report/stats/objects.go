package stats

import (
	"cmp"
	"fmt"
	"net/netip"

	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// objects follows each object from its creation, or its first update, to its end.
type objects struct {
	*base
	rows    []lifeRow
	others  updateSum // of updates that are about no life
	dropped int64
	cycles  *cycles // of what updates say

	list []*object // of the capture at hand, by the number of the life; nil = nothing of it was counted
}

// lifeRow is a life, whose query is what its updates have in common; "" = there are none.
type lifeRow struct {
	figures.Object
	server netip.AddrPort
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
	*match.Ship // when the capture was read to its end
	updateSum
	counted   tally.Extent // its updates
	class     string
	species   int
	name      string
	slot      int
	died      int64 // frame; 0 = not yet
	owner     string
	diedBy    string
	receivers []*receiver
}

// unknownSlot is the slot of an owner as long as nobody told it.
const unknownSlot = -2

func newObjects(b *base) *objects { return &objects{base: b, cycles: newCycles()} }

// of gives what is counted of the life that a row is about; nil = it is about none.
func (o *objects) of(c *part, r *facts.Row) *object {
	if r.Life == 0 {
		return nil
	}
	for len(o.list) < int(r.Life) {
		o.list = append(o.list, nil)
	}
	x := o.list[r.Life-1]
	if x == nil {
		x = &object{slot: unknownSlot}
		o.list[r.Life-1] = x
	}
	return x
}

func (o *objects) add(c *part) {
	for i, r := range c.All() {
		switch {
		case !r.Has(facts.Game | facts.HasOpcode):
		case r.Opcode == message.OpcodeStateUpdate:
			o.update(c, i, r)
		case r.Opcode == message.OpcodeObjectCreate || r.Opcode == message.OpcodeObjectCreateTeam:
			o.creation(c, i, r)
		case r.Life > 0:
			o.death(c, i, r)
		}
	}
}

func (o *objects) creation(c *part, i int, r *facts.Row) {
	if !r.Has(facts.Named) || r.Has(facts.Retransmit) {
		return
	}
	x := o.of(c, r)
	if x == nil {
		o.dropped++
		return
	}
	m, ok := c.reader.At(i).Content().Message.(*message.ObjectCreate)
	if !ok {
		return
	}
	if r.Has(facts.Begins) {
		x.slot = int(m.OwnerSlot)
	}
	class := c.Context(r).Class
	if x.class != "" && match.ClassKey(class) != x.class {
		return // the host tells one client of another class than the owner made
	}
	x.setClass(class)
	x.name = cmp.Or(c.nameOf(r), x.name)
	if side(r) == toServer {
		x.owner = cmp.Or(c.Side(r).Client, x.owner)
	}
	if m.Species != 0 {
		x.species = int(m.Species)
	}
	x.owner = cmp.Or(x.owner, m.ObjectName.String())
}

func (x *object) setClass(class *ship.Class) {
	if class != nil {
		x.class, x.species = class.Key, int(class.Species)
	}
}

func (o *objects) update(c *part, i int, r *facts.Row) {
	if !r.Has(facts.Named) {
		return
	}
	d, own := c.Datagram(r.Datagram), side(r) == toServer
	at, shown := c.Steady(d), c.Stamp(d)
	x, sum := o.of(c, r), &o.others
	if x != nil {
		sum = &x.updateSum
	} else {
		o.dropped++
	}
	sum.updates++
	sum.all.At(at, shown, d.Digits())
	if own {
		sum.sent++
		sum.own.At(at, shown, d.Digits())
	}
	if x == nil {
		return
	}
	x.counted.Take(tally.Position{Frame: int64(d.Frame), Index: int(r.Index)})
	if x.died > 0 && int64(d.Frame) > x.died {
		x.afterwards++
	}
	if r.Has(facts.Followed) && x.died == 0 {
		o.told(x, at, c, i, r)
	}
	x.setClass(c.Context(r).Class)
	x.name = cmp.Or(c.nameOf(r), x.name)
	if client := c.Side(r).Client; own && client != "" {
		x.owner = client
	}
}

func (o *objects) death(c *part, i int, r *facts.Row) {
	if r.Has(facts.Ends) {
		x := o.of(c, r)
		x.died, x.diedBy = c.frame(r), c.reader.At(i).Name()
		o.settle(x.receivers)
	}
}

// settle measures the cycles of the blocks that wait, when no more come.
func (o *objects) settle(receivers []*receiver) {
	for _, r := range receivers {
		o.cycles.follow(&r.block, 0)
		r.block.blocks.Rest()
	}
}

func (o *objects) end(c *part) {
	of := map[*match.Ship]*object{}
	for i, x := range o.list {
		if x == nil {
			continue
		}
		x.Ship = c.Life(uint16(i + 1))
		if slot, owned := wire.OwnerSlot(x.Object); owned && x.slot == unknownSlot {
			x.slot = slot
		}
		x.slot, of[x.Ship] = max(x.slot, -1), x
	}
	counted := func(x *match.Ship) *tally.Extent {
		if of[x] == nil {
			return &tally.Extent{}
		}
		return &of[x].counted
	}
	for _, x := range o.list {
		if x == nil {
			continue
		}
		o.settle(x.receivers)
		o.rows = append(o.rows, x.row(counted))
	}
	o.list = nil
}

func (x *object) row(counted func(*match.Ship) *tally.Extent) lifeRow {
	r := lifeRow{server: x.Server, Object: figures.Object{
		File: x.File, ObjectID: tally.ObjectText(x.Object), Ship: x.class, Species: x.species, Name: x.name,
		OwnerSlot: x.slot, Owner: x.owner, Born: tally.TimeOf(x.Born), BornFrame: x.Born.Frame,
		Died: tally.TimeOf(x.Died), DiedFrame: x.Died.Frame, DiedBy: x.diedBy,
	}}
	x.fill(&r.Object)
	if x.updates > 0 { // otherwise there are no frames to look in
		r.Query = bare(append([]string{tally.OpcodeIs(message.OpcodeStateUpdate), tally.ObjectIs(x.Object)}, tally.Within(x.Ship, counted)...)...)
	}
	return r
}

func (o *objects) report(out *figures.Stats) {
	servers, several := map[string]netip.AddrPort{}, map[string]bool{} // by the id of an object; several servers have one
	for i := range o.rows {
		x := &o.rows[i]
		server, known := servers[x.ObjectID]
		servers[x.ObjectID] = x.server
		several[x.ObjectID] = several[x.ObjectID] || known && server != x.server
	}
	out.Objects = []figures.Object{}
	for i := range o.rows {
		f := o.rows[i].Object
		if f.File = o.files.label(f.File); f.Query != "" {
			where := []string{string(f.Query)}
			if several[f.ObjectID] {
				server := tally.AddressText(o.rows[i].server)
				where = append(where, "("+tally.Is("src", server)+" || "+tally.Is("dst", server)+")")
			}
			f.Query, f.Queries = o.Of(where...), figures.Queries{}
			if f.DiedFrame > 0 {
				f.Queries["used_after_death"] = o.Count(with(where, fmt.Sprintf("frame > %d", f.DiedFrame))...)
			}
		}
		out.Objects = append(out.Objects, f)
	}
	if o.others.updates > 0 {
		f := figures.Object{ObjectID: tally.Rest, OwnerSlot: -1}
		o.others.fill(&f)
		out.Objects = append(out.Objects, f)
	}
	drop(out, "objects", o.dropped)
	o.cycles.report(out)
}

// fill enters the numbers of updates.
func (u *updateSum) fill(f *figures.Object) {
	f.AfterDies, f.Updates = u.afterwards, u.updates
	f.RateHz = tally.Ratio(float64(max(u.sent-1, 0)), u.own.Active.Seconds())
	f.First, f.Last = u.all.Ends()
}
