package edit

import (
	"slices"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// Find gives the first message that is chosen; nil = there is none.
func (c *Capture) Find(of Match) *Message {
	if i := slices.IndexFunc(c.Messages, of); i >= 0 {
		return c.Messages[i]
	}
	return nil
}

// Entered is when a client came into the game; false = it did not.
func (c *Capture) Entered(l *Link) (time.Duration, bool) {
	if m := c.Find(Down(0x35).And(On(l.Number))); m != nil {
		return m.At(), true
	}
	return 0, false
}

// Present are the connections to which the host speaks at a moment, some time before and after: those in the game.
func (c *Capture) Present(at time.Duration) (list []*Link) {
	const safe = time.Second
	for _, l := range c.Links {
		if from, ok := c.Entered(l); ok && from+safe < at && at < c.lastOf(l, ToClient).At()-safe {
			list = append(list, l)
		}
	}
	return list
}

// Heard is the last message of a client.
func (c *Capture) Heard(l *Link) *Message { return c.lastOf(l, ToServer) }

func (c *Capture) lastOf(l *Link, dir decode.Direction) (last *Message) {
	for _, m := range c.Messages {
		if m.Link == l && m.Dir == dir && (last == nil || m.At() > last.At()) {
			last = m
		}
	}
	return last
}

// Creation is the newest ship that a client has made at a moment, and when; nil = none, or it has exploded.
func (c *Capture) Creation(l *Link, at time.Duration) (ship *message.ObjectCreate, made time.Duration) {
	for _, m := range c.Messages {
		if m.At() > at || m.Opcode != 0x02 && m.Opcode != 0x03 && m.Opcode != 0x06 {
			continue
		}
		switch x := m.Said().(type) {
		case *message.ObjectCreate:
			if m.Link == l && m.Dir == ToServer {
				ship, made = x, m.At()
			}
		case *message.Event:
			if ship != nil && Exploding(x) && x.TargetID == ship.ObjectID {
				ship = nil
			}
		}
	}
	return ship, made
}

// Exploding reports whether an event tells the end of a ship.
func Exploding(e *message.Event) bool { return e.ClassID == message.ClassObjectExploding }

// Tell sends a game message in a direction on a connection.
func (c *Capture) Tell(at time.Duration, l *Link, dir decode.Direction, opcode uint8, fields wire.Message) *Message {
	return c.Insert(at, l, dir, transport.NewData(true, 0), message.Append(nil, opcode, fields))
}

// Says has a client say something that the host passes on to all others.
func (c *Capture) Says(at time.Duration, l *Link, opcode uint8, fields wire.Message) {
	c.SaysAgain(at, l, message.Append(nil, opcode, fields))
}

// SaysAgain is Says with the payload of a message.
func (c *Capture) SaysAgain(at time.Duration, l *Link, payload []byte) {
	const later = 30 * time.Millisecond
	c.Insert(at, l, ToServer, transport.NewData(true, 0), payload)
	for _, o := range c.Present(at) {
		if o != l {
			c.Insert(at+later, o, ToClient, transport.NewData(true, 0), payload)
		}
	}
}
