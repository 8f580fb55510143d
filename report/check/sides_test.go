package check_test

import (
	"encoding/binary"
	"math"
	"net/netip"
	"strings"
	"testing"
	"time"

	"bcdump/decode/message"
	"bcdump/decode/synth/battle"
	"bcdump/decode/transport"
	"bcdump/report/check"
	"bcdump/report/figures"
)

// verdictOn gives the verdict on a rule and a side.
func verdictOn(t testing.TB, f *figures.CheckFile, id, side string) *figures.CheckRule {
	t.Helper()
	for i := range f.Rules {
		if r := &f.Rules[i]; r.ID == id && r.Judges == side {
			return r
		}
	}
	t.Fatalf("there is no rule %s for the %s", id, side)
	return nil
}

// clockBack sets the clock of every n-th update back by half a second.
func clockBack(n int) alteration {
	seen := 0
	return func(_, _ netip.AddrPort, plain []byte) {
		messages, _ := transport.Walk(plain, 0, nil)
		for i := range messages {
			payload := messages[i].Payload(plain)
			if _, clock, _, ok := message.UpdateHeader(payload); !ok || payload[0] != message.OpcodeStateUpdate {
				continue
			} else if seen++; seen%n == 0 {
				binary.LittleEndian.PutUint32(payload[5:], math.Float32bits(clock-0.5))
			}
		}
	}
}

// One message that is missing is no licence: 5 % of the updates with a clock that goes back break the rule
// whether or not the capture lacks one in a thousand.
func TestClockToleranceIsLoss(t *testing.T) {
	for _, loss := range []float64{0, 0.02} {
		o := battle.Options{Seed: 3, Players: 3, Duration: 2 * time.Minute, Loss: loss}
		_, content := capture(t, o, view{alter: clockBack(16)})
		f := judged(t, content)
		if r := verdictOn(t, f, "update-clock", "server"); r.Verdict != figures.Failed || r.Tolerance != 0.02+f.Loss.ToClient || f.Loss.ToClient > 0 != (loss > 0) {
			t.Errorf("%v of the messages missing: %s, %d of %d, tolerance %v", f.Loss.ToClient, r.Verdict, r.Violations, r.Instances, r.Tolerance)
		}
	}
	for _, r := range check.List() {
		if r.ID == "update-clock" && !strings.Contains(r.Tolerance, "2 %, plus the share of the messages that is missing") {
			t.Errorf("--explain says %q", r.Tolerance)
		}
	}
}

// That hosts kick a client whose hash changes is not what was observed.
func TestHashEvidence(t *testing.T) {
	for _, r := range check.List() {
		if r.ID == "update-hash-constant" && r.Evidence == "observed" && strings.Contains(r.Says, "otherwise the host kicks") {
			t.Errorf("observed: %q", r.Says)
		}
	}
}
