package check

import (
	"bytes"
	"slices"
	"time"

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
			if !w.kept(Server, u.link, b.Given == 0) {
				w.fails(Server, u.link, u.at(), "the owner of the ship gets %d power settings", b.Given)
			}
		default:
			if !w.kept(Server, u.link, b.Given == b.Powered) {
				w.fails(Server, u.link, u.at(), "%d of %d power settings for a client that is not the owner", b.Given, b.Powered)
			}
		}
	})
}

func blockLayout(w *watch) {
	w.onBlock(func(u *update, b *block) {
		stock := b.InOrder
		if u.link.dialect != message.Stock {
			s := w.skim(u, u.Context.Class, message.Stock)
			stock = s.InOrder
		}
		if !w.kept(Server, u.link, stock) {
			w.fails(Server, u.link, u.at(), "the block does not decode as a %s in the stock dialect", u.Context.Class.Name)
		}
	})
}

func blockWindow(w *watch) {
	w.onBlock(func(u *update, b *block) {
		if b.InOrder {
			if !w.kept(Server, u.link, b.WindowOK) {
				w.fails(Server, u.link, u.at(), "the block of %d entries from subsystem %d ends elsewhere than at 10 bytes", b.Entries, b.Start)
			}
		}
	})
}

func roundRobin(w *watch) {
	w.onBlock(func(u *update, b *block) {
		start, c := int(b.Start), &u.stream.chain
		if ship := u.craft; ship != nil {
			if ship.blocks == nil {
				ship.blocks = new([2]starts)
			}
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
		if x, _ := c.waiting.Add(u.steady(), start); x != nil {
			x.Of = window{int32((int(b.Start) + int(b.Entries)) % b.subsystems), uint32(w.row + 1), u.clock}
		}
		c.follow(traffic.Window)
	})
	judgeChains(w, toClient, Server, 10)
}

// steady is the clock of the sender as if it had never been set.
func (u *update) steady() float32 {
	k := u.link.senders[u.to]
	if k == nil || len(k.Changes) == 0 {
		return u.clock
	}
	return u.clock - float32(k.Set(u.Time))
}

// powerRoundRobin follows power settings as roundRobin does subsystems.
func powerRoundRobin(w *watch) {
	w.onUpdateTo(toServer, func(u *update) {
		c := &u.stream.chain
		settings := message.UpdatePower(u.Payload)
		start, next, some := u.stream.turns.take(settings)
		if !some {
			return
		}
		if len(settings) > mostSettings*settingSize {
			start = unread // some are not of the turn
		}
		if x, _ := c.waiting.Add(u.steady(), start); x != nil {
			x.Of = window{int32(next), uint32(w.row + 1), u.clock}
		}
		c.follow(traffic.Window)
	})
	// What has changed comes out of turn: one in seven in a fight; a client without turns begins nine of ten elsewhere.
	judgeChains(w, toServer, Client, 3)
}

// judgeChains judges the blocks that go one way when all were followed: one of so many may begin elsewhere.
func judgeChains(w *watch, to int, sender Who, oneOf int64) {
	const least, few = 30, 30
	atEndOfAll(w, &w.streams.all, func(s *stream) {
		if s.to != to {
			return
		}
		c := &s.chain
		w.about, w.subject = s, subject{s.object, s.seen}
		numbered := &w.match.Numbered()[to]
		if c.follow(0); w.losing(to) || numbered.Messages < few { // of a few messages none need be missing
			c.lost -= c.gaps
		}
		if c.blocks >= least {
			var at match.Event
			if c.first > 0 {
				at = w.Event(int(c.first - 1))
			}
			w.judges(sender, s.link, c.lost <= max(1, c.blocks/oneOf), at, "%d of %d blocks about ship 0x%08X begin elsewhere: the first with subsystem %d instead of %d",
				c.lost, c.blocks, s.object, c.began, c.expected)
		}
	})
}

func firstCycle(w *watch) {
	const soon, early, whole, before = time.Second, 600 * time.Millisecond, 230, time.Second
	const sure = 90 * time.Millisecond // later, an earlier update may have been lost
	hurt := map[*craft]bool{}          // something has happened to it
	poor := map[*craft]bool{}          // is told of
	hit := func(h *heard, ids ...uint32) {
		for _, id := range ids {
			if c := w.hangar.whole(h.link.Server, id); c != nil {
				hurt[c] = true
			}
		}
	}
	onMessage(w, bothWays, func(h *heard, m *message.Event) { hit(h, m.SourceID, m.TargetID, m.TargetRef) },
		message.OpcodeCollisionEffect, message.OpcodePythonEvent, message.OpcodeStartFiring)
	onMessage(w, bothWays, func(h *heard, m *message.BeamFire) { hit(h, m.TargetID) }, message.OpcodeBeamFire)
	w.onBlock(func(u *update, b *block) {
		c := u.craft
		if c == nil || !c.fresh() || u.stream.cycled && !u.own {
			return
		}
		age := u.Time.Sub(c.made.Time)
		if !u.stream.cycled {
			u.stream.cycled = true
			if age <= soon && (b.Start == 0 || age <= sure) && u.link.Entered.Frame != 0 && c.made.Time.Sub(u.link.Entered.Time) >= before {
				if !w.kept(Server, u.link, b.Start == 0) {
					w.fails(Server, u.link, u.at(), "the first block about the new ship begins with subsystem %d", b.Start)
				}
			}
		}
		if u.own && b.InOrder && age < early && !hurt[c] && !poor[c] && w.least(u) < whole {
			poor[c] = true
			w.ofPart(1).fails(Server, u.link, u.at(), "the new ship has a value of %d of 255", w.least(u))
		}
	})
	w.onShip(func(c *craft, _ *heard) { w.ofPart(1).keeps(Server, c.owner) })
}

// least is the lowest value of a subsystem block, in 1/255.
func (t *trial) least(u *update) uint8 {
	least := uint8(255)
	items := t.states(u.Payload, u.Context.Class, u.link.dialect)
	for i := range items {
		least = min(least, items[i].Least())
	}
	return least
}

// states decodes the subsystem block of an update.
func (t *trial) states(payload []byte, class *ship.Class, dialect message.Dialect) []message.SubsystemState {
	m, ok := t.decoder.DecodeIn(payload, message.Context{Class: class, Dialect: dialect}).Message.(*message.StateUpdate)
	if !ok {
		return nil
	}
	return m.Subsystems.Items
}

func conditionSteady(w *watch) {
	const least, turns = 30, 3
	w.onBlock(func(u *update, b *block) {
		h, class, dialect := &u.stream.health, u.Context.Class, u.link.dialect
		h.blocks++
		h.isOf(class)
		if u.flags&grouped != 0 || u.clock < u.stream.newest || b.Start >= blockStarts || !b.InOrder {
			return
		}
		if h.newest == nil {
			h.newest = new([blockStarts][]byte)
		}
		newest := &h.newest[b.Start]
		before, now := message.UpdateBlock(*newest), message.UpdateBlock(u.Payload)
		if !h.moves && len(*newest) > 0 && bytes.Equal(before, now) {
			return
		}
		calm := !h.moves && calmly(before, now)
		if !calm && !h.moves {
			h.take(w.states(*newest, class, dialect)) // it was left out
		}
		if *newest = u.Payload; calm {
			return
		}
		at, most := h.take(w.states(u.Payload, class, dialect))
		if most >= turns && h.name == "" {
			h.name = class.Subsystems[at].Name
			h.at.Is(u.Record)
		}
		h.moves = slices.ContainsFunc(h.parts, func(b beat) bool { return b.rose || b.fell })
	})
	atEndOfAll(w, &w.streams.all, func(s *stream) {
		if h := &s.health; s.to == toClient && h.blocks >= least {
			w.subject = subject{s.object, s.seen}
			w.judges(Server, s.link, h.name == "", h.at, "%s of ship 0x%08X breaks and heals from block to block", h.name, s.object)
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
		if n := h.takeOne(&items[i]); n > turns {
			at, turns = items[i].Index, n
		}
	}
	return at, turns
}

// takeOne takes the state of a subsystem.
func (h *health) takeOne(state *message.SubsystemState) (turns int) {
	if state.Index >= len(h.first) || len(state.Children) > len(h.class.Subsystems[state.Index].Children) {
		return 0
	}
	own := h.parts[h.first[state.Index]:]
	own[0].takes(state.Condition)
	turns = own[0].turns
	for i, c := range state.Children {
		own[1+i].takes(c)
		turns = max(turns, own[1+i].turns)
	}
	return turns
}

// mostSettings is how many an update has.
const mostSettings, settingSize = 3, 2

func powerEntries(w *watch) {
	w.onUpdateTo(toServer, func(u *update) {
		settings := message.UpdatePower(u.Payload)
		if settings == nil {
			return
		}
		class := w.class(u)
		for i := 0; class != nil && i+1 < len(settings); i += settingSize {
			if !class.HasPower(int(settings[i])) {
				w.breaks(Client, u.link, u.at(), "a power setting for subsystem %d of a %s, which has no power", settings[i], class.Name)
				return
			}
		}
		if !w.kept(Client, u.link, len(settings) <= mostSettings*settingSize) {
			w.fails(Client, u.link, u.at(), "%d power settings: at most %d", len(settings)/settingSize, mostSettings)
		}
	})
}
