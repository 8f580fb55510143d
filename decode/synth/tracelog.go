package synth

import (
	"fmt"
	"net/netip"
	"time"

	"bcdump/decode/cipher"
)

// TraceLog writes a packet_trace.log, the text that a proxy library makes beside a
// dedicated server: the plaintext of each datagram in rows of hex digits, and a reading of
// it that takes fragment indexes for opcodes. Readers have to skip the latter, so it
// is written too.
type TraceLog struct {
	Server netip.AddrPort // who "S" is; the log does not have the address
	Number int            // of the last record
	peers  map[netip.AddrPort]string
}

// Header begins a log.
func (l *TraceLog) Header(b []byte, start time.Time) []byte {
	b = append(b, "# Packet trace\n"...)
	return start.UTC().AppendFormat(b, "# Session started: 2006-01-02 15:04:05\n\n")
}

// Append adds the record of a datagram, given as it is on the wire.
func (l *TraceLog) Append(b []byte, at time.Time, from, to netip.AddrPort, payload []byte) []byte {
	l.Number++
	way, peer := "S->C", to
	if to == l.Server {
		way, peer = "C->S", from
	}
	if from != l.Server && to != l.Server {
		way = "M->S" // some other machine's socket
	}
	label, known := l.peers[peer]
	if !known {
		label = fmt.Sprintf("Peer#%d(%v)", len(l.peers), peer)
		if l.peers == nil {
			l.peers = map[netip.AddrPort]string{}
		}
		l.peers[peer] = label
		b = fmt.Appendf(b, "# NEW PEER: %s\n", label)
	}
	b = append(b, '[')
	b = at.UTC().AppendFormat(b, "15:04:05.000")
	b = fmt.Appendf(b, "] #%d %s %s len=%d rc=%d ", l.Number, way, label, len(payload), len(payload))
	if len(payload) > 0 && payload[0] == '\\' {
		return append(l.text(b, payload), '\n')
	}
	plain := make([]byte, len(payload))
	cipher.PlainDecipher(plain, payload)
	return append(l.game(b, plain), '\n')
}

const logShown = 2048 // bytes of a datagram that are written

func (l *TraceLog) game(b, plain []byte) []byte {
	b = append(b, "[Data]\n  Decrypted:\n"...)
	b = appendRows(b, plain)
	return append(b, misreading(plain)...)
}

// misreading is what such a log makes of the first message of a datagram: the byte behind
// the number is taken for an opcode, which in a fragment it is not.
func misreading(plain []byte) string {
	const reliable = 0x32
	if len(plain) < 8 || plain[2] != reliable {
		return "  DECODE:\n    (not a data message)\n"
	}
	name := "UNKNOWN"
	if names := []string{"Settings", "GameInit", "ObjCreate", "ObjCreateTeam"}; int(plain[7]) < len(names) {
		name = names[plain[7]]
	}
	return fmt.Sprintf("  DECODE:\n    [msg 0] type=0x32 opcode=0x%02X (%s)\n", plain[7], name)
}

func (l *TraceLog) text(b, payload []byte) []byte {
	b = append(b, "[GameSpy]\n  Text: "...)
	b = append(b, payload...)
	b = append(b, "\n  Decoded:\n    query = 1\n  Hex:\n"...)
	return appendRows(b, payload)
}

// appendRows writes bytes in rows of 16: "    0010: 4D 01          |M.|".
func appendRows(b, data []byte) []byte {
	const perRow = 16
	shown := data[:min(len(data), logShown)]
	for at := 0; at < len(shown); at += perRow {
		row := shown[at:min(at+perRow, len(shown))]
		b = fmt.Appendf(b, "    %04X:", at)
		for i := range perRow {
			if i < len(row) {
				b = fmt.Appendf(b, " %02X", row[i])
			} else {
				b = append(b, "   "...)
			}
		}
		b = append(b, "  |"...)
		for _, c := range row {
			if c < ' ' || c > '~' {
				c = '.'
			}
			b = append(b, c)
		}
		b = append(b, '|', '\n')
	}
	if rest := len(data) - len(shown); rest > 0 {
		b = fmt.Appendf(b, "    ... (%d bytes truncated)\n", rest)
	}
	return b
}

// TraceLog is a log of the conversation as the server has it.
func (s *Script) TraceLog(server netip.AddrPort) []byte {
	l := TraceLog{Server: server}
	b := l.Header(nil, s.Start)
	for _, d := range s.inOrder() {
		b = l.Append(b, s.Start.Add(d.At), d.From, d.To, d.Payload)
	}
	return b
}
