package message

import "bcdump/decode/wire"

// Score, opcode 0x37, host to a new player: the score of one player.
//
//	+0   u8     opcode 0x37
//	+1   i32    player_id          peer id
//	+5   i32    kills
//	+9   i32    deaths
//	+13  i32    score
//
// Source: observed.
type Score struct {
	PlayerID, Kills, Deaths, Score int32
}

// Visit describes the fields in wire order.
func (m *Score) Visit(v wire.Visitor) {
	v.I32("player_id", &m.PlayerID)
	v.I32("kills", &m.Kills)
	v.I32("deaths", &m.Deaths)
	v.I32("score", &m.Score)
}
