package figures

import (
	"math"
	"strconv"
	"testing"
)

// TestColumnJSON holds the text of columns, those that are places in another one too, against what strconv writes of their
// numbers, rounded.
func TestColumnJSON(t *testing.T) {
	for _, scale := range []float64{1, 10, 100, 127, 1000, 2.55, 15.3} {
		smooth, jumpy, base := NewSmooth(scale), NewJumpy(scale), NewColumn(scale)
		some := NewColumnOf(base)
		all, placed := "", ""
		for i, n := range []int64{0, 1, -1, 9, -127, 100, 1000, 123456, -999999, 1 << 31, 1 << 40, -1 << 52, farthest} {
			x := strconv.FormatFloat(math.Round(float64(n)/scale*1e6)/1e6, 'f', -1, 64) + ","
			for _, c := range []*Column{smooth, jumpy, base} {
				c.AddSteps(n)
			}
			if all += x; i%3 == 1 {
				some.AddNewest()
				placed += x
			}
		}
		for _, tt := range []struct {
			column *Column
			want   string
		}{{smooth, all}, {jumpy, all}, {base, all}, {some, placed}} {
			if text, err := tt.column.MarshalJSON(); err != nil || string(text) != "["+tt.want[:len(tt.want)-1]+"]" {
				t.Errorf("scale %v, order %d: %v\n%s\nwant %s", scale, tt.column.Order(), err, text, tt.want)
			}
		}
	}
}
