package message

import (
	"bytes"
	"encoding/binary"
	"math"

	"bcdump/decode/ship"
	"bcdump/decode/wire"
)

// Skim is what a look over an update tells, without reading its subsystem block and its
// power settings into values.
type Skim struct {
	// InOrder says that the update reads to its last byte in its class and dialect: nothing is left over or
	// cut, no boolean group is broken, class and dialect explain all of its block. Nothing else is to be
	// looked at if it does not.
	InOrder bool
	// Usual says that there is nothing to remark about it: see [StateUpdate.Remarks].
	Usual bool

	// Of the subsystem block; see [SubsystemBlock].
	Start, Entries      uint8
	HasShield, WindowOK bool
	FirstHasData        bool  // its first entry has a power setting
	Powered, Given      uint8 // entries that may have one, and that do
}

// Skim looks over an update and reads the rest of it into m, in half the time that reading
// all of it takes.
func (m *StateUpdate) Skim(payload []byte, class *ship.Class, dialect Dialect) (s Skim) {
	w := updateWalk{data: payload}
	m.walk(&w, &s, class, dialect)
	return s
}

// readInOrder reads an update in its context. ok is false if it is not in order; m is then
// not to be looked at.
func (m *StateUpdate) readInOrder(payload []byte) (d wire.Decoded, ok bool) {
	w := updateWalk{data: payload, sink: m}
	var s Skim
	m.walk(&w, &s, m.context.Class, m.context.Dialect)
	return wire.Decoded{Message: m, Fields: w.fields, Trailing: payload[len(payload):], SplitGroups: w.split}, s.InOrder
}

// walk reads an update that is in order to its last byte, in a tenth of the time that the
// description takes: nine of ten messages are updates. It gives up at whatever is unusual
// and leaves that to the description, which remains the reference: a test and a fuzz target
// hold the two together.
func (m *StateUpdate) walk(w *updateWalk, s *Skim, class *ship.Class, dialect Dialect) {
	m.walkFixed(w)
	m.walkRest(w, s, class, dialect)
}

// walkRest reads what is behind the blocks of a fixed size.
func (m *StateUpdate) walkRest(w *updateWalk, s *Skim, class *ship.Class, dialect Dialect) {
	s.Usual = true
	switch {
	case w.failed:
	case m.has(FlagSubsystems):
		w.block(s, class, dialect)
	case m.has(FlagWeapons):
		w.power(s, class)
	}
	s.InOrder = w.done()
}

// walkFixed reads what has a fixed size: the header, the motion and the cloak.
func (m *StateUpdate) walkFixed(w *updateWalk) {
	ok := false
	if m.ObjectID, m.GameTime, m.DirtyFlags, ok = UpdateHeader(w.data); !ok {
		w.failed = true
		return
	}
	w.pos, w.fields = UpdateHeaderSize, UpdateHeaderFields
	m.walkMotion(w)
	if m.has(FlagCloak) && !w.failed {
		m.Cloaked = w.bool()
		w.fields++
	}
}

// walkMotion reads the blocks of motion. With a position comes the first boolean of the
// message, and so a group byte of its own.
func (m *StateUpdate) walkMotion(w *updateWalk) {
	size, at := &motion[m.DirtyFlags], w.pos
	hash := UpdateHasHash(w.data)
	b := w.data[at:]
	if len(b) < int(size.bytes) || hash && len(b) < int(size.bytes)+HashSize {
		w.failed = true
		return
	}
	w.fields += int(size.fields)
	if m.has(FlagPosition) {
		m.Position[0], m.Position[1], m.Position[2] = float32At(b), float32At(b[4:]), float32At(b[8:])
		w.pos += hasHashAt
		m.HasHash = w.bool()
		b = b[PositionSize:]
	}
	if hash {
		m.SubsysHash = binary.LittleEndian.Uint16(b)
		w.fields++
		b = b[HashSize:]
	}
	if m.has(FlagDelta) {
		readCV3(&m.Delta.Direction, b)
		m.Delta.Magnitude = wire.CF16(binary.LittleEndian.Uint16(b[3:]))
		b = b[DeltaSize:]
	}
	if m.has(FlagForward) {
		readCV3(&m.Forward, b)
		b = b[DirectionSize:]
	}
	if m.has(FlagUp) {
		readCV3(&m.Up, b)
		b = b[DirectionSize:]
	}
	if m.has(FlagSpeed) {
		m.Speed = wire.CF16(binary.LittleEndian.Uint16(b))
		b = b[SpeedSize:]
	}
	w.pos = len(w.data) - len(b)
}

