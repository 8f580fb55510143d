package wire

// Writer appends the fields of a message to a payload. It is the mirror image of
// Reader: what a Reader took from canonical bytes, a Writer gives back. The one
// freedom that it does not keep is a boolean group byte whose count or spare
// bits break the packing rule.
type Writer struct {
	data  []byte
	bools groupWriter
	edit  func(p any, size int)
}

// Append appends the bytes of m to b.
func Append(b []byte, m Message) []byte { return new(Writer).Append(b, m) }

// Append is the same for those who write often, and keep a Writer.
func (w *Writer) Append(b []byte, m Message) []byte {
	*w = Writer{data: b}
	m.Visit(Visitor{w: w})
	return w.data
}

// Edit gives a pointer to each field of m to change, before fields that depend on it are visited; size
// is that of fields with a fixed one.
func Edit(m Message, change func(p any, size int)) { m.Visit(Visitor{w: &Writer{edit: change}}) }

func (w *Writer) change(p any, size int) {
	if w.edit != nil {
		w.edit(p, size)
	}
}
