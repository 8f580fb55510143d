package check_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
	"bcdump/report/facts"
	"bcdump/report/tally"
)

// setBack sets the clock of a classic pcap back, from so long after its first frame on.
func setBack(content []byte, after, by time.Duration) []byte {
	const header, frame = 24, 16
	content = slices.Clone(content)
	at := func(i int) time.Duration {
		return time.Duration(binary.LittleEndian.Uint32(content[i:]))*time.Second + time.Duration(binary.LittleEndian.Uint32(content[i+4:]))*time.Microsecond
	}
	first := at(header)
	for i := header; i < len(content); i += frame + int(binary.LittleEndian.Uint32(content[i+8:])) {
		if t := at(i); t-first >= after {
			t -= by
			binary.LittleEndian.PutUint32(content[i:], uint32(t/time.Second))
			binary.LittleEndian.PutUint32(content[i+4:], uint32(t%time.Second/time.Microsecond))
		}
	}
	return content
}

// TestClockSetBack has captures whose clock is set back in the midst of a battle: rules are not about that
// clock, and say what they say of the same battle with a clock that was not.
func TestClockSetBack(t *testing.T) {
	for _, by := range []time.Duration{30 * time.Second, time.Hour} {
		_, content := capture(t, battle.Options{Seed: 7, Players: 4, Duration: 2 * time.Minute, Loss: 0.05, Reorder: 0.05}, view{})
		want, got := judged(t, content), judged(t, setBack(content, 50*time.Second, by))
		for i := range want.Rules {
			got.Rules[i].Burst = want.Rules[i].Burst // the moment of the setting itself counts as nothing: stretches end a little later
			if !reflect.DeepEqual(got.Rules[i], want.Rules[i]) {
				t.Errorf("%v: %s is %s, %d of %d; want %s, %d of %d", by, got.Rules[i].ID,
					got.Rules[i].Verdict, got.Rules[i].Violations, got.Rules[i].Instances, want.Rules[i].Verdict, want.Rules[i].Violations, want.Rules[i].Instances)
			}
		}
	}
}

// The clock of a capture is set on, by little or while a player is away who comes again: it is said, and no sender
// is blamed, though one whose ship is gone shows it later.
func TestClockSetALittle(t *testing.T) {
	var troubles []battle.Trouble
	for i, name := range []string{"leave", "return"} {
		troubles = append(troubles, battle.Trouble{Name: name, At: time.Duration(30+3*i) * time.Second, Player: 2})
	}
	for _, seed := range []uint64{33, 44} {
		_, content := capture(t, battle.Options{Seed: seed, Players: 6, Duration: time.Minute, Troubles: troubles}, view{})
		for _, by := range []time.Duration{-350 * time.Millisecond, -20 * time.Second} {
			raw, name := setBack(content, 30*time.Second, by), fmt.Sprint(seed, " ", by)
			soundIn(t, name, raw)
			c := must.Get(decode.Open(name, bytes.NewReader(raw), decode.Options{}))(t)
			if f := must.Get(facts.Read(c, facts.Options{}))(t); !strings.HasPrefix(f.Summary.Clock.Says(), "the clock is set on ") {
				t.Errorf("%s: %q", name, f.Summary.Clock.Says())
			}
		}
	}
}

// TestTimesAcrossSetBack has messages whose Ack, and copies, come when the clock of the capture was set back: what
// is measured is how long that took.
func TestTimesAcrossSetBack(t *testing.T) {
	_, content := capture(t, battle.Options{Seed: 7, Players: 4, Duration: time.Minute, Loss: 0.05}, view{})
	c := must.Get(decode.Open("battle.pcap", bytes.NewReader(setBack(content, 30*time.Second, time.Hour)), decode.Options{}))(t)
	answers, pauses := 0, 0
	for r := range c.Records() {
		answers += tally.BoolInt(r.Answers.Frame != 0)
		pauses += tally.BoolInt(r.First.Frame != 0)
		if a, b := r.Answers.After, r.First.Pause; a < 0 || b < 0 || a > time.Minute || b > time.Minute {
			t.Errorf("frame %d: an Ack after %v, a copy after %v", r.Frame, a, b)
		}
	}
	if answers < 500 || pauses < 10 {
		t.Fatalf("%d Acks, %d copies", answers, pauses)
	}
}
