package identify

import (
	"fmt"
	"testing"

	"bcdump/decode/message"
	"bcdump/decode/ship"
)

// TestHashes follows what is said about the hashes of ships, one update after the other.
func TestHashes(t *testing.T) {
	akira, galaxy := ship.Stock().ByKey("akira"), ship.Stock().ByKey("galaxy")
	type step struct {
		id      uint32
		hash    uint16
		class   *ship.Class
		dialect message.Dialect
		want    string
	}
	for name, steps := range map[string][]step{
		"usual": {
			{1, 0xFB37, akira, message.Stock, ""}, {1, 0xFB37, akira, message.Stock, ""},
			{2, 0xFB37, akira, message.Stock, ""}, {3, 0x1111, galaxy, message.Stock, ""}, {4, 0x1111, galaxy, message.Stock, ""},
		},
		"one for all": { // as third-party clients send it
			{1, 0xFB37, akira, message.OpenBC, ""}, {2, 0xFB37, galaxy, message.OpenBC, ""},
			{3, 0xFB37, galaxy, message.Undecided, ""}, {3, 0xFB37, galaxy, message.OpenBC, ""},
		},
		"changes": {
			{1, 0x1111, nil, message.Undecided, ""}, {1, 0x2222, nil, message.Undecided, "subsys_hash 0x2222: it was 0x1111 before"},
			{1, 0x2222, galaxy, message.Stock, ""}, {1, 0x1111, galaxy, message.OpenBC, "subsys_hash 0x1111: it was 0x2222 before"},
		},
		"differs": {
			{1, 0x1111, galaxy, message.Stock, ""}, {2, 0x2222, galaxy, message.Stock, "subsys_hash 0x2222: 0x00000001, of class Galaxy too, has 0x1111"},
			{2, 0x2222, galaxy, message.Stock, ""}, {3, 0x1111, galaxy, message.Stock, ""},
		},
		"of another class": {{1, 0xFB37, galaxy, message.Stock, "subsys_hash 0xFB37 is known of Akira, not of Galaxy"}, {1, 0xFB37, galaxy, message.Stock, ""}},
		"not the known":    {{1, 0x1234, akira, message.Stock, "subsys_hash 0x1234: that of Akira is known to be 0xFB37"}},
		"told late": { // the dialect or the class
			{1, 0xFB37, galaxy, message.Undecided, ""}, {1, 0xFB37, nil, message.Stock, ""},
			{1, 0xFB37, galaxy, message.Stock, "subsys_hash 0xFB37 is known of Akira, not of Galaxy"}, {1, 0xFB37, galaxy, message.Stock, ""},
		},
	} {
		h := NewHashes()
		for i, s := range steps {
			if got := h.Hear(hashed(s.id, s.hash), s.class, s.dialect); got != s.want {
				t.Errorf("%s, %d: %q, want %q", name, i, got, s.want)
			}
		}
	}
}

// TestHashesOfOthers: another ship may have the id.
func TestHashesOfOthers(t *testing.T) {
	const second = firstShip + 0x40000
	galaxy := ship.Stock().ByKey("galaxy")
	for name, between := range map[string]func(*Hashes){
		"created": func(h *Hashes) { h.Begins(firstShip) },
		"vacated": func(h *Hashes) { h.Vacated(0) },
		"pushed out": func(h *Hashes) {
			for id := range uint32(hashedShips) {
				h.Hear(hashed(second+1+id, 1), nil, message.Stock)
			}
		},
	} {
		h := NewHashes()
		h.Hear(hashed(firstShip, 0x1111), galaxy, message.Stock)
		between(&h)
		if got := h.Hear(hashed(firstShip, 0x2222), nil, message.Stock); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	h := NewHashes()
	h.Hear(hashed(second, 0x1111), nil, message.Stock)
	h.Vacated(0)
	if h.Hear(hashed(second, 0x2222), nil, message.Stock) == "" {
		t.Error("a player went, and the ship of another was forgotten")
	}
}

// TestManyHashedClasses: a class beyond the limit is not held against others of it.
func TestManyHashedClasses(t *testing.T) {
	h := NewHashes()
	id := uint32(0)
	hear := func(class int, hash uint16) string {
		id++
		return h.Hear(hashed(id, hash), &ship.Class{Key: fmt.Sprint(class)}, message.OpenBC)
	}
	for class := range hashedClasses + 1 {
		hear(class, 1)
	}
	if hear(hashedClasses-1, 2) == "" || hear(hashedClasses, 2) != "" {
		t.Error("the limit is another")
	}
}
