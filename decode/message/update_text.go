package message

import (
	"strconv"

	"bcdump/decode/fields"
	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// UpdateJSON prints updates that are in order as JSON, straight from their bytes: nine of
// ten messages are updates. It prints what the description of an update does (see
// [fields.AppendJSON]; tests hold the two together), and remembers the texts of what
// comes again. The zero value is ready. One goroutine at a time.
type UpdateJSON struct {
	updateTexts
	name []byte // of the ship at hand
}

// updateTexts are texts of updates in one form.
type updateTexts struct {
	flags  flagTexts
	ships  shipTexts
	blocks blockTexts
	update StateUpdate // the one at hand
	walk   updateWalk  // over it
}

// begin reads what has a fixed size.
func (t *updateTexts) begin(payload []byte) (m *StateUpdate, w *updateWalk) {
	t.walk = updateWalk{data: payload, sink: &t.update}
	t.update.walkFixed(&t.walk)
	return &t.update, &t.walk
}

// Append appends the fields of an update as an object. payload has the opcode first; context
// is what the update is read in, and seen its block in that, or nil. names is the version of
// context.Names: as long as it is the same, what it called an object it will call it again; 0 = nothing
// is known of that. ok is false, and nothing is appended, if the update is not in order, as [Skim] has it.
func (j *UpdateJSON) Append(b, payload []byte, context *Context, seen *SeenBlock, names uint64) (out []byte, ok bool) {
	start := len(b)
	m, w := j.begin(payload)
	if w.failed {
		return b, false
	}
	b = j.ships.append(b, m.ObjectID, context.Names, names, j.appendNamed)
	b = append(b, `,"game_time":`...)
	b = fields.AppendFloat(b, m.GameTime)
	b = append(b, j.flags.of(m.DirtyFlags, appendFlags)...)
	b = m.appendMotion(b)
	b = j.appendBlocks(b, w, context, seen)
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
func (j *UpdateJSON) appendBlocks(b []byte, w *updateWalk, c *Context, seen *SeenBlock) []byte {
	m := &j.update
	if m.has(FlagCloak) {
		b = append(b, `,"cloaked":`...)
		b = strconv.AppendBool(b, m.Cloaked)
	}
	switch m.DirtyFlags & (FlagSubsystems | FlagWeapons) {
	case FlagWeapons:
		var s Skim
		w.power(&s, c.Class)
		b = m.appendPower(b, c)
	case FlagSubsystems:
		b = j.blocks.append(b, w, c, seen, (*updateWalk).appendBlockJSON)
	case FlagSubsystems | FlagWeapons:
		b = j.blocks.append(b, w, c, seen, (*updateWalk).appendBlockJSON)
		b = append(b, `,"power":null`...)
	}
	return b
}

func (m *StateUpdate) appendPower(b []byte, c *Context) []byte {
	b = append(b, `,"power":[`...)
	for i, p := range m.Power {
		if i > 0 {
			b = append(b, ',')
		}
		b = fields.AppendNumber(append(b, `{"index":`...), uint64(p.Index))
		if name := c.subsystem(int(p.Index)); name != "" {
			b = fields.AppendString(append(b, `,"system":`...), name)
		}
		b = fields.AppendNumber(append(b, `,"value":`...), uint64(p.Value))
		b = fields.AppendFloat(append(b, `,"percent":`...), float32(p.Percent()))
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

// AppendLine puts the values first that change from update to update.
func (m *StateUpdate) AppendLine(b []byte) []byte {
	b = appendName(b, m.ObjectID, m.context.Names)
	b = appendShortFlags(appendTimeLine(b, m.GameTime), m.DirtyFlags)
	b = m.appendMotionLine(b, &m.context)
	if m.has(FlagSubsystems) {
		return m.Subsystems.appendLine(b, m.context.Class)
	}
	return m.appendPowerLine(b, &m.context)
}

// UpdateLine prints updates that are in order as a line, straight from their bytes, as
// [UpdateJSON] does as JSON: it gives what [fields.AppendText] does of the decoded update. The
// zero value is ready. One goroutine at a time.
type UpdateLine struct{ updateTexts }

// Append appends the line of an update, under the terms of [UpdateJSON.Append]. It is printable.
func (l *UpdateLine) Append(b, payload []byte, context *Context, seen *SeenBlock, names uint64) (out []byte, ok bool) {
	start := len(b)
	m, w := l.begin(payload)
	if w.failed {
		return b, false
	}
	b = l.ships.append(b, m.ObjectID, context.Names, names, appendPrintableName)
	b = appendTimeLine(b, m.GameTime)
	b = append(b, l.flags.of(m.DirtyFlags, appendShortFlags)...)
	b = m.appendMotionLine(b, context)
	switch {
	case m.has(FlagSubsystems):
		b = l.blocks.append(b, w, context, seen, (*updateWalk).appendBlockLine)
	case m.has(FlagWeapons):
		var s Skim
		w.power(&s, context.Class)
		from := len(b)
		b = fields.Printable(m.appendPowerLine(b, context), from)
	}
	if !w.done() {
		return b[:start], false
	}
	return b, true
}

func appendPrintableName(b []byte, id uint32, names Names) []byte {
	start := len(b)
	return fields.Printable(appendName(b, id, names), start)
}

// appendTimeLine appends the clock of the sender, behind the name of the ship.
func appendTimeLine(b []byte, seconds float32) []byte {
	b = fields.AppendFixed(append(b, "  t "...), float64(seconds), 2)
	return append(b, " s  "...)
}

// appendMotionLine appends what else has a fixed size.
func (m *StateUpdate) appendMotionLine(b []byte, c *Context) []byte {
	if m.has(FlagPosition) {
		b = appendPoint(append(b, "  at ("...), (*[3]float32)(&m.Position), 1)
	}
	if m.has(FlagDelta) && c.World.Known {
		b = appendPoint(append(b, "  at ("...), (*[3]float32)(&c.World.Position), 1)
	} else if m.has(FlagDelta) {
		delta := m.Delta.Vector()
		b = appendPoint(append(b, "  moved ("...), (*[3]float32)(&delta), 2)
	}
	if m.has(FlagSpeed) {
		b = fields.AppendFixed(append(b, "  speed "...), m.Speed.Float64(), 2)
	}
	switch {
	case m.has(FlagCloak) && m.Cloaked:
		b = append(b, "  cloak on"...)
	case m.has(FlagCloak):
		b = append(b, "  cloak off"...)
	}
	return b
}

// appendPoint appends the components of a vector behind its opening bracket.
func appendPoint(b []byte, v *[3]float32, decimals int) []byte {
	b = append(fields.AppendFixed(b, float64(v[0]), decimals), ' ')
	b = append(fields.AppendFixed(b, float64(v[1]), decimals), ' ')
	return append(fields.AppendFixed(b, float64(v[2]), decimals), ')')
}

// heartbeat is an update without fields: the ship is there, and nothing else is said of it.
const heartbeat = "heartbeat"

// appendShortFlags abbreviates the flag names for the text line, where each update has
// some and columns are short.
func appendShortFlags(b []byte, flags uint8) []byte {
	start := len(b)
	if flags == 0 {
		return append(b, heartbeat...)
	}
	for bit, block := range updateBlocks {
		if flags>>bit&1 == 0 {
			continue
		}
		if len(b) > start {
			b = append(b, ' ')
		}
		b = append(b, block.short...)
	}
	return b
}

func (m *StateUpdate) appendPowerLine(b []byte, c *Context) []byte {
	if !m.has(FlagWeapons) || len(m.Power) == 0 {
		return b
	}
	b = append(b, "  weapons (power)"...)
	for _, p := range m.Power {
		b = append(b, ' ')
		// A subsystem has a number where the class of the ship is not known.
		if name := c.subsystem(int(p.Index)); name != "" {
			b = append(b, name...)
		} else {
			b = fields.AppendNumber(b, uint64(p.Index))
		}
		b = appendPercent(append(b, ':'), p.Percent())
	}
	return b
}

func appendPercent(b []byte, percent float64) []byte {
	return append(fields.AppendFixed(b, percent, 0), '%')
}

// appendBlockLine is the form of lines.
func (w *updateWalk) appendBlockLine(b []byte, c *Context) []byte {
	var skim Skim
	if w.block(&skim, c.Class, c.Dialect); w.failed {
		return b
	}
	start := len(b)
	return fields.Printable(w.sink.Subsystems.appendLine(b, c.Class), start)
}

// appendLine says what is not in order; most subsystems are, most of the time.
func (s *SubsystemBlock) appendLine(b []byte, class *ship.Class) []byte {
	if s.entries() == 0 {
		b = fields.AppendNumber(append(b, "  subsystems from "...), uint64(s.StartIndex))
		b = append(append(append(b, ": "...), s.Reason...), ", "...)
		return append(fields.AppendNumber(b, uint64(len(s.Raw))), " B"...)
	}
	b = fields.AppendNumber(append(b, "  subsystems "...), uint64(s.Items[0].Index))
	b = fields.AppendNumber(append(b, '-'), uint64(s.Items[len(s.Items)-1].Index))
	b = append(b, ':')
	sound := len(b)
	for i := range s.Items {
		b = s.Items[i].appendDamage(b, &class.Subsystems[s.Items[i].Index])
	}
	if len(b) == sound {
		b = append(b, " all 100%"...)
	}
	return b
}

func (s *SubsystemState) appendDamage(b []byte, sub *ship.Subsystem) []byte {
	b = appendLoss(b, sub.Name, "", s.Condition)
	for i, c := range s.Children {
		b = appendLoss(b, sub.Children[i].Name, "", c)
	}
	for i, f := range s.Facings {
		b = appendLoss(b, facingNames[i], " shield", f)
	}
	return b
}

// appendLoss says how much is left of a part, unless it is whole.
func appendLoss(b []byte, name, kind string, condition uint8) []byte {
	const full = 255
	if condition == full {
		return b
	}
	b = append(append(append(b, ' '), name...), kind...)
	return appendPercent(append(b, ' '), share(condition)*100)
}

// facingNames are the sides of a shield, in wire order.
var facingNames = [facings]string{"front", "rear", "top", "bottom", "left", "right"}

// blockForm appends the block at which a walk has come, and walks over it, unless the walk fails.
type blockForm func(w *updateWalk, b []byte, c *Context) []byte

// blockTexts are the texts of blocks in one form. Those of one worker use their memory again; with texts in
// the blocks themselves decode -o json took 10 % more memory.
type blockTexts [1 << seenBits][2]fields.Remembered[*SeenBlock] // the one asked for last comes first

// append appends the block at which a walk has come in a form, and walks over it. The walk fails if
// the block is not in order.
func (t *blockTexts) append(b []byte, w *updateWalk, c *Context, s *SeenBlock, form blockForm) []byte {
	if s == nil {
		return form(w, b, c)
	}
	two := &t[s.place]
	if !two[0].Is(&s) {
		two[0], two[1] = two[1], two[0]
	}
	if two[0].Is(&s) {
		w.pos, w.count = len(w.data), 0
		return two[0].Append(b)
	}
	start := len(b)
	if b = form(w, b, c); w.done() {
		two[0].Set(&s, b[start:])
	}
	return b
}

// appendBlockJSON is the form of JSON.
func (w *updateWalk) appendBlockJSON(b []byte, c *Context) []byte {
	var skim Skim
	if w.block(&skim, c.Class, c.Dialect); w.failed {
		return b
	}
	w.sink.context.Class, w.sink.context.Dialect = c.Class, c.Dialect
	return appendWithin(b, blockOf{w.sink})
}

// blockOf is the block of an update as a message of its own: most blocks are remembered, so that the
// description is fast enough for the others.
type blockOf struct{ *StateUpdate }

// Visit describes the block.
func (m blockOf) Visit(v wire.Visitor) { m.visitSubsystems(v, false) }

// appendWithin appends the fields of a part of a message, behind those of other parts.
func appendWithin(b []byte, part wire.Message) []byte {
	start := len(b)
	b = fields.AppendJSON(b, part, fields.All, nil)
	b[start] = ','
	return b[:len(b)-1]
}

// shipTexts are the texts of ships in one form, since each ship sends many updates.
type shipTexts struct {
	recent [1 << shipBits]fields.Remembered[object]
}

// shipBits is enough for the ships of a full server.
const shipBits = 6

// object is what the text of a ship follows from.
type object struct {
	id    uint32
	names uint64
}

// append appends a ship in a form. version is that of the names: as long as it is the same, what
// they called an object they will call it again; 0 = nothing is known of that.
func (t *shipTexts) append(b []byte, id uint32, names Names, version uint64, form func([]byte, uint32, Names) []byte) []byte {
	if names != nil && version == 0 {
		return form(b, id, names)
	}
	key := object{id, version}
	kept := &t.recent[id*0x9E3779B1>>(32-shipBits)]
	if kept.Is(&key) {
		return kept.Append(b)
	}
	start := len(b)
	b = form(b, id, names)
	kept.Set(&key, b[start:])
	return b
}

// flagTexts are the texts of flags in one form, made when they are first met.
type flagTexts [256]string

func (t *flagTexts) of(flags uint8, form func([]byte, uint8) []byte) string {
	if t[flags] == "" {
		t[flags] = string(form(nil, flags))
	}
	return t[flags]
}
