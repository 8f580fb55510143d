package stats

import (
	"slices"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// exceptions looks for StateUpdates that break a rule about directions.
type exceptions struct {
	*base
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

func newExceptions(b *base) *exceptions {
	e := &exceptions{base: b, rules: []rule{
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

func (e *exceptions) game(l *line) { e.update(l) }

func (e *exceptions) update(l *line) {
	if l.flags < 0 || !e.broken[l.from][l.flags] {
		return
	}
	for i := range e.rules {
		e.rules[i].check(directions[l.from], uint8(l.flags), l.Frame)
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
		where := []string{tally.OpcodeIs(message.OpcodeStateUpdate)}
		for _, name := range message.FlagNames(r.flags) {
			where = append(where, flag(name))
		}
		out.FlagExceptions = append(out.FlagExceptions, figures.FlagException{
			Rule: r.text, Count: r.count, Frames: append([]int64{}, r.frames...), Query: e.Of(append(where, tally.DirIs(r.dir))...),
		})
	}
}
