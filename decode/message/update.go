package message

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"

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
func (m *StateUpdate) Visit(v wire.Visitor) { m.visit(v, false) }

// visit describes the fields; known leaves out what is in the subsystem block.
func (m *StateUpdate) visit(v wire.Visitor, known bool) {
	m.visitHead(v)
	wire.Optional(v, m.has(FlagSubsystems), "flag 0x20", func() { m.visitSubsystems(v, known) })
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

func (m *StateUpdate) visitSubsystems(v wire.Visitor, known bool) {
	wire.Object(v, "subsystems", func() {
		if !known {
			m.Subsystems.visit(v, m.context.Class, m.context.Dialect)
		}
	})
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

// Bits of DirtyFlags. The name of the last one is the established one; what its
// block carries are power settings.
const (
	FlagPosition   = 0x01
	FlagDelta      = 0x02
	FlagForward    = 0x04
	FlagUp         = 0x08
	FlagSpeed      = 0x10
	FlagSubsystems = 0x20
	FlagCloak      = 0x40
	FlagWeapons    = 0x80
)

// Sizes in bytes of the parts of an update, in wire order. The group byte of the booleans
// belongs to the block of the first one.
const (
	UpdateHeaderSize = 10 // opcode, object, time and flags
	PositionSize     = 13 // with the group byte of has_hash
	HashSize         = 2  // behind a position with has_hash
	DeltaSize        = 5
	DirectionSize    = 3 // forward, up
	SpeedSize        = 2
	CloakSize        = 1 // its group byte; without one if there is a position
)

// UpdateHeaderFields is how many fields an update has before its blocks: object_id, game_time,
// dirty_flags.
const UpdateHeaderFields = 3

const hasHashAt = 12 // behind the position

// updateBlocks has the number of a flag's bit as its index. Blocks without a size run to the
// end of the update, or share a group byte; that of the position has two fields.
var updateBlocks = [8]struct {
	name, short   string
	bytes, fields uint8
	documents     []string // what documents call it, but for case, blanks and underscores
}{
	{"POSITION", "POS", PositionSize, 2, []string{"POSITION_ABSOLUTE", "ABSOLUTE_POSITION"}},
	{"DELTA", "DLT", DeltaSize, 1, []string{"POSITION_DELTA", "DELTA_POSITION"}},
	{"FORWARD", "FWD", DirectionSize, 1, []string{"ORIENTATION_FWD", "ORIENTATION_FORWARD", "FORWARD_ORIENTATION"}},
	{"UP", "UP", DirectionSize, 1, []string{"ORIENTATION_UP", "UP_ORIENTATION"}},
	{"SPEED", "SPD", SpeedSize, 1, nil},
	{"SUBSYSTEMS", "SUB", 0, 0, []string{"SUBSYSTEM_STATES"}},
	{"CLOAK", "CLK", 0, 0, []string{"CLOAK_STATE"}},
	{"WEAPONS", "WPN", 0, 0, []string{"WEAPON_STATES"}},
}

// FlagWords gives the names of all bits of dirty_flags. Aliases are the names in the text output and in documents.
func FlagWords() (names []string, aliases map[string]string) {
	aliases = map[string]string{}
	for _, block := range updateBlocks {
		names = append(names, block.name)
		for _, other := range append(slices.Clone(block.documents), block.short) {
			if other != block.name {
				aliases[other] = block.name
			}
		}
	}
	return names, aliases
}

// motion holds what the blocks of fixed size that the flags tell of take, without the hash
// that may come with a position.
var motion = func() (sums [256]struct{ bytes, fields uint8 }) {
	for flags := range sums {
		for bit, block := range updateBlocks {
			sums[flags].bytes += block.bytes * uint8(flags>>bit&1)
			sums[flags].fields += block.fields * uint8(flags>>bit&1)
		}
	}
	return sums
}()

// FixedSize is how many bytes the fields of fixed size take that the flags tell of, without the hash that may come
// with a position.
func FixedSize(flags uint8) int {
	size := int(motion[flags].bytes)
	if flags&FlagCloak != 0 && flags&FlagPosition == 0 {
		size += CloakSize // else its bit lies in the byte of has_hash
	}
	return size
}

// UpdateHeader gives the object of an update, the clock of its sender in seconds and its
// flags, without decoding it. ok is false if the payload, opcode first, is too short.
func UpdateHeader(payload []byte) (object uint32, gameTime float32, flags uint8, ok bool) {
	if len(payload) < UpdateHeaderSize {
		return 0, 0, 0, false
	}
	return binary.LittleEndian.Uint32(payload[1:]), math.Float32frombits(binary.LittleEndian.Uint32(payload[5:])), payload[9], true
}

// UpdateHasHash reports whether the bytes of an update have a hash of subsystems: the bit is
// the first one of the group byte behind the position.
func UpdateHasHash(payload []byte) bool {
	const group = UpdateHeaderSize + hasHashAt
	return len(payload) > group && payload[9]&FlagPosition != 0 && payload[group]&1 != 0
}

// UpdatePower gives the power settings of an update, two bytes each, without decoding it; nil = it has
// none.
func UpdatePower(payload []byte) []byte {
	if _, _, flags, ok := UpdateHeader(payload); !ok || flags&FlagWeapons == 0 || flags&FlagSubsystems != 0 {
		return nil
	}
	return updateRest(payload)
}

// UpdateBlock gives the bytes of the subsystem block of an update, without decoding it; nil = it has none. A group
// of booleans that was open before is not among them.
func UpdateBlock(payload []byte) []byte {
	if _, _, flags, ok := UpdateHeader(payload); !ok || flags&FlagSubsystems == 0 {
		return nil
	}
	return updateRest(payload)
}

// updateRest is what of an update runs to its end.
func updateRest(payload []byte) []byte {
	_, _, flags, _ := UpdateHeader(payload)
	at := UpdateHeaderSize + FixedSize(flags)
	if UpdateHasHash(payload) {
		at += HashSize
	}
	return payload[min(at, len(payload)):]
}

// UpdateHash gives the hash of subsystems of an update; ok is false if it has none.
func UpdateHash(payload []byte) (hash uint16, ok bool) {
	const at = UpdateHeaderSize + PositionSize
	if !UpdateHasHash(payload) || len(payload) < at+HashSize {
		return 0, false
	}
	return binary.LittleEndian.Uint16(payload[at:]), true
}

// namesOfFlags holds the names of every combination, so that printing one
// allocates nothing.
var namesOfFlags = sync.OnceValue(func() *[256][]string {
	var names [256][]string
	for flags := range names {
		names[flags] = []string{}
		for bit, block := range updateBlocks {
			if flags>>bit&1 != 0 {
				names[flags] = append(names[flags], block.name)
			}
		}
	}
	return &names
})

// FlagNames gives the names of the bits set in a dirty_flags byte.
func FlagNames(flags uint8) []string { return namesOfFlags()[flags] }

// UpdateBlocks is how many bytes each part of an update takes, in wire order.
type UpdateBlocks struct {
	Header, Position, Delta, Forward, Up, Speed, Cloak, Subsystems, Power int
}

// Blocks tells which block the bytes of an update belong to: size of them, opcode
// included, all of which were read as fields. A group byte of booleans belongs to the
// block of the first one.
func (m *StateUpdate) Blocks(size int) UpdateBlocks {
	b := UpdateBlocks{
		Header: UpdateHeaderSize, Position: m.size(FlagPosition), Delta: m.size(FlagDelta),
		Forward: m.size(FlagForward), Up: m.size(FlagUp), Speed: m.size(FlagSpeed),
	}
	if m.Hashed() {
		b.Position += HashSize
	}
	if m.has(FlagCloak) && !m.has(FlagPosition) {
		b.Cloak = CloakSize // else its bit lies in the byte of has_hash
	}
	rest := size - b.Header - b.Position - b.Delta - b.Forward - b.Up - b.Speed - b.Cloak
	switch {
	case m.has(FlagSubsystems):
		b.Subsystems = rest
	case m.has(FlagWeapons):
		b.Power = rest
	default:
		b.Cloak += rest // of a writer that does not share group bytes
	}
	return b
}

// size gives the bytes of a block of fixed size; 0 if it is not there.
func (m *StateUpdate) size(flag uint8) int {
	return int(updateBlocks[bits.TrailingZeros8(flag)].bytes) * int(m.DirtyFlags/flag&1)
}

// Hashed reports whether the update has a SubsysHash.
func (m *StateUpdate) Hashed() bool { return m.has(FlagPosition) && m.HasHash }
