package entitystate

import "bcdump/decode/wire"

// GameOver, type 17 of early and 15 of late servers, server to clients.
//
//	+0   u8  reason
//
// Source: documents; what the reasons mean is not known.
type GameOver struct {
	Reason uint8
}

// Visit describes the fields in wire order.
func (m *GameOver) Visit(v wire.Visitor) { v.U8("reason", &m.Reason) }
