package entitystate

import (
	"bytes"
	"fmt"
	"strconv"

	"bcdump/decode/wire"
)

// TCPWelcome, type 100, server to client, over TCP: where to say Hello.
//
//	nothing, or
//	+0   u16  udp_port
//	+2   u32  token
//
// Source: documents.
type TCPWelcome struct {
	Bare    bool // nothing but the header
	UDPPort uint16
	Token   uint32
}

func (m *TCPWelcome) setSize(payload int) { m.Bare = payload == 0 }

// Visit describes the fields in wire order.
func (m *TCPWelcome) Visit(v wire.Visitor) {
	wire.Optional(v, !m.Bare, "payload is not empty", func() {
		v.U16("udp_port", &m.UDPPort)
		v.Hex32("token", &m.Token)
	})
}

// Hello, type 1, client to server: the first message.
//
//	old form: nothing
//	+0   u32        token         as TcpWelcome gave it
//	+4   padded 16  player_name
//
// Source: documents; the size tells the forms apart.
type Hello struct {
	Old        bool // nothing but the header
	Token      uint32
	PlayerName wire.Text
}

const nameSize = 16

func (m *Hello) setSize(payload int) { m.Old = payload == 0 }

// Visit describes the fields in wire order.
func (m *Hello) Visit(v wire.Visitor) {
	form := "token"
	if m.Old {
		form = "empty"
	}
	v.ShowText("form", form)
	wire.Optional(v, !m.Old, "form token", func() {
		v.Hex32("token", &m.Token)
		v.Padded("player_name", &m.PlayerName, nameSize)
	})
}

// HelloAck, type 2, server to client: answers Hello. It has no fields.
//
// Source: documents.
type HelloAck struct{}

// Visit describes the fields in wire order.
func (m *HelloAck) Visit(wire.Visitor) {}

// LobbyStatus, type 14 of early and 12 of late servers, server to clients.
//
//	+0   u32  host_id      player who may start
//	+4   u8   base_lives
//	+5   u8   difficulty
//	+6   u8   started
//	+7   u8   reserved
//
// Source: documents.
type LobbyStatus struct {
	HostID     uint32
	BaseLives  uint8
	Difficulty uint8
	Started    uint8
	Reserved   uint8
}

// Visit describes the fields in wire order.
func (m *LobbyStatus) Visit(v wire.Visitor) {
	v.U32("host_id", &m.HostID)
	v.U8("base_lives", &m.BaseLives)
	v.U8("difficulty", &m.Difficulty)
	v.U8("started", &m.Started)
	v.U8("reserved", &m.Reserved)
}

// LobbyConfig, type 15 of early and 13 of late servers, client to server.
//
//	+0   u8  base_lives
//	+1   u8  difficulty
//
// Source: documents.
type LobbyConfig struct {
	BaseLives  uint8
	Difficulty uint8
}

// Visit describes the fields in wire order.
func (m *LobbyConfig) Visit(v wire.Visitor) {
	v.U8("base_lives", &m.BaseLives)
	v.U8("difficulty", &m.Difficulty)
}

// Roster, type 9, server to clients: who plays.
//
//	+0   u8         count
//	     count times:
//	+0   u32        id
//	+4   u8         lives
//	+5   u8         ship_id    late servers only: 0 to 4
//	     padded 16  name
//
// Entries have 22 bytes if the payload is as long as that makes it, else 21.
//
// Source: documents.
type Roster struct {
	Count   uint8
	Ships   bool // entries have a ship_id
	Players []RosterPlayer

	size int // of the payload
}

// RosterPlayer is one entry of a Roster.
type RosterPlayer struct {
	ID     uint32
	Lives  uint8
	ShipID uint8
	Name   wire.Text
}

const (
	shortEntry = 21
	longEntry  = 22
)

func (m *Roster) setSize(payload int) { m.size = payload }

// Visit describes the fields in wire order.
func (m *Roster) Visit(v wire.Visitor) {
	v.U8("count", &m.Count)
	if m.size > 0 {
		m.Ships = m.Count > 0 && m.size == 1+longEntry*int(m.Count)
	}
	size := shortEntry
	if m.Ships {
		size = longEntry
	}
	wire.Optional(v, m.Count > 0, "count is not 0", func() { v.ShowInt("entry_size", int64(size)) })
	wire.RepeatWhole(v, "players", &m.Players, int(m.Count), size, func(p *RosterPlayer) {
		v.U32("id", &p.ID)
		v.U8("lives", &p.Lives)
		wire.Optional(v, m.Ships, "entries of 22 bytes", func() { v.U8("ship_id", &p.ShipID) })
		v.Padded("name", &p.Name, nameSize)
	})
}

// AppendLine names the players and their lives: 2 players: "Alice" 3, "Bob" 2.
func (m *Roster) AppendLine(b []byte) []byte {
	b = fmt.Appendf(b, "%d %s", m.Count, plural(int(m.Count), "player", "players"))
	separator := ": "
	for i := range m.Players {
		name, _, _ := bytes.Cut(m.Players[i].Name, []byte{0})
		b = strconv.AppendQuote(append(b, separator...), string(name))
		b = fmt.Appendf(b, " %d", m.Players[i].Lives)
		separator = ", "
	}
	return b
}

func (m *Roster) check(i *issues) {
	if here := len(m.Players); here < int(m.Count) {
		i.add(PayloadShort, HeaderSize, fmt.Sprintf("count %d, but only %d %s complete", m.Count, here, plural(here, "is", "are")))
	}
}

// StartGame, type 101, server to client, over TCP. One document puts the token here; the
// payload is not read.
//
// Source: documents that contradict each other.
type StartGame struct {
	Bare    bool // nothing but the header
	Payload []byte
}

func (m *StartGame) setSize(payload int) { m.Bare = payload == 0 }

// Visit describes the fields in wire order.
func (m *StartGame) Visit(v wire.Visitor) {
	wire.Optional(v, !m.Bare, "payload is not empty", func() { v.Rest("payload", &m.Payload, 0) })
}

// StartMatch, type 16 of early and 14 of late servers, client to server. It has no
// fields.
//
// Source: documents.
type StartMatch struct{}

// Visit describes the fields in wire order.
func (m *StartMatch) Visit(wire.Visitor) {}

// ReturnToMenu, type 13 of early and 17 of late servers, server to clients. It has no
// fields.
//
// Source: documents.
type ReturnToMenu struct{}

// Visit describes the fields in wire order.
func (m *ReturnToMenu) Visit(wire.Visitor) {}

// Disconnect, type 12 of early and 16 of late servers, client to server. It has no
// fields.
//
// Source: documents.
type Disconnect struct{}

// Visit describes the fields in wire order.
func (m *Disconnect) Visit(wire.Visitor) {}

// Ambiguous is type 16 without a payload: StartMatch of early and Disconnect of late
// servers. Nothing in it tells which.
//
// Source: documents.
type Ambiguous struct{}

var candidates = []string{"Disconnect", "StartMatch"}

// Visit describes the fields in wire order.
func (m *Ambiguous) Visit(v wire.Visitor) { v.ShowTexts("candidates", candidates) }

func (m *Ambiguous) check(i *issues) {
	i.add(AmbiguousType, 2, "type 16 is either Disconnect or StartMatch")
}
