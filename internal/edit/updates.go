package edit

import (
	"encoding/binary"
	"math"
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/wire"
)

// Kinds of StateUpdates.
var (
	FromClient = Up(message.OpcodeStateUpdate)
	ToAny      = Down(message.OpcodeStateUpdate)
	ToOwner    = ToAny.And(own)
	ToOthers   = ToAny.But(own)
	Moves      = Match(func(m *Message) bool { return FromClient(m) || ToOthers(m) })
)

// object is the ship that an update is about.
func (m *Message) object() uint32 { return binary.LittleEndian.Uint32(m.Payload[1:]) }

// own is an update about the ship of the client at the end of the link.
func own(m *Message) bool {
	slot, owned := wire.OwnerSlot(m.object())
	return owned && slot == int(m.Slot)
}

// OfSlot are updates about the ships of a slot.
func OfSlot(n int) Match {
	return func(m *Message) bool {
		slot, owned := wire.OwnerSlot(m.object())
		return owned && slot == n
	}
}

// Has are updates with one of some flags.
func Has(flags uint8) Match {
	return func(m *Message) bool { return m.Payload[message.UpdateHeaderSize-1]&flags != 0 }
}

// Update changes the fields of a StateUpdate.
func Update(change func(*message.StateUpdate)) Do { return Set(change) }

func (m *Message) update() *message.StateUpdate {
	u, _ := m.Said().(*message.StateUpdate)
	return u
}

// Streams does something with the updates about each ship that go one way on one connection, as they were sent: one after
// the other. After a pause the id may be that of another ship.
func Streams(of Match, do func(*Capture, []*Message)) Edit {
	type stream struct {
		link   *Link
		dir    decode.Direction
		object uint32
	}
	return func(c *Capture) {
		const pause = 4 * time.Second
		var lists [][]*Message
		at := map[stream]int{}
		for _, m := range c.Messages {
			if m.Opcode != message.OpcodeStateUpdate || m.Drop || !of(m) {
				continue
			}
			k := stream{m.Link, m.Dir, m.object()}
			i, known := at[k]
			if !known || m.At()-lists[i][len(lists[i])-1].At() > pause {
				i = len(lists)
				lists, at[k] = append(lists, nil), i
			}
			lists[i] = append(lists[i], m)
		}
		for _, list := range lists {
			do(c, list)
		}
	}
}

// Pause takes updates out of a stream, from a moment on for so long at least: to a position.
func Pause(list []*Message, from, long time.Duration) {
	i := slices.IndexFunc(list, func(m *Message) bool { return m.At() >= from })
	if i < 0 {
		return
	}
	for k := i; k < len(list); k++ {
		if list[k].At() >= list[i].At()+long && Has(message.FlagPosition)(list[k]) {
			for _, m := range list[i:k] {
				m.Drop = true
			}
			return
		}
	}
}

// Rechain writes the blocks of a stream anew, where some of its updates were taken out or their booleans are others: each goes on
// where the one before ended, and ends with the entry that fills it, with the values that were told last. full is the length
// at which it begins no further entry; 0 = as stock software.
func Rechain(list []*Message, full int) {
	known, next := map[int]message.SubsystemState{}, 0
	note := func(m *Message, first bool) {
		for _, x := range m.update().Subsystems.Items {
			if _, told := known[x.Index]; !told || !first {
				known[x.Index] = x
			}
		}
	}
	for _, m := range list {
		note(m, true)
	}
	if list[0].Context.Class == nil || len(known) < len(list[0].Context.Class.Subsystems) {
		return // too few for a round
	}
	for _, m := range list {
		if note(m, false); m.Drop {
			continue
		}
		bare := *m
		Update(func(u *message.StateUpdate) { u.DirtyFlags &^= message.FlagSubsystems })(nil, &bare)
		n := len(m.Context.Class.Subsystems)
		for size := 1; size <= n; size++ {
			Update(func(u *message.StateUpdate) {
				u.Subsystems.StartIndex, u.Subsystems.Items = uint8(next), nil
				for i := range size {
					u.Subsystems.Items = append(u.Subsystems.Items, known[(next+i)%n])
				}
			})(nil, m)
			if full == 0 && m.update().Subsystems.WindowOK || full > 0 && len(m.Payload)-len(bare.Payload) >= full || size == n {
				next = (next + size) % n
				break
			}
		}
	}
}

// Thin leaves every other update of a stream of the host, and those with a position or a cloak.
func Thin(_ *Capture, list []*Message) {
	for i, m := range list {
		m.Drop = i%2 == 1 && !Has(message.FlagPosition|message.FlagCloak)(m)
	}
	Rechain(list, 0)
}

// places follows where the updates of a stream say that the ship is.
type places struct{ base, at wire.Vector }

// take gives the place that an update tells; false = none.
func (p *places) take(u *message.StateUpdate) bool {
	switch {
	case u.DirtyFlags&message.FlagPosition != 0:
		p.base, p.at = u.Position, u.Position
	case u.DirtyFlags&message.FlagDelta != 0:
		p.at = p.base
		for i, d := range u.Delta.Vector() {
			p.at[i] += d
		}
	default:
		return false
	}
	return true
}

