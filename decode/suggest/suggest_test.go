package suggest

import (
	"slices"
	"strings"
	"testing"
)

func TestNear(t *testing.T) {
	known := []string{
		"frame", "src.port", "fragment.index", "fragment.total", "opcode", "name", "notes", "notes.code",
		"fields.speed", "fields.position", "fields.subsystems.items.condition", "C>S", "S>C",
	}
	for word, want := range map[string][]string{
		"opcod":                  {"opcode"},
		"OPCODE":                 {"opcode", "notes.code"},
		"speed":                  {"fields.speed"},
		"fields.spede":           {"fields.speed"},
		"condition":              {"fields.subsystems.items.condition"},
		"posi":                   {"fields.position"},
		"index":                  {"fragment.index"},
		"C<S":                    {"C>S"},
		"note":                   {"notes"},
		"po":                     nil, // too short to be the beginning of something
		"x":                      nil, // nothing of it would be left
		"fragmnt.idx":            nil,
		"qqqq":                   nil,
		"":                       nil,
		strings.Repeat("o", 101): nil,
	} {
		if got := Near(word, known); !slices.Equal(got, want) {
			t.Errorf("Near(%q) = %q, want %q", word, got, want)
		}
	}
}

// The best comes first, and what is equally close keeps its order.
func TestNearOrder(t *testing.T) {
	for _, c := range []struct{ known, want []string }{
		{[]string{"speedy", "sped", "speed", "spend"}, []string{"speed", "speedy", "sped"}},
		{[]string{"a.speed", "SPEED"}, []string{"SPEED", "a.speed"}},
		{nil, nil},
	} {
		if got := Near("speed", c.known); !slices.Equal(got, c.want) {
			t.Errorf("of %q: %q, want %q", c.known, got, c.want)
		}
	}
}

// 100 bytes are not too long for a slip; 101 are, see above.
func TestNearOfLongWords(t *testing.T) {
	long := strings.Repeat("word", 25)
	if got := Near(long, []string{long[:99], "word"}); !slices.Equal(got, []string{long[:99]}) {
		t.Errorf("%q", got)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "ab", 2}, {"ab", "", 2}, {"ab", "ba", 1}, {"abc", "acb", 1},
		{"kitten", "sitting", 3}, {"spede", "speed", 1}, {"abcdef", "abcdef", 0},
	} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		for allowed := range 5 {
			if d, ok := within(allowed, c.a, c.b); ok != (c.want <= allowed) || ok && d != c.want {
				t.Errorf("within %d: %q and %q are %d, %v", allowed, c.a, c.b, d, ok)
			}
		}
	}
}
