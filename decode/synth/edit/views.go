package edit

import (
	"slices"
	"strings"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/wire"
)

// What the host does wrong towards one client, that of a connection, in what it tells of the ships of others.

// Since are messages from a moment on.
func Since(at time.Duration) Match { return func(m *Message) bool { return m.At() >= at } }

// Copied are copies that the host made at once of what a client sent.
var Copied Match = func(m *Message) bool {
	return m.From != nil && m.Dir == ToClient && m.From.Dir == ToServer && m.At()-m.From.At() < time.Second
}

// Blind never tells a client of the ships of a slot.
func Blind(client, slot int) Edit {
	made := Where(func(x *message.ObjectCreate) bool { n, _ := wire.OwnerSlot(x.ObjectID); return n == slot })
	return All(Each(Down(0x03).And(On(client), made), Omit), Each(ToAny.And(On(client), OfSlot(slot)), Omit))
}

// Freeze tells a client nothing for so long.
func Freeze(client int, from, long time.Duration) Edit {
	return Streams(ToOthers.And(On(client)), func(_ *Capture, list []*Message) {
		if i := slices.IndexFunc(list, Since(from)); i >= 0 && list[i].At() < from+long {
			Pause(list, from, from+long-list[i].At())
			Rechain(list, 0)
		}
	})
}

// Lie tells a client this condition of a part.
func Lie(client int, from time.Duration, part string, percent int) Edit {
	return Each(ToOthers.And(On(client), Since(from)), Update(func(u *message.StateUpdate) {
		for i := range u.Subsystems.Items {
			if x := &u.Subsystems.Items[i]; strings.EqualFold(u.Context().Class.Subsystems[x.Index].Name, part) {
				x.Condition = uint8(percent * 255 / 100)
			}
		}
	}))
}

// Elsewhere shifts the positions that a client is told.
func Elsewhere(client int, from time.Duration, units float32) Edit {
	return Each(ToOthers.And(On(client), Since(from), Has(message.FlagPosition)), Update(func(u *message.StateUpdate) { u.Position[0] += units }))
}

// Ending reports whether a message of the host tells that a ship is no more, and which: 0 = it tells nothing of the kind.
func Ending(m *Message) (object uint32) {
	switch x := m.Said().(type) {
	case *message.Event:
		if Exploding(x) {
			return x.TargetID
		}
	case *message.DestroyObject:
		return x.ObjectID
	}
	return 0
}

// Ghost never tells a client that a ship is no more, and goes on telling of it where it was last, until another one has its id.
func Ghost(client int) Edit {
	const every, whole = 100 * time.Millisecond, 13 // one of so many has a position
	return func(c *Capture) {
		ended := map[uint32]bool{}
		Each(Down(0x06, 0x14).And(On(client)), func(_ *Capture, m *Message) {
			if id := Ending(m); id != 0 && !ownedBy(id, m.Link) {
				m.Drop, ended[id] = true, true
			}
		})(c)
		Streams(ToOthers.And(On(client)), func(c *Capture, list []*Message) {
			id, last := list[0].object(), list[len(list)-1]
			until := c.lastOf(last.Link, ToClient).At()
			if next := c.Find(Down(0x03).And(On(client), Since(last.At()), Where(func(x *message.ObjectCreate) bool { return x.ObjectID == id }))); next != nil {
				until = next.At()
			}
			var place *Message
			for _, m := range list {
				if Has(message.FlagPosition)(m) {
					place = m
				}
			}
			for n := 1; ended[id] && place != nil; n++ {
				at := last.At() + time.Duration(n)*every
				if at >= until {
					break
				}
				x := c.Insert(at, last.Link, ToClient, place.Copies[0].Header, place.Payload)
				x.Context = place.Context
				Update(func(u *message.StateUpdate) {
					if u.GameTime += float32((at - place.At()).Seconds()); n%whole > 0 {
						u.DirtyFlags &^= message.FlagPosition
					}
				})(c, x)
				list = append(list, x)
			}
			Rechain(list, 0)
		})(c)
	}
}
