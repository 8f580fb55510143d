package entitystate

import (
	"bytes"
	"fmt"
	"strconv"

	"bcdump/decode/wire"
)

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
