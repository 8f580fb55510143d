package message

import (
	"fmt"

	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// ObjectCreate, opcodes 0x02 and 0x03 (ObjectCreateTeam): an object comes into
// being. A client sends 0x03 for the ship that it takes, the host copies it to the
// others, and sends one per existing ship to a newcomer; 0x02 is for objects of the
// host.
//
//	+0   u8     opcode 0x02 or 0x03
//	+1   u8     owner_slot
//	     u8     team               0x03 only
//	     u32    class_id           0x8008 ship, 0x8009 torpedo
//	     id     object_id
//	     u8     species            number of the ship class
//	     3xf32  position
//	     4xf32  orientation        quaternion w x y z; the ship's forward is +Y
//	     cv3    velocity           direction, then f32 magnitude
//	     str8   object_name        of the player
//	     str8   set_name           star system
//	     ships: one entry per top-level subsystem, in order:
//	       base                    u8 condition
//	       reactor                 u8 condition, u8 main battery, u8 backup battery
//	       powered                 u8 condition, u8 condition of each child, i8 power, tail
//	       shield                  u8 condition, i8 power, 6 x u8 facing
//	     power: 1 and more = on, the setting in percent; 0 and less = off. Tails:
//	     bool weapon_bit, u8 phaser_level | torpedo_slot | tractor_mode, bool cloaked.
//	     torpedoes: i32 number, id target_id, u8 projectile, u8 flags, contact offset
//
// All booleans share group bytes. Source: observed for Akira and Sovereign, whose
// entries come out to the last byte; torpedoes and the off form of power are static.
type ObjectCreate struct {
	withTeam  bool
	catalogue *ship.Catalogue
	named     *ship.Class // by the user, above what the message says
	names     Names

	OwnerSlot   uint8
	Team        uint8
	ClassID     uint32
	ObjectID    uint32
	Species     uint8
	Position    wire.Vector
	Orientation [4]float32
	Velocity    wire.CV4F
	ObjectName  wire.Text
	SetName     wire.Text
	Subsystems  []CreationState
	Raw         []byte // behind set_name, of a ship whose class has no layout
	Torpedo     Torpedo
	entries     int
	reason      string
	scratch     CreationState // of the look ahead
	bytes       [14]byte      // of Torpedo
	writer      wire.Writer
}

// CreationState is the state of one subsystem when its object is created.
type CreationState struct {
	Index     int // in the ship's top-level list; not on the wire
	Condition uint8
	Children  []byte
	Power     int8
	WeaponBit bool
	Mode      uint8 // phaser level, torpedo slot or tractor mode
	Cloaked   bool
	Facings   []byte
	Main      uint8
	Backup    uint8
	points    facingPoints
}

// Least is the lowest condition, facing or main battery of the subsystem, in 1/255.
func (s *CreationState) Least() uint8 { return least(s.Condition, s.Children, s.Facings) }

// Torpedo is what a creation says of a torpedo behind set_name, as static analysis has it: it was
// never seen on the wire. The meaning of Number and Flags is not known.
type Torpedo struct {
	Number     int32
	TargetID   uint32
	Projectile uint8
	Flags      uint8
	Offset     Contact // from the target
}

// Classes of objects.
const (
	ClassShip    = 0x00008008
	ClassTorpedo = 0x00008009
)

func creation(withTeam bool) form {
	return reuse(func() *ObjectCreate { return NewObjectCreate(withTeam) })
}

// NewObjectCreate gives an empty creation message of opcode 0x02, or of 0x03 with
// a team.
func NewObjectCreate(withTeam bool) *ObjectCreate { return &ObjectCreate{withTeam: withTeam} }

// FieldsToObject is how many fields a creation has up to object_id, that one included: owner_slot,
// with opcode 0x03 team, class_id, object_id.
func (m *ObjectCreate) FieldsToObject() int {
	if m.withTeam {
		return 4
	}
	return 3
}

// SetContext tells which ship classes there are; without it, those of the game.
func (m *ObjectCreate) SetContext(c Context) {
	m.catalogue, m.named, m.names = c.Catalogue, c.Class, c.Names
	m.Raw, m.Subsystems = nil, m.Subsystems[:0] // not of the message before
}

func (m *ObjectCreate) empty() {
	*m = ObjectCreate{withTeam: m.withTeam, Subsystems: m.Subsystems[:0]}
}

// Class is the class of the ship; nil if the object is no ship or its species is
// not known.
func (m *ObjectCreate) Class() *ship.Class {
	if m.ClassID != ClassShip {
		return nil
	}
	if m.named != nil {
		return m.named
	}
	if m.catalogue == nil {
		return ship.Stock().BySpecies(m.Species)
	}
	return m.catalogue.BySpecies(m.Species)
}

// Visit describes the fields in wire order.
func (m *ObjectCreate) Visit(v wire.Visitor) {
	m.visitHead(v)
	wire.Optional(v, m.ClassID == ClassTorpedo, "class 0x8009", func() { m.visitTorpedo(v) })
	wire.Optional(v, m.ClassID == ClassShip, "class 0x8008", func() { m.visitSubsystems(v) })
}

// creationHead is what a creation says of the object before it comes to the parts.
type creationHead struct{ *ObjectCreate }

// Visit describes the fields in wire order.
func (m creationHead) Visit(v wire.Visitor) { m.visitHead(v) }

func (m *ObjectCreate) visitHead(v wire.Visitor) {
	v.U8("owner_slot", &m.OwnerSlot)
	wire.Optional(v, m.withTeam, "opcode 0x03", func() { v.U8("team", &m.Team) })
	v.Hex32("class_id", &m.ClassID)
	v.ID("object_id", &m.ObjectID)
	body := m.ClassID == ClassShip || m.ClassID == ClassTorpedo
	wire.Optional(v, body, "class 0x8008 or 0x8009", func() { m.visitBody(v) })
}

func (m *ObjectCreate) visitBody(v wire.Visitor) {
	v.U8("species", &m.Species)
	key := keyOf(m.Class())
	wire.Optional(v, key != "", "known ship", func() { v.ShowText("ship", key) })
	projectile := ""
	if m.ClassID == ClassTorpedo {
		projectile = projectileName(m.Species)
	}
	wire.Optional(v, projectile != "", "known torpedo", func() { v.ShowText("projectile_name", projectile) })
	v.Vector("position", "", &m.Position)
	v.Floats("orientation", m.Orientation[:])
	v.CV4F("velocity", "", &m.Velocity)
	v.Str8("object_name", &m.ObjectName)
	v.Str8("set_name", &m.SetName)
}

// visitTorpedo describes what follows of a torpedo, and shows the bytes too: nobody has seen any.
func (m *ObjectCreate) visitTorpedo(v wire.Visitor) {
	wire.Object(v, "torpedo", func() { m.Torpedo.visit(v) })
	if v.Shows() {
		v.ShowBytes("raw", m.writer.Append(m.bytes[:0], torpedoBytes{&m.Torpedo}))
	}
}

// torpedoBytes are the bytes of a torpedo.
type torpedoBytes struct{ *Torpedo }

// Visit describes the fields in wire order.
func (t torpedoBytes) Visit(v wire.Visitor) { t.visit(v) }

func (t *Torpedo) visit(v wire.Visitor) {
	v.Evidence(wire.Static)
	v.I32("number", &t.Number)
	v.ID("target_id", &t.TargetID)
	v.U8("projectile", &t.Projectile)
	v.Hex8("flags", &t.Flags)
	wire.Object(v, "offset", func() { t.Offset.visit(v) })
}

func (m *ObjectCreate) visitSubsystems(v wire.Visitor) {
	wire.Object(v, "subsystems", func() {
		class := m.Class()
		m.plan(v, class)
		wire.Optional(v, m.reason != "", "not decoded", func() { v.ShowText("reason", m.reason) })
		layout := class != nil && class.Subsystems != nil
		wire.Optional(v, !layout, "no layout known", func() { v.Rest("raw", &m.Raw, 0) })
		wire.Optional(v, layout, "layout known", func() { m.visitEntries(v, class) })
	})
}

func (m *ObjectCreate) visitEntries(v wire.Visitor, class *ship.Class) {
	place := 0
	v.Evidence(layoutEvidence(class))
	wire.Repeat(v, "items", &m.Subsystems, m.entries, func(item *CreationState) {
		if class == nil { // a description: there is no object
			item.visit(v, &anySubsystem)
			return
		}
		item.Index = place
		place++
		item.visit(v, &class.Subsystems[item.Index])
	})
	if class != nil && m.entries < len(class.Subsystems) {
		v.Refuse("subsystems", fmt.Sprintf("the state of subsystem %d, %s, is incomplete", m.entries, class.Subsystems[m.entries].Name))
	}
}

// plan looks ahead how many entries are complete.
func (m *ObjectCreate) plan(v wire.Visitor, class *ship.Class) {
	if !v.Reads() {
		return
	}
	m.entries, m.reason, m.Raw, m.Subsystems = 0, "", nil, m.Subsystems[:0]
	if class == nil || class.Subsystems == nil {
		m.reason = reasonUnknownShip
		return
	}
	trial, _ := wire.Lookahead(v, len(class.Subsystems), func(ahead wire.Visitor, i int) {
		m.scratch.visit(ahead, &class.Subsystems[i])
	})
	m.entries = trial.Complete
	if m.entries < len(class.Subsystems) {
		m.reason = reasonCut
	}
}

// visit describes the entry of one subsystem.
func (s *CreationState) visit(v wire.Visitor, sub *ship.Subsystem) {
	v.ShowInt("index", int64(s.Index))
	v.ShowText("name", sub.Name)
	v.U8("condition", &s.Condition)
	showShare(v, s.Condition, sub.MaxCondition)
	wire.Optional(v, len(sub.Children) > 0, "has children", func() { v.Octets("children", &s.Children, len(sub.Children)) })
	wire.Optional(v, sub.Format.HasPower(), "powered or shield", func() { s.visitPower(v) })
	for _, tail := range sub.Tail {
		wire.Optional(v, true, "subsystems of that kind", func() { s.visitTail(v, tail) })
	}
	wire.Optional(v, sub.Format == ship.Shield, "shield", func() { visitFacings(v, &s.Facings, &s.points, sub) })
	wire.Optional(v, sub.Format == ship.Reactor, "reactor", func() { visitBatteries(v, &s.Main, &s.Backup, sub) })
}

// visitPower shows the two things that the sign and the amount of the byte say.
func (s *CreationState) visitPower(v wire.Visitor) {
	wire.Hidden(v, func() { v.I8("power_setting", &s.Power) })
	v.ShowBool("on", s.Power > 0)
	power := int64(s.Power)
	v.ShowInt("power", max(power, -power))
}

func (s *CreationState) visitTail(v wire.Visitor, tail ship.Tail) {
	switch tail {
	case ship.WeaponBit:
		v.Bool("weapon_bit", &s.WeaponBit)
	case ship.CloakBit:
		v.Bool("cloaked", &s.Cloaked)
	default:
		v.U8(tail.String(), &s.Mode)
	}
}

// AppendLine says who is created where.
func (m *ObjectCreate) AppendLine(b []byte) []byte {
	b = fmt.Appendf(b, "0x%08X  slot %d", m.ObjectID, m.OwnerSlot)
	if m.withTeam {
		b = fmt.Appendf(b, " team %d", m.Team)
	}
	if m.ClassID != ClassShip && m.ClassID != ClassTorpedo {
		return fmt.Appendf(b, "  class 0x%08X", m.ClassID)
	}
	kind := fmt.Sprintf("species %d", m.Species)
	if class := m.Class(); class != nil {
		kind = class.Name
	}
	if m.ClassID == ClassTorpedo {
		kind = m.Kind()
	}
	b = fmt.Appendf(b, "  %s  %q in %q  at (%.1f %.1f %.1f)", kind, m.ObjectName.String(), m.SetName.String(), m.Position[0], m.Position[1], m.Position[2])
	if m.ClassID != ClassTorpedo {
		return b
	}
	context := Context{Names: m.names}
	return fmt.Appendf(b, "  → %s", context.object(m.Torpedo.TargetID))
}

// Kind says what a torpedo is: "Photon torpedo". It is "" of other objects.
func (m *ObjectCreate) Kind() string {
	if m.ClassID != ClassTorpedo {
		return ""
	}
	if name := projectileName(m.Species); name != "" {
		return name + " torpedo"
	}
	return fmt.Sprintf("torpedo of kind %d", m.Species)
}

// RawBytes counts the bytes of the subsystems that no field explains.
func (m *ObjectCreate) RawBytes() int { return len(m.Raw) }

// RequestObject, opcode 0x1E, client to host: send me this object.
//
//	+0   u8     opcode 0x1E
//	+1   id     object_id
//
// Source: static analysis; never captured.
type RequestObject struct {
	ObjectID uint32
}

// Visit describes the fields in wire order.
func (m *RequestObject) Visit(v wire.Visitor) {
	v.ID("object_id", &m.ObjectID)
}

// ObjectNotFound, opcode 0x1D, both ways: the sender has no such object. At a host
// it is usually a ship that was created a moment ago.
//
//	+0   u8     opcode 0x1D
//	+1   id     object_id
//
// Source: static analysis; counted in real sessions.
type ObjectNotFound struct {
	ObjectID uint32
}

// Visit describes the fields in wire order.
func (m *ObjectNotFound) Visit(v wire.Visitor) {
	v.ID("object_id", &m.ObjectID)
}

// EnterSet, opcode 0x1F, host to client: an object enters a star system.
//
//	+0   u8     opcode 0x1F
//	+1   id     object_id
//	+5   str32  set_name
//	     u8     0                  in some captures
//
// Source: a document.
type EnterSet struct {
	ObjectID   uint32
	SetName    wire.Text
	Terminated bool
}

// Visit describes the fields in wire order.
func (m *EnterSet) Visit(v wire.Visitor) {
	v.ID("object_id", &m.ObjectID)
	v.Str32("set_name", &m.SetName)
	v.Terminator("terminator", &m.Terminated)
}

// DestroyObject, opcode 0x14, host to clients: an object is gone. Ships that
// explode go without it.
//
//	+0   u8     opcode 0x14
//	+1   id     object_id
//
// Source: static analysis.
type DestroyObject struct {
	ObjectID uint32
}

// Visit describes the fields in wire order.
func (m *DestroyObject) Visit(v wire.Visitor) {
	v.ID("object_id", &m.ObjectID)
}

// HostMsg, opcode 0x13, client to host: destroy my ship.
//
//	+0   u8     opcode 0x13, nothing more
//
// Source: a document; the size was counted in real sessions.
type HostMsg struct{}

// Visit describes the fields in wire order: there are none.
func (m *HostMsg) Visit(wire.Visitor) {}
