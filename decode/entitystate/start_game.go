package entitystate

import "bcdump/decode/wire"

// StartGame, type 101, server to client, over TCP. One document puts the token here; the
// payload is not read.
//
// Source: documents that contradict each other.
type StartGame struct {
	Bare    bool // nothing but the header
	Payload []byte
}

func (m *StartGame) setSize(payload int) { m.Bare = payload == 0 }

// Visit describes the fields in wire order.
func (m *StartGame) Visit(v wire.Visitor) {
	wire.Optional(v, !m.Bare, "payload is not empty", func() { v.Rest("payload", &m.Payload, 0) })
}
