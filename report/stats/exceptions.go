package stats

import (
	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// exceptions looks for StateUpdates that break a rule about directions.
type exceptions struct {
	*base
	breaches [len(rules)]breach
}

// rule is broken by updates with all of these flags that go in one direction, or in
// any.
type rule struct {
	text  string
	flags uint8
	dir   decode.Direction // "" = any
}

var rules = [...]rule{
	{text: "0x20 SUBSYSTEMS is sent by servers only", flags: message.FlagSubsystems, dir: decode.ToServer},
	{text: "0x80 WEAPONS is sent by clients only", flags: message.FlagWeapons, dir: decode.ToClient},
	{text: "0x20 SUBSYSTEMS and 0x80 WEAPONS exclude each other", flags: message.FlagSubsystems | message.FlagWeapons},
}

// breach is how often a rule was broken.
type breach struct {
	count  int64
	frames firsts
}

// firsts are the frames of the first lines.
type firsts []int64

func (f *firsts) add(frames ...int64) {
	for _, frame := range frames {
		if n := len(*f); n < firstFrames && (n == 0 || (*f)[n-1] != frame) {
			*f = append(*f, frame)
		}
	}
}

// firstFrames is how many frames are named for each rule.
const firstFrames = 10

func (e *exceptions) add(c *part) {
	for _, r := range c.All() {
		for i := range rules {
			if x := &rules[i]; r.Has(facts.Update) && r.Flags&x.flags == x.flags && (x.dir == "" || x.dir == directions[side(r)]) {
				e.breaches[i].count++
				e.breaches[i].frames.add(c.frame(r))
			}
		}
	}
}

func (e *exceptions) report(out *figures.Stats) {
	for i := range rules {
		r, x := &rules[i], &e.breaches[i]
		where := []string{tally.OpcodeIs(message.OpcodeStateUpdate)}
		for _, name := range message.FlagNames(r.flags) {
			where = append(where, flag(name))
		}
		out.FlagExceptions = append(out.FlagExceptions, figures.FlagException{
			Rule: r.text, Count: x.count, Frames: append([]int64{}, x.frames...), Query: e.Of(append(where, tally.DirIs(r.dir))...),
		})
	}
}
