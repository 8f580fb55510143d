package message

import (
	"bcdump/decode/fields"
	"bcdump/decode/ship"
)

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
// [UpdateJSON] does as JSON: it gives what [fields.AppendTextNamed] does of the decoded update. The
// zero value is ready. One goroutine at a time.
type UpdateLine struct {
	ships  shipTexts
	flags  flagTexts
	blocks blockTexts
	update StateUpdate // the one at hand
	walk   updateWalk  // over it
}

// Append appends the line of an update, under the terms of [UpdateJSON.Append]. It is printable.
func (l *UpdateLine) Append(b, payload []byte, context *Context, names uint64) (out []byte, ok bool) {
	start, m, w := len(b), &l.update, &l.walk
	*w = updateWalk{data: payload, sink: m}
	if m.walkFixed(w); w.failed {
		return b, false
	}
	b = l.ships.append(b, m.ObjectID, context.Names, names, appendPrintableName)
	b = appendTimeLine(b, m.GameTime)
	b = append(b, l.flags.of(m.DirtyFlags, appendShortFlags)...)
	b = m.appendMotionLine(b, context)
	switch {
	case m.has(FlagSubsystems):
		b = l.blocks.append(b, w, context, (*updateWalk).appendBlockLine)
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

// appendShortFlags abbreviates the flag names for the text line, where each update has
// some and columns are short.
func appendShortFlags(b []byte, flags uint8) []byte {
	start := len(b)
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
	var told Skim
	if w.block(&told, c.Class, c.Dialect); w.failed {
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
