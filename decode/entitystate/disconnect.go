package entitystate

import "bcdump/decode/wire"

// Disconnect, type 12 of early and 16 of late servers, client to server. It has no
// fields.
//
// Source: documents.
type Disconnect struct{}

// Visit describes the fields in wire order.
func (m *Disconnect) Visit(wire.Visitor) {}
