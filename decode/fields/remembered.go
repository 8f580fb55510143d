package fields

// Remembered is a text and what it was made of, all of it. The zero value holds none.
type Remembered[K comparable] struct {
	key  K
	text []byte // "" = nothing yet
}

// Is reports whether the text was made of key.
func (t *Remembered[K]) Is(key *K) bool { return len(t.text) > 0 && t.key == *key }

// Append appends the text.
func (t *Remembered[K]) Append(b []byte) []byte { return append(b, t.text...) }

// Set copies the text. One that is too long to be kept by the hundred is forgotten.
func (t *Remembered[K]) Set(key *K, text []byte) {
	const longest = 1024
	if t.text = t.text[:0]; len(text) <= longest {
		t.key, t.text = *key, append(t.text, text...)
	}
}
