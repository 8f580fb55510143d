package stats_test

import (
	"bytes"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/must"
	"bcdump/report/internal/reporttest"
	"bcdump/report/stats"
)

// BenchmarkStats sums up a battle of 20,000 datagrams, decoding included; "decode" is the
// same without summing up, so that the difference is what the figures take.
func BenchmarkStats(b *testing.B) {
	start := time.Unix(1_771_070_400, 0).UTC()
	var raw bytes.Buffer
	must.Get(recorder.Record(&raw, battle.Options{Players: 8, Datagrams: 20_000, Seed: 1, Start: start}, recorder.Options{Start: start}))(b)
	runs := []struct {
		name string
		run  func(c *decode.Capture) error
	}{
		{"decode", func(c *decode.Capture) error {
			for range c.Records() {
			}
			return nil
		}},
		{"stats", func(c *decode.Capture) error { return stats.New(stats.Options{}).File(c.Name(), c) }},
	}
	for _, r := range runs {
		b.Run(r.name, func(b *testing.B) {
			records := int64(0)
			b.ReportAllocs()
			for b.Loop() {
				c := reporttest.Open(b, "battle", raw.Bytes(), decode.Options{Jobs: 1})
				must.Do(b, r.run(c))
				records += c.Summary().Records
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(records), "ns/record")
		})
	}
}
