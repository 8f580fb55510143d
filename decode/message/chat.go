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
