// Package synth writes captures: the reverse of package decode.
//
// In come conversations, as plaintext game datagrams, GameSpy texts or any bytes;
// out come UDP datagrams in IP packets in link frames in pcap or pcapng files. Every
// layer can be had alone, so that a test can make any one of them wrong. Nothing
// depends on the clock or on chance: the same call writes the same bytes.
//
// The package must not know how captures are read: it imports neither
// decode/capture nor the front door, so that a mistake in either shows when the one
// reads what the other wrote.
package synth

import (
	"encoding/hex"
	"fmt"
	"strings"

	"bcdump/decode/cipher"
	"bcdump/decode/message"
	"bcdump/decode/transport"
	"bcdump/decode/wire"
)

// Peer ids in byte 0 of a datagram.
const (
	Host   = 0x01
	Client = 0x02 // the first one
	NoPeer = 0xFF // a client without an id
)

// Datagram is the plaintext of a datagram with the given transport messages.
func Datagram(peer uint8, messages ...[]byte) []byte {
	return append([]byte{peer, uint8(len(messages))}, join(messages)...)
}

func join(parts [][]byte) (b []byte) {
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

// Encipher gives the bytes of a datagram as they are sent.
func Encipher(plain []byte) []byte {
	b := make([]byte, len(plain))
	cipher.Encipher(b, plain)
	return b
}

// Hex reads bytes written in hexadecimal, blanks allowed. It is for bytes that stand
// in the source code, so it panics where they are wrong.
func Hex(text string) []byte {
	b, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		panic(fmt.Sprintf("synth: %v in %q", err, text))
	}
	return b
}

// Reliable is a Data message with a number.
func Reliable(seq uint16, payload []byte) []byte {
	m := transport.NewData(true, seq)
	return m.Append(nil, payload)
}

// Unreliable is a Data message without a number.
func Unreliable(payload []byte) []byte {
	m := transport.NewData(false, 0)
	return m.Append(nil, payload)
}

// LongestWhole is the longest Data message of stock software, in bytes; longer ones go in parts.
const LongestWhole = 412

// Parts cuts the payload of a Data message into fragments as stock software does.
func Parts(seq uint16, payload []byte) [][]byte {
	return PartsOf(seq, payload, LongestWhole)
}

// PartsOf cuts the payload of a Data message into fragments of at most limit bytes,
// headers included.
func PartsOf(seq uint16, payload []byte, limit int) (parts [][]byte) {
	const first, later = 7, 6 // header bytes
	rest := max(len(payload)-(limit-first), 0)
	total := 1 + (rest+limit-later-1)/(limit-later)
	for i := range total {
		m := transport.NewFragment(seq, uint8(i), uint8(total))
		room := limit - later
		if i == 0 {
			room = limit - first
		}
		n := min(room, len(payload))
		parts = append(parts, m.Append(nil, payload[:n]))
		payload = payload[n:]
	}
	return parts
}

// Part is one fragment of a Data message, right or wrong.
func Part(seq uint16, index, total uint8, bytes []byte) []byte {
	m := transport.NewFragment(seq, index, total)
	return m.Append(nil, bytes)
}

// Control is a PeerInfo, Connect, Boot or Disconnect message.
func Control(t transport.Type, seq uint16, payload wire.Message) []byte {
	m := transport.NewControl(t, seq)
	return m.Append(nil, wire.Append(nil, payload))
}

// AckHigh acknowledges a Data message by its number.
func AckHigh(seq uint16) []byte {
	m := transport.NewData(true, seq)
	ack := transport.NewAck(&m)
	return ack.Append(nil, nil)
}

// AckLow acknowledges a control message by its number.
func AckLow(seq uint16) []byte {
	m := transport.NewControl(transport.Connect, seq)
	ack := transport.NewAck(&m)
	return ack.Append(nil, nil)
}

// Keepalive is the one-byte message.
func Keepalive() []byte { return []byte{byte(transport.Keepalive)} }

// Game is the payload of a Data message: the opcode and the fields.
func Game(opcode uint8, m wire.Message) []byte { return message.Append(nil, opcode, m) }

// Chat is the payload of a chat line.
func Chat(sender int32, text string) []byte {
	return Game(0x2C, &message.Chat{SenderID: sender, Text: wire.Text(text)})
}

// Names are those of players in invented games.
var Names = []string{
	"Cady2", "Ace", "Kang", "Picard", "Worf", "Data", "Sulu", "Riker",
	"Martok", "Tomalak", "Dukat", "Korris", "Saavik", "Shelby", "Gowron", "Zarek",
}
