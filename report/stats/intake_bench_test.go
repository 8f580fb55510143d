package stats

import (
	"bytes"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/must"
	"bcdump/report/tally"
)

// battleKept gives the messages of a battle behind its beginning.
func battleKept(t testing.TB) (walked, others []*decode.Record) {
	t.Helper()
	start := time.Unix(1_771_070_400, 0).UTC()
	var raw bytes.Buffer
	must.Get(recorder.Record(&raw, battle.Options{Players: 4, Datagrams: 5_000, Seed: 1, Start: start}, recorder.Options{Start: start}))(t)
	for r := range must.Get(decode.Open("battle", &raw, decode.Options{Jobs: 1}))(t).Records() {
		if r.Walked {
			walked = append(walked, r.Clone())
		} else {
			others = append(others, r.Clone())
		}
	}
	return walked[len(walked)/2:], others[len(others)/2:]
}

// counting is the intake of a report behind its accounts.
type counting struct{ *intake }

func (c counting) take(r *decode.Record) {
	c.match.Take(r)
	c.intake.take(r)
}

// newIntake gives the intake of an empty report.
func newIntake() counting {
	s := New(Options{})
	s.Begin("battle", tally.NewAccounts())
	return counting{&s.now.intake}
}

// TestWalkedTakeNoMemory has the messages of a battle again, when all rows are there.
func TestWalkedTakeNoMemory(t *testing.T) {
	messages, _ := battleKept(t)
	in := newIntake()
	if n := len(messages); n < 2_000 {
		t.Fatalf("%d messages were walked", n)
	}
	all := func() {
		for _, r := range messages {
			in.take(r)
		}
	}
	all() // what lies in the last interval is entered when it comes again
	if n := testing.AllocsPerRun(3, all); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkIntake is the figures alone: no walked message is decoded.
func BenchmarkIntake(b *testing.B) {
	walked, others := battleKept(b)
	for name, messages := range map[string][]*decode.Record{"walked": walked, "others": others} {
		b.Run(name, func(b *testing.B) {
			in := newIntake()
			b.ReportAllocs()
			for b.Loop() {
				for _, r := range messages {
					in.take(r)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(messages)), "ns/message")
		})
	}
}
