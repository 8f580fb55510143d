package report

import (
	"encoding/binary"
	"math"
	"strconv"

	"bcdump/decode"
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// ordinaryUpdate gives the StateUpdate of a record that updateTexts can print, or nil: it
// came in an unreliable message, was read to its end, and its block of subsystems was
// understood.
func ordinaryUpdate(r *decode.Record) *message.StateUpdate {
	m, ok := r.Content().Message.(*message.StateUpdate)
	if !ok || r.Content().Err != nil || !r.IsGame() || r.Payload[0] != message.OpcodeStateUpdate {
		return nil
	}
	h := r.Header
	if h.Reliable() || h.Ordered() || h.HasSeq || h.Fragment || r.Frames() != nil || r.Copy > 0 || r.Answers.Frame > 0 {
		return nil
	}
	if m.DirtyFlags&message.FlagSubsystems == 0 {
		return m
	}
	if class := m.Context().Class; class == nil || class.Subsystems == nil || !m.Subsystems.Decoded() {
		return nil
	}
	return m
}

// updateTexts prints StateUpdates by hand, which are nine of ten messages, and remembers
// the texts of what comes again. It prints what their description does.
type updateTexts struct {
	flags  [256]string // "" = not made yet
	ships  [1 << shipBits]remembered[object]
	blocks blockTexts
}

// shipBits is enough for the ships of a full server.
const shipBits = 6

// append appends all of an ordinary update behind the number of its message.
func (t *updateTexts) append(b []byte, r *decode.Record, m *message.StateUpdate) []byte {
	b = appendUpdateHead(b, int(r.Index), r.Length(), len(r.Payload), &r.Relay)
	b = t.appendObject(b, m.ObjectID, r.Context.Names)
	b = append(b, `,"game_time":`...)
	b = fields.AppendFloat(b, m.GameTime)
	b = t.appendMotion(b, r.Payload, hasHash(m))
	b = t.appendBlocks(b, r.Payload, m)
	b = appendWorld(b, m.Context().Inferred, &m.Context().World)
	b = append(b, '}')
	return appendTrailing(b, r.Content())
}

// appendUpdateHead appends the number of a message that holds an ordinary update, and what
// stands before its fields. length is that of the message, size that of its payload.
func appendUpdateHead(b []byte, index, length, size int, relay *decode.Relay) []byte {
	b = fields.AppendNumber(b, uint64(index))
	b = append(b, `,"type":"data","len":`...)
	b = fields.AppendNumber(b, uint64(length))
	b = append(b, `,"opcode":"0x1C","name":"StateUpdate","size":`...)
	b = fields.AppendNumber(b, uint64(size))
	return appendRelay(b, relay)
}

// object is what the name of a ship follows from.
type object struct {
	id uint32
	// names is the version of a directory, which never changes: what it called an object it
	// will call it again.
	names uint64
}

// appendObject appends the ship, behind the opening of the fields.
func (t *updateTexts) appendObject(b []byte, id uint32, names message.Names) []byte {
	directory, known := names.(*decode.Directory)
	if !known && names != nil {
		return appendObject(b, id, names)
	}
	key := object{id, directory.Version()}
	kept := &t.ships[id*0x9E3779B1>>(32-shipBits)]
	if kept.is(&key) {
		return append(b, kept.text...)
	}
	start := len(b)
	b = appendObject(b, id, names)
	kept.set(&key, b[start:])
	return b
}

func appendObject(b []byte, id uint32, names message.Names) []byte {
	b = append(b, `,"fields":{"object_id":"`...)
	b = fields.AppendHex(b, uint64(id), 8)
	b = append(b, '"')
	if names != nil {
		if name := names.Name(id); name != "" {
			b = append(b, `,"object":`...)
			b = fields.AppendString(b, name)
		}
	}
	if slot, owned := wire.OwnerSlot(id); owned {
		b = append(b, `,"owner_slot":`...)
		b = fields.AppendNumber(b, uint64(slot))
	}
	return b
}

// flagsAt is where the flags of an update lie in its payload; blocks of motion follow.
const flagsAt = 9

// motionSizes holds how many bytes the flags have, and the blocks of motion that they tell
// of, without the hash that may come with a position.
var motionSizes = func() (sizes [256]uint8) {
	blocks := [8]uint8{13, 5, 3, 3, 2, 0, 0, 0}
	for flags := range sizes {
		sizes[flags] = 1
		for bit, size := range blocks {
			sizes[flags] += size * uint8(flags>>bit&1)
		}
	}
	return sizes
}()

// motionEnd gives where the blocks of motion end in the payload of an update.
func motionEnd(m *message.StateUpdate) int {
	end := flagsAt + int(motionSizes[m.DirtyFlags])
	if hasHash(m) {
		end += 2
	}
	return end
}

func hasHash(m *message.StateUpdate) bool { return m.DirtyFlags&message.FlagPosition != 0 && m.HasHash }

func (t *updateTexts) flagsText(flags uint8) string {
	if t.flags[flags] == "" {
		b := append([]byte(`,"dirty_flags":"`), fields.AppendHex(nil, uint64(flags), 2)...)
		b = append(b, `","flags":[`...)
		for i, name := range message.FlagNames(flags) {
			if i > 0 {
				b = append(b, ',')
			}
			b = fields.AppendString(b, name)
		}
		t.flags[flags] = string(append(b, ']'))
	}
	return t.flags[flags]
}

// appendMotion appends the flags and the blocks of motion. These have fixed lengths, and
// only behind a position a boolean and a hash, if there is one.
func (t *updateTexts) appendMotion(b, payload []byte, hash bool) []byte {
	flags, rest := payload[flagsAt], payload[flagsAt+1:]
	b = append(b, t.flagsText(flags)...)
	if flags&message.FlagPosition != 0 {
		b = append(b, `,"position":`...)
		b = appendVector(b, &wire.Vector{float32At(rest, 0), float32At(rest, 4), float32At(rest, 8)})
		rest = rest[13:]
	}
	if hash {
		b = append(b, `,"subsys_hash":"`...)
		b = fields.AppendHex(b, uint64(binary.LittleEndian.Uint16(rest)), 4)
		b = append(b, '"')
		rest = rest[2:]
	}
	if flags&message.FlagDelta != 0 {
		delta := wire.CV4{Direction: directionAt(rest), Magnitude: wire.CF16(binary.LittleEndian.Uint16(rest[3:]))}.Vector()
		b = append(b, `,"delta":`...)
		b = appendVector(b, &delta)
		rest = rest[5:]
	}
	if flags&message.FlagForward != 0 {
		b = append(b, `,"forward":[`...)
		b = appendDirection(b, rest)
		rest = rest[3:]
	}
	if flags&message.FlagUp != 0 {
		b = append(b, `,"up":[`...)
		b = appendDirection(b, rest)
		rest = rest[3:]
	}
	if flags&message.FlagSpeed != 0 {
		b = append(b, `,"speed":`...)
		b = fields.AppendFloat(b, wire.CF16(binary.LittleEndian.Uint16(rest)).Float32())
	}
	return b
}

func float32At(bytes []byte, at int) float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(bytes[at:]))
}

