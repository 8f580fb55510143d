package message

import "bcdump/decode/wire"

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
