package traffic

import (
	"slices"
	"testing"
)

// TestCursor has blocks that come as a network brings them: each is its clock in tenths of a second and its start.
func TestCursor(t *testing.T) {
	type block struct{ clock, start int }
	for _, tt := range []struct {
		name       string
		come, want []block
		late, gone int // that are late, or have no place
	}{
		{"in order", []block{{1, 0}, {2, 3}, {3, 6}}, []block{{1, 0}, {2, 3}, {3, 6}}, 0, 0},
		{"overtaken", []block{{1, 0}, {3, 6}, {2, 3}, {4, 9}}, []block{{1, 0}, {2, 3}, {3, 6}, {4, 9}}, 1, 0},
		{"copies", []block{{1, 0}, {1, 0}, {3, 6}, {2, 3}, {2, 3}, {1, 0}}, []block{{1, 0}, {2, 3}, {3, 6}}, 1, 3},
		{"two in one moment", []block{{1, 0}, {1, 3}, {2, 6}}, []block{{1, 0}, {1, 3}, {2, 6}}, 0, 0},
		{"a clock set back", []block{{900, 0}, {901, 3}, {5, 0}, {901, 3}, {6, 3}}, []block{{900, 0}, {901, 3}, {5, 0}, {901, 3}, {6, 3}}, 0, 0},
		{"too late", []block{{1, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}, {8, 0}, {9, 0}, {10, 0}, {11, 0}, {2, 0}, {3, 0}, {1, 0}, {12, 0}}, []block{{1, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {7, 0}, {8, 0}, {9, 0}, {10, 0}, {11, 0}, {12, 0}}, 3, 3},
	} {
		var c Cursor[block]
		var got []block
		late, gone := 0, 0
		give := func(left int) {
			for b := c.Next(left); b != nil; b = c.Next(left) {
				got = append(got, b.Of)
			}
		}
		for _, x := range tt.come {
			b, behind := c.Add(float32(x.clock)/10, x.start)
			if behind {
				late++
			}
			if b == nil {
				gone++
				continue
			}
			b.Of = x
			give(Window)
		}
		if give(0); !slices.Equal(got, tt.want) || late != tt.late || gone != tt.gone {
			t.Errorf("%s: %v, %d late, %d without a place; want %v, %d, %d", tt.name, got, late, gone, tt.want, tt.late, tt.gone)
		}
	}
}
