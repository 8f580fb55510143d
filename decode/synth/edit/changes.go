package edit

import (
	"slices"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// Change is one thing that is otherwise in a whole capture than in stock software. It need not break a rule: comparisons of
// captures are held against changes. Each has to be found, and nothing else.
type Change struct {
	Name string
	Do   Edit
}

// Changed gives the change of a name.
func Changed(name string) Edit {
	return Changes[slices.IndexFunc(Changes, func(x Change) bool { return x.Name == name })].Do
}

// Changes are all of them.
var Changes = []Change{
	// What a message says.
	{"settings-collision", Each(Down(0x00), Set(func(m *message.Settings) { m.CollisionDamage = false }))},
	{"mission-limit", Each(Down(0x35), Set(func(m *message.MissionInit) { m.PlayerLimit = 16 }))},
	{"explosion-radius", Each(Down(0x29), Set(func(m *message.Explosion) { m.Radius = wire.NewCF16(75) }))},
	{"explosion-lifetime", Each(Down(0x06).And(Where(Exploding)), Set(func(m *message.Event) { m.Lifetime = 11 }))},
	{"torpedo-flags", Each(Any(0x19), Set(func(m *message.TorpedoFire) { m.Flags |= 2 }))},
	{"object-team", Each(Any(0x03), Bytes(func(b []byte) []byte { b[2] = b[1]; return b }))},
	{"chat-longer", Each(Down(0x2C), Bytes(func(b []byte) []byte { return append(b, 0) }))},
	{"peerinfo-address", Each(Down().And(Kind(transport.PeerInfo)), Set(func(m *transport.Peer) { m.Address = [4]byte{} }))},
	{"up-never", Each(ToOthers, Update(func(u *message.StateUpdate) { u.DirtyFlags &^= message.FlagUp }))},

	// What is said, and in which order.
	{"round-missing", Each(Any(0x20, 0x21).And(func(m *Message) bool { return m.Payload[1] == 3 }), Omit)},
	{"mission-after-list", Each(Down(0x35), func(c *Capture, m *Message) {
		if list := c.Find(Down(0x17).And(On(m.Number))); list != nil {
			m.Drop = true
			c.Behind(list, transport.NewData(true, 0), m.Payload)
		}
	})},
	{"no-player-list", Each(Down(0x17), Omit)},
	{"no-scores", Each(Down(0x36, 0x37, 0x3F, 0x40), Omit)},
	{"death-untold", func(c *Capture) { // to the newest client that is told of several
		of := Down(0x06).And(Where(Exploding), func(m *Message) bool {
			slot, _ := wire.OwnerSlot(m.Said().(*message.Event).TargetID)
			return slot != int(m.Slot)
		})
		for _, l := range slices.Backward(c.Links) {
			told := of.And(On(l.Number))
			if first := c.Find(told); first != nil && c.Find(told.But(func(m *Message) bool { return m == first })) != nil {
				Each(told, Omit)(c)
				return
			}
		}
	}},
	{"settings-late", Each(Down(0x28), func(c *Capture, m *Message) { c.stretch(m.Link, m.At(), 500*time.Millisecond, 1200*time.Millisecond) })},
	{"relay-late", Each(Copied, Late(200*time.Millisecond))},

	// How often, and when.
	{"update-rate-7", Fewer(3)},
	{"blocks-larger", Streams(ToAny, func(_ *Capture, list []*Message) { Rechain(list, 14) })},
	{"position-rare", RarePositions(2600 * time.Millisecond)},
	{"ack-late", Each(Down().And(Kind(transport.Ack)), Shift(90*time.Millisecond))},
	{"ack-once", Each(func(m *Message) bool { return len(m.Acks) > 1 && !m.Copies[0].Header.Fragment }, func(_ *Capture, m *Message) {
		for _, a := range m.Acks[1:] {
			a.Drop = true
		}
	})},
	{"keepalive-2s", func(c *Capture) {
		Each(Up().And(Kind(transport.Keepalive)), Omit)(c)
		for _, l := range c.Links {
			for at := c.Find(Up().And(On(l.Number))).At() + 2*time.Second; at < c.Heard(l).At(); at += 2 * time.Second {
				c.Insert(at, l, ToServer, transport.Message{Type: transport.Keepalive}, nil)
			}
		}
	}},
	{"fragment-300", Each(func(m *Message) bool { return m.Type == transport.Data && m.numbered() }, Cut(300))},
}

// stretch moves what is said on a connection from a moment on: what is soonest by as much as is said, and less and less
// until nothing is moved.
func (c *Capture) stretch(l *Link, from, by, over time.Duration) {
	for _, p := range c.packets {
		if len(p.copies) > 0 && p.copies[0].Link == l && p.At >= from && p.At < from+over {
			p.At += by * (over - (p.At - from)) / over
		}
	}
}
