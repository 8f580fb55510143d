package stats

import (
	"slices"
	"strconv"
	"strings"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/wire"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/tally"
)

// exceptions looks for StateUpdates that break a rule about directions.
type exceptions struct {
	*base
	breaches [len(rules)]breach
	clients  [wire.PlayerSlots]bool   // slots that clients have
	slots    [wire.PlayerSlots]breach // what hosts send with WEAPONS about ships in a slot
}

// rule is broken by updates with all of these flags that go in one direction, or in
// any.
type rule struct {
	text  string
	flags uint8
	dir   decode.Direction // "" = any
	own   bool             // not by a host that plays, about its own ship
}

var rules = [...]rule{
	{text: "0x20 SUBSYSTEMS is sent by servers only", flags: message.FlagSubsystems, dir: decode.ToServer},
	{text: "0x80 WEAPONS is sent by the player of the ship", flags: message.FlagWeapons, dir: decode.ToClient, own: true},
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
		if !r.Has(facts.Update) {
			continue
		}
		for i := range rules {
			if x := &rules[i]; r.Flags&x.flags == x.flags && (x.dir == "" || x.dir == directions[side(r)]) {
				b := &e.breaches[i]
				if slot, ok := wire.OwnerSlot(r.Object); x.own && ok {
					b = &e.slots[slot]
				}
				b.count++
				b.frames.add(c.frame(r))
			}
		}
	}
}

// end finds out who had slots, whatever a filter keeps: before, the accounts still change.
func (e *exceptions) end(c *part) {
	for slot := range e.clients {
		has := func(s decode.ServerSummary) bool { return s.Clients>>slot&1 != 0 }
		e.clients[slot] = e.clients[slot] || slices.ContainsFunc(c.Summary.Servers, has)
	}
	for _, l := range c.Match().Connections() {
		if l.Slot >= 0 && l.Slot < len(e.clients) {
			e.clients[l.Slot] = true
		}
	}
}

// owned gives what hosts sent with WEAPONS about ships of clients, and the slots of their own: those that no client has.
func (e *exceptions) owned(x breach) (_ breach, own []string) {
	for slot, b := range e.slots {
		switch {
		case b.count == 0:
		case e.clients[slot]:
			x.count += b.count
			x.frames = append(x.frames, b.frames...)
		default:
			own = append(own, strconv.Itoa(slot))
		}
	}
	slices.Sort(x.frames)
	x.frames = slices.Compact(x.frames)
	x.frames = x.frames[:min(len(x.frames), firstFrames)]
	return x, own
}

func (e *exceptions) report(out *figures.Stats) {
	for i := range rules {
		r, x, own := &rules[i], e.breaches[i], []string(nil)
		if r.own {
			x, own = e.owned(x)
		}
		where := []string{tally.OpcodeIs(message.OpcodeStateUpdate)}
		for _, name := range message.FlagNames(r.flags) {
			where = append(where, flag(name))
		}
		if len(own) > 0 {
			where = append(where, "fields.owner_slot not in ["+strings.Join(own, ", ")+"]")
		}
		out.FlagExceptions = append(out.FlagExceptions, figures.FlagException{
			Rule: r.text, Count: x.count, Frames: append([]int64{}, x.frames...), Query: e.Of(append(where, tally.DirIs(r.dir))...),
		})
	}
}
