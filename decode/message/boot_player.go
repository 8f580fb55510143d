package message

import (
	"fmt"

	"bcdump/decode/wire"
)

// BootPlayer, opcode 0x04: a third-party server throws a player out. Stock
// software uses the transport type Boot instead, with other reasons.
//
//	+0   u8     opcode 0x04
//	+1   u8     reason             of that server's own list
//
// Source: a document.
type BootPlayer struct {
	Reason uint8
}

// bootPlayerReasons are those of OpenBC, the one server that is known to send this message.
var bootPlayerReasons = [...]string{"kicked", "another version", "server full", "banned", "files differ"}

// olderReasons are those of older documents, which take the message for that of stock software.
var olderReasons = [...]string{2: "server full", 3: "game in progress", 4: "kicked by the host"}

// Visit describes the fields in wire order.
func (m *BootPlayer) Visit(v wire.Visitor) {
	v.U8("reason", &m.Reason)
	text := textOf(bootPlayerReasons[:], m.Reason)
	wire.Optional(v, text != "", "reason 0 to 4", func() {
		v.ShowText("reason_text", text)
		v.ShowText("reason_source", bootPlayerSource)
	})
	older := textOf(olderReasons[:], m.Reason)
	wire.Optional(v, older != "", "reason 2 to 4", func() { v.ShowText("reason_other", older) })
}

const bootPlayerSource = "document of OpenBC"

func textOf(texts []string, n uint8) string {
	if int(n) >= len(texts) {
		return ""
	}
	return texts[n]
}

// AppendLine says why, by both readings.
func (m *BootPlayer) AppendLine(b []byte) []byte {
	b = fmt.Appendf(b, "reason %d", m.Reason)
	if text := textOf(bootPlayerReasons[:], m.Reason); text != "" {
		b = fmt.Appendf(b, ": %s (%s)", text, bootPlayerSource)
	}
	if older := textOf(olderReasons[:], m.Reason); older != "" {
		b = fmt.Appendf(b, "; older documents: %s", older)
	}
	return b
}
