package entitystate

import "bcdump/decode/wire"

// TCPWelcome, type 100, server to client, over TCP: where to say Hello.
//
//	nothing, or
//	+0   u16  udp_port
//	+2   u32  token
//
// Source: documents.
type TCPWelcome struct {
	Bare    bool // nothing but the header
	UDPPort uint16
	Token   uint32
}

func (m *TCPWelcome) setSize(payload int) { m.Bare = payload == 0 }

// Visit describes the fields in wire order.
func (m *TCPWelcome) Visit(v wire.Visitor) {
	wire.Optional(v, !m.Bare, "payload is not empty", func() {
		v.U16("udp_port", &m.UDPPort)
		v.Hex32("token", &m.Token)
	})
}
