package message

import (
	"fmt"
	"strconv"
	"strings"

	"bcdump/decode/wire"
)

// StateUpdate, opcode 0x1C, both ways, unreliable: the state of one ship.
//
//	+0   u8     opcode 0x1C
//	+1   id     object_id          the ship
//	+5   f32    game_time          clock of the sender, seconds
//	+9   u8     dirty_flags        which of the following are there:
//	     0x01   position           3 x f32
//	            has_hash           bool
//	            subsys_hash        u16, only if has_hash
//	     0x02   delta              cv4: offset from the last position block
//	     0x04   forward            cv3
//	     0x08   up                 cv3
//	     0x10   speed              cf16, negative = reverse
//	     0x40   cloaked            bool; before 0x20, which runs to the end
//	     0x20   subsystems         to the end; see SubsystemBlock
//	     0x80   power              (u8 index, u8 value) to the end; not with 0x20
//
// All booleans of the message share group bytes.
//
// Source: observed; the order of 0x40 and 0x20 from static analysis of sender
// and receiver.
type StateUpdate struct {
	ObjectID   uint32
	GameTime   float32
	DirtyFlags uint8
	Position   wire.Vector
	HasHash    bool
	SubsysHash uint16
	Delta      wire.CV4
	Forward    wire.CV3
	Up         wire.CV3
	Speed      wire.CF16
	Cloaked    bool
	Subsystems SubsystemBlock
	Power      []PowerSetting

	context Context
}

// SetContext tells what the message does not say: the class of the ship, the
// dialect of the server, where the ship is.
func (m *StateUpdate) SetContext(c Context) {
	m.context = c
	m.Subsystems = SubsystemBlock{Items: m.Subsystems.Items[:0]} // not of the message before
}

// Context gives what SetContext told.
func (m *StateUpdate) Context() *Context { return &m.context }

func update() form { return reuse(func() *StateUpdate { return new(StateUpdate) }) }

func (m *StateUpdate) empty() {
	*m = StateUpdate{Subsystems: SubsystemBlock{Items: m.Subsystems.Items[:0]}, Power: m.Power[:0]}
}

// PowerSetting is the wanted power of one subsystem: 204 = 100 %.
type PowerSetting struct {
	Index, Value uint8
}

// Percent gives the setting in percent of normal power, 0 to 125.
func (p PowerSetting) Percent() float64 { return float64(p.Value) / 2.04 }

// Visit describes the fields in wire order.
func (m *StateUpdate) Visit(v wire.Visitor) {
	m.visitHead(v)
	wire.Optional(v, m.has(FlagSubsystems), "flag 0x20", func() { m.visitSubsystems(v) })
	wire.Optional(v, m.has(FlagWeapons) && !m.has(FlagSubsystems), "flag 0x80 without 0x20", func() { m.visitPower(v) })
	if m.has(FlagWeapons) && m.has(FlagSubsystems) {
		v.ShowNull("power")
	}
	m.context.visit(v)
}

// visitHead describes what has a fixed size.
func (m *StateUpdate) visitHead(v wire.Visitor) {
	v.ID("object_id", &m.ObjectID)
	slot, owned := wire.OwnerSlot(m.ObjectID)
	wire.Optional(v, owned, "object_id of a player", func() { v.ShowInt("owner_slot", int64(slot)) })
	v.F32("game_time", "s", &m.GameTime)
	v.Hex8("dirty_flags", &m.DirtyFlags)
	v.ShowTexts("flags", FlagNames(m.DirtyFlags))
	m.visitMotion(v)
	wire.Optional(v, m.has(FlagCloak), "flag 0x40", func() { v.Bool("cloaked", &m.Cloaked) })
}

// RawBytes counts the bytes of the subsystem block that no field explains.
func (m *StateUpdate) RawBytes() int {
	if !m.has(FlagSubsystems) {
		return 0
	}
	return max(len(m.Subsystems.Raw)-1, 0) + len(m.Subsystems.Rest)
}

// RemarkNoPower is the remark that every update with power settings has that has one, before a
// colon and the details.
const RemarkNoPower = "power settings for subsystems that have none"

// Remarks says what is unusual about the update.
func (m *StateUpdate) Remarks() (remarks []string) {
	if m.has(FlagSubsystems) {
		remarks = m.Subsystems.remarks(m.context.Dialect)
	}
	if !m.has(FlagWeapons) || m.has(FlagSubsystems) || m.context.Class == nil {
		return remarks
	}
	var without []string
	for _, p := range m.Power {
		if !m.context.Class.HasPower(int(p.Index)) {
			without = append(without, strconv.Itoa(int(p.Index)))
		}
	}
	if without != nil {
		remarks = append(remarks, fmt.Sprintf(RemarkNoPower+": %s (%s)", strings.Join(without, ", "), m.context.Class.Name))
	}
	return remarks
}

func (m *StateUpdate) has(flag uint8) bool { return m.DirtyFlags&flag != 0 }

func (m *StateUpdate) visitMotion(v wire.Visitor) {
	wire.Optional(v, m.has(FlagPosition), "flag 0x01", func() {
		v.Vector("position", "", &m.Position)
		wire.Hidden(v, func() { v.Bool("has_hash", &m.HasHash) })
		wire.Optional(v, m.HasHash, "has_hash", func() { v.Hex16("subsys_hash", &m.SubsysHash) })
	})
	wire.Optional(v, m.has(FlagDelta), "flag 0x02", func() { v.CV4("delta", "", &m.Delta) })
	wire.Optional(v, m.has(FlagForward), "flag 0x04", func() { v.CV3("forward", &m.Forward) })
	wire.Optional(v, m.has(FlagUp), "flag 0x08", func() { v.CV3("up", &m.Up) })
	wire.Optional(v, m.has(FlagSpeed), "flag 0x10", func() { v.CF16("speed", "", &m.Speed) })
}

func (m *StateUpdate) visitSubsystems(v wire.Visitor) {
	wire.Object(v, "subsystems", func() { m.Subsystems.visit(v, m.context.Class, m.context.Dialect) })
}

func (m *StateUpdate) visitPower(v wire.Visitor) {
	wire.ToEnd(v, "power", &m.Power, 2, func(p *PowerSetting) {
		v.U8("index", &p.Index)
		name := m.context.subsystem(int(p.Index))
		wire.Optional(v, name != "", "class of the ship known", func() { v.ShowText("system", name) })
		v.U8("value", &p.Value)
		v.ShowFloat("percent", "%", p.Percent())
	})
}
