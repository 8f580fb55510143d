package message

import "bcdump/decode/fields"

// shipTexts are the texts of ships in one form, since each ship sends many updates.
type shipTexts struct {
	recent [1 << shipBits]fields.Remembered[object]
}

// shipBits is enough for the ships of a full server.
const shipBits = 6

// object is what the text of a ship follows from.
type object struct {
	id    uint32
	names uint64
}

// append appends a ship in a form. version is that of the names: as long as it is the same, what
// they called an object they will call it again; 0 = nothing is known of that.
func (t *shipTexts) append(b []byte, id uint32, names Names, version uint64, form func([]byte, uint32, Names) []byte) []byte {
	if names != nil && version == 0 {
		return form(b, id, names)
	}
	key := object{id, version}
	kept := &t.recent[id*0x9E3779B1>>(32-shipBits)]
	if kept.Is(&key) {
		return kept.Append(b)
	}
	start := len(b)
	b = form(b, id, names)
	kept.Set(&key, b[start:])
	return b
}

// flagTexts are the texts of flags in one form, made when they are first met.
type flagTexts [256]string

func (t *flagTexts) of(flags uint8, form func([]byte, uint8) []byte) string {
	if t[flags] == "" {
		t[flags] = string(form(nil, flags))
	}
	return t[flags]
}
