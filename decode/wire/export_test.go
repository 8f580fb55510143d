package wire

// Err is nil or the first error.
func (r *Reader) Err() *Error { return r.err }

// Fields counts the fields that were read completely.
func (r *Reader) Fields() int { return r.fields }
