package ship_test

import (
	"slices"
	"testing"

	"bcdump/decode/ship"
)

// TestCycles holds what is worked out against windows that were written down by hand: those of
// a Sovereign were read out of packets, those of a Warbird go round more than once until they
// repeat.
func TestCycles(t *testing.T) {
	for _, tt := range []struct {
		class              string
		remote             bool
		starts             []int
		lead, updates      int
		turns, least, most int
	}{
		{"sovereign", false, []int{0, 2, 6, 8, 10}, 1, 4, 1, 4, 4},
		{"sovereign", true, []int{0, 2, 5, 6, 8, 10}, 1, 5, 1, 5, 5},
		{"birdofprey", false, []int{0, 2, 5}, 0, 3, 1, 3, 3},
		{"warbird", false, []int{0, 2, 5, 8, 1, 3, 6, 10}, 1, 7, 2, 4, 4},
		{"kessoklight", true, []int{0, 4, 5, 8, 9, 3}, 2, 4, 1, 4, 4},
	} {
		k := ship.Stock().ByKey(tt.class).Cycle(tt.remote)
		var starts []int
		for _, w := range k.Windows {
			starts = append(starts, w.Start)
		}
		if !slices.Equal(starts, tt.starts) || k.Lead != tt.lead || k.Updates() != tt.updates || k.Turns != tt.turns || k.Least != tt.least || k.Most != tt.most {
			t.Errorf("%s, remote %v: %v, %+v, %d updates", tt.class, tt.remote, starts, k, k.Updates())
		}
	}
	if k := ship.Stock().ByKey("borgcube").Cycle(true); k.Windows != nil {
		t.Errorf("a class without a list has %v", k)
	}
}

// TestTypeNumbers: each type of a stock ship has a number of its own.
func TestTypeNumbers(t *testing.T) {
	of := map[uint16]string{}
	see := func(name string) {
		n := ship.NumberOf(name)
		if other, taken := of[n.Number]; n.Number == 0 || n.Constant == "" || taken && other != name {
			t.Errorf("%s has %04X %q, as %s", name, n.Number, n.Constant, other)
		}
		of[n.Number] = name
	}
	for _, class := range ship.Stock().Classes() {
		for _, sub := range class.Subsystems {
			see(sub.Type)
			for _, part := range sub.Children {
				see(part.Type)
			}
		}
	}
	if n := ship.NumberOf("replicator"); n != (ship.TypeNumber{}) {
		t.Errorf("a type that does not exist has %v", n)
	}
}
