package message

import "bcdump/decode/wire"

// ScoreInit, opcode 0x3F, host to a new player of a team game: the score of one
// player, in place of Score.
//
//	+0   u8     opcode 0x3F
//	+1   i32    player_id          peer id
//	+5   i32    kills
//	+9   i32    deaths
//	+13  i32    score
//	+17  u8     team               255 = none
//
// Source: the game's readable scripts; seen in captures of third-party servers.
type ScoreInit struct {
	Score
	Team uint8
}

// Visit describes the fields in wire order.
func (m *ScoreInit) Visit(v wire.Visitor) {
	m.Score.Visit(v)
	v.U8None("team", NoTeam, &m.Team)
}

// NoTeam is the team of a player who has none.
const NoTeam = 255
