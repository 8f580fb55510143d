package heavy_test

import (
	"slices"
	"testing"

	"bcdump/internal/heavy"
)

func TestScale(t *testing.T) {
	for value, want := range map[string]int{"": 3, "1": 40} {
		t.Setenv(heavy.Variable, value)
		if got := heavy.Scale(3, 40); got != want || heavy.On() != (want == 40) {
			t.Errorf("with %q: %d, want %d", value, got, want)
		}
		if got, want := heavy.Some([]int{1, 2, 3, 4}, 3), map[string][]int{"": {1, 4}, "1": {1, 2, 3, 4}}[value]; !slices.Equal(got, want) {
			t.Errorf("with %q: %d, want %d", value, got, want)
		}
	}
}
