package check

import (
	"bytes"
	"slices"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/match"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/traffic"
)

func powerBytes(w *watch) {
	w.onBlock(func(u *update, b *block) {
		switch {
		case !b.InOrder || b.Powered == 0 || u.link.slotOf() < 0:
		case u.own:
			_ = w.kept(u.heard, b.Given == 0) || w.fails(u.heard, "the owner of the ship gets %d power settings", b.Given)
		default:
			_ = w.kept(u.heard, b.Given == b.Powered) || w.fails(u.heard, "%d of %d power settings for a client that is not the owner", b.Given, b.Powered)
		}
	})
}

func blockLayout(w *watch) {
	w.onBlock(func(u *update, b *block) {
		stock := b.InOrder
		if u.link.dialect != message.Stock {
			s := w.skim(u, b.class, message.Stock)
			stock = s.InOrder
		}
		_ = w.kept(u.heard, stock) || w.fails(u.heard, "the block does not decode as a %s in the stock dialect", b.class.Name)
	})
}

func blockWindow(w *watch) {
	w.onBlock(func(u *update, b *block) {
		if b.InOrder {
			_ = w.kept(u.heard, b.WindowOK) || w.fails(u.heard, "the block of %d entries from subsystem %d ends elsewhere than at 10 bytes", b.Entries, b.Start)
		}
	})
}

func roundRobin(w *watch) {
	w.onBlock(func(u *update, b *block) {
		start, c := int(b.Start), &u.stream.chain
		if ship := u.craft; ship != nil {
			to, others := &ship.blocks[0], &ship.blocks[1]
			if !u.own {
				to, others = others, to
			}
			to.note(u.clock, start)
			c.others = others
		}
		if !b.InOrder || b.HasShield && u.link.unsure { // the dialects differ in the shield
			start = unread
		}
		c.add(u, start, b.NextIndex(b.class))
	})
	judgeChains(w, toClient, 10)
}

// powerRoundRobin follows power settings as roundRobin does subsystems.
func powerRoundRobin(w *watch) {
	w.onUpdate(toServer, func(u *update) {
		settings := message.UpdatePower(u.payload())
		start, next, some := u.stream.turns.take(settings)
		if len(settings) > mostSettings*settingSize {
			start = unread // some are not of the turn
		}
		if some {
			u.stream.chain.add(u, start, next)
		}
	})
	// What has changed comes out of turn: one in seven in a fight; a client without turns begins nine of ten elsewhere.
	judgeChains(w, toServer, 3)
}

// steady is the clock of the sender as if it had never been set.
func (u *update) steady() float32 {
	k := u.link.senders[u.to]
	if k == nil || len(k.Changes) == 0 {
		return u.clock
	}
	return u.clock - float32(k.Set(u.Time))
}

// add adds the block at hand.
func (c *chain) add(u *update, start, next int) {
	if x, _ := c.waiting.Add(u.steady(), start); x != nil {
		x.Of = window{int32(next), uint32(u.n + 1), u.clock}
	}
	c.follow(traffic.Window)
}

// judgeChains judges the blocks that go one way when all were followed: one of so many may begin elsewhere.
func judgeChains(w *watch, to int, oneOf int64) {
	const least, few = 30, 30
	w.atEndOfStreams(to, func(s *stream) {
		c, numbered := &s.chain, &s.link.host.numbered[to]
		if c.follow(0); s.link.host.losing(to) || numbered.Messages < few { // of a few messages none need be missing
			c.lost -= c.gaps
		}
		if c.blocks < least {
			return
		}
		var at match.Event
		if c.first > 0 {
			at = w.Event(int(c.first - 1))
		}
		w.judges(sender(to), s.link, c.lost <= max(1, c.blocks/oneOf), at, "%d of %d blocks about ship 0x%08X begin elsewhere: the first with subsystem %d instead of %d",
			c.lost, c.blocks, s.object, c.began, c.expected)
	})
}

func firstCycle(w *watch) {
	const soon, early, whole, before = time.Second, 600 * time.Millisecond, 230, time.Second
	const sure = 90 * time.Millisecond // later, an earlier update may have been lost
	ofShip := w.ofPart(1)
	w.onBlock(func(u *update, b *block) {
		c, s := u.craft, u.stream
		if c == nil || !c.fresh() || s.cycled && !u.own {
			return
		}
		age := u.Time.Sub(c.made.Time)
		if !s.cycled && age <= soon && (b.Start == 0 || age <= sure) && u.link.Entered.Frame != 0 && c.made.Time.Sub(u.link.Entered.Time) >= before {
			_ = w.kept(u.heard, b.Start == 0) || w.fails(u.heard, "the first block about the new ship begins with subsystem %d", b.Start)
		}
		if s.cycled = true; !u.own || !b.InOrder || age >= early || s.poor {
			return
		}
		least := uint8(255) // of all values
		for _, x := range w.states(u.payload(), b.class, u.link.dialect) {
			least = min(least, x.Least())
		}
		if least < whole && !w.hit(c, u.Time) {
			s.poor = true
			ofShip.fails(u.heard, "the new ship has a value of %d of 255", least)
		}
	})
	atEndOfShips(w, func(c *craft) { ofShip.adds(Server, c.owner, 1) })
}

