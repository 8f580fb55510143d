package match_test

import (
	"io"
	"testing"

	"bcdump/decode"
	"bcdump/decode/match"
	"bcdump/decode/synth/hostile"
	"bcdump/internal/heavy"
)

// TestFloods: whatever comes without end, there is a limit to each list, map and text that is kept of it.
func TestFloods(t *testing.T) {
	heavy.SkipRace(t, "one goroutine")
	limits := map[string]int{"match.Match.chat": 4096, "match.Said.Text": 4096 * 256, "match.Connection.Steps": 1024 * 32, "match.Step.Name": 1024 * 32 * 32}
	for _, found := range hostile.Unbounded(heavy.Scale(6000, 60_000), limits, func(kind string, capture io.Reader) any {
		c, err := decode.Open(kind, capture, decode.Options{Jobs: 1, NoLedger: true})
		if err != nil {
			t.Fatal(err)
		}
		m := match.NewOf(1000)
		m.AskRelays()
		m.Begin(kind)
		for r := range c.Records() {
			m.Take(r)
		}
		m.End()
		return m
	}) {
		t.Error(found)
	}
}
