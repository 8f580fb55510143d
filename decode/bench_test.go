package decode_test

import (
	"bytes"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/must"
)

// BenchmarkOrder measures the ordered stage, which cannot be shared among workers.
func BenchmarkOrder(b *testing.B) {
	start := time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	var raw bytes.Buffer
	options := battle.Options{Players: 4, Datagrams: 50_000, Seed: 1, Start: start}
	must.Get(recorder.Record(&raw, options, recorder.Options{Start: start}))(b)
	order := decode.Ordering(open(b, raw.Bytes(), decode.Options{}))
	messages := 0
	for b.Loop() {
		messages += order()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(messages), "ns/message")
}
