package replay

import (
	"bytes"
	"testing"

	"bcdump/decode"
	"bcdump/internal/must"
	"bcdump/report/figures"
)

// IsShown says whether a block has a key.
var IsShown = isShown

// Of with smaller limits, each the same.
func WithLimits(t testing.TB, name string, raw []byte, positions, others int) *figures.Replay {
	t.Helper()
	c := must.Get(decode.Open(name, bytes.NewReader(raw), decode.Options{}))(t)
	start, _ := c.Start()
	r := newReplay(name, newClock(start), Options{}, limits{positions, others, others, others, others, others})
	return must.Get(r.read(c))(t)
}
