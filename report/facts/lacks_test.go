package facts

import (
	"testing"
	"time"

	"bcdump/decode/capture"
)

// TestLacksFindsNested: a long silence with a short one within it is found at each of its moments.
func TestLacksFindsNested(t *testing.T) {
	at := func(second int) capture.Time { return capture.Time{Sec: int64(second)} }
	w := way{7, true}
	f := &Facts{lacks: func() map[way][]silence {
		return map[way][]silence{w: joined([]silence{{way: w, from: at(30), to: at(31)}, {way: w, from: at(12), to: at(13)}, {way: w, from: at(10), to: at(20)}})}
	}}
	for second, want := range map[int]bool{8: false, 11: true, 15: true, 19: true, 22: false, 30: true, 33: false} {
		if got := f.Lacks(7, true, at(second), at(second).Add(time.Second/2)); got != want {
			t.Errorf("second %d: %v", second, got)
		}
	}
}
