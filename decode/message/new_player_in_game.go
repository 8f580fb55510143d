package message

import "bcdump/decode/wire"

// NewPlayerInGame, opcode 0x2A, client to host: the client is ready to play.
//
//	+0   u8     opcode 0x2A
//	+1   bool   flag               kept by the host with the player; meaning unknown
//
// Source: observed, always "2A 20".
type NewPlayerInGame struct {
	Flag bool
}

// Visit describes the fields in wire order.
func (m *NewPlayerInGame) Visit(v wire.Visitor) {
	v.Bool("flag", &m.Flag)
}
