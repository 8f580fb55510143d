package report

import (
	"bcdump/decode/fields"
	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// percents has conditions as its index.
var percents = func() (table [256]shortText) {
	for i := range table {
		table[i].set(fields.AppendFloat(nil, float32(share(uint8(i))*100)))
	}
	return table
}()

// appendItem appends the state of a subsystem, the one at an index of its class.
func appendItem(b []byte, item *message.SubsystemState, sub *ship.Subsystem, index int, dialect message.Dialect) []byte {
	b = append(b, `{"index":`...)
	b = fields.AppendNumber(b, uint64(index))
	b = append(b, `,"name":`...)
	b = fields.AppendString(b, sub.Name)
	b = appendByte(b, `,"condition":`, item.Condition)
	b = append(b, `,"percent":`...)
	b = percents[item.Condition].append(b)
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
