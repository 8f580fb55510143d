package check_test

import (
	"math"
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
	"bcdump/internal/edit"
)

// nowAndThen is how many updates go by until one is broken: a prime, so that it is not always the same
// ship and receiver.
const nowAndThen = 23

// Kinds of updates.
var (
	fromClient = edit.Up(0x1C)
	toAny      = edit.Down(0x1C)
	toOwner    = toAny.And(own)
	toOthers   = toAny.But(own)
	moves      = edit.Match(func(m *edit.Message) bool { return fromClient(m) || toOthers(m) })
)

// own is an update about the ship of the client at the end of the link.
func own(m *edit.Message) bool {
	slot, ok := wire.OwnerSlot(uint32(m.Payload[1]) | uint32(m.Payload[2])<<8 | uint32(m.Payload[3])<<16 | uint32(m.Payload[4])<<24)
	return ok && slot == int(m.Slot)
}

// has are updates with a flag.
func has(flag uint8) edit.Match {
	return func(m *edit.Message) bool { return m.Payload[9]&flag != 0 }
}

// clear takes flags off an update.
func clearFlags(flags uint8) edit.Do {
	return edit.Set(func(u *message.StateUpdate) { u.DirtyFlags &^= flags })
}

func updated(do func(u *message.StateUpdate)) edit.Do { return edit.Set(do) }

const motion = message.FlagPosition | message.FlagDelta | message.FlagForward | message.FlagUp | message.FlagSpeed | message.FlagCloak

// away are two of seven positions of each stream.
func away(of edit.Match, do edit.Do) edit.Edit {
	return edit.Streams(of.And(has(message.FlagPosition)), func(c *edit.Capture, list []*edit.Message) {
		for i, m := range list {
			if i%7 > 4 {
				do(c, m)
			}
		}
	})
}

func between(from, to time.Duration) edit.Match {
	return func(m *edit.Message) bool { return m.At() >= from && m.At() < to }
}

// shiftBlocks has each update of a stream take the block of the next one.
func takeBlock(m, from *edit.Message) {
	x := from.Said().(*message.StateUpdate)
	edit.Set(func(u *message.StateUpdate) {
		u.Subsystems.StartIndex, u.Subsystems.Items = x.Subsystems.StartIndex, x.Subsystems.Items
	})(nil, m)
}

// thin leaves every other update of the host, and those with a position or a cloak.
func thin(c *edit.Capture, list []*edit.Message) {
	for i, m := range list {
		m.Drop = i%2 == 1 && !has(message.FlagPosition|message.FlagCloak)(m)
	}
	rechain(c, list)
}

// rechain writes the blocks of a stream anew, where some of its updates were taken out or their booleans are others: each goes on
// where the one before ended, and ends with the entry that fills it, with the values that were told last.
func rechain(c *edit.Capture, list []*edit.Message) {
	known, next := map[int]message.SubsystemState{}, 0
	note := func(m *edit.Message, first bool) {
		for _, x := range m.Said().(*message.StateUpdate).Subsystems.Items {
			if _, told := known[x.Index]; !told || !first {
				known[x.Index] = x
			}
		}
	}
	for _, m := range list {
		note(m, true)
	}
	for _, m := range list {
		if note(m, false); m.Drop {
			continue
		}
		n := len(m.Context.Class.Subsystems)
		for size := 1; size <= n; size++ {
			updated(func(u *message.StateUpdate) {
				u.Subsystems.StartIndex, u.Subsystems.Items = uint8(next), nil
				for i := range size {
					u.Subsystems.Items = append(u.Subsystems.Items, known[(next+i)%n])
				}
			})(c, m)
			if m.Said().(*message.StateUpdate).Subsystems.WindowOK {
				next = (next + size) % n
				break
			}
		}
	}
}

