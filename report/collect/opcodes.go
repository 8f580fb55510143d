package collect

import (
	"cmp"
	"slices"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/report/figures"
)

// opcodes counts game messages.
type opcodes struct {
	*queries
	by    splitter
	stats *Stats
	rows  *table[opcodeKey, opcodeRow]
}

type opcodeKey struct {
	proto  decode.Protocol
	opcode int // -1 = the rest
	split
}

type opcodeRow struct {
	tally
	unique  int64
	message string // its name; "" if no source knows it
	ship    string // name of the object, the last one that it had
}

func newOpcodes(q *queries, by splitter, s *Stats) *opcodes {
	o := &opcodes{queries: q, by: by, stats: s}
	o.rows = newTable[opcodeKey, opcodeRow](maxRows, func(k opcodeKey) opcodeKey { return opcodeKey{k.proto, -1, k.split.rest()} })
	return o
}

func (o *opcodes) begin(string) {}

func (o *opcodes) record(l *line) {
	opcode, ok := l.Opcode()
	if !ok {
		return
	}
	row := o.rows.like(l.hint(opcode), opcodeKey{l.Proto, int(opcode), o.by.of(l)})
	row.add(l.length)
	row.message = cmp.Or(row.message, l.Name())
	if !l.repeat {
		row.unique++
	}
	if o.by.object && l.named {
		row.ship = cmp.Or(l.name(l.object), row.ship)
	}
}

func (o *opcodes) settle(s *sums) {
	for dir, d := range directions {
		rows := s.opcodes[dir]
		updates := s.allUpdates(dir)
		rows[message.OpcodeStateUpdate].join(updates.tally)
		rows[message.OpcodeStateUpdate].unique += updates.count
		for opcode, n := range rows {
			if n.count == 0 {
				continue
			}
			row := o.rows.row(opcodeKey{decode.BC, opcode, split{dir: d}})
			row.join(n.tally)
			row.unique += n.unique
			row.message = opcodeName(opcode)
		}
	}
}

func (o *opcodes) report(out *figures.Stats) {
	totals := map[opcodeKey]int64{}
	for k, v := range o.rows.rows {
		totals[k.whole()] += v.count
	}
	minutes := o.stats.active() / 60
	out.Opcodes = []figures.Opcode{}
	for k, v := range o.rows.rows {
		where := []string{opcodeIs(k.opcode), k.condition()}
		if k.proto != decode.BC {
			where = append([]string{protocolIs(k.proto)}, where...)
		}
		out.Opcodes = append(out.Opcodes, figures.Opcode{
			Proto: k.protocol(), Opcode: opcodeText(k.opcode), Name: v.message, Split: k.figure(v.ship),
			Count: v.count, Unique: v.unique, Bytes: v.bytes,
			PerMinute: ratio(float64(v.count), minutes), Share: ratio(float64(v.count), float64(totals[k.whole()])),
			Query: o.of(where...),
			Queries: figures.Queries{
				"unique": o.count(append(where, once)...),
				"bytes":  o.sum("len", where...),
			},
		})
	}
	slices.SortFunc(out.Opcodes, func(a, b figures.Opcode) int {
		return cmp.Or(cmp.Compare(a.Proto, b.Proto), compareSplits(a.Split, b.Split), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Opcode, b.Opcode))
	})
	for _, k := range sorted(o.rows.rests, func(a, b opcodeKey) int {
		return cmp.Or(cmp.Compare(a.protocol(), b.protocol()), a.compare(b.split))
	}) {
		v := o.rows.rests[k]
		out.Opcodes = append(out.Opcodes, figures.Opcode{
			Proto: k.protocol(), Opcode: rest, Split: k.figure(""), Count: v.count, Unique: v.unique, Bytes: v.bytes,
			PerMinute: ratio(float64(v.count), minutes),
		})
	}
	drop(out, "opcodes", o.rows.dropped)
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

// ratio is a part of a whole; 0 of nothing.
func ratio(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}
