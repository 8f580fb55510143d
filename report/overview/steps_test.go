package overview_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/internal/reporttest"
)

const changesAt = 40 * time.Second

// changed gives another value for the clock of a sender; then is what it was at the moment from which on it is changed.
type changed func(now, then float32) float32

func steps(by float32) changed { return func(now, _ float32) float32 { return now + by } }
func stands(seconds float32) changed {
	return func(now, then float32) float32 { return max(then, now-seconds) }
}
func senders(host bool, c changed) edit.Edit {
	of := edit.Up(message.OpcodeStateUpdate).And(edit.On(1))
	if host {
		of = edit.Down(message.OpcodeStateUpdate)
	}
	return func(x *edit.Capture) {
		then := float32(0)
		clock := func(m *edit.Message, now *float32) {
			if m.At() < changesAt {
				return
			}
			if then == 0 {
				then = *now
			}
			*now = c(*now, then)
		}
		edit.Each(of, edit.SetOn(func(m *edit.Message, u *message.StateUpdate) { clock(m, &u.GameTime) }))(x)
		if host { // it is one clock
			edit.Each(edit.Down(message.OpcodeSettings), edit.SetOn(func(m *edit.Message, u *message.Settings) { clock(m, &u.GameTime) }))(x)
		}
	}
}

// TestClockChanges: a clock that is set, or stands, is said to be that, with its frame and by how much: of a sender by the
// rule and by what players saw, of the capture by the times. Nothing else is wrong, and no rate is made of it.
func TestClockChanges(t *testing.T) {
	heavy.SkipRace(t, "TestCut has the same goroutines")
	for seed := range heavy.Scale[uint64](1, 3) {
		_, raw := reporttest.Battle(t, battle.Options{Seed: 4 + seed, Players: 3 + int(seed%2), Duration: 100 * time.Second, Loss: 0.01 * float64(seed)})
		sound := must.Get(edit.Read(raw))(t)
		plain := tell(t, raw)
		stamp := func(by func(since time.Duration) time.Duration) []byte {
			return reporttest.Twist(raw, &reporttest.Clock{Stamp: func(_ int, at capture.Time, since time.Duration) capture.Time { return at.Add(by(since)) }})
		}
		from := func(by time.Duration) func(time.Duration) time.Duration {
			return func(d time.Duration) time.Duration {
				if d > changesAt {
					return by
				}
				return 0
			}
		}
		for _, tt := range []struct {
			name    string
			content []byte
			rule    string // that is broken, "" = none
			says    string
			times   string
		}{
			{"host back", sound.Of(senders(true, steps(-2))), "server update-clock-drift", `the clock of the updates steps by -[12].[09] s at frame \d+`, ""},
			{"host on", sound.Of(senders(true, steps(2))), "server update-clock-drift", `the clock of the updates steps by \+2.[01] s at frame \d+`, ""},
			{"host stands", sound.Of(senders(true, stands(5))), "server update-clock-drift", `the clock of the updates stands from frame \d+ for [45].\d s`, ""},
			{"client back", sound.Of(senders(false, steps(-2))), "client update-clock-drift", `the clock of the updates steps by -[12].[09] s at frame \d+`, ""},
			{"client on", sound.Of(senders(false, steps(2))), "client update-clock-drift", `the clock of the updates steps by \+2.[01] s at frame \d+`, ""},
			{"client stands", sound.Of(senders(false, stands(5))), "client update-clock-stands", `the clock stands from frame \d+ for [45].\d s`, ""},
			{"capture back", stamp(from(-2 * time.Second)), "", "", "the clock is set back by 2.0 s at frame "},
			{"capture on", stamp(from(2 * time.Second)), "", "", "the clock is set on by 2.0 s at frame "},
			{"capture stands", stamp(func(d time.Duration) time.Duration {
				if d > changesAt && d < changesAt+5*time.Second {
					return changesAt - d
				}
				return 0
			}), "", "", "the clock stands for up to 5.0 s, from frame "},
		} {
			t.Run(fmt.Sprint(seed, " ", tt.name), func(t *testing.T) {
				x := tell(t, tt.content)
				if times := x.overview.Times; !strings.HasPrefix(times, tt.times) || tt.times == "" && times != "" {
					t.Errorf("the times: %q, want %q", times, tt.times)
				}
				before, found := plain.alarms(), false
				for _, c := range x.overview.Causes {
					if at := c.Side + " " + c.ID; at == tt.rule && regexp.MustCompile(tt.says).MatchString(c.Statement) {
						found = true
						if last := strings.Fields(c.Statement); len(c.Frames) == 0 || !slices.Contains(last, fmt.Sprint(c.Frames[0])) {
							t.Errorf("%s: frames %d", c.Statement, c.Frames)
						}
					} else if !slices.Contains(before, at) {
						t.Errorf("a false alarm: %s: %s", at, c.Statement)
					}
				}
				if found != (tt.rule != "") {
					t.Errorf("not said: %s", tt.rule)
				}
				for _, f := range x.desync.Findings {
					if strings.Contains(f.Text, "%") || f.Kind == "clock" && !strings.HasPrefix(tt.rule, "server") {
						t.Error(f.Text)
					}
				}
			})
		}
	}
}
