package message

import "bcdump/decode/ship"

// ReadFixed reads what has a fixed size, header, motion and cloak, and the power settings of an update
// that a [Skim] found in order. What is left in m of an update before is not emptied. It gives the
// bytes of the subsystem block, nil if there is none, and the group byte that its first booleans are
// in, 0 if they begin one: blocks that are equal in both say the same, of ships of one class in one
// dialect.
func (m *StateUpdate) ReadFixed(payload []byte) (block []byte, open uint8) {
	w := updateWalk{data: payload}
	m.walkFixed(&w)
	m.Power = m.Power[:0]
	switch {
	case w.failed:
	case m.has(FlagSubsystems):
		block, open = payload[w.pos:], w.open()
	case m.has(FlagWeapons):
		for rest := payload[w.pos:]; len(rest) >= 2; rest = rest[2:] {
			m.Power = append(m.Power, PowerSetting{Index: rest[0], Value: rest[1]})
		}
	}
	return block, open
}

// ReadBlock reads the subsystem block of an update that a [Skim] found in order, as [StateUpdate.ReadFixed]
// gave it, with the class and the dialect of the look.
func (m *StateUpdate) ReadBlock(block []byte, open uint8, class *ship.Class, dialect Dialect) {
	w := updateWalk{data: block, sink: m, group: open & 0x1F, count: open >> 5}
	var s Skim
	w.block(&s, class, dialect)
}

// Sound is SubsystemBlock.Sound of the block of an update in order.
func (s *Skim) Sound(dialect Dialect) bool { return s.Entries > 0 && (s.WindowOK || dialect == OpenBC) }

// NextIndex is SubsystemBlock.NextIndex of the block of an update in order.
func (s *Skim) NextIndex(class *ship.Class) int {
	return (int(s.Start) + int(s.Entries)) % len(class.Subsystems)
}
