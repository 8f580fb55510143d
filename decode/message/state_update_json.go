package message

import (
	"strconv"

	"bcdump/decode/fields"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// UpdateJSON prints updates that are in order as JSON, straight from their bytes: nine of
// ten messages are updates. It prints what the description of an update does (see
// [fields.AppendJSONNamed]; tests hold the two together), and remembers the texts of what
// comes again. The zero value is ready. One goroutine at a time.
type UpdateJSON struct {
	flags  flagTexts
	ships  shipTexts
	blocks blockTexts
	update StateUpdate // the one at hand
	walk   updateWalk  // over it
	name   []byte      // of its ship
}

// Append appends the fields of an update as an object. payload has the opcode first; context
// is what the update is read in. names is the version of context.Names: as long as it is the
// same, what it called an object it will call it again; 0 = nothing is known of that. ok is
// false, and nothing is appended, if the update is not in order, as [Skim] has it.
func (j *UpdateJSON) Append(b, payload []byte, context *Context, names uint64) (out []byte, ok bool) {
	start, m, w := len(b), &j.update, &j.walk
	*w = updateWalk{data: payload, sink: m}
	if m.walkFixed(w); w.failed {
		return b, false
	}
	b = j.ships.append(b, m.ObjectID, context.Names, names, j.appendNamed)
	b = append(b, `,"game_time":`...)
	b = fields.AppendFloat(b, m.GameTime)
	b = append(b, j.flags.of(m.DirtyFlags, appendFlags)...)
	b = m.appendMotion(b)
	b = j.appendBlocks(b, w, context)
	if !w.done() {
		return b[:start], false
	}
	b = appendWorld(b, context)
	return append(b, '}'), true
}

// appendNamed appends the ship, behind the opening of the fields.
func (j *UpdateJSON) appendNamed(b []byte, id uint32, names Names) []byte {
	b = append(b, `{"object_id":"`...)
	b = fields.AppendHex(b, uint64(id), 8)
	b = append(b, '"')
	if names != nil {
		if j.name = names.AppendName(j.name[:0], id); len(j.name) > 0 {
			b = append(b, `,"object":`...)
			b = fields.AppendString(b, j.name)
		}
	}
	if slot, owned := wire.OwnerSlot(id); owned {
		b = append(b, `,"owner_slot":`...)
		b = fields.AppendNumber(b, uint64(slot))
	}
	return b
}

func appendFlags(b []byte, flags uint8) []byte {
	b = append(b, `,"dirty_flags":"`...)
	b = fields.AppendHex(b, uint64(flags), 2)
	b = append(b, `","flags":[`...)
	for i, name := range FlagNames(flags) {
		if i > 0 {
			b = append(b, ',')
		}
		b = fields.AppendString(b, name)
	}
	return append(b, ']')
}

func (m *StateUpdate) appendMotion(b []byte) []byte {
	if m.has(FlagPosition) {
		b = append(b, `,"position":`...)
		b = fields.AppendVector(b, (*[3]float32)(&m.Position))
	}
	if m.Hashed() {
		b = append(b, `,"subsys_hash":"`...)
		b = fields.AppendHex(b, uint64(m.SubsysHash), 4)
		b = append(b, '"')
	}
	if m.has(FlagDelta) {
		delta := m.Delta.Vector()
		b = append(b, `,"delta":`...)
		b = fields.AppendVector(b, (*[3]float32)(&delta))
	}
	if m.has(FlagForward) {
		b = append(b, `,"forward":[`...)
		b = appendDirection(b, m.Forward)
	}
	if m.has(FlagUp) {
		b = append(b, `,"up":[`...)
		b = appendDirection(b, m.Up)
	}
	if m.has(FlagSpeed) {
		b = append(b, `,"speed":`...)
		b = fields.AppendFloat(b, m.Speed.Float32())
	}
	return b
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

// shortText is a text in a table. An array whose length is known is copied faster than a
// slice.
type shortText struct {
	bytes  [15]byte
	length uint8
}

func (t *shortText) set(text []byte) { t.length = uint8(copy(t.bytes[:], text)) }

func (t *shortText) append(b []byte) []byte {
	b = append(b, t.bytes[:]...)
	return b[:len(b)-len(t.bytes)+int(t.length)]
}

// appendDirection appends a direction behind its opening bracket.
func appendDirection(b []byte, direction wire.CV3) []byte {
	for _, d := range direction {
		b = components[uint8(d)].append(b)
	}
	b[len(b)-1] = ']'
	return b
}

// appendBlocks appends the cloak and what runs to the end of the update.
func (j *UpdateJSON) appendBlocks(b []byte, w *updateWalk, c *Context) []byte {
	m := &j.update
	if m.has(FlagCloak) {
		b = append(b, `,"cloaked":`...)
		b = strconv.AppendBool(b, m.Cloaked)
	}
	switch m.DirtyFlags & (FlagSubsystems | FlagWeapons) {
	case FlagWeapons:
		var s Skim
		w.power(&s, c.Class)
		b = appendPower(b, c.Class, m.Power)
	case FlagSubsystems:
		b = j.blocks.append(b, w, c, (*updateWalk).appendBlockJSON)
	case FlagSubsystems | FlagWeapons:
		b = j.blocks.append(b, w, c, (*updateWalk).appendBlockJSON)
		b = append(b, `,"power":null`...)
	}
	return b
}

func appendPower(b []byte, class *ship.Class, settings []PowerSetting) []byte {
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
func appendWorld(b []byte, c *Context) []byte {
	if c.Inferred {
		b = append(b, `,"ship_inferred":true`...)
	}
	if c.World.Known {
		b = append(b, `,"world_position":`...)
		b = fields.AppendVector(b, (*[3]float32)(&c.World.Position))
	}
	if c.World.Estimated {
		b = append(b, `,"world_position_estimated":true`...)
	}
	if c.World.Stale {
		b = append(b, `,"world_position_stale":true`...)
	}
	return b
}
