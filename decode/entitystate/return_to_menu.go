package entitystate

import "bcdump/decode/wire"

// ReturnToMenu, type 13 of early and 17 of late servers, server to clients. It has no
// fields.
//
// Source: documents.
type ReturnToMenu struct{}

// Visit describes the fields in wire order.
func (m *ReturnToMenu) Visit(wire.Visitor) {}
