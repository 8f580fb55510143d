package replay_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/tally"
)

// TestSeries: the area below a line of bytes, updates or repeats is what its query keeps; a round trip of a second is
// the mean of what the Acks say that its query keeps, of the direction that waits longer. Hull and shields end as the
// parts of the ship do.
func TestSeries(t *testing.T) {
	heavy.SkipRace(t, "TestCorpus has the same goroutines")
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Duration: 40 * time.Second, Seed: 5, Loss: 0.03, Duplicate: 0.02}, "leave@20s:1", "return@30s:1")
	var start capture.Time
	for r := range open(t, "battle.pcap", raw, 1).Records() {
		start = r.Time
		break
	}
	r, compared := replayOf(t, "battle.pcap", raw), map[string]int{}
	for i := range r.Series {
		s := &r.Series[i]
		lines, bytes, waits := 0, 0, [2]map[float64][]float64{{}, {}}
		for r := range reporttest.Open(t, "battle.pcap", raw, decode.Options{Filter: reporttest.FilterOf(t, string(s.Query))}).Records() {
			lines++
			bytes += r.Length()
			if a := r.Answers; a.Frame != 0 && a.Copies == 1 {
				second, of := math.Floor(r.Time.SecondsSince(start)), waits[tally.BoolInt(r.Side.Dir == decode.ToServer)]
				of[second] = append(of[second], decode.Milliseconds(a.After))
			}
		}
		compared[s.Group]++
		got := area(s)
		_, kind, _ := strings.Cut(s.ID, "-")
		if strings.HasPrefix(kind, "header-") {
			bytes = 2 * lines
		}
		switch {
		case s.Group == "hull" || s.Group == "shields":
			got, want := last(s.V), condition(&r.Ships[s.Ship], s.Group)
			if math.Abs(got-want) > 0.1 {
				t.Errorf("%s ends at %.2f %%, its parts at %.2f %%", s.ID, got, want)
			}
		case s.Group == "rtt":
			here, there := median(waits[0]), median(waits[1])
			far := tally.BoolInt(there >= here)
			if math.Abs(there-here) < 0.1*here && s.T.Len() == len(waits[1-far]) { // as long as each other
				far = 1 - far
			}
			sameMeans(t, s, waits[far])
		case s.Group == "repeats" && got != float64(lines),
			s.Group == "updates" && got != float64(lines) && got != float64(lines+1): // the host may tell of a ship before its owner does
			t.Errorf("%s: %.1f, but its query keeps %d", s.ID, got, lines)
		case s.Group != "bandwidth" || strings.HasPrefix(kind, "other-") || strings.HasPrefix(kind, "fragment-"): // their queries keep more
		case math.Abs(got-float64(bytes)) > 0.1:
			t.Errorf("%s: %.1f, but its query keeps %d bytes", s.ID, got, bytes)
		}
	}
	if compared["bandwidth"] < 8 || compared["updates"] != len(r.Ships) || compared["rtt"] != 4 || compared["repeats"] != 4 ||
		compared["hull"] != len(r.Ships) || compared["shields"] != len(r.Ships) {
		t.Errorf("compared: %v", compared)
	}
}

// condition is that of the hull at the end, or the mean of the shields.
func condition(x *figures.ReplayShip, group string) float64 {
	sum, n := 0.0, 0.0
	for i := range x.Parts {
		if p := &x.Parts[i]; group == "hull" && p.Name == "Hull" || group == "shields" && p.Kind == "shield" {
			sum, n = sum+last(p.V), n+1
		}
	}
	return sum / n
}

func last(c *figures.Column) float64 {
	all := numbers(c)
	return all[len(all)-1]
}

// median gives the median wait of all seconds together.
func median(waits map[float64][]float64) float64 {
	var all []float64
	for _, of := range waits {
		all = append(all, of...)
	}
	if slices.Sort(all); len(all) == 0 {
		return -1
	}
	return all[len(all)/2]
}

// sameMeans compares a line with the mean wait of each second.
func sameMeans(t *testing.T, s *figures.ReplaySeries, waits map[float64][]float64) {
	t.Helper()
	at, values := numbers(s.T), numbers(s.V)
	if len(at) != len(waits) {
		t.Errorf("%s: %d seconds, want %d", s.ID, len(at), len(waits))
	}
	for i, second := range at {
		sum := 0.0
		for _, ms := range waits[second] {
			sum += ms
		}
		if want := sum / float64(len(waits[second])); !(math.Abs(values[i]-want) <= 0.051) {
			t.Errorf("%s: %.1f ms in second %.0f, want %.2f", s.ID, values[i], second, want)
		}
	}
}

// TestEntityBandwidth: each line of a capture with both protocols has an id of its own, and is called after the messages that
// its query keeps.
func TestEntityBandwidth(t *testing.T) {
	raw := reporttest.Shipped(t)["mixed-protocols.pcap"]
	r, ids := replayOf(t, "mixed.pcap", raw), map[string]bool{}
	for i := range r.Series {
		s := &r.Series[i]
		if ids[s.ID] {
			t.Errorf("two lines are %s", s.ID)
		}
		ids[s.ID] = true
		name, dir, _ := strings.Cut(s.Title, " ")
		for x := range reporttest.Open(t, "mixed.pcap", raw, decode.Options{Filter: reporttest.FilterOf(t, string(s.Query))}).Records() {
			if x.Proto == decode.EntityState && (x.Title() != name || string(x.Dir) != dir) {
				t.Errorf("%s keeps %s %s", s.Title, x.Title(), x.Dir)
			}
		}
	}
	if !ids["bandwidth-state-sc"] {
		t.Error(ids)
	}
}
