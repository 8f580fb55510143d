package message

import (
	"strings"

	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// TorpedoFire, opcode 0x19, client to host, copied to the other clients.
//
//	+0   u8     opcode 0x19
//	+1   id     object_id          the tube
//	+5   u8     projectile         2 Photon, 3 Quantum, ...
//	+6   u8     flags              0x04 = no target; 0x01, 0x02 uncertain
//	+7   cv3    direction          of the launch
//	+10  id     target_id          only with a target
//	+14  contact hit_offset        only with a target: direction, u8 magnitude
//
// Source: observed with flags 0x01 and 0x03, both 18 bytes long with a valid ship
// id at +10: so bit 1 does not mean "target", as older documents say. Software that
// was written after those documents writes what they say: with flag 0x02 an id and a cv4
// (impact), without it neither. That form is taken where only it fits exactly, and remarked.
type TorpedoFire struct {
	ObjectID   uint32
	Projectile uint8
	Flags      uint8
	Direction  wire.CV3
	TargetID   uint32
	HitOffset  Contact
	Impact     wire.CV4 // in place of HitOffset
	Older      bool     // the form of older documents
}

const (
	torpedoNoTarget    = 0x04
	torpedoOlderTarget = 0x02 // in the form of older documents
)

// projectileName names what torpedo tubes and cannons fire, by number: "Photon" for the script
// PhotonTorpedo; "" if the number is not known.
func projectileName(n uint8) string {
	script, _ := ship.Stock().Projectile(n)
	name, mark, _ := strings.Cut(script, "Torpedo")
	return name + mark
}

// ProjectileName names the projectile; "" if its number is not known.
func (m *TorpedoFire) ProjectileName() string { return projectileName(m.Projectile) }

// HasTarget reports whether the torpedo was aimed at an object.
func (m *TorpedoFire) HasTarget() bool {
	if m.Older {
		return m.Flags&torpedoOlderTarget != 0
	}
	return m.Flags&torpedoNoTarget == 0
}

// Visit describes the fields in wire order.
func (m *TorpedoFire) Visit(v wire.Visitor) {
	v.ID("object_id", &m.ObjectID)
	v.U8("projectile", &m.Projectile)
	name := m.ProjectileName()
	wire.Optional(v, name != "", "projectile 1 to 15", func() { v.ShowText("projectile_name", name) })
	v.Hex8("flags", &m.Flags)
	v.CV3("direction", &m.Direction)
	if v.Reads() {
		m.decide(v.Remaining())
	}
	wire.Optional(v, m.HasTarget(), "flag 0x04 clear", func() { v.ID("target_id", &m.TargetID) })
	wire.Optional(v, m.HasTarget() && !m.Older, "flag 0x04 clear", func() {
		wire.Object(v, "hit_offset", func() { m.HitOffset.visit(v) })
	})
	wire.Optional(v, m.HasTarget() && m.Older, "flag 0x02, only in the form of older documents", func() {
		v.Evidence(wire.Document)
		v.CV4("impact", "", &m.Impact)
	})
}

// decide takes the form of older documents if that ends exactly with the message and the usual one
// does not.
func (m *TorpedoFire) decide(left int) {
	const id, contact, cv4 = 4, 4, 5
	usual, older := 0, 0
	if m.Flags&torpedoNoTarget == 0 {
		usual = id + contact
	}
	if m.Flags&torpedoOlderTarget != 0 {
		older = id + cv4
	}
	m.Older = left != usual && left == older
}

// Remarks says which form was taken if it is not the usual one.
func (m *TorpedoFire) Remarks() []string {
	if !m.Older {
		return nil
	}
	return []string{"the form of older documents: flag 0x02 = target, 5-byte vector"}
}

// BeamFire, opcode 0x1A, client to host, copied to the other clients. In spite of
// its name it means that a pulse weapon (a disruptor cannon) has fired: all known
// ids belong to such weapons.
//
//	+0   u8     opcode 0x1A
//	+1   id     object_id          the weapon
//	+5   u8     kind               2 in all bytes seen; meaning uncertain
//	+6   cv3    direction
//	+9   u8     flags              0x02 = has a target; 0x01 uncertain
//	+10  id     target_id          only with a target
//
// Source: observed with flags 0x03; that bit 1 and not bit 0 means "target" is
// static.
type BeamFire struct {
	ObjectID  uint32
	Kind      uint8
	Direction wire.CV3
	Flags     uint8
	TargetID  uint32
}

const beamTarget = 0x02

// HasTarget reports whether the weapon was aimed at an object.
func (m *BeamFire) HasTarget() bool { return m.Flags&beamTarget != 0 }

// Visit describes the fields in wire order.
func (m *BeamFire) Visit(v wire.Visitor) {
	v.ID("object_id", &m.ObjectID)
	v.U8("kind", &m.Kind)
	v.CV3("direction", &m.Direction)
	v.Hex8("flags", &m.Flags)
	wire.Optional(v, m.HasTarget(), "flag 0x02", func() { v.ID("target_id", &m.TargetID) })
}

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

// FiringParts are the types of the parts of a ship (see ship.Class.PartType) that the weapon messages
// of an opcode name; nil = they name none.
func FiringParts(opcode uint8) []string {
	switch opcode {
	case OpcodeStartFiring, OpcodeStopFiring:
		return []string{"phaser_system", "pulse_system", "torpedo_system", "tractor_system"}
	case OpcodeTorpedoFire:
		return []string{"torpedo_tube"}
	case OpcodeBeamFire:
		return []string{"pulse_weapon"}
	case OpcodeSetPhaserLevel:
		return []string{"phaser_system"}
	case OpcodeTorpedoTypeChange:
		return []string{"torpedo_system"}
	}
	return nil
}
