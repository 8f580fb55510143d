package check_test

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/internal/must"
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
