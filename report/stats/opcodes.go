package stats

import (
	"cmp"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// opcodes counts game messages.
type opcodes struct {
	*base
	rows             *tally.Table[opcodeKey, opcodeRow]
	plain[opcodeRow] // of the game
}

type opcodeKey struct {
	proto  decode.Protocol
	opcode int // -1 = the rest
	split
}

type opcodeRow struct {
	volume
	unique  int64
	sizes   sizeCounts
	message string // its name; "" if no source knows it
	ship    string // name of the object, the last one that it had
}

func (o *opcodeRow) join(x *opcodeRow) {
	o.volume.join(&x.volume)
	o.unique += x.unique
	o.sizes.join(&x.sizes)
	o.message, o.ship = cmp.Or(o.message, x.message), cmp.Or(x.ship, o.ship)
}

func newOpcodes(b *base) *opcodes {
	o := &opcodes{base: b}
	o.rows = tally.NewTable[opcodeKey, opcodeRow](maxRows, func(k opcodeKey) opcodeKey { return opcodeKey{k.proto, -1, k.split.rest()} })
	return o
}

func (o *opcodes) add(c *part) {
	for i, r := range c.All() {
		if !r.Has(facts.HasOpcode) {
			continue
		}
		row := o.row(c, i, r)
		row.add(c.Length(r))
		row.sizes.add(int(r.Size))
		if !r.Has(facts.Retransmit) {
			row.unique++
		}
		if o.by.object {
			row.ship = cmp.Or(c.nameOf(r), row.ship)
		}
	}
}

func (o *opcodes) row(c *part, i int, r *facts.Row) *opcodeRow {
	quick := &o.plain[side(r)][r.Opcode]
	if *quick != nil && o.by.none() && r.Has(facts.Game) {
		return *quick
	}
	key := opcodeKey{decode.BC, int(r.Opcode), o.by.of(c, r)}
	if r.Has(facts.EntityState) {
		key.proto = decode.EntityState
	}
	row := o.rows.Row(key)
	if row.message == "" && (row.count == 0 || key.proto != decode.BC) { // revisions may differ
		row.message = c.reader.At(i).Name()
	}
	if r.Has(facts.Game) {
		*quick = row
	}
	return row
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

func (o *opcodes) report(out *figures.Stats) {
	all, totals, minutes := tableWithBoth(o.rows), map[opcodeKey]int64{}, o.files.active()/60
	for k, v := range all.Rows {
		totals[k.whole()] += v.count
	}
	out.Opcodes = listed(out, "opcodes", all, func(k opcodeKey, v *opcodeRow, rest bool) figures.Opcode {
		f := figures.Opcode{
			Proto: k.protocol(), Opcode: tally.Rest, Split: k.figure(v.ship), Count: v.count, Unique: v.unique, Bytes: v.bytes, Payload: v.sizes.figure(),
			PerMinute: tally.Ratio(float64(v.count), minutes),
		}
		if rest {
			f.Ship = ""
			return f
		}
		where := []string{tally.OpcodeIs(k.opcode), k.condition()}
		if k.proto != decode.BC {
			where = append([]string{tally.ProtocolIs(k.proto)}, where...)
		}
		f.Opcode, f.Name, f.Share = tally.OpcodeText(k.opcode), v.message, tally.Ratio(float64(v.count), float64(totals[k.whole()]))
		f.Query, f.Queries = o.Of(where...), figures.Queries{"unique": o.Count(append(where, tally.Once)...), "bytes": o.Sum("len", where...)}
		return f
	}, func(_, _ opcodeKey, a, b *figures.Opcode) int {
		return cmp.Or(cmp.Compare(a.Proto, b.Proto), compareSplits(a.Split, b.Split), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Opcode, b.Opcode))
	})
}

// whole is what shares are taken of: all opcodes of a protocol and split.
func (k opcodeKey) whole() opcodeKey { return opcodeKey{k.proto, -1, k.split} }

// protocol names it where it is not the game.
func (k opcodeKey) protocol() string { return otherProtocol(k.proto) }

func otherProtocol(p decode.Protocol) string {
	if p == decode.BC {
		return ""
	}
	return string(p)
}
