package message

import (
	"fmt"

	"bcdump/decode/wire"
)

// Chat, opcode 0x2C, client to host, which copies it to every client.
//
//	+0   u8     opcode 0x2C
//	+1   i32    sender_id          peer id of the sender
//	+5   str16  text
//
// Source: observed.
type Chat struct {
	SenderID int32
	Text     wire.Text
}

// Visit describes the fields in wire order.
func (m *Chat) Visit(v wire.Visitor) {
	v.I32("sender_id", &m.SenderID)
	v.Str16("text", &m.Text)
}

// Said is who says what.
func (m *Chat) Said() (peer int32, text string) { return m.SenderID, m.Text.String() }

// TeamChat, opcode 0x2D, client to host, which copies it to the team.
//
//	+0   u8     opcode 0x2D
//	+1   i32    sender_id          peer id of the sender
//	+5   str16  text
//
// Source: the game's readable scripts; no captured bytes.
type TeamChat struct {
	Chat
}

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

// EndGame, opcode 0x38, host to all clients: the round is over.
//
//	+0   u8     opcode 0x38
//	+1   i32    reason
//
// Source: the game's readable scripts; no captured bytes.
type EndGame struct {
	Reason int32
}

var endReasons = [...]string{
	"over", "time is up", "frag limit", "score limit", "starbase destroyed", "Borg destroyed", "Enterprise destroyed",
}

// ReasonText says why the round ended, "" if the number is not known.
func (m *EndGame) ReasonText() string {
	if m.Reason < 0 || int(m.Reason) >= len(endReasons) {
		return ""
	}
	return endReasons[m.Reason]
}

// Visit describes the fields in wire order.
func (m *EndGame) Visit(v wire.Visitor) {
	v.I32("reason", &m.Reason)
	text := m.ReasonText()
	wire.Optional(v, text != "", "reason 0 to 6", func() { v.ShowText("reason_text", text) })
}

// RestartGame, opcode 0x39, host to all clients: a new round begins.
//
//	+0   u8     opcode 0x39, nothing more
//
// Source: the game's readable scripts; no captured bytes.
type RestartGame struct{}

// Visit describes the fields in wire order: there are none.
func (m *RestartGame) Visit(wire.Visitor) {}
