package replay

import (
	"bytes"
	"maps"
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
	f := must.Get(facts.Read(must.Get(decode.Open(name, bytes.NewReader(raw), decode.Options{}))(t), facts.Options{}))(t)
	most := maps.Clone(allLimits)
	for _, name := range []string{"changes", "ships", "entities", "fire", "torpedoes", "log"} {
		most[name] = others
	}
	most["positions"] = positions
	return newReplay(newClock(f.Summary.Clock.First), Options{}, most).end(f)
}

// Kept gives figures, and the account of the match that they were read with if it is still there.
func Kept(t testing.TB, name string, raw []byte) (*figures.Replay, func() *match.Match) {
	t.Helper()
	f := must.Get(facts.Read(must.Get(decode.Open(name, bytes.NewReader(raw), decode.Options{}))(t), facts.Options{}))(t)
	account := weak.Make(f.Match())
	return Of(f, Options{}), account.Value
}
