package overview_test

import (
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
	"bcdump/report/facts"
	"bcdump/report/internal/reporttest"
	"bcdump/report/overview"
)

// TestSpan: of ten seconds of a battle the overview says ten seconds, over which its rates are.
func TestSpan(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 2, Duration: 40 * time.Second, Seed: 3})
	var from, to capture.Time
	for r := range reporttest.Open(t, "battle.pcap", raw, decode.Options{}).Records() {
		from = r.Time.Add(20 * time.Second)
		to = from.Add(10 * time.Second)
		break
	}
	o := must.Get(overview.Of("battle.pcap", reporttest.Open(t, "battle.pcap", raw, decode.Options{}), facts.Options{Span: facts.Span{From: &from, To: &to}}))(t)
	if o.Duration < 9.5 || o.Duration > 10 {
		t.Errorf("%v seconds", o.Duration)
	}
}