func float32At(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

// readCV3 writes in place: what is copied right after it was written has to arrive first.
func readCV3(v *wire.CV3, b []byte) { v[0], v[1], v[2] = int8(b[0]), int8(b[1]), int8(b[2]) }

// updateWalk is what wire.Reader does for messages that are in order.
type updateWalk struct {
	data   []byte
	pos    int
	fields int // read so far; of what runs to the end, only with a sink
	failed bool
	sink   *StateUpdate // takes what runs to the end of the update; nil = that is only judged

	group, count, taken uint8 // of the open group byte; count 0 = none is open
	room, split         bool  // as in the reader of groups
}

// power steps over power settings.
func (w *updateWalk) power(s *Skim, class *ship.Class) {
	settings := w.data[w.pos:]
	if w.sink != nil {
		w.sink.Power = w.sink.Power[:0]
	}
	for ; len(settings) >= 2; settings = settings[2:] {
		s.Usual = s.Usual && class != nil && class.HasPower(int(settings[0]))
		if w.sink != nil {
			w.sink.Power = append(w.sink.Power, PowerSetting{Index: settings[0], Value: settings[1]})
			w.fields += 2
		}
	}
	w.pos = len(w.data) - len(settings)
}

// block steps over a subsystem block of which the class and the dialect are known.
func (w *updateWalk) block(s *Skim, class *ship.Class, dialect Dialect) {
	s.Start = w.u8()
	if w.failed || class == nil || int(s.Start) >= len(class.Subsystems) {
		w.failed = true
		return
	}
	if w.sink != nil {
		w.sink.Subsystems.begin(s.Start)
	}
	t := wire.Trial{Begin: w.pos}
	for index := int(s.Start); w.pos < len(w.data) && !w.failed; t.Complete++ {
		t.LastStart = w.pos
		hasData := w.entry(s, &class.Subsystems[index], dialect)
		if t.Complete == 0 {
			s.FirstHasData = hasData
		}
		if w.sink != nil && !w.failed {
			w.keep(w.sink.Subsystems.next(index), &class.Subsystems[index], dialect, t.LastStart, hasData)
		}
		if index++; index == len(class.Subsystems) {
			index = 0
		}
	}
	t.End = w.pos
	s.Entries = uint8(min(t.Complete, maxWalkEntries))
	s.WindowOK = windowOK(t, len(class.Subsystems))
	s.Usual = s.Usual && (s.WindowOK || dialect == OpenBC)
	w.failed = w.failed || t.Complete == 0 || t.Complete > maxWalkEntries || s.HasShield && dialect == Undecided
	if w.sink != nil {
		w.fields++ // start_index
		w.sink.Subsystems.end(s, len(class.Subsystems))
	}
}

// maxWalkEntries is far above what a sound block has.
const maxWalkEntries = 255

// begin, next and end build a block that is kept.
func (s *SubsystemBlock) begin(start uint8) {
	*s = SubsystemBlock{StartIndex: start, Items: s.Items[:0], BitsOK: true}
}

func (s *SubsystemBlock) next(index int) *SubsystemState {
	n := len(s.Items)
	if n == cap(s.Items) {
		s.Items = append(s.Items, SubsystemState{})
	}
	s.Items = s.Items[:n+1]
	s.Items[n] = SubsystemState{Index: index}
	return &s.Items[n]
}

func (s *SubsystemBlock) end(skim *Skim, subsystems int) {
	s.ahead, s.HasShield, s.WindowOK = int(skim.Entries), skim.HasShield, skim.WindowOK
	s.NextIndex = (int(skim.Start) + int(skim.Entries)) % subsystems
}

// entry steps over the entry of one subsystem.
func (w *updateWalk) entry(s *Skim, sub *ship.Subsystem, dialect Dialect) (hasData bool) {
	w.pos += 1 + len(sub.Children)
	shield := sub.Format == ship.Shield
	s.HasShield = s.HasShield || shield
	if shield && dialect != OpenBC || sub.Format == ship.Powered {
		s.Powered++
		if hasData = w.bool(); hasData {
			s.Given++
			s.Usual = w.u8() <= maxPower && s.Usual
		}
	}
	switch {
	case shield && dialect != OpenBC:
		w.pos += facings
	case sub.Format == ship.Reactor:
		w.pos += batteries
	}
	w.failed = w.failed || w.pos > len(w.data)
	return hasData
}

// batteries is how many bytes the entry of a reactor has behind its condition.
const batteries = 2

// keep reads the entry that begins at head and was stepped over.
func (w *updateWalk) keep(s *SubsystemState, sub *ship.Subsystem, dialect Dialect, head int, hasData bool) {
	format, tail := dialect.Format(sub), w.pos
	s.Condition = w.data[head]
	w.fields++
	if end := head + 1 + len(sub.Children); end > head+1 {
		s.Children = w.data[head+1 : end : end]
		w.fields++
	}
	switch format {
	case ship.Shield:
		tail -= facings
		s.Facings = w.data[tail:w.pos:w.pos]
		w.fields++
	case ship.Reactor:
		tail -= batteries
		s.Main, s.Backup = w.data[tail], w.data[tail+1]
		w.fields += batteries
	}
	if format.HasPower() {
		w.fields++
	}
	if s.HasData = hasData; hasData {
		s.Power = w.data[tail-1]
		w.fields++
	}
}

func (w *updateWalk) u8() uint8 {
	if w.failed || w.pos >= len(w.data) {
		w.failed = true
		return 0
	}
	w.pos++
	return w.data[w.pos-1]
}

// bool takes the next boolean of a group byte that keeps the packing rule.
func (w *updateWalk) bool() bool {
	if w.count == 0 {
		w.group = w.u8()
		w.count, w.taken = w.group>>5, 0
		w.split = w.split || w.room
		if w.count < 1 || w.count > 5 || w.group&0x1F>>w.count != 0 {
			w.failed = true
			return false
		}
	}
	value := w.group>>w.taken&1 != 0
	w.taken++
	if w.taken == w.count {
		w.room = w.count < 5
		w.count = 0
	}
	return value
}

// open gives the booleans that are left of the open group byte, as a group byte of their own; 0 = none
// is open.
func (w *updateWalk) open() uint8 {
	if w.count == 0 {
		return 0
	}
	return w.group&0x1F>>w.taken | (w.count-w.taken)<<5
}

// done reports whether the message was in order: all bytes are owned, and all booleans of
// the last group byte are taken.
func (w *updateWalk) done() bool { return !w.failed && w.pos == len(w.data) && w.count == 0 }

// UpdateHead is what of an update has a fixed size: all but the subsystem block, the power
// settings, and what follows from the context.
type UpdateHead struct{ StateUpdate }

// Read reads the head of an update; what it holds if the bytes end before is not to be looked at.
func (h *UpdateHead) Read(payload []byte) (ok bool) {
	w := updateWalk{data: payload}
	h.walkFixed(&w)
	return !w.failed
}

// Visit describes the fields in wire order.
func (h *UpdateHead) Visit(v wire.Visitor) { h.visitHead(v) }

// ReadFixed reads what has a fixed size, header, motion and cloak, and the power settings of an update
// that a [Skim] found in order. What is left in m of an update before is not emptied. It gives the
// bytes of the subsystem block, nil if there is none, and the group byte that its first booleans are
// in, 0 if they begin one: blocks that are equal in both say the same, of ships of one class in one
// dialect.
func (m *StateUpdate) ReadFixed(payload []byte) (block []byte, open uint8) {
	ok := false
	if m.ObjectID, m.GameTime, m.DirtyFlags, ok = UpdateHeader(payload); ok && m.DirtyFlags == FlagSubsystems {
		m.Power = m.Power[:0]
		return payload[UpdateHeaderSize:], 0
	}
	w := updateWalk{data: payload, sink: m}
	m.walkFixed(&w)
	m.Power = m.Power[:0]
	switch {
	case w.failed:
	case m.has(FlagSubsystems):
		block, open = payload[w.pos:], w.open()
	case m.has(FlagWeapons):
		w.power(&Skim{}, nil)
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

// SeenBlocks looks over updates, and remembers their subsystem blocks: a host sends those of a ship in
// turn, and most come again as they were. The zero value remembers none.
type SeenBlocks [1 << seenBits][2]*SeenBlock // the one asked for last comes first

const seenBits = 8 // of SeenBlock.place

// SeenBlock is a block as it reads in a class and a dialect: as long as it is the same one, its texts are, too.
type SeenBlock struct {
	// Note is for who looked: what it has worked out from the class, the dialect and the bytes alone.
	// 0 = nothing yet.
	Note    uint8
	dialect Dialect
	open    uint8 // booleans in a group byte before the block
	length  uint8
	bytes   [longestSeen]byte
	class   *ship.Class
	skim    Skim
	place   uint8
}

// Blocks of other lengths are not remembered. A stock writer ends after ten bytes and the entry that
// began there.
const (
	shortestSeen = 8
	longestSeen  = 32
)

// Look is [StateUpdate.Skim] of m. It also gives the block, nil if there is none that is remembered.
func (k *SeenBlocks) Look(m *StateUpdate, payload []byte, class *ship.Class, dialect Dialect) (s Skim, seen *SeenBlock) {
	w := updateWalk{data: payload}
	m.walkFixed(&w)
	block := w.data[w.pos:]
	if w.failed || !m.has(FlagSubsystems) || len(block) < shortestSeen || len(block) > longestSeen {
		m.walkRest(&w, &s, class, dialect)
		return s, nil
	}
	place, open := placeOf(block), w.open()
	two := &k[place]
	for range two {
		if x := two[0]; x != nil && x.class == class && x.dialect == dialect && x.open == open && bytes.Equal(x.bytes[:x.length], block) {
			return x.skim, x
		}
		two[0], two[1] = two[1], two[0]
	}
	if m.walkRest(&w, &s, class, dialect); !s.InOrder {
		return s, nil
	}
	seen = &SeenBlock{class: class, dialect: dialect, open: open, length: uint8(len(block)), skim: s, place: place}
	copy(seen.bytes[:], block)
	two[0], two[1] = seen, two[0]
	return s, seen
}

// placeOf gives where a block is remembered, by its first and last bytes.
func placeOf(block []byte) uint8 {
	const mix = 0x9E3779B97F4A7C15
	head, tail := binary.LittleEndian.Uint64(block), binary.LittleEndian.Uint64(block[len(block)-8:])
	return uint8((head ^ tail*mix) * mix >> (64 - seenBits))
}
