package entitystate

import "bcdump/decode/wire"

// Hello, type 1, client to server: the first message.
//
//	old form: nothing
//	+0   u32        token         as TcpWelcome gave it
//	+4   padded 16  player_name
//
// Source: documents; the size tells the forms apart.
type Hello struct {
	Old        bool // nothing but the header
	Token      uint32
	PlayerName wire.Text
}

const nameSize = 16

func (m *Hello) setSize(payload int) { m.Old = payload == 0 }

// Visit describes the fields in wire order.
func (m *Hello) Visit(v wire.Visitor) {
	form := "token"
	if m.Old {
		form = "empty"
	}
	v.ShowText("form", form)
	wire.Optional(v, !m.Old, "form token", func() {
		v.Hex32("token", &m.Token)
		v.Padded("player_name", &m.PlayerName, nameSize)
	})
}