// pause takes updates out of a stream, from a moment on for so long at least: to a position.
func pause(list []*edit.Message, from, long time.Duration) {
	i := slices.IndexFunc(list, func(m *edit.Message) bool { return m.At() >= from })
	if i < 0 {
		return
	}
	for k := i; k < len(list); k++ {
		if list[k].At() >= list[i].At()+long && has(message.FlagPosition)(list[k]) {
			for _, m := range list[i:k] {
				m.Drop = true
			}
			return
		}
	}
}

var updateFaults = []fault{
	{rule: "update-no-subsystems-from-client", do: edit.Every(nowAndThen, fromClient, updated(func(u *message.StateUpdate) {
		u.DirtyFlags |= message.FlagSubsystems
		u.Subsystems = message.SubsystemBlock{Items: []message.SubsystemState{{Condition: 255}}}
	}))},
	{rule: "update-power-from-client", do: edit.Every(nowAndThen, fromClient, clearFlags(message.FlagWeapons))},
	{rule: "update-subsystems-from-server", do: edit.Every(nowAndThen, toOthers, updated(func(u *message.StateUpdate) { u.DirtyFlags |= message.FlagWeapons }))},
	{rule: "update-not-relayed", do: edit.Every(nowAndThen, fromClient, func(c *edit.Capture, m *edit.Message) {
		for _, l := range c.Present(m.At()) {
			if l != m.Link {
				c.Insert(m.At()+50*time.Millisecond, l, edit.ToClient, transport.NewData(false, 0), m.Payload)
			}
		}
	}), follows: []string{"update-subsystems-from-server: updates of clients have other flags than those of the host", "update-hash-side: updates of clients have a hash"}},
	{rule: "update-hash-side", do: edit.All(
		edit.Each(fromClient.And(has(message.FlagPosition)), updated(func(u *message.StateUpdate) { u.HasHash = false })),
		edit.Each(toOthers.And(has(message.FlagPosition)), updated(func(u *message.StateUpdate) { u.HasHash, u.SubsysHash = true, 0x1234 })))},
	{rule: "update-hash-constant", do: edit.Streams(fromClient.And(has(message.FlagPosition)), func(c *edit.Capture, list []*edit.Message) {
		for _, m := range list[min(10, len(list)):] {
			updated(func(u *message.StateUpdate) { u.SubsysHash ^= 1 })(c, m)
		}
	})},
	{rule: "update-own-form", do: edit.Every(nowAndThen, toOwner, updated(func(u *message.StateUpdate) { u.DirtyFlags |= message.FlagSpeed; u.Speed = wire.NewCF16(2) }))},
	{rule: "update-power-bytes", do: edit.Every(nowAndThen, toOwner, updated(func(u *message.StateUpdate) {
		for i := range u.Subsystems.Items {
			if x := &u.Subsystems.Items[i]; u.Context().Class.Subsystems[x.Index].Format.HasPower() {
				x.HasData, x.Power = true, 100
			}
		}
	})), follows: []string{"update-block-window: with power settings a block is longer"}},
	{rule: "update-remote-motion", do: edit.Every(2, toOthers.But(has(message.FlagPosition|message.FlagCloak)), clearFlags(motion))},
	{rule: "update-block-layout", do: edit.Every(2*nowAndThen+1, toOthers, edit.Bytes(func(b []byte) []byte { return b[:len(b)-1] }))},
	{rule: "update-block-window", do: edit.Streams(toAny, func(c *edit.Capture, list []*edit.Message) {
		for i := 1; i < len(list); i += 3 {
			a, b := list[i-1], list[i]
			x, y := a.Said().(*message.StateUpdate), b.Said().(*message.StateUpdate)
			if n := len(x.Subsystems.Items); n > 1 && len(y.Subsystems.Items) > 0 {
				updated(func(u *message.StateUpdate) { u.Subsystems.Items = x.Subsystems.Items[:n-1] })(c, a)
				updated(func(u *message.StateUpdate) {
					u.Subsystems.StartIndex = uint8(x.Subsystems.Items[n-1].Index)
					u.Subsystems.Items = append([]message.SubsystemState{x.Subsystems.Items[n-1]}, y.Subsystems.Items...)
				})(c, b)
			}
		}
	})},
	{rule: "update-roundrobin", do: edit.Streams(toAny, func(_ *edit.Capture, list []*edit.Message) {
		for i := 5; i < len(list); i += 6 {
			takeBlock(list[i], list[i-1])
		}
	})},
	{rule: "update-first-cycle", follows: []string{"condition-rises: a newcomer sees it of ships that are not new"}, do: edit.Streams(toAny, func(c *edit.Capture, list []*edit.Message) {
		updated(func(u *message.StateUpdate) { u.Subsystems.Items[0].Condition = 100 })(c, list[0])
	})},
	{rule: "update-rate", do: edit.All(
		edit.Streams(toAny, thin),
		edit.Each(fromClient, func(c *edit.Capture, m *edit.Message) {
			u := *m.Said().(*message.StateUpdate)
			u.DirtyFlags, u.GameTime, u.Power = message.FlagWeapons, u.GameTime+0.05, nil
			c.Insert(m.At()+50*time.Millisecond, m.Link, m.Dir, transport.NewData(false, 0), message.Append(nil, 0x1C, &u))
		}))},
	{rule: "update-position-refresh", do: edit.All(edit.Streams(moves, rarePositions), edit.Streams(toOthers, rechain))},
	{rule: "update-position-first", do: edit.Every(2, moves.And(has(message.FlagPosition)), updated(func(u *message.StateUpdate) {
		u.DirtyFlags |= message.FlagDelta
		u.Delta = wire.CV4{Direction: wire.CV3{0, 127, 0}}
	}))},
	{rule: "update-clock", do: edit.Streams(edit.Any(0x1C), func(c *edit.Capture, list []*edit.Message) {
		for i := 30; i < len(list); i += 40 {
			updated(func(u *message.StateUpdate) { u.GameTime -= 0.15 })(c, list[i])
		}
	})},
	{rule: "update-clock-drift", do: edit.All(
		edit.Each(fromClient, edit.SetOn(func(m *edit.Message, u *message.StateUpdate) { u.GameTime += float32(0.05 * m.At().Seconds()) })),
		edit.Each(toAny.And(between(30*s, 1000*s)), updated(func(u *message.StateUpdate) { u.GameTime += 1.3 })))},
	{rule: "update-clock-stands", do: edit.Streams(fromClient.And(edit.On(1)), func(_ *edit.Capture, list []*edit.Message) {
		i := slices.IndexFunc(list, func(m *edit.Message) bool { return m.At() > 10*s })
		if i < 0 || list[0].At() > 10*s {
			return
		}
		for _, m := range list[i:] {
			if m.At() > list[i].At()+3*s && has(message.FlagPosition)(m) {
				return
			}
			m.Say(list[i].Payload)
		}
	})},
	{rule: "update-clock-shared", do: func(c *edit.Capture) {
		edit.Each(toAny.And(edit.On(2), between(20*s, 1000*s)), updated(func(u *message.StateUpdate) { u.GameTime += 0.6 }))(c)
	}, follows: []string{"clock-differs: it is what he sees of it"}, short: "clock-differs comes first"},
	{rule: "update-gaps", do: edit.All(
		edit.Streams(fromClient.And(edit.On(1)), func(_ *edit.Capture, list []*edit.Message) { pause(list, 7*s, 2200*time.Millisecond) }),
		edit.Streams(toOthers.And(edit.On(1)), func(c *edit.Capture, list []*edit.Message) {
			for at := 14 * s; at < 90*s; at += 15 * s {
				pause(list, at, 2200*time.Millisecond)
			}
			rechain(c, list)
		})), follows: []string{"updates-stay-out: it is what he sees of it"}},
	{rule: "update-position-jumps", do: edit.All(away(fromClient.And(edit.On(1)), jump), away(toOthers.And(ofSlot(1)), jump))},
	{rule: "update-condition-steady", follows: []string{"condition-rises: who gets too few blocks for the rule sees it too"}, do: edit.Streams(toAny.And(ofSlot(0)), func(c *edit.Capture, list []*edit.Message) {
		turn := 0
		for _, m := range list {
			if m.At() < list[0].At()+3*s {
				continue
			}
			updated(func(u *message.StateUpdate) {
				for i := range u.Subsystems.Items {
					if u.Subsystems.Items[i].Index == 1 {
						if turn++; turn%2 == 0 {
							u.Subsystems.Items[i].Condition = 100
						}
					}
				}
			})(c, m)
		}
	})},
	{rule: "update-cloak-only-cloakers", do: edit.Every(nowAndThen, moves.And(func(m *edit.Message) bool { return m.Context.Class != nil && !m.Context.Class.HasCloak }),
		updated(func(u *message.StateUpdate) { u.DirtyFlags |= message.FlagCloak; u.Cloaked = false }))},
	{rule: "update-cloak-follows-owner", do: edit.Each(toOthers.And(has(message.FlagCloak)), updated(func(u *message.StateUpdate) { u.Cloaked = false }))},
	{rule: "update-power-entries", do: edit.Every(nowAndThen, fromClient, updated(func(u *message.StateUpdate) {
		for len(u.Power) < 4 {
			u.Power = append(u.Power, message.PowerSetting{Index: firstPowered(u), Value: 204})
		}
	}))},
	{rule: "update-power-roundrobin", do: edit.Each(fromClient, updated(func(u *message.StateUpdate) { slices.Reverse(u.Power) }))},
	{rule: "update-after-death", do: func(c *edit.Capture) {
		edit.Each(edit.Down(0x06).And(edit.Where(edit.Exploding)), func(c *edit.Capture, m *edit.Message) {
			id, at := m.Said().(*message.Event).TargetID, m.At()
			edit.Each(toAny.And(edit.On(m.Number), between(at, at+15*s), edit.Where(func(u *message.StateUpdate) bool { return u.ObjectID == id })), edit.Omit)(c)
		})(c)
	}},
}

