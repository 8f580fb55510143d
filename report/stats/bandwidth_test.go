package stats_test

import (
	"net/netip"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// TestMeanWithinPeak: whatever the step, no rate has a mean above its peak, nor a median.
func TestMeanWithinPeak(t *testing.T) {
	for _, name := range []string{"session-small.pcap", "mixed-protocols.pcap", "entity-state.pcap", "nanoseconds.pcap"} {
		raw := must.Get(os.ReadFile(filepath.Join("..", "..", "testdata", "pcaps", name)))(t)
		for _, step := range []time.Duration{100 * time.Millisecond, 7 * time.Second, 29 * time.Second, time.Hour} {
			b := report(t, name, raw, stats.Options{Interval: step, By: []string{"link"}}).Bandwidth
			within(t, name, step, b.Mean, b.Peak)
			if e := b.EntityState; e != nil {
				within(t, name, step, e.Mean, e.Peak)
			}
			for _, r := range b.Rates {
				within(t, name, step, r.Mean, r.Peak)
				within(t, name, step, r.P50, r.Peak)
			}
		}
	}
}

func within(t *testing.T, name string, step time.Duration, low, high float64) {
	t.Helper()
	if low > high {
		t.Errorf("%s in steps of %v: %v is above the peak %v", name, step, low, high)
	}
}

// TestShorterThanAStep: all of it lies in one step, whose rate is that of the capture.
func TestShorterThanAStep(t *testing.T) {
	raw := must.Get(os.ReadFile(filepath.Join("..", "..", "testdata", "pcaps", "session-small.pcap")))(t)
	b := report(t, "session-small.pcap", raw, stats.Options{Interval: time.Hour}).Bandwidth
	if b.Mean <= 0 || b.Mean != b.Peak || b.Rates[0].P90 != b.Rates[0].Mean {
		t.Errorf("mean %v, peak %v, rates %+v", b.Mean, b.Peak, b.Rates)
	}
}

// TestIdleHost: a host that waits for players, and is asked how many there are, has the rates of the game that comes then.
func TestIdleHost(t *testing.T) {
	const header = 24
	_, game := reporttest.Battle(t, battle.Options{Seed: 1, Players: 2, Duration: 40 * time.Second})
	s := &synth.Script{Start: reporttest.Start.Add(-time.Hour)}
	for at := time.Duration(0); at < time.Hour; at += 30 * time.Second {
		s.Text(at, netip.MustParseAddrPort("198.51.100.20:4000"), netip.MustParseAddrPort("10.10.10.1:22101"), `\status\`)
	}
	waits := append(s.Pcap(synth.Ethernet()), game[header:]...)
	alone, after := report(t, "game.pcap", game, stats.Options{}).Bandwidth.Mean, report(t, "waits.pcap", waits, stats.Options{}).Bandwidth.Mean
	if alone != after {
		t.Errorf("%.0f B/s after an idle hour, %.0f without it", after, alone)
	}
	all, chat := report(t, "waits.pcap", waits, stats.Options{}).Files[0], report(t, "waits.pcap", waits, stats.Options{Filter: "opcode == 0x2C"}).Files[0]
	if all.Active != chat.Active || all.Active > 60 {
		t.Errorf("active for %v s, with a filter for %v s", all.Active, chat.Active)
	}
}
