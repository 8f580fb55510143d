package message

import (
	"encoding/binary"
	"strconv"

	"bcdump/decode/fields"
	"bcdump/decode/ship"
)

// blockTexts are the texts of subsystem blocks in one form: a server goes round the subsystems of
// a ship, so the same blocks come again until something is damaged. A text is one of two that lie
// where the hash of its key leads, the one asked for last first; a newer one takes the place of the
// second.
type blockTexts struct {
	recent [1 << blockTextBits][2]fields.Remembered[blockKey]
}

const (
	// blockTextBits leaves room for all rounds of a dozen ships.
	blockTextBits = 7
	// maxBlock is longer than what a stock writer makes, which ends after ten bytes and the
	// entry that began there.
	maxBlock = 32
)

// blockKey is all that the text of a block is made of.
type blockKey struct {
	class   *ship.Class
	bytes   [maxBlock]byte
	length  uint8
	open    uint8 // booleans that lie in a group byte before the block
	dialect Dialect
}

// blockForm appends the block at which a walk has come, and walks over it, unless the walk fails.
type blockForm func(w *updateWalk, b []byte, c *Context) []byte

// append appends the block at which a walk has come in a form, and walks over it. The walk fails
// if the block is not in order.
func (t *blockTexts) append(b []byte, w *updateWalk, c *Context, form blockForm) []byte {
	if c.Class == nil || len(w.data)-w.pos > maxBlock {
		return form(w, b, c)
	}
	key := blockKey{class: c.Class, length: uint8(len(w.data) - w.pos), open: w.open(), dialect: c.Dialect}
	copy(key.bytes[:], w.data[w.pos:])
	kept := t.place(&key)
	if kept.Is(&key) {
		w.pos, w.count = len(w.data), 0
		return kept.Append(b)
	}
	start := len(b)
	if b = form(w, b, c); w.done() {
		kept.Set(&key, b[start:])
	}
	return b
}

// place is where a block is remembered, or another one in its place.
func (t *blockTexts) place(k *blockKey) *fields.Remembered[blockKey] {
	two := &t.recent[k.hash()>>(64-blockTextBits)]
	if !two[0].Is(k) {
		two[0], two[1] = two[1], two[0]
	}
	return &two[0]
}

func (k *blockKey) hash() uint64 {
	const mix = 0x9E3779B97F4A7C15
	hash := uint64(k.class.Species)
	for i := 0; i < maxBlock; i += 8 {
		hash = hash*mix ^ binary.LittleEndian.Uint64(k.bytes[i:])
	}
	return hash * mix
}

// appendBlockJSON is the form of JSON.
func (w *updateWalk) appendBlockJSON(b []byte, c *Context) []byte {
	var told Skim
	if w.block(&told, c.Class, c.Dialect); w.failed {
		return b
	}
	s := &w.sink.Subsystems
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
		b = appendItem(b, &s.Items[i], &c.Class.Subsystems[s.Items[i].Index], c.Dialect)
	}
	b = append(b, `],"next_index":`...)
	b = fields.AppendNumber(b, uint64(s.NextIndex))
	b = append(b, `,"bits_ok":`...)
	b = strconv.AppendBool(b, s.BitsOK)
	b = append(b, `,"window_ok":`...)
	b = strconv.AppendBool(b, s.WindowOK)
	return append(b, '}')
}

// appendItem appends the state of a subsystem.
func appendItem(b []byte, item *SubsystemState, sub *ship.Subsystem, dialect Dialect) []byte {
	b = append(b, `{"index":`...)
	b = fields.AppendNumber(b, uint64(item.Index))
	b = append(b, `,"name":`...)
	b = fields.AppendString(b, sub.Name)
	b = appendByte(b, `,"condition":`, item.Condition)
	b = append(b, `,"percent":`...)
	b = fields.AppendFloat(b, float32(share(item.Condition)*100))
	b = appendPoints(b, `,"points":`, item.Condition, sub.MaxCondition)
	if len(sub.Children) > 0 {
		b = appendOctets(b, `,"children":[`, item.Children)
	}
	format := dialect.Format(sub)
	if format.HasPower() && item.HasData {
		b = appendByte(b, `,"power":`, item.Power)
	}
	switch format {
	case ship.Shield:
		b = appendFacings(b, item.Facings, &sub.FacingMax)
	case ship.Reactor:
		b = appendByte(b, `,"main_battery":`, item.Main)
		b = appendPoints(b, `,"main_battery_points":`, item.Main, sub.MainBatteryMax)
		b = appendByte(b, `,"backup_battery":`, item.Backup)
		b = appendPoints(b, `,"backup_battery_points":`, item.Backup, sub.BackupBatteryMax)
	}
	return append(b, '}')
}

func appendByte(b []byte, key string, value uint8) []byte {
	b = append(b, key...)
	return fields.AppendNumber(b, uint64(value))
}

// appendPoints appends a share of a maximum, if that is known.
func appendPoints(b []byte, key string, value uint8, maximum float64) []byte {
	if maximum <= 0 {
		return b
	}
	b = append(b, key...)
	return fields.AppendFloat(b, float32(share(value)*maximum))
}

func appendOctets(b []byte, key string, octets []byte) []byte {
	b = append(b, key...)
	for i, x := range octets {
		if i > 0 {
			b = append(b, ',')
		}
		b = fields.AppendNumber(b, uint64(x))
	}
	return append(b, ']')
}

func appendFacings(b, values []byte, maxima *[facings]float64) []byte {
	b = appendOctets(b, `,"facings":[`, values)
	if *maxima == [facings]float64{} {
		return b
	}
	b = append(b, `,"facing_points":[`...)
	for i, maximum := range maxima {
		if i > 0 {
			b = append(b, ',')
		}
		var points float32
		if i < len(values) {
			points = float32(share(values[i]) * maximum)
		}
		b = fields.AppendFloat(b, points)
	}
	return append(b, ']')
}
