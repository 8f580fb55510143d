package check

import (
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/reassembly"
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
		if !w.kept(Server, u.link, b.InOrder) {
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
	const least = 30
	w.onBlock(func(u *update, b *block) {
		x := u.stream.chain.add(u.clock)
		x.at.Is(u.Record)
		x.start, x.next = int(b.Start), (int(b.Start)+int(b.Entries))%b.subsystems
		if !b.InOrder {
			x.start = unread
		}
		u.stream.chain.take(reordered)
	})
	w.atEnd(func() {
		for _, s := range w.streams.all {
			c := &s.chain
			if c.take(0); w.lossy() {
				c.lost -= c.gaps
			}
			if s.to == toClient && c.blocks >= least {
				w.judges(Server, s.link, c.lost <= max(1, c.blocks/10), c.first, "%d of %d blocks about ship 0x%08X begin elsewhere: the first with subsystem %d instead of %d",
					c.lost, c.blocks, s.object, c.began, c.expected)
			}
		}
	})
}

func firstCycle(w *watch) {
	const soon, early, whole, before = time.Second, 600 * time.Millisecond, 230, time.Second
	const sure = 90 * time.Millisecond // later, an earlier update may have been lost
	hurt := map[*craft]bool{}          // something has happened to it
	poor := map[*craft]bool{}          // is told of
	w.onGame(func(h *heard) {
		if m, ok := h.Content().Message.(*message.Event); ok {
			for _, id := range []uint32{m.SourceID, m.TargetID} {
				if c := w.hangar.whole(h.link.Server, id); c != nil {
					hurt[c] = true
				}
			}
		}
	}, message.OpcodeCollisionEffect, message.OpcodePythonEvent)
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
			w.part(1).fails(Server, u.link, u.at(), "the new ship has a value of %d of 255", w.least(u))
		}
	})
	w.onShip(func(c *craft, _ *heard) { w.part(1).keeps(Server, c.owner) })
}

// least is the lowest value of a subsystem block, in 1/255.
func (t *trial) least(u *update) uint8 {
	least := uint8(255)
	items := t.states(u, message.Stock)
	for i := range items {
		least = min(least, items[i].Least())
	}
	return least
}

// states decodes the subsystem block of an update.
func (t *trial) states(u *update, dialect message.Dialect) []message.SubsystemState {
	m, ok := t.decoder.DecodeIn(u.Payload, message.Context{Class: u.Context.Class, Dialect: dialect}).Message.(*message.StateUpdate)
	if !ok {
		return nil
	}
	return m.Subsystems.Items
}

func conditionSteady(w *watch) {
	const least, turns = 30, 3
	w.onBlock(func(u *update, b *block) {
		h := &u.stream.health
		if h.blocks++; u.clock < u.stream.newest || h.knows(u, int(b.Start)) {
			return
		}
		dialect := u.Context.Dialect
		if dialect == message.Undecided && b.InOrder {
			dialect = message.Stock
		}
		if !b.InOrder && dialect != message.OpenBC {
			return
		}
		items, class := w.states(u, dialect), u.Context.Class
		for i := range items {
			if h.take(&items[i], class) >= turns && h.name == "" {
				h.name = class.Subsystems[items[i].Index].Name
				h.at.Is(u.Record)
			}
		}
		h.moves = slices.ContainsFunc(h.parts, func(b beat) bool { return b.rose || b.fell })
	})
	w.atEnd(func() {
		for _, s := range w.streams.all {
			if h := &s.health; s.to == toClient && h.blocks >= least {
				w.judges(Server, s.link, h.name == "", h.at, "%s of ship 0x%08X breaks and heals from block to block", h.name, s.object)
			}
		}
	})
}

// knows reports whether the block has the bytes of the last one that began with the same subsystem: then
// nothing changes, and nothing has to be decoded.
func (h *health) knows(u *update, start int) bool {
	if start >= blockStarts {
		return false
	}
	sum := reassembly.Sum(message.UpdateBlock(u.Payload))
	same := sum == h.same[start]
	h.same[start] = sum
	return same && !h.moves
}

// take takes the state of a subsystem, and gives how often in a row one of its conditions turned.
func (h *health) take(state *message.SubsystemState, class *ship.Class) (turns int) {
	if h.first == nil {
		n := 0
		for i := range class.Subsystems {
			h.first = append(h.first, n)
			n += 1 + len(class.Subsystems[i].Children)
		}
		h.parts = make([]beat, n)
	}
	if state.Index >= len(h.first) || len(state.Children) > len(class.Subsystems[state.Index].Children) {
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

func powerEntries(w *watch) {
	const most, size = 3, 2
	w.onUpdateTo(toServer, func(u *update) {
		settings := message.UpdatePower(u.Payload)
		if settings == nil {
			return
		}
		class := w.class(u)
		for i := 0; class != nil && i+1 < len(settings); i += size {
			if !class.HasPower(int(settings[i])) {
				w.breaks(Client, u.link, u.at(), "a power setting for subsystem %d of a %s, which has no power", settings[i], class.Name)
				return
			}
		}
		if !w.kept(Client, u.link, len(settings) <= most*size) {
			w.fails(Client, u.link, u.at(), "%d power settings: at most %d", len(settings)/size, most)
		}
	})
}
