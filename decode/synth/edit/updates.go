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
func own(m *Message) bool { return ownedBy(m.object(), m.Link) }

// ownedBy reports whether an object is of the client at the end of a link.
func ownedBy(id uint32, l *Link) bool {
	slot, owned := wire.OwnerSlot(id)
	return owned && slot == int(l.Slot)
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

// Fewer leaves out so many of ten rounds of updates of the host; if there is a position or a cloak in one, the next one.
func Fewer(out int) Edit {
	type round struct {
		link *Link
		own  bool
	}
	return func(c *Capture) {
		owed := map[round]int{}
		for _, p := range c.packets {
			sent := map[round][]*Message{}
			for _, x := range p.copies {
				if ToAny(x.Message) {
					k := round{x.Link, own(x.Message)}
					sent[k] = append(sent[k], x.Message)
				}
			}
			for k, list := range sent {
				if owed[k] += out; owed[k] < 10 || slices.ContainsFunc(list, Has(message.FlagPosition|message.FlagCloak)) {
					continue
				}
				owed[k] -= 10
				for _, m := range list {
					m.Drop = true
				}
			}
		}
		Streams(ToAny, func(_ *Capture, list []*Message) { Rechain(list, 0) })(c)
	}
}

// RarePositions leaves a position so often at most, and makes offsets of the others.
func RarePositions(every time.Duration) Edit {
	return All(Streams(Moves, func(_ *Capture, list []*Message) {
		var base, told wire.Vector // positions as the owner sent them, and as they are sent now
		last := -time.Hour
		for _, m := range list {
			u, at := m.update(), base
			switch {
			case u.DirtyFlags&message.FlagPosition != 0:
				if base, at = u.Position, u.Position; m.At()-last >= every {
					last, told = m.At(), at
					continue
				}
			case u.DirtyFlags&message.FlagDelta != 0:
				for i, d := range u.Delta.Vector() {
					at[i] += d
				}
			default:
				continue
			}
			Update(func(u *message.StateUpdate) {
				u.DirtyFlags = u.DirtyFlags&^message.FlagPosition | message.FlagDelta
				u.HasHash, u.Delta = false, offset(at, told)
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
