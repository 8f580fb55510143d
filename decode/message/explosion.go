package message

import "bcdump/decode/wire"

// Explosion, opcode 0x29, host to clients: damage to the hull of a ship.
//
//	+0   u8     opcode 0x29
//	+1   id     object_id          the damaged ship
//	+5   cv4    impact             relative to the ship
//	+10  cf16   radius
//	+12  cf16   damage
//
// Source: observed. The order of radius and damage is static; the bytes agree
// better with radii of 50 and 10 than with one of 5998.
type Explosion struct {
	ObjectID uint32
	Impact   wire.CV4
	Radius   wire.CF16
	Damage   wire.CF16
}

// Visit describes the fields in wire order.
func (m *Explosion) Visit(v wire.Visitor) {
	v.ID("object_id", &m.ObjectID)
	v.CV4("impact", "", &m.Impact)
	v.CF16("radius", "", &m.Radius)
	v.CF16("damage", "", &m.Damage)
}
