package entitystate

import "bcdump/decode/wire"

// ScoreUpdate, type 11, server to clients.
//
//	+0   u32  id      of the player; 0 = the team, on late servers
//	+4   i32  score
//
// Source: documents.
type ScoreUpdate struct {
	ID    uint32
	Score int32
}

// Visit describes the fields in wire order.
func (m *ScoreUpdate) Visit(v wire.Visitor) {
	v.U32("id", &m.ID)
	v.I32("score", &m.Score)
}
