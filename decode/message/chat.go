package message

import "bcdump/decode/wire"

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
