package main

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/edit"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/check"
	"bcdump/report/diff"
	"bcdump/report/diff/normal"
	"bcdump/report/figures"
	"bcdump/report/scoreboard"
	"bcdump/report/timeline"
)

// oneFault is a battle with one fault in it.
type oneFault struct {
	kind string // of what is wrong: content, time, or what a single client is told
	args string // of bcdump synth, or a change of edit.Changes
	side string // at fault: "server", "client", "both"; "" = neither
}

// faults lists what TestFaults puts into a sound battle, one at a time, and who is to blame. What breaks a rule of check is in
// its tests.
var faults = []oneFault{
	{"content", "change settings-collision", "server"},
	{"content", "change mission-limit", "server"},
	{"content", "change explosion-radius", "server"},
	{"content", "change torpedo-flags", "client"},
	{"content", "change object-team", "client"},
	{"content", "change up-never", "server"},
	{"content", "--trouble files", ""},
	{"content", "--trouble version", "client"},

	{"time", "change update-rate-7", "server"},
	{"time", "change relay-late", "server"},
	{"time", "change settings-late", "server"},
	{"time", "change ack-late", "server"},
	{"time", "change keepalive-2s", "client"},
	{"time", "--trouble silent-host", "server"},
	{"time", "--trouble silent-client", "client"},
	{"time", "--trouble lost-fragment", "client"},
	{"time", "--trouble timeout@30s:2", ""},

	{"receiver", "change death-untold", "server"},
	{"receiver", "--forget TorpedoFire:1", "server"},
	{"receiver", "--forget ObjectCreateTeam:2", "server"},
	{"receiver", "--forget Chat:1", "server"},
}

