package match

import (
	"testing"
	"time"

	"bcdump/decode/capture"
)

// TestVolley: shots belong together within 5 ms, the first of them too.
func TestVolley(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		name  string
		after []time.Duration // the shot before
		want  int64
	}{
		{"one", []time.Duration{0}, 0},
		{"dual torpedoes in one datagram", []time.Duration{0, 0}, 2},
		{"four, in datagrams that come together", []time.Duration{0, ms, ms, ms}, 4},
		{"ticks apart", []time.Duration{0, 17 * ms, 33 * ms}, 0},
		{"two volleys", []time.Duration{0, 0, time.Second, ms, ms}, 5},
		{"a clock set back", []time.Duration{0, -time.Hour, 0}, 2},
	} {
		var v volley
		now, got := capture.Nanos(1e18), int64(0)
		for _, d := range tt.after {
			now = now.Add(d)
			got += v.take(now)
		}
		if got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
}
