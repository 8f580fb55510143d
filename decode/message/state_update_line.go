package message

import (
	"fmt"
	"strconv"
	"strings"

	"bcdump/decode/ship"
)

// shortFlags abbreviates the flag names for the text line, where each update has
// one and columns are short.
var shortFlags = func() (names [256]string) {
	for flags := range names {
		var set []string
		for bit, block := range updateBlocks {
			if flags>>bit&1 != 0 {
				set = append(set, block.short)
			}
		}
		names[flags] = strings.Join(set, " ")
	}
	return names
}()

// AppendLine puts the values first that change from update to update.
func (m *StateUpdate) AppendLine(b []byte) []byte {
	b = fmt.Appendf(b, "%s  t %.2f s  %s", m.context.name(m.ObjectID), m.GameTime, shortFlags[m.DirtyFlags])
	if m.has(FlagPosition) {
		b = fmt.Appendf(b, "  at (%.1f %.1f %.1f)", m.Position[0], m.Position[1], m.Position[2])
	}
	if m.has(FlagDelta) && m.context.World.Known {
		world := m.context.World.Position
		b = fmt.Appendf(b, "  at (%.1f %.1f %.1f)", world[0], world[1], world[2])
	} else if m.has(FlagDelta) {
		delta := m.Delta.Vector()
		b = fmt.Appendf(b, "  moved (%.2f %.2f %.2f)", delta[0], delta[1], delta[2])
	}
	if m.has(FlagSpeed) {
		b = fmt.Appendf(b, "  speed %.2f", m.Speed.Float64())
	}
	return m.appendBlocks(b)
}

func (m *StateUpdate) appendBlocks(b []byte) []byte {
	if m.has(FlagCloak) {
		b = fmt.Appendf(b, "  cloak %s", map[bool]string{true: "on", false: "off"}[m.Cloaked])
	}
	if m.has(FlagSubsystems) {
		return m.Subsystems.appendLine(b, m.context.Class)
	}
	if m.has(FlagWeapons) && len(m.Power) > 0 {
		b = append(b, "  weapons (power)"...)
		for _, p := range m.Power {
			b = fmt.Appendf(b, " %s:%.0f%%", m.subsystemName(p.Index), p.Percent())
		}
	}
	return b
}

// subsystemName is the name of a subsystem, or its number where the class of the
// ship is not known.
func (m *StateUpdate) subsystemName(index uint8) string {
	if name := m.context.subsystem(int(index)); name != "" {
		return name
	}
	return strconv.Itoa(int(index))
}

// appendLine says what is not in order; most subsystems are, most of the time.
func (s *SubsystemBlock) appendLine(b []byte, class *ship.Class) []byte {
	if s.entries() == 0 {
		return fmt.Appendf(b, "  subsystems from %d: %s, %d B", s.StartIndex, s.Reason, len(s.Raw))
	}
	b = fmt.Appendf(b, "  subsystems %d-%d:", s.Items[0].Index, s.Items[len(s.Items)-1].Index)
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
	const full = 255
	if s.Condition < full {
		b = fmt.Appendf(b, " %s %.0f%%", sub.Name, share(s.Condition)*100)
	}
	for i, c := range s.Children {
		if c < full {
			b = fmt.Appendf(b, " %s %.0f%%", sub.Children[i].Name, share(c)*100)
		}
	}
	for i, f := range s.Facings {
		if f < full {
			b = fmt.Appendf(b, " %s shield %.0f%%", facingNames[i], share(f)*100)
		}
	}
	return b
}

// facingNames are the sides of a shield, in wire order.
var facingNames = [facings]string{"front", "rear", "top", "bottom", "left", "right"}
