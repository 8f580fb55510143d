package message

import (
	"encoding/binary"
	"math"

	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// quick reads an update that is in order to its last byte, in a tenth of the time that
// the description takes: nine of ten messages are updates, and each is read three times.
// It gives up (ok is false) at whatever is unusual and leaves that to the description,
// which remains the truth: a test and a fuzz target hold the two together.
func (m *StateUpdate) quick(payload []byte) (d wire.Decoded, ok bool) {
	const header = 10
	if len(payload) < header {
		return d, false
	}
	q := quickReader{data: payload, pos: header, fields: 3}
	m.readHeader(payload)
	m.quickMotion(&q)
	if m.has(FlagCloak) {
		m.Cloaked = q.bool()
	}
	switch {
	case m.has(FlagSubsystems):
		m.Subsystems.quick(&q, m.context.Class, m.context.Dialect)
	case m.has(FlagWeapons):
		m.quickPower(&q)
	}
	if !q.done() {
		return d, false
	}
	return wire.Decoded{Message: m, Fields: q.fields, Trailing: payload[len(payload):], SplitGroups: q.split}, true
}

func (m *StateUpdate) readHeader(payload []byte) {
	m.ObjectID = binary.LittleEndian.Uint32(payload[1:])
	m.GameTime = math.Float32frombits(binary.LittleEndian.Uint32(payload[5:]))
	m.DirtyFlags = payload[9]
}

func (m *StateUpdate) quickMotion(q *quickReader) {
	if m.has(FlagPosition) {
		if b := q.take(12); b != nil {
			for i := range m.Position {
				m.Position[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
			}
		}
		if m.HasHash = q.bool(); m.HasHash {
			if b := q.take(2); b != nil {
				m.SubsysHash = binary.LittleEndian.Uint16(b)
			}
		}
	}
	if m.has(FlagDelta) {
		if b := q.take(5); b != nil {
			m.Delta = wire.CV4{Direction: cv3(b), Magnitude: wire.CF16(binary.LittleEndian.Uint16(b[3:]))}
		}
	}
	if m.has(FlagForward) {
		if b := q.take(3); b != nil {
			m.Forward = cv3(b)
		}
	}
	if m.has(FlagUp) {
		if b := q.take(3); b != nil {
			m.Up = cv3(b)
		}
	}
	if m.has(FlagSpeed) {
		if b := q.take(2); b != nil {
			m.Speed = wire.CF16(binary.LittleEndian.Uint16(b))
		}
	}
}

func cv3(b []byte) wire.CV3 { return wire.CV3{int8(b[0]), int8(b[1]), int8(b[2])} }

func (m *StateUpdate) quickPower(q *quickReader) {
	m.Power = m.Power[:0]
	for b := q.data[q.pos:]; len(b) >= 2; b = b[2:] {
		m.Power = append(m.Power, PowerSetting{Index: b[0], Value: b[1]})
	}
	q.pos += 2 * len(m.Power)
	q.fields += 2 * len(m.Power)
}

// quick reads a block of which the class and the dialect are known.
func (s *SubsystemBlock) quick(q *quickReader, class *ship.Class, dialect Dialect) {
	s.StartIndex = q.u8()
	if q.failed || class == nil || int(s.StartIndex) >= len(class.Subsystems) {
		q.failed = true
		return
	}
	*s = SubsystemBlock{StartIndex: s.StartIndex, Items: s.Items[:0], BitsOK: true}
	n := len(class.Subsystems)
	t := wire.Trial{Begin: q.pos}
	for index := int(s.StartIndex); !q.failed && q.pos < len(q.data); index = (index + 1) % n {
		t.LastStart = q.pos
		sub := &class.Subsystems[index]
		s.HasShield = s.HasShield || sub.Format == ship.Shield
		s.Items = append(s.Items, SubsystemState{Index: index})
		s.Items[t.Complete].quick(q, sub, dialect)
		t.Complete++
	}
	t.End = q.pos
	q.failed = q.failed || t.Complete == 0 || t.Complete > maxQuickEntries || s.HasShield && dialect == Undecided
	s.ahead = t.Complete
	s.NextIndex = (int(s.StartIndex) + t.Complete) % n
	s.WindowOK = windowOK(t, n)
}

// maxQuickEntries is far above what a sound block has.
const maxQuickEntries = 255

func (s *SubsystemState) quick(q *quickReader, sub *ship.Subsystem, dialect Dialect) {
	format := dialect.Format(sub)
	s.Condition = q.u8()
	if n := len(sub.Children); n > 0 {
		s.Children = q.take(n)
	}
	if format.HasPower() {
		if s.HasData = q.bool(); s.HasData {
			s.Power = q.u8()
		}
	}
	switch format {
	case ship.Shield:
		s.Facings = q.take(facings)
	case ship.Reactor:
		s.Main = q.u8()
		s.Backup = q.u8()
	}
}

// quickReader is what wire.Reader does for messages that are in order.
type quickReader struct {
	data   []byte
	pos    int
	fields int
	failed bool

	group, count, taken uint8 // of the open group byte; count 0 = none is open
	room, split         bool  // as in the reader of groups
}

// take owns n bytes as one field.
func (q *quickReader) take(n int) []byte {
	if q.failed || len(q.data)-q.pos < n {
		q.failed = true
		return nil
	}
	b := q.data[q.pos : q.pos+n : q.pos+n]
	q.pos += n
	q.fields++
	return b
}

func (q *quickReader) u8() uint8 {
	if q.failed || q.pos >= len(q.data) {
		q.failed = true
		return 0
	}
	q.pos++
	q.fields++
	return q.data[q.pos-1]
}

// bool takes the next boolean of a group byte that keeps the packing rule.
func (q *quickReader) bool() bool {
	if q.count == 0 {
		q.group = q.u8()
		q.fields--
		q.count, q.taken = q.group>>5, 0
		q.split = q.split || q.room
		if q.count < 1 || q.count > 5 || q.group&0x1F>>q.count != 0 {
			q.failed = true
			return false
		}
	}
	value := q.group>>q.taken&1 != 0
	q.taken++
	q.fields++
	if q.taken == q.count {
		q.room = q.count < 5
		q.count = 0
	}
	return value
}

// done reports whether the message was in order: all bytes are owned, and all booleans of
// the last group byte are taken.
func (q *quickReader) done() bool { return !q.failed && q.pos == len(q.data) && q.count == 0 }
