package message

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
