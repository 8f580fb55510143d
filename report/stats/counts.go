package stats

import (
	"cmp"
	"fmt"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// counts counts messages by one number that they have: an opcode, flags, a type.
type counts struct {
	*base
	by    splitter
	rows  *tally.Table[countKey, countRow]
	quick [2][256]*countRow // of the game, where rows are split by direction only, by direction and number
}

type countKey struct {
	proto decode.Protocol
	value int // restValue = the rest
	split
}

// Values that are no number of a byte.
const (
	restValue   = -1
	unreadValue = 256 // what follows a fault
)

type countRow struct {
	volume
	unique  int64
	sizes   sizeCounts
	message string // its name; "" if no source knows it
	ship    string // name of the object, the last one that it had
}

func (r *countRow) join(x *countRow) {
	r.volume.join(&x.volume)
	r.unique += x.unique
	r.sizes.join(&x.sizes)
	r.message, r.ship = cmp.Or(r.message, x.message), cmp.Or(x.ship, r.ship)
}

func newCounts(b *base, by splitter) *counts {
	return &counts{base: b, by: by, rows: tally.NewTable[countKey, countRow](maxRows, func(k countKey) countKey {
		return countKey{k.proto, restValue, k.split.rest()}
	})}
}

// row gives that of a message with a number.
func (x *counts) row(c *part, r *facts.Row, value int) *countRow {
	key := countKey{proto: decode.BC, value: value}
	if r.Has(facts.EntityState) {
		key.proto = decode.EntityState
	}
	if key.proto != decode.BC || !x.by.none() || value >= unreadValue {
		key.split = x.by.of(c, r)
		return x.rows.Row(key)
	}
	quick := &x.quick[side(r)][value]
	if *quick == nil {
		key.split = x.by.of(c, r)
		*quick = x.rows.Row(key)
	}
	return *quick
}

// message counts a message, and gives its row.
func (x *counts) message(c *part, r *facts.Row, value int) *countRow {
	row := x.row(c, r, value)
	row.add(c.Length(r))
	row.sizes.add(int(c.Size(r)))
	if x.by.object {
		row.ship = cmp.Or(c.nameOf(r), row.ship)
	}
	return row
}

// whole is what shares are taken of: all of a protocol and split.
func (k countKey) whole() countKey { return countKey{k.proto, restValue, k.split} }

// both adds the rows of both directions, and gives how many messages there are of each whole.
func (x *counts) both() (all *tally.Table[countKey, countRow], totals map[countKey]int64) {
	all, totals = tableWithBoth(x.rows), map[countKey]int64{}
	for k, v := range all.Rows {
		totals[k.whole()] += v.count
	}
	return all, totals
}

// nameOf is what the names of the moment call the object of a row; "" if there is none, or they do not know it.
func (c *part) nameOf(r *facts.Row) string {
	names := c.Context(r).Names
	if names == nil || !r.Has(facts.Named) {
		return ""
	}
	return names.Name(r.Object)
}

// opcodeName is the established name of an opcode; "" if it has none.
func opcodeName(opcode int) string {
	if spec := message.Lookup(uint8(opcode)); spec != nil {
		return spec.Name
	}
	return ""
}

// otherProtocol names one that is not the game.
func otherProtocol(p decode.Protocol) string {
	if p == decode.BC {
		return ""
	}
	return string(p)
}

// opcodes counts game messages.
type opcodes struct{ *counts }

func (o opcodes) add(c *part) {
	for i, r := range c.All() {
		if !r.Has(facts.HasOpcode) {
			continue
		}
		row := o.message(c, r, int(r.Opcode))
		if row.message == "" && (row.count == 1 || r.Has(facts.EntityState)) { // revisions may differ
			row.message = c.reader.At(i).Name()
		}
		if !r.Has(facts.Retransmit) {
			row.unique++
		}
	}
}

func (o opcodes) report(out *figures.Stats) {
	all, totals := o.both()
	minutes := o.files.active() / 60
	out.Opcodes = listed(out, "opcodes", all, func(k countKey, v *countRow, rest bool) figures.Opcode {
		f := figures.Opcode{
			Proto: otherProtocol(k.proto), Opcode: tally.Rest, Split: k.figure(v.ship), Count: v.count, Unique: v.unique, Bytes: v.bytes, Payload: v.sizes.figure(),
			PerMinute: tally.Ratio(float64(v.count), minutes),
		}
		if rest {
			f.Ship = ""
			return f
		}
		where := []string{tally.OpcodeIs(k.value), k.condition()}
		if k.proto != decode.BC {
			where = append([]string{tally.ProtocolIs(k.proto)}, where...)
		}
		f.Opcode, f.Name, f.Share = tally.OpcodeText(k.value), v.message, tally.Ratio(float64(v.count), float64(totals[k.whole()]))
		f.Query, f.Queries = o.Of(where...), figures.Queries{"unique": o.Count(append(where, tally.Once)...), "bytes": o.Sum("len", where...)}
		return f
	}, func(_, _ countKey, a, b *figures.Opcode) int {
		return cmp.Or(cmp.Compare(a.Proto, b.Proto), compareSplits(a.Split, b.Split), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Opcode, b.Opcode))
	})
}

