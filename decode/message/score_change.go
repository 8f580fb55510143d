package message

import (
	"fmt"

	"bcdump/decode/wire"
)

// ScoreChange, opcode 0x36, host to all clients: somebody died.
//
//	+0   u8     opcode 0x36
//	+1   i32    killer_id          peer id; 0 = no player
//	     i32    killer_kills       only if killer_id is not 0
//	     i32    killer_score       only if killer_id is not 0
//	     i32    victim_id
//	     i32    victim_deaths
//	     u8     update_count
//	     update_count x (i32 player_id, [player_id not 0] i32 score)
//
// Source: observed without killer and updates; the rest from the game's readable
// scripts, whose writer pads missing updates with a player_id of 0.
type ScoreChange struct {
	KillerID, KillerKills, KillerScore int32
	VictimID, VictimDeaths             int32
	Updates                            []ScoreUpdate

	context Context
}

// ScoreUpdate is the new score of one player.
type ScoreUpdate struct {
	PlayerID, Score int32
}

// Visit describes the fields in wire order.
func (m *ScoreChange) Visit(v wire.Visitor) {
	v.I32("killer_id", &m.KillerID)
	wire.Optional(v, m.KillerID != 0, "killer_id not 0", func() {
		v.I32("killer_kills", &m.KillerKills)
		v.I32("killer_score", &m.KillerScore)
	})
	v.I32("victim_id", &m.VictimID)
	v.I32("victim_deaths", &m.VictimDeaths)
	count := uint8(len(m.Updates))
	wire.Hidden(v, func() { v.U8("update_count", &count) })
	wire.Repeat(v, "updates", &m.Updates, int(count), func(u *ScoreUpdate) {
		v.I32("player_id", &u.PlayerID)
		wire.Optional(v, u.PlayerID != 0, "player_id not 0", func() { v.I32("score", &u.Score) })
	})
}

// SetContext gives names to players.
func (m *ScoreChange) SetContext(c Context) { m.context = c }

// AppendLine names the players.
func (m *ScoreChange) AppendLine(b []byte) []byte {
	b = fmt.Appendf(b, "killer %s", m.context.player(m.KillerID))
	if m.KillerID != 0 {
		b = fmt.Appendf(b, " (kills %d, score %d)", m.KillerKills, m.KillerScore)
	}
	b = fmt.Appendf(b, "  victim %s (deaths %d)", m.context.player(m.VictimID), m.VictimDeaths)
	between := "  new scores "
	for _, u := range m.Updates {
		if u.PlayerID != 0 {
			b = fmt.Appendf(b, "%s%s %d", between, m.context.player(u.PlayerID), u.Score)
			between = ", "
		}
	}
	return b
}