func directionAt(bytes []byte) wire.CV3 {
	return wire.CV3{int8(bytes[0]), int8(bytes[1]), int8(bytes[2])}
}

func appendVector(b []byte, v *wire.Vector) []byte {
	b = append(b, '[')
	b = fields.AppendFloat(b, v[0])
	b = append(b, ',')
	b = fields.AppendFloat(b, v[1])
	b = append(b, ',')
	b = fields.AppendFloat(b, v[2])
	return append(b, ']')
}

// components has the byte on the wire as its index: one component of a direction, with a
// comma behind it.
var components = func() (table [256]shortText) {
	for i := range table {
		text := fields.AppendFloat(nil, wire.CV3{int8(i)}.Vector()[0])
		table[i].set(append(text, ','))
	}
	return table
}()

// appendDirection appends a direction behind its opening bracket.
func appendDirection(b, bytes []byte) []byte {
	for _, d := range bytes[:3] {
		b = components[d].append(b)
	}
	b[len(b)-1] = ']'
	return b
}

func (t *updateTexts) appendBlocks(b, payload []byte, m *message.StateUpdate) []byte {
	flags := m.DirtyFlags
	if flags&message.FlagCloak != 0 {
		b = append(b, `,"cloaked":`...)
		b = strconv.AppendBool(b, m.Cloaked)
	}
	switch flags & (message.FlagSubsystems | message.FlagWeapons) {
	case message.FlagWeapons:
		b = appendPower(b, m.Context().Class, m.Power)
	case message.FlagSubsystems:
		b = t.blocks.append(b, payload, m)
	case message.FlagSubsystems | message.FlagWeapons:
		b = t.blocks.append(b, payload, m)
		b = append(b, `,"power":null`...)
	}
	return b
}

func appendPower(b []byte, class *ship.Class, settings []message.PowerSetting) []byte {
	b = append(b, `,"power":[`...)
	for i, p := range settings {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendByte(b, `{"index":`, p.Index)
		if class != nil && int(p.Index) < len(class.Subsystems) && class.Subsystems[p.Index].Name != "" {
			b = append(b, `,"system":`...)
			b = fields.AppendString(b, class.Subsystems[p.Index].Name)
		}
		b = appendByte(b, `,"value":`, p.Value)
		b = append(b, `,"percent":`...)
		b = fields.AppendFloat(b, float32(p.Percent()))
		b = append(b, '}')
	}
	return append(b, ']')
}

// appendWorld appends what follows from the context.
func appendWorld(b []byte, inferred bool, world *message.World) []byte {
	if inferred {
		b = append(b, `,"ship_inferred":true`...)
	}
	if world.Known {
		b = append(b, `,"world_position":`...)
		b = appendVector(b, &world.Position)
	}
	if world.Estimated {
		b = append(b, `,"world_position_estimated":true`...)
	}
	if world.Stale {
		b = append(b, `,"world_position_stale":true`...)
	}
	return b
}
