package message

import "bcdump/decode/wire"

// EndGame, opcode 0x38, host to all clients: the round is over.
//
//	+0   u8     opcode 0x38
//	+1   i32    reason
//
// Source: the game's readable scripts; no captured bytes.
type EndGame struct {
	Reason int32
}

var endReasons = [...]string{
	"over", "time is up", "frag limit", "score limit", "starbase destroyed", "Borg destroyed", "Enterprise destroyed",
}

// ReasonText says why the round ended, "" if the number is not known.
func (m *EndGame) ReasonText() string {
	if m.Reason < 0 || int(m.Reason) >= len(endReasons) {
		return ""
	}
	return endReasons[m.Reason]
}

// Visit describes the fields in wire order.
func (m *EndGame) Visit(v wire.Visitor) {
	v.I32("reason", &m.Reason)
	text := m.ReasonText()
	wire.Optional(v, text != "", "reason 0 to 6", func() { v.ShowText("reason_text", text) })
}
