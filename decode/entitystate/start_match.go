package entitystate

import "bcdump/decode/wire"

// StartMatch, type 16 of early and 14 of late servers, client to server. It has no
// fields.
//
// Source: documents.
type StartMatch struct{}

// Visit describes the fields in wire order.
func (m *StartMatch) Visit(wire.Visitor) {}
