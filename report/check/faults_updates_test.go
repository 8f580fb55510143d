package check_test

import (
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth/edit"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// nowAndThen is how many updates go by until one is broken: a prime, so that it is not always the same
// ship and receiver.
const nowAndThen = 23

// Kinds of updates.
var (
	fromClient, toAny, toOwner, toOthers, moves = edit.FromClient, edit.ToAny, edit.ToOwner, edit.ToOthers, edit.Moves
	has, updated                                = edit.Has, edit.Update
)

// clearing takes flags off an update.
func clearing(flags uint8) edit.Do {
	return updated(func(u *message.StateUpdate) { u.DirtyFlags &^= flags })
}

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

// takeBlock gives an update the block of another one.
func takeBlock(m, from *edit.Message) {
	x := from.Said().(*message.StateUpdate)
	updated(func(u *message.StateUpdate) {
		u.Subsystems.StartIndex, u.Subsystems.Items = x.Subsystems.StartIndex, x.Subsystems.Items
	})(nil, m)
}

var updateFaults = []fault{
	{rule: "update-no-subsystems-from-client", do: edit.Every(nowAndThen, fromClient, updated(func(u *message.StateUpdate) {
		u.DirtyFlags |= message.FlagSubsystems
		u.Subsystems = message.SubsystemBlock{Items: []message.SubsystemState{{Condition: 255}}}
	}))},
	{rule: "update-power-from-client", do: edit.Every(nowAndThen, fromClient, clearing(message.FlagWeapons))},
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
	{rule: "update-remote-motion", do: edit.Every(2, toOthers.But(has(message.FlagPosition|message.FlagCloak)), clearing(motion))},
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
		edit.Fewer(5),
		edit.Each(fromClient, func(c *edit.Capture, m *edit.Message) {
			u := *m.Said().(*message.StateUpdate)
			u.DirtyFlags, u.GameTime, u.Power = message.FlagWeapons, u.GameTime+0.05, nil
			c.Insert(m.At()+50*time.Millisecond, m.Link, m.Dir, transport.NewData(false, 0), message.Append(nil, 0x1C, &u))
		}))},
	{rule: "update-position-refresh", do: edit.RarePositions(5 * s)},
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
	}, follows: []string{"update-clock-drift: it is put forward once"}},
	{rule: "update-gaps", do: edit.All(
		edit.Streams(fromClient.And(edit.On(1)), func(_ *edit.Capture, list []*edit.Message) { edit.Pause(list, 7*s, 2200*time.Millisecond) }),
		edit.Streams(toOthers.And(edit.On(1)), func(_ *edit.Capture, list []*edit.Message) {
			for at := 14 * s; at < 90*s; at += 15 * s {
				edit.Pause(list, at, 2200*time.Millisecond)
			}
			edit.Rechain(list, 0)
		})), follows: []string{"updates-stay-out: it is what he sees of it"}},
	{rule: "update-position-jumps", do: edit.All(away(fromClient.And(edit.On(1)), jump), away(toOthers.And(edit.OfSlot(1)), jump))},
	{rule: "update-condition-steady", follows: []string{"condition-rises: who gets too few blocks for the rule sees it too"}, do: edit.Streams(toAny.And(edit.OfSlot(0)), func(c *edit.Capture, list []*edit.Message) {
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
