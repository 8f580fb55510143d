package message

import "bcdump/decode/wire"

// TeamScore, opcode 0x40, host to clients of a team game.
//
//	+0   u8     opcode 0x40
//	+1   u8     team
//	+2   i32    kills
//	+6   i32    score
//
// Source: the game's readable scripts; seen in captures of third-party servers.
type TeamScore struct {
	Team         uint8
	Kills, Score int32
}

// Visit describes the fields in wire order.
func (m *TeamScore) Visit(v wire.Visitor) {
	v.U8("team", &m.Team)
	v.I32("kills", &m.Kills)
	v.I32("score", &m.Score)
}
