package decode

// Matches applies a filter to one record.
func (f *Filter) Matches(r *Record) bool { return f.matcher().match(r) }
