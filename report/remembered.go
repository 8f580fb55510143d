package report

// remembered is a text and what it was made of, all of it.
type remembered[K comparable] struct {
	key  K
	text []byte // "" = nothing yet
}

func (t *remembered[K]) is(key *K) bool { return len(t.text) > 0 && t.key == *key }

// set copies the text. One that is too long to be kept by the hundred is forgotten.
func (t *remembered[K]) set(key *K, text []byte) {
	const longest = 1024
	if t.text = t.text[:0]; len(text) <= longest {
		t.key, t.text = *key, append(t.text, text...)
	}
}