// RarePositions leaves a position so often at most, and makes offsets of the others.
func RarePositions(every time.Duration) Edit {
	return All(Streams(Moves, func(_ *Capture, list []*Message) {
		var p places
		var told wire.Vector
		last := -time.Hour
		for _, m := range list {
			u := m.update()
			if !p.take(u) {
				continue
			}
			if u.DirtyFlags&message.FlagPosition != 0 && m.At()-last >= every {
				last, told = m.At(), p.at
				continue
			}
			Update(func(u *message.StateUpdate) {
				u.DirtyFlags = u.DirtyFlags&^message.FlagPosition | message.FlagDelta
				u.HasHash, u.Delta = false, offset(p.at, told)
			})(nil, m)
		}
	}), Streams(ToOthers, func(_ *Capture, list []*Message) { Rechain(list, 0) }))
}

func offset(to, from wire.Vector) (x wire.CV4) {
	length := 0.0
	for i := range to {
		length += float64(to[i]-from[i]) * float64(to[i]-from[i])
	}
	length = math.Sqrt(length)
	for i := range to {
		if length > 0 {
			x.Direction[i] = int8(float64(to[i]-from[i]) / length * 127)
		}
	}
	x.Magnitude = wire.NewCF16(length)
	return x
}

// Slower has the host send rounds of updates so often less, evenly: what a round that is left out tells of a ship is in the next one.
func Slower(times float64) Edit {
	type round struct {
		link *Link
		own  bool
	}
	type ship struct {
		places
		missed *message.StateUpdate
	}
	return func(c *Capture) {
		due, ships := map[round]time.Duration{}, map[round]map[uint32]*ship{}
		late := map[round]map[*Packet]time.Duration{} // what is done with datagrams: later, or -1 = left out
		var moves []func()
		for _, m := range c.Messages {
			if !ToAny(m) {
				continue
			}
			k, p := round{m.Link, own(m)}, m.Copies[0].Packet
			if ships[k] == nil {
				due[k], ships[k], late[k] = m.At(), map[uint32]*ship{}, map[*Packet]time.Duration{}
			}
			by, decided := late[k][p]
			if !decided {
				switch by = due[k] - p.At; {
				case by < -60*time.Millisecond: // after a pause
					by, due[k] = 0, p.At
				case by > 50*time.Millisecond:
					by = -1
				}
				if late[k][p] = by; by != -1 {
					moves = append(moves, func() { c.apart(p, by, k.own) })
					due[k] += time.Duration(times * float64(101*time.Millisecond))
				}
			}
			x, u := ships[k][m.object()], m.update()
			if x == nil {
				x = &ship{}
				ships[k][m.object()] = x
			}
			moved := x.take(u)
			if x.missed != nil {
				merge(u, x.missed, &x.places, moved)
			}
			if x.missed = nil; by == -1 {
				m.Drop, x.missed = true, u
				continue
			}
			u.GameTime += float32(by.Seconds())
			m.Say(message.Append(nil, message.OpcodeStateUpdate, u))
		}
		for _, move := range moves {
			move()
		}
		Streams(ToAny, func(_ *Capture, list []*Message) { Rechain(list, 0) })(c)
	}
}

// apart moves the updates of a round, and leaves the rest of its datagram where it is.
func (c *Capture) apart(p *Packet, by time.Duration, owner bool) {
	later := &Packet{At: p.At + by, Peer: p.Peer, src: p.src, dst: p.dst}
	p.copies = slices.DeleteFunc(p.copies, func(x *Copy) bool {
		if !ToAny(x.Message) || own(x.Message) != owner {
			return false
		}
		x.Packet = later
		later.copies = append(later.copies, x)
		return true
	})
	c.packets = append(c.packets, later)
}

// merge adds to an update what an earlier one, which is left out, tells.
func merge(u, missed *message.StateUpdate, p *places, moved bool) {
	add := missed.DirtyFlags &^ u.DirtyFlags
	if add&message.FlagPosition != 0 {
		if u.Position = p.at; !moved {
			u.Position = missed.Position
		}
		u.HasHash, u.SubsysHash = missed.HasHash, missed.SubsysHash
		u.DirtyFlags &^= message.FlagDelta
		add &^= message.FlagDelta
	}
	if add&message.FlagDelta != 0 && u.DirtyFlags&message.FlagPosition != 0 {
		add &^= message.FlagDelta
	}
	for flag, copied := range map[uint8]func(){
		message.FlagDelta: func() { u.Delta = missed.Delta }, message.FlagForward: func() { u.Forward = missed.Forward },
		message.FlagUp: func() { u.Up = missed.Up }, message.FlagSpeed: func() { u.Speed = missed.Speed }, message.FlagCloak: func() { u.Cloaked = missed.Cloaked },
	} {
		if add&flag != 0 {
			copied()
		}
	}
	u.DirtyFlags |= add & (message.FlagPosition | message.FlagDelta | message.FlagForward | message.FlagUp | message.FlagSpeed | message.FlagCloak)
}
