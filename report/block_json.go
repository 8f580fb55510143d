package report

import (
	"encoding/binary"
	"strconv"

	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// blockTexts are the texts of subsystem blocks: a server goes round the subsystems of a
// ship, so the same blocks come again until something is damaged. A text lies where the
// hash of its key leads; a newer one takes the place of an older one.
type blockTexts struct {
	recent [1 << blockTextBits]remembered[blockKey]
}

const (
	// blockTextBits leaves room for all rounds of a dozen ships.
	blockTextBits = 8
	// maxBlock is longer than what a stock writer makes, which ends after ten bytes and the
	// entry that began there.
	maxBlock = 32
)

// blockKey is all that the text of a block is made of.
type blockKey struct {
	class   *ship.Class
	bytes   [maxBlock]byte
	length  uint8
	dialect message.Dialect
}

// append appends the block of an ordinary update.
func (t *blockTexts) append(b, payload []byte, m *message.StateUpdate) []byte {
	c := m.Context()
	key, short := newBlockKey(c.Class, c.Dialect, payload[motionEnd(m):])
	// With a position or a cloak, booleans of the block lie in a byte before it.
	if m.DirtyFlags&(message.FlagPosition|message.FlagCloak) != 0 || !short {
		return appendBlock(b, m)
	}
	kept := t.place(&key)
	if kept.is(&key) {
		return append(b, kept.text...)
	}
	start := len(b)
	b = appendBlock(b, m)
	kept.set(&key, b[start:])
	return b
}

// newBlockKey makes the key of a block; ok is false if that is too long.
func newBlockKey(class *ship.Class, dialect message.Dialect, bytes []byte) (k blockKey, ok bool) {
	k = blockKey{class: class, length: uint8(len(bytes)), dialect: dialect}
	copy(k.bytes[:], bytes)
	return k, len(bytes) <= maxBlock
}

// place is where a block is remembered, or another one in its place.
func (t *blockTexts) place(k *blockKey) *remembered[blockKey] {
	return &t.recent[k.hash()>>(64-blockTextBits)]
}

func (k *blockKey) hash() uint64 {
	const mix = 0x9E3779B97F4A7C15
	hash := uint64(k.class.Species)
	for i := 0; i < maxBlock; i += 8 {
		hash = hash*mix ^ binary.LittleEndian.Uint64(k.bytes[i:])
	}
	return hash * mix
}

func appendBlock(b []byte, m *message.StateUpdate) []byte {
	c, s := m.Context(), &m.Subsystems
	b = append(b, `,"subsystems":{"start_index":`...)
	b = fields.AppendNumber(b, uint64(s.StartIndex))
	b = append(b, `,"ship":`...)
	b = fields.AppendString(b, c.Class.Key)
	b = append(b, `,"dialect":"`...)
	b = append(b, c.Dialect.String()...)
	b = append(b, `","items":[`...)
	for i := range s.Items {
		if i > 0 {
			b = append(b, ',')
		}
		index := (int(s.StartIndex) + i) % len(c.Class.Subsystems)
		b = appendItem(b, &s.Items[i], &c.Class.Subsystems[index], index, c.Dialect)
	}
	b = append(b, `],"next_index":`...)
	b = fields.AppendNumber(b, uint64(s.NextIndex))
	b = append(b, `,"bits_ok":`...)
	b = strconv.AppendBool(b, s.BitsOK)
	b = append(b, `,"window_ok":`...)
	b = strconv.AppendBool(b, s.WindowOK)
	return append(b, '}')
}
