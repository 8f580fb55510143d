package entitystate

import "bcdump/decode/wire"

// Ping, type 7, in both directions. It was proposed only.
//
//	+0   u32  sequence
//	+4   u32  timestamp   milliseconds
//
// Source: a document.
type Ping struct {
	Sequence  uint32
	Timestamp uint32
}

// Visit describes the fields in wire order.
func (m *Ping) Visit(v wire.Visitor) {
	v.U32("sequence", &m.Sequence)
	v.U32("timestamp", &m.Timestamp)
}
