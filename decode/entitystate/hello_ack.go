package entitystate

import "bcdump/decode/wire"

// HelloAck, type 2, server to client: answers Hello. It has no fields.
//
// Source: documents.
type HelloAck struct{}

// Visit describes the fields in wire order.
func (m *HelloAck) Visit(wire.Visitor) {}
