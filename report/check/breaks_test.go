package check_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/report/check"
	"bcdump/report/figures"
)

// follows are the rules of another area that a break breaks too, and why.
var follows = map[string]map[string]string{
	"object-blob": {"payload-layout": "a creation whose state does not fit does not end with its last field either"},
}

// A break breaks its rule, in the frames that the truth names, and no rule of another area.
func TestBreaks(t *testing.T) {
	turn := 0
	for area, rule := range check.Rules() {
		turn++
		if only := os.Getenv("RULE"); only != "" && !strings.Contains(rule.ID, only) {
			continue
		}
		if !heavy.On() && os.Getenv("RULE") == "" && turn%6 != 0 {
			continue
		}
		t.Run(rule.ID, func(t *testing.T) {
			if !slices.Contains(battle.BreakNames(), rule.ID) {
				t.Skip("there is no such break")
			}
			truth, content := capture(t, battle.Options{Seed: 1, Players: 4, Duration: 100 * time.Second, Breaks: []string{rule.ID}}, view{})
			compareBreak(t, area, rule.ID, truth, judged(t, content))
		})
	}
}

func compareBreak(t *testing.T, area, id string, truth *battle.Truth, f *figures.CheckFile) {
	t.Helper()
	var frames []int64
	for _, r := range failed(f) {
		switch {
		case r.ID == id:
			for _, x := range r.Frames {
				frames = append(frames, x.Frame)
			}
		case follows[id][r.ID] != "":
		case r.Area != area:
			t.Errorf("it breaks %s too: %d of %d, %v", r.ID, r.Violations, r.Instances, r.Frames[:min(1, len(r.Frames))])
		default:
			t.Logf("of the same area it breaks %s: %d of %d, %v", r.ID, r.Violations, r.Instances, r.Frames[:min(1, len(r.Frames))])
		}
	}
	slices.Sort(frames)
	frames = slices.Compact(frames)
	told := truth.Breaks[0].Frames
	switch {
	case frames == nil:
		for _, r := range f.Rules {
			if r.ID == id {
				t.Errorf("%s %s: %s %d of %d, truth %v", r.ID, r.Judges, r.Verdict+" "+r.Reason, r.Violations, r.Instances, told[:min(8, len(told))])
			}
		}
	case len(told) == 0 || !within(told, frames) && !within(frames, told):
		t.Errorf("it is broken in frames %v, the truth has %v", frames, told[:min(30, len(told))])
	}
}

// within reports whether all of a list are in another.
func within(list, all []int64) bool {
	return !slices.ContainsFunc(list, func(x int64) bool { return !slices.Contains(all, x) })
}
