package check_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/report/check"
	"bcdump/report/figures"
)

// follows are the rules that a break always breaks too, and why.
var follows = map[string]map[string]string{
	"leave-playerlist": {"leave-messages": "it asks for the same message"},
	"update-not-relayed": {
		"update-subsystems-from-server": "updates of clients have other flags than those of the host",
		"update-hash-side":              "updates of clients have a hash",
	},
	"object-blob": {"payload-layout": "a creation whose state does not fit does not end with its last field either"},
}

// Each rule has a break, and there is no other.
func TestBreakNames(t *testing.T) {
	var want []string
	for area, rule := range check.Rules() {
		if area != entityArea && rule.ID != "transport-ack-sent" { // which has an edit
			want = append(want, rule.ID)
		}
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, battle.BreakNames()); diff != "" {
		t.Errorf("(-rules +breaks)\n%s", diff)
	}
}

// A break breaks its rule, in the frames that the truth names, and no other rule.
func TestBreaks(t *testing.T) {
	heavy.SkipRace(t, "TestTroublesBreakNoRule judges with as many workers")
	place := 0
	for area, rule := range check.Rules() {
		if place++; area == entityArea || place%heavy.Scale(12, 1) != 0 {
			continue
		}
		t.Run(rule.ID, func(t *testing.T) {
			broken := map[string]bool{}
			for seed := range heavy.Scale[uint64](1, 3) {
				o := battle.Options{Seed: seed + 1, Players: 3 + int(seed), Duration: 100 * time.Second, Breaks: []string{rule.ID}}
				truth, content := capture(t, o, view{})
				f := judged(t, content)
				compareBreak(t, rule.ID, truth, f)
				for _, r := range failed(f) {
					broken[r.ID] = true
				}
			}
			for other, why := range follows[rule.ID] {
				if !broken[other] {
					t.Errorf("it never breaks %s, though %s", other, why)
				}
			}
		})
	}
}

func compareBreak(t *testing.T, id string, truth *battle.Truth, f *figures.CheckFile) {
	t.Helper()
	var frames []int64
	for _, r := range failed(f) {
		switch {
		case r.ID == id:
			for _, x := range r.Frames {
				frames = append(frames, x.Frame)
			}
		case follows[id][r.ID] != "":
		default:
			t.Errorf("it breaks %s too: %d of %d, %v", r.ID, r.Violations, r.Instances, r.Frames[:min(1, len(r.Frames))])
		}
	}
	compareCauses(t, f, id)
	for _, r := range f.Rules {
		if r.ID == id && r.Verdict == figures.Passed {
			t.Errorf("the %s keeps it, %d times", r.Judges, r.Instances)
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

// compareCauses demands a cause for each rule that is broken, and no other. The rules that follow stand beside it.
func compareCauses(t *testing.T, f *figures.CheckFile, ids ...string) {
	t.Helper()
	roots := map[string]bool{}
	for _, c := range f.Causes {
		roots[c.Root] = true
		for _, e := range c.Explains { // what players saw may show more than the rule
			roots[e.Finding] = roots[e.Finding] || c.OnlySeen()
		}
		if !slices.Contains(ids, c.Root) && !(c.OnlySeen() && slices.ContainsFunc(c.Explains, func(e figures.Explained) bool { return slices.Contains(ids, e.Finding) })) {
			t.Errorf("a cause %s of %s, %d of %d: %s", c.ID, c.Root, c.Instances, c.Of, c.Statement)
		}
		if len(c.Frames) == 0 || len(c.Players) == 0 && !strings.HasPrefix(c.ID, "gamespy-") && !strings.HasPrefix(c.ID, "entity-") || c.Statement == "" {
			t.Errorf("%s: frames %v, players %q, %q", c.ID, c.Frames, c.Players, c.Statement)
		}
	}
	for _, r := range failed(f) {
		if slices.Contains(ids, r.ID) && r.Severity != "info" && !roots[r.ID] {
			t.Errorf("no cause of %s", r.ID)
		}
	}
}

// within reports whether all of a list are in another.
func within(list, all []int64) bool {
	return !slices.ContainsFunc(list, func(x int64) bool { return !slices.Contains(all, x) })
}
