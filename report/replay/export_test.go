package replay

import (
	"bytes"
	"testing"

	"bcdump/decode"
	"bcdump/report/figures"
)

// Of with smaller limits, each the same.
func WithLimits(t testing.TB, name string, raw []byte, positions, others int) *figures.Replay {
	t.Helper()
	c, err := decode.Open(name, bytes.NewReader(raw), decode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	start, _ := c.Start()
	r := newReplay(name, newClock(start), Options{}, limits{positions, others, others, others, others, others})
	out, err := r.read(c)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
