package overview_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/check"
	"bcdump/report/desync"
	"bcdump/report/facts"
	"bcdump/report/figures"
	"bcdump/report/internal/reporttest"
	"bcdump/report/overview"
	"bcdump/report/stats"
)

// told is what several reports say of a capture.
type told struct {
	overview *figures.CaptureOverview
	check    *figures.CheckFile
	desync   *figures.Desync
	stats    figures.Stats
}

func tell(t *testing.T, raw []byte) (x told) {
	t.Helper()
	open := func() *decode.Capture { return reporttest.Open(t, "clock.pcap", raw, decode.Options{}) }
	x.overview = must.Get(overview.Of("clock.pcap", open(), facts.Options{}))(t)
	x.check = must.Get(check.Of("clock.pcap", open(), check.Options{Judge: check.Both}))(t)
	x.desync = must.Get(desync.Of(must.Get(facts.Read(open(), facts.Options{}))(t), desync.Options{}))(t)
	s := stats.New(stats.Options{})
	must.Do(t, s.File("clock.pcap", open()))
	x.stats = s.Report()
	return x
}

// counts are figures that no clock changes.
func (x *told) counts() string {
	type link struct {
		Client                                               string
		Datagrams, Bytes, Reliable, Acked, Gaps, Late, Again int64
	}
	var links []link
	for _, l := range x.stats.Links {
		links = append(links, link{l.Client, l.Datagrams, l.Bytes, l.Reliable, l.Acked, l.Gaps, l.Late, l.Resent})
	}
	slices.SortFunc(links, func(a, b link) int { return cmp.Compare(a.Client, b.Client) }) // they are in the order of their times
	var b bytes.Buffer
	for _, v := range []any{x.stats.Datagrams, links, x.stats.Bytes, x.overview.Players, x.overview.Exploded} {
		raw, err := json.Marshal(v)
		fmt.Fprintln(&b, string(raw), err)
	}
	for _, o := range x.stats.Opcodes {
		fmt.Fprintln(&b, o.Opcode, o.Dir, o.Count, o.Bytes)
	}
	for _, o := range x.stats.Objects {
		fmt.Fprintln(&b, o.ObjectID, o.Updates, o.DiedFrame)
	}
	return b.String()
}

// alarms are all that is said to be wrong.
func (x *told) alarms() (all []string) {
	for _, c := range slices.Concat(x.overview.Causes, x.check.Causes) {
		all = append(all, c.Side+" "+c.ID)
	}
	for _, r := range x.check.Rules {
		if r.Verdict == figures.Failed {
			all = append(all, r.Judges+" "+r.ID)
		}
	}
	for _, f := range x.desync.Findings {
		all = append(all, f.Kind+" "+f.Player+" "+f.Ship)
	}
	for _, p := range x.overview.Problems {
		all = append(all, p.ID)
	}
	return all
}

// TestClocks twists the clock of battles in each way: no report says anything wrong that it does not say of the plain
// capture, and what needs no times is the same.
func TestClocks(t *testing.T) {
	heavy.SkipRace(t, "TestCut has the same goroutines")
	for _, o := range []battle.Options{
		{Seed: 1, Players: 3, Duration: 40 * time.Second},
		{Seed: 2, Players: 4, Duration: 40 * time.Second, Loss: 0.02},
	} {
		_, raw := reporttest.Battle(t, o)
		plain := tell(t, raw)
		if plain.overview.Times != "" {
			t.Fatalf("seed %d: the plain capture: %s", o.Seed, plain.overview.Times)
		}
		for _, c := range reporttest.Clocks() {
			t.Run(fmt.Sprintf("%d/%s", o.Seed, c.Name), func(t *testing.T) {
				x := tell(t, reporttest.Twist(raw, &c))
				compareClocks(t, &c, &plain, &x)
			})
		}
	}
}

func compareClocks(t *testing.T, c *reporttest.Clock, plain, x *told) {
	t.Helper()
	if times := x.overview.Times; times != x.stats.Files[0].Times || !strings.Contains(times, c.Says) || c.Says == "" && times != "" {
		t.Errorf("the overview says of the times %q, stats %q, expected %q", times, x.stats.Files[0].Times, c.Says)
	}
	before := plain.alarms()
	for _, a := range x.alarms() {
		if !slices.Contains(before, a) {
			t.Errorf("a false alarm: %s", a)
		}
	}
	if got, want := x.counts(), plain.counts(); got != want {
		for i, line := range strings.Split(got, "\n") {
			if was := strings.Split(want, "\n"); i >= len(was) || line != was[i] {
				t.Errorf("counted %s\ninstead of %s", line, was[min(i, len(was)-1)])
				break
			}
		}
	}
	for i, r := range x.stats.Bandwidth.Rates {
		want, off := plain.stats.Bandwidth.Rates[i].Mean, 0.04
		if c.None {
			want, off = 0, 0
		}
		if math.Abs(r.Mean-want) > off*want {
			t.Errorf("%s: %.0f B/s, expected %.0f", r.Dir, r.Mean, want)
		}
	}
	for i, r := range x.check.Rules {
		was := plain.check.Rules[i]
		switch {
		case c.Says == "" && r.Verdict != was.Verdict:
			t.Errorf("%s of the %s: %s (%s) instead of %s", r.ID, r.Judges, r.Verdict, r.Reason, was.Verdict)
		case c.None && r.ID == "update-rate" && r.Reason != "the capture has no times":
			t.Errorf("update-rate: %s %s", r.Verdict, r.Reason)
		}
	}
}
