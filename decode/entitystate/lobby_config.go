package entitystate

import "bcdump/decode/wire"

// LobbyConfig, type 15 of early and 13 of late servers, client to server.
//
//	+0   u8  base_lives
//	+1   u8  difficulty
//
// Source: documents.
type LobbyConfig struct {
	BaseLives  uint8
	Difficulty uint8
}

// Visit describes the fields in wire order.
func (m *LobbyConfig) Visit(v wire.Visitor) {
	v.U8("base_lives", &m.BaseLives)
	v.U8("difficulty", &m.Difficulty)
}
