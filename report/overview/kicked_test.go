package overview_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/internal/must"
	"bcdump/report/facts"
	"bcdump/report/internal/reporttest"
	"bcdump/report/overview"
)

// TestWhyKickedForHash: the subsystem hash of a ship changes before its player is kicked: why has it as a step, before the end,
// and the ending names its frame.
func TestWhyKickedForHash(t *testing.T) {
	_, raw := reporttest.Battle(t, battle.Options{Seed: 4, Players: 3, Duration: 60 * time.Second}, "kick@40s:2")
	changed := must.Get(edit.Read(raw))(t).Of(edit.Each(edit.Up(message.OpcodeStateUpdate).And(edit.On(2)), edit.SetOn(func(m *edit.Message, u *message.StateUpdate) {
		if m.At() > 38*time.Second && u.HasHash {
			u.SubsysHash ^= 0x55
		}
	})))
	for name, tt := range map[string]struct {
		content []byte
		hash    bool
	}{"plain": {raw, false}, "changed": {changed, true}} {
		all, err := overview.Why("it.pcap", "Ace", 0, reporttest.Open(t, "it.pcap", tt.content, decode.Options{}), facts.Options{})
		must.Do(t, err)
		s := all.Connections[0]
		at := int64(0)
		for i, x := range s.Steps {
			if strings.Contains(x.Text, "subsystem hash of his ship changes") {
				if at = x.Frame; i+1 >= len(s.Steps) || x.Frame >= s.Frame {
					t.Errorf("%s: it comes last: %+v", name, s.Steps)
				}
			}
		}
		text := "was kicked"
		if tt.hash {
			text = fmt.Sprintf("was kicked: after a subsystem hash of his ship that does not fit (frame %d)", at)
		}
		if s.Text != text || (at > 0) != tt.hash {
			t.Errorf("%s: %q, want %q; the step is in frame %d", name, s.Text, text, at)
		}
	}
}
