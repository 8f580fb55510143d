package message

import "bcdump/decode/wire"

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
