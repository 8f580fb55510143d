package check_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/check"
	"bcdump/report/figures"
)

// fault is an edit of a sound capture that breaks a rule, or from which a cause of another kind is made.
type fault struct {
	rule    string
	do      edit.Edit
	side    string   // the only one that breaks a rule which is about both; "" = whom it is about
	follows []string // rules and causes that come with it, as "rule: why"
	says    string   // a part of the text of its first violation; "" = any
	short   string   // why what is said of it is less than it should be; "" = it is not
}

var faults = [][]fault{transportFaults, joinFaults, senderFaults, updateFaults, playFaults, oneReceiver, endFaults}

// bases are battles in which everything is sound, and all happens that rules are about.
var bases = sync.OnceValues(func() (list []*edit.Capture, err error) {
	for _, x := range []struct {
		o        battle.Options
		troubles string
	}{
		{battle.Options{Players: 4, Seed: 5, TimeLimit: 1}, "late@65s:4 self-destruct@20s:1 self-destruct@42s:1 collision@28s:3 collision@48s:3 timeout@32s:2 leave@85s:4"},
		{battle.Options{Players: 5, Seed: 3, Teams: true, TimeLimit: 1}, "self-destruct@20s:2 self-destruct@45s:2 collision@25s:1 leave@75s:3 timeout@30s:5 late@55s:4"},
		{battle.Options{Players: 3, Seed: 8, TimeLimit: 1}, "late@60s:3 self-destruct@12s:1 self-destruct@28s:1 collision@30s:2 timeout@42s:2 leave@84s:3"},
	} {
		x.o.Duration, x.o.GameSpy = 100*time.Second, 0.5
		for _, text := range strings.Fields(x.troubles) {
			t, err := battle.ParseTrouble(text)
			if err != nil {
				return nil, err
			}
			x.o.Troubles = append(x.o.Troubles, t)
		}
		c, err := edit.Read(recordedOf(x.o))
		if err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
})

// editsOf gives the first edit that breaks each of some rules.
func editsOf(rules ...string) (edits []edit.Edit) {
	all := slices.Concat(faults...)
	for _, id := range rules {
		edits = append(edits, all[slices.IndexFunc(all, func(x fault) bool { return x.rule == id })].do)
	}
	return edits
}

// unkept are rules that none of the bases keeps, because nobody loses anything there, or because nothing is so long.
var unkept = []string{
	"transport-fragments-complete, server", "transport-seq-16bit, server", "transport-seq-16bit, client", "transport-retransmit-interval, client",
	"transport-retransmit-until-ack, server", "transport-retransmit-until-ack, client",
}

// TestBasesAreSound: without an edit no rule is broken, and each is judged on one of them.
func TestBasesAreSound(t *testing.T) {
	kept, all := map[string]bool{}, map[string]bool{}
	for i, c := range must.Get(bases())(t) {
		f := judged(t, c.Of())
		for _, r := range f.Rules {
			side := r.ID + ", " + r.Judges
			all[side], kept[side] = true, kept[side] || r.Verdict == figures.Passed
			if r.Verdict == figures.Failed {
				t.Errorf("capture %d: %s: %d of %d, %v", i, side, r.Violations, r.Instances, r.Frames)
			}
		}
		if len(f.Causes) > 0 {
			t.Errorf("capture %d: %+v", i, f.Causes)
		}
	}
	for side := range all {
		if kept[side] == slices.Contains(unkept, side) {
			t.Errorf("%s is kept: %v", side, kept[side])
		}
	}
}

// TestFaults: an edit breaks the rule that it is about, which is the first of the causes, and no other one; each rule has an edit.
// With -v it lists the edits that fall short.
func TestFaults(t *testing.T) {
	heavy.SkipRace(t, "TestTroublesBreakNoRule judges with as many workers")
	sound := must.Get(bases())(t)
	known, n := map[string]bool{}, 0
	for _, x := range slices.Concat(faults...) {
		known[x.rule] = true
		n++
		t.Run(fmt.Sprint(n, " ", x.rule), func(t *testing.T) {
			t.Parallel()
			fine := 0
			for i, c := range sound {
				if !heavy.On() && i != n%len(sound) {
					continue
				}
				f := judged(t, c.Of(x.do))
				causesHaveRows(t, f)
				switch text := x.amiss(f); {
				case text == "":
					if fine++; x.short != "" && fine == len(sound) {
						t.Errorf("it does not fall short any more: %s", x.short)
					}
				case x.short != "":
					t.Logf("capture %d: %s. Seen: %s", i, x.short, text)
				default:
					t.Errorf("capture %d: %s", i, text)
				}
			}
		})
	}
	for area, rule := range check.Rules() {
		if area != entityArea && !known[rule.ID] {
			t.Errorf("no edit breaks %s: a faults_*_test.go needs a line, {rule: %[1]q, do: ..}, of edits of package decode/synth/edit", rule.ID)
		}
	}
	if n < 120 {
		t.Errorf("only %d edits", n)
	}
}

// amiss says what the verdicts on an edit are that they should not be.
func (x *fault) amiss(f *figures.CheckFile) string {
	var texts []string
	say := func(format string, args ...any) { texts = append(texts, fmt.Sprintf(format, args...)) }
	meant := func(c *figures.Cause) bool { // what players saw may show more than the rule
		return c.ID == x.rule || c.Root == x.rule || c.OnlySeen() && slices.ContainsFunc(c.Explains, func(e figures.Explained) bool { return e.Finding == x.rule })
	}
	follows := func(id string) bool {
		return slices.ContainsFunc(x.follows, func(s string) bool { return strings.HasPrefix(s, id+": ") })
	}
	noticed, named := slices.ContainsFunc(f.Causes, func(c figures.Cause) bool { return meant(&c) }), true
	for _, r := range f.Rules {
		switch broken := r.Verdict == figures.Failed; {
		case r.ID == x.rule && broken:
			noticed, named = true, r.Severity != check.Info
			if !strings.Contains(r.Frames[0].Text, x.says) {
				say("it says %q", r.Frames[0].Text)
			}
		case r.ID == x.rule && (x.side == "" || x.side == r.Judges):
			say("%s of the %s, %s", r.Verdict, r.Judges, r.Reason)
		case broken && !follows(r.ID):
			say("%s of the %s breaks too, %d of %d, %v", r.ID, r.Judges, r.Violations, r.Instances, r.Frames[:min(1, len(r.Frames))])
		}
	}
	if !noticed {
		say("it is not noticed")
	}
	if named && (len(f.Causes) == 0 || !meant(&f.Causes[0])) {
		say("it is not the first cause")
	}
	for i := range f.Causes {
		if c := &f.Causes[i]; !meant(c) && !follows(c.ID) && !follows(c.Root) {
			say("a cause %s of %s, %d of %d", c.ID, c.Root, c.Instances, c.Of)
		}
	}
	return strings.Join(texts, "; ")
}

// causesHaveRows: whatever is wrong, each cause has messages that show it, no more of them than its rule has
// violations, and explains no more of a rule than there is.
func causesHaveRows(t *testing.T, f *figures.CheckFile) {
	t.Helper()
	rules := map[string]*figures.CheckRule{}
	for i := range f.Rules {
		rules[f.Rules[i].Judges+f.Rules[i].ID] = &f.Rules[i]
	}
	for _, c := range f.Causes {
		if len(c.Frames) == 0 || len(c.First) == 0 || c.Instances < 1 || c.Instances > c.Of || c.First[0].Frame != c.Frames[0] {
			t.Errorf("%s has no rows: %d of %d, frames %v, %d violations", c.ID, c.Instances, c.Of, c.Frames, len(c.First))
		}
		if r := rules[c.Side+c.Root]; r != nil && (c.Of != r.Instances || c.Instances > r.Violations) {
			t.Errorf("%s is %d of %d, its rule %d of %d", c.ID, c.Instances, c.Of, r.Violations, r.Instances)
		}
		for _, e := range c.Explains {
			if r := rules[c.Side+e.Finding]; e.Instances < 1 || e.Instances > e.Of || r != nil && r.Verdict == figures.Failed && e.Of != r.Violations {
				t.Errorf("%s explains %d of %d of %s", c.ID, e.Instances, e.Of, e.Finding)
			}
		}
	}
}
