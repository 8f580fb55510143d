package stats

import (
	"cmp"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// opcodes counts game messages.
type opcodes struct {
	*base `merge:"-"`
	rows  *tally.Table[opcodeKey, opcodeRow]
}

type opcodeKey struct {
	proto  decode.Protocol
	opcode int // -1 = the rest
	split
}

type opcodeRow struct {
	volume
	unique  int64
	message string // its name; "" if no source knows it
	ship    string `merge:"last"` // name of the object, the last one that it had
}

func newOpcodes(b *base) *opcodes {
	o := &opcodes{base: b}
	o.rows = tally.NewTable[opcodeKey, opcodeRow](maxRows, func(k opcodeKey) opcodeKey { return opcodeKey{k.proto, -1, k.split.rest()} })
	return o
}

func (o *opcodes) other(l *line) { o.each(l) }

func (o *opcodes) each(l *line) {
	opcode, ok := l.Opcode()
	if !ok {
		return
	}
	row := o.rows.Like(l.hint(opcode), opcodeKey{l.Proto, int(opcode), o.by.of(l)})
	row.add(l.length)
	row.message = cmp.Or(row.message, l.Name())
	if !l.repeat {
		row.unique++
	}
	if o.by.object && l.named {
		row.ship = cmp.Or(l.name(l.object), row.ship)
	}
}

func (o *opcodes) enter(s *sums) {
	for dir, d := range directions {
		rows := s.opcodes[dir]
		updates := s.allUpdates(dir)
		rows[message.OpcodeStateUpdate].join(updates.volume)
		rows[message.OpcodeStateUpdate].unique += updates.count
		for opcode, n := range rows {
			if n.count == 0 {
				continue
			}
			row := o.rows.Row(opcodeKey{decode.BC, opcode, split{dir: d}})
			row.volume.join(n.volume)
			row.unique += n.unique
			row.message = opcodeName(opcode)
		}
	}
}

func (o *opcodes) report(out *figures.Stats) {
	all, totals, minutes := tableWithBoth(o.rows), map[opcodeKey]int64{}, o.files.active()/60
	for k, v := range all.Rows {
		totals[k.whole()] += v.count
	}
	out.Opcodes = listed(out, "opcodes", all, func(k opcodeKey, v *opcodeRow, rest bool) figures.Opcode {
		f := figures.Opcode{
			Proto: k.protocol(), Opcode: tally.Rest, Split: k.figure(v.ship), Count: v.count, Unique: v.unique, Bytes: v.bytes,
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
