package message

import "bcdump/decode/wire"

// TeamSelect, opcode 0x41, client to host, copied to all clients: a player picks a
// side.
//
//	+0   u8     opcode 0x41
//	+1   i32    player_id          peer id
//	+5   u8     team
//
// Source: the game's readable scripts; seen in captures of third-party servers.
type TeamSelect struct {
	PlayerID int32
	Team     uint8
}

// Visit describes the fields in wire order.
func (m *TeamSelect) Visit(v wire.Visitor) {
	v.I32("player_id", &m.PlayerID)
	v.U8("team", &m.Team)
}
