package stats_test

import (
	"bcdump/decode"
	"bcdump/decode/message"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"bcdump/decode/ship"
	"bcdump/decode/synth/battle"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// TestCycles plays a battle of stock software: the subsystems of each class come round as its list
// says, to owners and to others; power settings in blocks of three, and all fields of motion after wholeEvery.
func TestCycles(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 3, Duration: 2 * time.Minute, Seed: 5})
	r := report(t, "battle", raw, stats.Options{})
	forms := map[string]bool{}
	for i := range r.Cycles {
		c := &r.Cycles[i]
		forms[c.DirtyFlags+" "+c.Receiver] = true
		if c.DirtyFlags != "0x20" {
			checkCycle(t, c)
			continue
		}
		if c.Dialect != "stock" || c.Expected == nil || c.Cycles == 0 {
			t.Errorf("%+v", c)
			continue
		}
		if c.Cycles >= 5 && (c.Updates != *c.Expected || math.Abs(float64(*c.P50-*c.ExpectedSeconds)) > 0.05) {
			t.Errorf("%s to %s: %d updates in %v s, expected %d in %v s", c.Ship, c.Receiver, c.Updates, *c.P50, *c.Expected, *c.ExpectedSeconds)
		}
		if c.UpdatesMax < c.Updates || *c.Max < *c.P90 || *c.P90 < *c.P50 {
			t.Errorf("%s to %s: %+v", c.Ship, c.Receiver, c)
		}
	}
	if want := []string{"0x1D clients", "0x1D host", "0x20 others", "0x20 owner", "0x80 host"}; !slices.Equal(slices.Sorted(maps.Keys(forms)), want) {
		t.Errorf("cycles of %v", r.Cycles)
	}
}

// checkCycle holds a row that is not about subsystems against what the generator does: it tells all of motion with the
// first update 1.3 s after it did, and settings 5 s after a round of them began.
func checkCycle(t *testing.T, c *figures.Cycle) {
	t.Helper()
	updates, seconds := int(math.Round(float64(*c.P50)*10)), 1.35
	if c.DirtyFlags == "0x80" {
		class, powered := ship.Stock().ByKey(c.Ship), 0
		for i := range class.Subsystems {
			if class.HasPower(i) {
				powered++
			}
		}
		updates, seconds = (powered+2)/3, 5.05
	}
	if c.Expected != nil || c.Updates != updates || math.Abs(float64(*c.P50)-seconds) > 0.07 {
		t.Errorf("%+v, p50 %v: expected %d updates in %v s", c, *c.P50, updates, seconds)
	}
}

// TestUpdateSizes compares the counts and sizes of each combination of flags with the payloads. The most frequent one comes first.
func TestUpdateSizes(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Players: 2, Datagrams: 3_000, Seed: 6})
	sizes, updates := map[string][]int{}, map[string]int{}
	for r := range reporttest.Open(t, "battle", raw, decode.Options{}).Records() {
		if u, ok := r.Content().Message.(*message.StateUpdate); ok {
			for _, dir := range []string{string(r.Dir), figures.BothDirections} {
				key := fmt.Sprintf("%s 0x%02X", dir, u.DirtyFlags)
				sizes[key] = append(sizes[key], len(r.Payload))
				updates[dir]++
			}
		}
	}
	report := report(t, "battle", raw, stats.Options{})
	before := figures.Flags{}
	for _, f := range report.Flags {
		all := sizes[f.Dir+" "+f.DirtyFlags]
		slices.Sort(all)
		want, share := figures.Sizes{Min: all[0], Median: all[(len(all)-1)/2], Max: all[len(all)-1]}, float64(len(all))/float64(updates[f.Dir])
		if int(f.Count) != len(all) || f.Payload != want || math.Abs(f.Share-share) > 1e-9 {
			t.Errorf("%+v, want %d: %+v, %v of all", f, len(all), want, share)
		}
		if f.Dir == before.Dir && f.Count > before.Count {
			t.Errorf("%+v comes behind %+v", f, before)
		}
		before = f
	}
	if len(report.Flags) != len(sizes) || len(sizes) < 10 {
		t.Errorf("%d rows, want %d", len(report.Flags), len(sizes))
	}
}