// TestFaults: a battle in which one thing is wrong is told as one by a report, and none says that the
// other side did it. With -v it shows what each says.
func TestFaults(t *testing.T) {
	heavy.SkipRace(t, "about what reports say")
	const as = "--players 4 --minutes 1.7 --seed 1 --network-seed 1 "
	sound := told(t, as)
	if x := sound.says(t, sound); !x.silent() {
		t.Errorf("of a battle without faults they say %+v", x)
	}
	var b strings.Builder
	b.WriteString("| kind | fault | check | stats | diff | match | timeline |\n|---|---|---|---|---|---|---|\n")
	for i, f := range faults {
		if i%heavy.Scale(19, 1) != 0 {
			continue
		}
		t.Run(f.args, func(t *testing.T) {
			x := told(t, as+f.args).says(t, sound)
			if x.silent() {
				t.Error("nobody says anything")
			}
			for _, r := range x.broken {
				if f.side != "both" && r.Judges != f.side {
					t.Errorf("%s blames the %s: %d of %d, %+v", r.ID, r.Judges, r.Violations, r.Instances, r.Frames[:1])
				}
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", f.kind, f.args, x.check, x.stats, x.diff, x.match, x.timeline)
		})
	}
	t.Log("\n" + b.String())
}

// reports is all that bcdump says about one capture.
type reports struct {
	truth    *battle.Truth
	check    *figures.CheckFile
	problems []figures.Cause
	match    *figures.Match
	timeline figures.Timeline
	normal   *figures.Normal
}

// told makes all reports of a battle.
func told(t *testing.T, args string) *reports {
	t.Helper()
	f := synthFlags{streams: &streams{}}
	cmd := &cobra.Command{}
	f.add(cmd)
	args, change, changed := strings.Cut(args, "change ")
	must.Do(t, cmd.ParseFlags(strings.Fields(args)))
	if err := f.check(false); err != nil {
		t.Fatal(err, args)
	}
	var file bytes.Buffer
	truth := must.Get(recorder.Record(&file, f.battle, f.capture))(t)
	if changed {
		file = *bytes.NewBuffer(must.Get(edit.Read(file.Bytes()))(t).Of(edit.Changed(change)))
	}
	return &reports{
		truth: truth,
		check: readSound(t, file.Bytes(), func(c *decode.Capture) (*figures.CheckFile, error) {
			return check.Of("fault.pcap", c, check.Options{Judge: check.Both})
		}),
		problems: readSound(t, file.Bytes(), problemsOf),
		match: readSound(t, file.Bytes(), func(c *decode.Capture) (*figures.Match, error) {
			return scoreboard.Of("fault.pcap", c, scoreboard.Options{})
		}),
		timeline: readSound(t, file.Bytes(), func(c *decode.Capture) (figures.Timeline, error) {
			r := timeline.New(timeline.Options{})
			err := r.File("fault.pcap", c)
			return r.Summary(), err
		}),
		normal: readSound(t, file.Bytes(), func(c *decode.Capture) (*figures.Normal, error) {
			return normal.Of("fault.pcap", c, normal.Options{})
		}),
	}
}

// said is what the reports say of a fault, in a few words each.
type said struct {
	check, stats, diff, match, timeline string
	broken                              []figures.CheckRule
}

func (s *said) silent() bool { return s.check+s.stats+s.diff+s.match+s.timeline == "" }

// says tells what the reports say of a battle beside the same one without the fault.
func (r *reports) says(t *testing.T, sound *reports) *said {
	t.Helper()
	x := &said{}
	var texts []string
	for _, rule := range r.check.Rules {
		if rule.Verdict == figures.Failed && rule.Severity != "info" {
			x.broken = append(x.broken, rule)
			texts = append(texts, fmt.Sprintf("%s %s (%s)", rule.Severity, rule.ID, rule.Judges))
		}
	}
	x.check, texts = strings.Join(texts, ", "), nil
	for _, p := range r.problems {
		texts = append(texts, p.ID)
	}
	x.stats = strings.Join(texts, ", ")
	if d := diff.Of(sound.normal, r.normal, diff.Options{}); !d.Equal {
		x.diff = fmt.Sprintf("%d", len(d.Differences))
		for _, y := range d.Differences {
			if y.Rank == 1 {
				x.diff += ": " + y.Section + ", " + strings.ReplaceAll(y.Text, "|", "/")
			}
		}
	}
	x.match = news(slices.Concat(happened(r.truth), ends(sound.match)), slices.Concat(matched(r.match), ends(r.match)))
	x.timeline = news(remarkable(&sound.timeline), remarkable(&r.timeline))
	return x
}

// news gives the lines of a list that another does not have, and counts those that it lacks.
func news(before, after []string) string {
	var texts []string
	for _, line := range after {
		if i := slices.Index(before, line); i >= 0 {
			before = slices.Delete(slices.Clone(before), i, i+1)
		} else {
			texts = append(texts, line)
		}
	}
	if len(before) > 0 {
		texts = append(texts, fmt.Sprintf("%d lines less", len(before)))
	}
	const most = 3
	if len(texts) > most {
		texts = append(texts[:most], fmt.Sprintf("%d more", len(texts)-most))
	}
	return strings.Join(texts, ", ")
}

// matched is what a match tells of kills and of what was said, in lines. In another battle than the sound
// one these are others: they are held against what happened.
func matched(m *figures.Match) (lines []string) {
	for _, k := range m.Kills {
		lines = append(lines, killLine(k.Victim, k.Killer, k.Cause))
	}
	for _, c := range m.Chat {
		lines = append(lines, c.Player+": "+c.Text)
	}
	return lines
}

// happened is the same of the truth.
func happened(truth *battle.Truth) (lines []string) {
	for _, k := range truth.Kills {
		lines = append(lines, killLine(k.Victim, k.Killer, k.Cause))
	}
	for _, c := range truth.Chat {
		lines = append(lines, c.Player+": "+c.Text)
	}
	return lines
}

func killLine(victim string, killer *string, cause string) string {
	return fmt.Sprintf("%s killed by %s (%s)", victim, cmp.Or(text(killer), "nobody"), cause)
}

// ends lists the connections that did not end by leaving.
func ends(m *figures.Match) (lines []string) {
	for _, p := range m.Presence {
		if p.End != figures.EndLeft {
			lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s: %s %s", p.Player, p.End, p.RefusedFor)))
		}
	}
	return lines
}

// remarkable is what a summary of ships has that no sound battle without loss has.
func remarkable(s *figures.Timeline) (lines []string) {
	jumps, lost := int64(0), int64(0)
	worst, resets, gap := 0.0, int64(0), 0.0
	for _, x := range s.Ships {
		jumps += x.Jumps
		for _, c := range x.Clocks {
			resets += c.Resets
			if c.Drift != nil && c.Span > 20 {
				worst = max(worst, math.Abs(*c.Drift))
			}
		}
		for _, r := range x.Rounds {
			lost += r.Lost
		}
		for _, c := range x.Cadence {
			if c.Max != nil {
				gap = max(gap, float64(*c.Max))
			}
		}
	}
	add := func(is bool, format string, args ...any) {
		if is {
			lines = append(lines, fmt.Sprintf(format, args...))
		}
	}
	const fast, long = 5000, 2000 // ppm, ms
	add(jumps > 0, "%d jumps", jumps)
	add(worst > fast, "a clock drifts by %.1f %%", worst/1e4)
	add(resets > 0, "%d resets of a clock", resets)
	add(lost > 0, "%d blocks lost", lost)
	add(gap > long, "%.1f s without an update", gap/1000)
	return lines
}
