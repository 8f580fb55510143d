package records

import "bcdump/decode"

// Summary gives a renderer of what the line of a record says behind its columns: details and notes,
// without colours and line feed.
func Summary() decode.Renderer {
	t := newTextLine(TextOptions{})
	return func(b []byte, r *decode.Record) []byte {
		t.Open(b)
		b = t.Close(t.notes(t.details(b, r), r))
		return b[:len(b)-1]
	}
}
