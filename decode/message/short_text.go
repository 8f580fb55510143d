package message

// shortText is a text in a table. An array whose length is known is copied faster than a
// slice.
type shortText struct {
	bytes  [15]byte
	length uint8
}

func (t *shortText) set(text []byte) { t.length = uint8(copy(t.bytes[:], text)) }

func (t *shortText) append(b []byte) []byte {
	b = append(b, t.bytes[:]...)
	return b[:len(b)-len(t.bytes)+int(t.length)]
}
