package message

import (
	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// Skim is what a look over an update tells, without reading its subsystem block and its
// power settings into values.
type Skim struct {
	// InOrder says that the update reads to its last byte in its class and dialect, as
	// [Decoder.ReadInOrder] has it. Nothing else is to be looked at if it does not.
	InOrder bool
	// Usual says that there is nothing to remark about it: see [StateUpdate.Remarks].
	Usual bool

	// Of the subsystem block; see [SubsystemBlock].
	Start, Entries      int
	HasShield, WindowOK bool
	FirstHasData        bool // its first entry has a power setting
}

// Skim looks over an update and reads the rest of it into m, in half the time that reading
// all of it takes. A fuzz target holds it together with ReadInOrder.
func (m *StateUpdate) Skim(payload []byte, class *ship.Class, dialect Dialect) (s Skim) {
	const header = 10
	if len(payload) < header {
		return s
	}
	q := quickReader{data: payload, pos: header}
	m.readHeader(payload)
	m.quickMotion(&q)
	if m.has(FlagCloak) {
		m.Cloaked = q.bool()
	}
	s.Usual = true
	switch {
	case q.failed:
	case m.has(FlagSubsystems):
		q.skimBlock(&s, class, dialect)
	case m.has(FlagWeapons):
		q.skimPower(&s, class)
	}
	s.InOrder = q.done()
	return s
}

func (q *quickReader) skimPower(s *Skim, class *ship.Class) {
	settings := q.data[q.pos:]
	for i := 0; i+1 < len(settings); i += 2 {
		s.Usual = s.Usual && class != nil && class.HasPower(int(settings[i]))
	}
	q.pos += len(settings) &^ 1
}

// skimBlock steps over a block as SubsystemBlock.quick reads it.
func (q *quickReader) skimBlock(s *Skim, class *ship.Class, dialect Dialect) {
	s.Start = int(q.u8())
	if q.failed || class == nil || s.Start >= len(class.Subsystems) {
		q.failed = true
		return
	}
	t := wire.Trial{Begin: q.pos}
	for index := s.Start; q.pos < len(q.data) && !q.failed; t.Complete++ {
		t.LastStart = q.pos
		hasData := q.skimEntry(s, &class.Subsystems[index], dialect)
		if t.Complete == 0 {
			s.FirstHasData = hasData
		}
		if index++; index == len(class.Subsystems) {
			index = 0
		}
	}
	t.End = q.pos
	s.Entries = t.Complete
	s.WindowOK = windowOK(t, len(class.Subsystems))
	s.Usual = s.Usual && (s.WindowOK || dialect == OpenBC)
	q.failed = q.failed || s.Entries == 0 || s.Entries > maxQuickEntries || s.HasShield && dialect == Undecided
}

// skimEntry steps over the entry of one subsystem.
func (q *quickReader) skimEntry(s *Skim, sub *ship.Subsystem, dialect Dialect) (hasData bool) {
	q.pos += 1 + len(sub.Children)
	shield := sub.Format == ship.Shield
	s.HasShield = s.HasShield || shield
	if shield && dialect != OpenBC || sub.Format == ship.Powered {
		if hasData = q.bool(); hasData {
			s.Usual = q.u8() <= maxPower && s.Usual
		}
	}
	switch {
	case shield && dialect != OpenBC:
		q.pos += facings
	case sub.Format == ship.Reactor:
		q.pos += batteries
	}
	q.failed = q.failed || q.pos > len(q.data)
	return hasData
}

// batteries is how many bytes the entry of a reactor has behind its condition.
const batteries = 2
