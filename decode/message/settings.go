package message

import "bcdump/decode/wire"

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
