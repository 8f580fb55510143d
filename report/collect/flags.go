package collect

import (
	"cmp"
	"fmt"
	"slices"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/report/figures"
)

// flags counts StateUpdates by their combination of flags.
type flags struct {
	*queries
	by   splitter
	rows *table[flagsKey, flagsRow]
}

type flagsKey struct {
	flags int // -1 = the rest
	split
}

type flagsRow struct {
	tally
	ship string
}

func newFlags(q *queries, by splitter) *flags {
	return &flags{queries: q, by: by, rows: newTable[flagsKey, flagsRow](maxRows, func(k flagsKey) flagsKey {
		return flagsKey{-1, k.split.rest()}
	})}
}

func (f *flags) begin(string) {}

func (f *flags) record(l *line) {
	flags, ok := l.flags()
	if !ok {
		return
	}
	row := f.rows.like(l.hint(flags), flagsKey{int(flags), f.by.of(l)})
	row.add(l.length)
	if f.by.object {
		row.ship = cmp.Or(l.name(l.object), row.ship)
	}
}

func (f *flags) settle(s *sums) {
	for dir, d := range directions {
		for bits, n := range s.flags[dir] {
			for _, updates := range s.updates[dir][bits] {
				n.join(updates.tally)
			}
			if n.count > 0 {
				f.rows.row(flagsKey{bits, split{dir: d}}).join(n)
			}
		}
	}
}

func (f *flags) report(out *figures.Stats) {
	totals := map[split]int64{}
	for k, v := range f.rows.rows {
		totals[k.split] += v.count
	}
	out.Flags = []figures.Flags{}
	for k, v := range f.rows.rows {
		text := fmt.Sprintf("0x%02X", k.flags)
		where := []string{opcodeIs(message.OpcodeStateUpdate), "fields.dirty_flags == " + text, k.condition()}
		out.Flags = append(out.Flags, figures.Flags{
			Split: k.figure(v.ship), DirtyFlags: text, Flags: message.FlagNames(uint8(k.flags)),
			Count: v.count, Share: ratio(float64(v.count), float64(totals[k.split])), Bytes: v.bytes,
			Query: f.of(where...), Queries: figures.Queries{"bytes": f.sum("len", where...)},
		})
	}
	slices.SortFunc(out.Flags, func(a, b figures.Flags) int {
		return cmp.Or(compareSplits(a.Split, b.Split), cmp.Compare(b.Count, a.Count), cmp.Compare(a.DirtyFlags, b.DirtyFlags))
	})
	for _, k := range sorted(f.rows.rests, func(a, b flagsKey) int { return a.compare(b.split) }) {
		v := f.rows.rests[k]
		out.Flags = append(out.Flags, figures.Flags{
			Split: k.figure(""), DirtyFlags: rest, Flags: []string{}, Count: v.count, Bytes: v.bytes,
		})
	}
	drop(out, "flags", f.rows.dropped)
}

// exceptions looks for StateUpdates that break a rule about directions.
type exceptions struct {
	*queries
	rules  []rule
	broken [2][256]bool // by direction and flags: whether some rule is
}

// rule is broken by updates with all of these flags that go in one direction, or in
// any.
type rule struct {
	text   string
	flags  uint8
	dir    decode.Direction // "" = any
	count  int64
	frames []int64
}

// firstFrames is how many frames are named for each rule.
const firstFrames = 10

func newExceptions(q *queries) *exceptions {
	e := &exceptions{queries: q, rules: []rule{
		{text: "0x20 SUBSYSTEMS is sent by servers only", flags: message.FlagSubsystems, dir: decode.ToServer},
		{text: "0x80 WEAPONS is sent by clients only", flags: message.FlagWeapons, dir: decode.ToClient},
		{text: "0x20 SUBSYSTEMS and 0x80 WEAPONS exclude each other", flags: message.FlagSubsystems | message.FlagWeapons},
	}}
	for dir, d := range directions {
		for flags := range e.broken[dir] {
			e.broken[dir][flags] = slices.ContainsFunc(e.rules, func(r rule) bool { return r.breaks(d, uint8(flags)) })
		}
	}
	return e
}

func (e *exceptions) begin(string) {}

func (e *exceptions) record(l *line) {
	flags, ok := l.flags()
	if !ok || !e.broken[l.from][flags] {
		return
	}
	for i := range e.rules {
		e.rules[i].check(directions[l.from], flags, l.Frame)
	}
}

func (r *rule) breaks(dir decode.Direction, flags uint8) bool {
	return flags&r.flags == r.flags && (r.dir == "" || r.dir == dir)
}

func (r *rule) check(dir decode.Direction, flags uint8, frame int64) {
	if !r.breaks(dir, flags) {
		return
	}
	r.count++
	if n := len(r.frames); n < firstFrames && (n == 0 || r.frames[n-1] != frame) {
		r.frames = append(r.frames, frame)
	}
}

func (e *exceptions) report(out *figures.Stats) {
	for i := range e.rules {
		r := &e.rules[i]
		where := []string{opcodeIs(message.OpcodeStateUpdate)}
		for _, name := range message.FlagNames(r.flags) {
			where = append(where, flag(name))
		}
		out.FlagExceptions = append(out.FlagExceptions, figures.FlagException{
			Rule: r.text, Count: r.count, Frames: append([]int64{}, r.frames...), Query: e.of(append(where, dirIs(r.dir))...),
		})
	}
}