func firstPowered(u *message.StateUpdate) uint8 {
	for i := range u.Context().Class.Subsystems {
		if u.Context().Class.HasPower(i) {
			return uint8(i)
		}
	}
	return 0
}

var jump = updated(func(u *message.StateUpdate) { u.Position[0] += 5000 })

// ofSlot are updates about the ships of a slot.
func ofSlot(n int) edit.Match {
	return func(m *edit.Message) bool {
		x, ok := m.Said().(*message.StateUpdate)
		slot, owned := wire.OwnerSlot(x.ObjectID)
		return ok && owned && slot == n
	}
}

// rarePositions leaves a position every five seconds, and makes offsets of the others.
func rarePositions(c *edit.Capture, list []*edit.Message) {
	var base, told wire.Vector // as the owner told, and as it is told now
	var last time.Duration
	for i, m := range list {
		edit.SetOn(func(m *edit.Message, u *message.StateUpdate) {
			place := told
			switch {
			case u.DirtyFlags&message.FlagPosition != 0:
				base, place = u.Position, u.Position
			case u.DirtyFlags&message.FlagDelta != 0:
				place = base
				for k, d := range u.Delta.Vector() {
					place[k] += d
				}
			default:
				return
			}
			if u.DirtyFlags&message.FlagPosition != 0 && (i == 0 || m.At()-last >= 5*s) {
				last, told = m.At(), u.Position
				return
			}
			u.DirtyFlags = u.DirtyFlags&^message.FlagPosition | message.FlagDelta
			u.HasHash = false
			u.Delta = offset(place, told)
		})(c, m)
	}
}

func offset(to, from wire.Vector) wire.CV4 {
	var d [3]float64
	length := 0.0
	for i := range d {
		d[i] = float64(to[i] - from[i])
		length += d[i] * d[i]
	}
	length = math.Sqrt(length)
	var x wire.CV4
	for i := range d {
		if length > 0 {
			x.Direction[i] = int8(d[i] / length * 127)
		}
	}
	x.Magnitude = wire.NewCF16(length)
	return x
}
