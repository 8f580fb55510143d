package battle

import (
	"bytes"
	"strconv"

	"bcdump/decode/message"
	"bcdump/decode/ship"
)

func blockText(m *message.SubsystemBlock, class *ship.Class) []byte {
	b := strconv.AppendUint(nil, uint64(m.StartIndex), 10)
	for n := range m.Items {
		item, i := &m.Items[n], (int(m.StartIndex)+n)%len(class.Subsystems)
		b = strconv.AppendInt(append(b, ' '), int64(i), 10)
		b = strconv.AppendUint(append(b, ':'), uint64(item.Condition), 10)
		b = appendList(append(b, ':'), item.Children)
		b = append(b, ':')
		if item.HasData {
			b = strconv.AppendUint(b, uint64(item.Power), 10)
		} else {
			b = append(b, '-')
		}
		b = append(b, ':')
		if class.Subsystems[i].Format == ship.Reactor {
			b = appendList(b, []byte{item.Main, item.Backup})
		} else {
			b = appendList(b, item.Facings)
		}
	}
	return b
}

func powerText(settings []message.PowerSetting) []byte {
	if len(settings) == 0 {
		return []byte("-")
	}
	var b []byte
	for _, p := range settings {
		b = strconv.AppendUint(b, uint64(p.Index), 10)
		b = strconv.AppendUint(append(b, '='), uint64(p.Value), 10)
		b = append(b, ',')
	}
	return bytes.TrimSuffix(b, []byte(","))
}

func appendList(b, values []byte) []byte {
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendUint(b, uint64(v), 10)
	}
	return b
}
