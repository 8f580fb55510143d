package replay_test

import (
	"os"
	"testing"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
)

// TestOneWay: a page adds up the directions itself. A row of both would be drawn and counted twice.
func TestOneWay(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Duration: 40 * time.Second, Seed: 11, Loss: 0.05, Duplicate: 0.02})
	r := replayOf(t, "battle.pcap", raw)
	drawn, sent := 0.0, int64(0)
	for i := range r.Series {
		if r.Series[i].Group == "bandwidth" {
			drawn += area(&r.Series[i])
		}
	}
	for i := range r.Stats.Bandwidth.Rates {
		if x := &r.Stats.Bandwidth.Rates[i]; x.Dir != figures.BothDirections {
			sent += x.Bytes
		}
	}
	if drawn < 0.99*float64(sent) || drawn > 1.01*float64(sent) {
		t.Errorf("%.0f bytes are drawn, want %d", drawn, sent)
	}
}

// area is what a line of steps has below it.
func area(x *figures.ReplaySeries) (sum float64) {
	at, v := numbers(x.T), numbers(x.V)
	for i := range at[:max(len(at)-1, 0)] {
		sum += v[i] * (at[i+1] - at[i])
	}
	return sum
}

// TestFrameWithoutTime has a first frame without a time: times count from the first one that there is, as start says.
func TestFrameWithoutTime(t *testing.T) {
	r := replayOf(t, "clock-extremes.pcap", must.Get(os.ReadFile(reporttest.Corpus+"/clock-extremes.pcap"))(t))
	if r.Length > 5000 {
		t.Errorf("%v s from %v", r.Length, r.Start)
	}
}
