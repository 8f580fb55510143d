package wire

// Decoded is the outcome of reading one message. Slices point into the payload.
type Decoded struct {
	Message Message // nil: no layout is known, the payload is kept raw
	// Fields counts the fields that were read completely; printers of a message
	// that is not Complete stop there.
	Fields     int
	Err        *Error // where and why reading stopped, or nil
	Trailing   []byte // bytes that no field owns
	GroupFault string // how a boolean group byte breaks the packing rule, or ""
	// SplitGroups tells that the booleans lie in more group bytes than a stock writer
	// would need. OpenBC writes blocks so; written again, they share bytes.
	SplitGroups bool
}

// Complete reports whether every field of the message was there.
func (d *Decoded) Complete() bool { return d.Message != nil && d.Err == nil }

// Read reads a message from the cursor to its last field.
func (r *Reader) Read(m Message) Decoded {
	before := r.fields
	m.Visit(r)
	d := Decoded{Message: m, Fields: r.fields - before, Err: r.err, Trailing: r.Trailing()}
	if r.err == nil {
		d.GroupFault, d.SplitGroups = r.GroupFault(), r.bools.split
	}
	return d
}
