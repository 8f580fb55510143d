package report

import (
	"encoding/binary"

	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// itemTexts are the texts of subsystems in the states in which they were seen: most of them
// are whole, and damage stays for many updates. A text lies where the hash of its key
// leads; a newer one takes the place of an older one.
type itemTexts [1 << itemTextBits]remembered[itemKey]

// itemTextBits leaves room for all subsystems of a dozen classes, and for some that are
// damaged.
const itemTextBits = 9

// itemKey is all that the text of a subsystem is made of.
type itemKey struct {
	subsystem *ship.Subsystem
	numbers   uint64   // single values, one a byte
	octets    [16]byte // conditions of children, then facings
}

// keyOf gives the key of an item, and its hash. ok is false if it has too many parts.
func keyOf(item *message.SubsystemState, sub *ship.Subsystem, dialect message.Dialect) (k itemKey, hash uint64, ok bool) {
	children, facings := len(item.Children), len(item.Facings)
	if children+facings > len(k.octets) {
		return k, 0, false
	}
	k.subsystem = sub
	numbers := [8]uint8{item.Condition, item.Power, item.Main, item.Backup, uint8(children), uint8(facings), uint8(dialect)}
	if item.HasData {
		numbers[7] = 1
	}
	k.numbers = binary.LittleEndian.Uint64(numbers[:])
	copy(k.octets[:], item.Children)
	copy(k.octets[children:], item.Facings)
	low, high := binary.LittleEndian.Uint64(k.octets[:8]), binary.LittleEndian.Uint64(k.octets[8:])
	const mix = 0x9E3779B97F4A7C15
	hash = ((k.numbers*mix^low)*mix^high)*mix ^ uint64(sub.Index)
	return k, hash, true
}

// append appends the state of the subsystem at an index of its class.
func (t *itemTexts) append(b []byte, item *message.SubsystemState, class *ship.Class, index int, dialect message.Dialect) []byte {
	sub := &class.Subsystems[index]
	key, hash, ok := keyOf(item, sub, dialect)
	if !ok {
		return appendItem(b, item, sub, index, dialect)
	}
	hash = (hash ^ uint64(class.Species)<<8) * 0x9E3779B97F4A7C15
	kept := &t[hash>>(64-itemTextBits)]
	if kept.is(&key) {
		return append(b, kept.text...)
	}
	start := len(b)
	b = appendItem(b, item, sub, index, dialect)
	kept.set(&key, b[start:])
	return b
}

func appendItem(b []byte, item *message.SubsystemState, sub *ship.Subsystem, index int, dialect message.Dialect) []byte {
	b = append(b, `{"index":`...)
	b = fields.AppendNumber(b, uint64(index))
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

func share(value uint8) float64 { return float64(value) / 255 }

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

func appendFacings(b, facings []byte, maxima *[6]float64) []byte {
	b = appendOctets(b, `,"facings":[`, facings)
	if *maxima == [6]float64{} {
		return b
	}
	b = append(b, `,"facing_points":[`...)
	for i, maximum := range maxima {
		if i > 0 {
			b = append(b, ',')
		}
		var points float32
		if i < len(facings) {
			points = float32(share(facings[i]) * maximum)
		}
		b = fields.AppendFloat(b, points)
	}
	return append(b, ']')
}
