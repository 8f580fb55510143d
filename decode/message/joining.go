package message

import (
	"fmt"

	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// Settings, opcode 0x00, host to a joining client: the rules of the game.
//
//	+0   u8     opcode 0x00
//	+1   f32    game_time          host clock, seconds
//	+5   bool   collision_damage   group byte of all three booleans
//	     bool   friendly_fire
//	+6   u8     player_slot        of the receiver, from 0; fixes its object ids
//	+7   str16  map_name           mission script
//	     bool   name_changed
//	     wstr32 new_name           only if name_changed
//
// Source: observed in five joins, 46 bytes each; name_changed was false in all.
type Settings struct {
	GameTime        float32
	CollisionDamage bool
	FriendlyFire    bool
	PlayerSlot      uint8
	MapName         wire.Text
	NameChanged     bool
	NewName         wire.WideText
}

// Visit describes the fields in wire order.
func (m *Settings) Visit(v wire.Visitor) {
	v.F32("game_time", "s", &m.GameTime)
	v.Bool("collision_damage", &m.CollisionDamage)
	v.Bool("friendly_fire", &m.FriendlyFire)
	v.U8("player_slot", &m.PlayerSlot)
	v.Str16("map_name", &m.MapName)
	v.Evidence(wire.Static)
	v.Bool("name_changed", &m.NameChanged)
	wire.Optional(v, m.NameChanged, "name_changed", func() {
		v.WStr32("new_name", &m.NewName)
	})
}

// GameInit, opcode 0x01, host to a joining client: start the game.
//
//	+0   u8     opcode 0x01, nothing more
//
// Source: observed.
type GameInit struct{}

// Visit describes the fields in wire order: there are none.
func (m *GameInit) Visit(wire.Visitor) {}

// NewPlayerInGame, opcode 0x2A, client to host: the client is ready to play.
//
//	+0   u8     opcode 0x2A
//	+1   bool   flag               kept by the host with the player; meaning unknown
//
// Source: observed, always "2A 20".
type NewPlayerInGame struct {
	Flag bool
}

// Visit describes the fields in wire order.
func (m *NewPlayerInGame) Visit(v wire.Visitor) {
	v.Bool("flag", &m.Flag)
}

// MissionInit, opcode 0x35, host to a new player: the limits of the round.
//
//	+0   u8     opcode 0x35
//	+1   u8     player_limit
//	+2   u8     system_index       1-7 Multi1 to Multi7, 8 Albirea, 9 Poseidon
//	+3   u8     time_limit         minutes, 255 = none
//	     i32    end_time           host clock in seconds; only with a time limit
//	     u8     frag_limit         255 = none
//
// Source: observed without limits; end_time from the game's readable scripts.
type MissionInit struct {
	PlayerLimit uint8
	SystemIndex uint8
	TimeLimit   uint8
	EndTime     int32
	FragLimit   uint8
}

// NoLimit in TimeLimit or FragLimit means that there is none.
const NoLimit = 255

// Visit describes the fields in wire order.
func (m *MissionInit) Visit(v wire.Visitor) {
	v.U8("player_limit", &m.PlayerLimit)
	v.U8("system_index", &m.SystemIndex)
	name := m.SystemName()
	wire.Optional(v, name != "", "system_index 1 to 9", func() { v.ShowText("system_name", name) })
	v.U8None("time_limit", NoLimit, &m.TimeLimit)
	wire.Optional(v, m.TimeLimit != NoLimit, "time_limit not 255", func() {
		v.Evidence(wire.Document)
		v.I32("end_time", &m.EndTime)
		v.Evidence(wire.Observed)
	})
	v.U8None("frag_limit", NoLimit, &m.FragLimit)
}

// SystemName names the star system, "" if the index is not known.
func (m *MissionInit) SystemName() string {
	name, _ := ship.Stock().System(m.SystemIndex)
	return name
}

// CollisionSetting, opcode 0x16, host to client: the collision rule changes.
//
//	+0   u8     opcode 0x16
//	+1   bool   collision_damage
//
// Source: a document; never captured.
type CollisionSetting struct {
	CollisionDamage bool
}

// Visit describes the fields in wire order.
func (m *CollisionSetting) Visit(v wire.Visitor) {
	v.Bool("collision_damage", &m.CollisionDamage)
}

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

// PlayerLeftText, opcode 0x18, host to client: show that a player has left.
//
//	+0   u8     opcode 0x18
//	+1   str16  player_name
//
// Source: static analysis; its bytes were never published. Another reading of the
// writer gives a 32-bit length: it is taken where only that fits exactly, and
// remarked.
type PlayerLeftText struct {
	PlayerName wire.Text
	Wide       bool // the length has 32 bits
}

// Visit describes the fields in wire order.
func (m *PlayerLeftText) Visit(v wire.Visitor) {
	v.Str16Or32("player_name", &m.PlayerName, &m.Wide)
}

// Remarks says which length was taken if it is not the usual one.
func (m *PlayerLeftText) Remarks() []string {
	if !m.Wide {
		return nil
	}
	return []string{"32-bit name length"}
}