// flags counts StateUpdates by their combination of flags.
type flags struct{ *counts }

func (f flags) add(c *part) {
	for _, r := range c.All() {
		if r.Has(facts.Update) {
			f.message(c, r, int(r.Flags))
		}
	}
}

func (f flags) report(out *figures.Stats) {
	all, totals := f.both()
	out.Flags = listed(out, "flags", all, func(k countKey, v *countRow, rest bool) figures.Flags {
		row := figures.Flags{Split: k.figure(v.ship), DirtyFlags: tally.Rest, Flags: []string{}, Count: v.count, Bytes: v.bytes, Payload: v.sizes.figure()}
		if rest {
			row.Ship = ""
			return row
		}
		row.DirtyFlags, row.Flags = fmt.Sprintf("0x%02X", k.value), message.FlagNames(uint8(k.value))
		where := []string{tally.OpcodeIs(message.OpcodeStateUpdate), "fields.dirty_flags == " + row.DirtyFlags, k.condition()}
		row.Share = tally.Ratio(float64(v.count), float64(totals[k.whole()]))
		row.Query, row.Queries = f.Of(where...), figures.Queries{"bytes": f.Sum("len", where...)}
		return row
	}, func(_, _ countKey, a, b *figures.Flags) int {
		return cmp.Or(compareSplits(a.Split, b.Split), cmp.Compare(b.Count, a.Count), cmp.Compare(a.DirtyFlags, b.DirtyFlags))
	})
}

// types counts transport messages by their type. They are not split by object: most have none.
type types struct{ *counts }

func (t types) add(c *part) {
	for _, r := range c.All() {
		if !onWire(r) {
			continue
		}
		kind := int(r.Kind)
		switch {
		case r.Has(facts.Unread):
			kind = unreadValue
		case kind == int(transport.OldDisconnect):
			kind = int(transport.Disconnect)
		}
		t.row(c, r, kind).add(c.Length(r))
	}
}

func (t types) report(out *figures.Stats) {
	all, _ := t.both()
	out.Types = listed(out, "types", all, func(k countKey, v *countRow, rest bool) figures.Type {
		name := tally.Rest
		switch {
		case k.value == unreadValue:
			name = (&decode.Record{Unread: true}).TypeName()
		case !rest:
			name = transport.Type(k.value).String()
		}
		f := figures.Type{Type: name, Split: k.figure(""), Count: v.count, Bytes: v.bytes}
		if where := []string{tally.Is("type", name), k.condition(), tally.OnWire}; !rest {
			f.Query, f.Queries = t.Of(where...), figures.Queries{"bytes": t.Sum("len", where...)}
		}
		return f
	}, func(_, _ countKey, a, b *figures.Type) int {
		return cmp.Or(compareSplits(a.Split, b.Split), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Type, b.Type))
	})
}
