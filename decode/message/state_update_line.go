package message

import (
	"fmt"
	"strings"
)

// shortFlags abbreviates the flag names for the text line, where each update has
// one and columns are short.
var shortFlags = func() (names [256]string) {
	abbreviations := [8]string{"POS", "DLT", "FWD", "UP", "SPD", "SUB", "CLK", "WPN"}
	for flags := range names {
		var set []string
		for bit, name := range abbreviations {
			if flags>>bit&1 != 0 {
				set = append(set, name)
			}
		}
		names[flags] = strings.Join(set, " ")
	}
	return names
}()

// AppendLine puts the values first that change from update to update.
func (m *StateUpdate) AppendLine(b []byte) []byte {
	b = fmt.Appendf(b, "0x%08X  t %.2f s  %s", m.ObjectID, m.GameTime, shortFlags[m.DirtyFlags])
	if m.has(FlagPosition) {
		b = fmt.Appendf(b, "  at (%.1f %.1f %.1f)", m.Position[0], m.Position[1], m.Position[2])
	}
	if m.has(FlagDelta) {
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
		return fmt.Appendf(b, "  subsystems from %d, %d B", m.StartIndex, len(m.Subsystems))
	}
	if m.has(FlagWeapons) && len(m.Power) > 0 {
		b = append(b, "  power"...)
		for _, p := range m.Power {
			b = fmt.Appendf(b, " %d:%.0f%%", p.Index, p.Percent())
		}
	}
	return b
}
