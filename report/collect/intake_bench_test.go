package collect

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
)

// kept are messages that stay valid.
type kept struct {
	records []*decode.Record
	briefs  []*decode.Brief
}

func (k *kept) Record(r *decode.Record) { k.records = append(k.records, r.Clone()) }

func (k *kept) Brief(b *decode.Brief) {
	own, header, datagram := *b, *b.Header, *b.Datagram
	own.Header, own.Datagram, own.Payload = &header, &datagram, slices.Clone(b.Payload)
	k.briefs = append(k.briefs, &own)
}

// battleKept gives the messages of a battle behind its beginning.
func battleKept(t testing.TB) (messages kept) {
	t.Helper()
	start := time.Unix(1_771_070_400, 0).UTC()
	var raw bytes.Buffer
	if _, err := recorder.Record(&raw, battle.Options{Players: 4, Datagrams: 5_000, Seed: 1, Start: start}, recorder.Options{Start: start}); err != nil {
		t.Fatal(err)
	}
	c, err := decode.Open("battle", &raw, decode.Options{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	c.Deliver(&messages)
	messages.records = messages.records[len(messages.records)/2:]
	messages.briefs = messages.briefs[len(messages.briefs)/2:]
	return messages
}

// newIntake gives the intake of an empty report.
func newIntake() *intake {
	s := NewStats(StatsOptions{})
	for _, part := range s.sections {
		part.begin("battle")
	}
	s.intake.sums.on = true
	return &s.intake
}

// TestBriefsTakeNoMemory has the messages of a battle again, when all rows are there.
func TestBriefsTakeNoMemory(t *testing.T) {
	messages, in := battleKept(t), newIntake()
	if n := len(messages.briefs); n < 2_000 {
		t.Fatalf("%d messages in the short", n)
	}
	all := func() {
		for _, b := range messages.briefs {
			in.Brief(b)
		}
	}
	all() // what lies in the last interval is entered when it comes again
	if n := testing.AllocsPerRun(3, all); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkIntake is the figures alone: no message is decoded.
func BenchmarkIntake(b *testing.B) {
	messages := battleKept(b)
	run := func(name string, n int, all func(in *intake)) {
		b.Run(name, func(b *testing.B) {
			in := newIntake()
			b.ReportAllocs()
			for b.Loop() {
				all(in)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/message")
		})
	}
	run("briefs", len(messages.briefs), func(in *intake) {
		for _, x := range messages.briefs {
			in.Brief(x)
		}
	})
	run("records", len(messages.records), func(in *intake) {
		for _, x := range messages.records {
			in.Record(x)
		}
	})
}
