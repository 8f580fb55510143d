package replay

import (
	"bytes"
	"testing"
	"weak"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/internal/must"
	"bcdump/report/facts"
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

// Kept gives figures, and the account of the match that they were read with if it is still there.
func Kept(t testing.TB, name string, raw []byte) (*figures.Replay, func() *match.Match) {
	t.Helper()
	c := must.Get(decode.Open(name, bytes.NewReader(raw), decode.Options{}))(t)
	start, _ := c.Start()
	r := newReplay(name, newClock(start), Options{}, allLimits())
	f := must.Get(facts.Read(c, facts.Options{}))(t)
	account := weak.Make(f.Match())
	return r.end(f), account.Value
}