// hit reports whether something has happened to a ship from its beginning to a moment.
func (t *trial) hit(c *craft, until capture.Time) bool {
	of := func(id uint32) bool { return t.hangar.whole(c.Server, id) == c }
	is := func(e *entry) bool { return of(e.object) || of(e.source) || of(e.other) }
	return slices.ContainsFunc(t.links, func(l *link) bool {
		return l.Server == c.Server && (len(l.said(c.made.Time, until, is, hits...)) > 0 || len(l.told(c.made.Time, until, is, hits...)) > 0)
	})
}

// hits are the messages of what happens to ships.
var hits = []uint8{message.OpcodeCollisionEffect, message.OpcodePythonEvent, message.OpcodeStartFiring, message.OpcodeBeamFire}

func conditionSteady(w *watch) {
	const least, turns = 30, 3
	w.onBlock(func(u *update, b *block) {
		h, class, dialect, payload := &u.stream.health, b.class, u.link.dialect, u.payload()
		h.blocks++
		h.isOf(class)
		if u.Flags&grouped != 0 || u.clock < u.stream.newest || b.Start >= blockStarts || !b.InOrder {
			return
		}
		if h.newest == nil {
			h.newest = new([blockStarts][]byte)
		}
		newest := &h.newest[b.Start]
		before, now := message.UpdateBlock(*newest), message.UpdateBlock(payload)
		if !h.moves && len(*newest) > 0 && bytes.Equal(before, now) {
			return
		}
		calm := !h.moves && calmly(before, now)
		if !calm && !h.moves {
			h.take(w.states(*newest, class, dialect)) // it was left out
		}
		if *newest = payload; calm {
			return
		}
		at, most := h.take(w.states(payload, class, dialect))
		if most >= turns && h.name == "" {
			h.name, h.row = class.Subsystems[at].Name, u.n
		}
		h.moves = slices.ContainsFunc(h.parts, func(b beat) bool { return b.rose || b.fell })
	})
	w.atEndOfStreams(toClient, func(s *stream) {
		if h := &s.health; h.blocks >= least {
			w.judges(Server, s.link, h.name == "", w.Event(h.row), "%s of ship 0x%08X breaks and heals from block to block", h.name, s.object)
		}
	})
}

// grouped are flags of updates whose blocks look otherwise: their first group of booleans began before. These
// are left out: one in ten.
const grouped = message.FlagPosition | message.FlagCloak

// calmly reports whether no byte of a block has changed by much since another one that begins
// with the same subsystem: then nothing has to be decoded.
func calmly(before, after []byte) bool {
	if len(before) != len(after) {
		return false
	}
	for i := range after {
		if d := int(after[i]) - int(before[i]); d >= much || d <= -much {
			return false
		}
	}
	return true
}

// isOf tells whose blocks follow. Of another class than those before, all begins anew: none of its parts has been heard of.
func (h *health) isOf(class *ship.Class) {
	if class == h.class {
		return
	}
	h.class, h.newest, h.moves, h.first = class, nil, false, nil
	n := 0
	for i := range class.Subsystems {
		h.first = append(h.first, n)
		n += 1 + len(class.Subsystems[i].Children)
	}
	h.parts = make([]beat, n)
}

// take takes the states of subsystems, and gives how often in a row one of their conditions turned, and
// whose.
func (h *health) take(items []message.SubsystemState) (at, turns int) {
	for i := range items {
		s := &items[i]
		if s.Index >= len(h.first) || len(s.Children) > len(h.class.Subsystems[s.Index].Children) {
			continue
		}
		own := h.parts[h.first[s.Index]:]
		own[0].takes(s.Condition)
		for k, c := range s.Children {
			own[1+k].takes(c)
		}
		for _, b := range own[:1+len(s.Children)] {
			if b.turns > turns {
				at, turns = s.Index, b.turns
			}
		}
	}
	return at, turns
}

// mostSettings is how many an update has.
const mostSettings, settingSize = 3, 2

func powerEntries(w *watch) {
	w.onUpdate(toServer, func(u *update) {
		settings := message.UpdatePower(u.payload())
		if settings == nil {
			return
		}
		class := w.class(u)
		for i := 0; class != nil && i+1 < len(settings); i += settingSize {
			if !class.HasPower(int(settings[i])) {
				w.judge(u.heard, false, "a power setting for subsystem %d of a %s, which has no power", settings[i], class.Name)
				return
			}
		}
		_ = w.kept(u.heard, len(settings) <= mostSettings*settingSize) || w.fails(u.heard, "%d power settings: at most %d", len(settings)/settingSize, mostSettings)
	})
}
