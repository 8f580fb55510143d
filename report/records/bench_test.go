package records_test

import (
	"bytes"
	"io"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/must"
	"bcdump/report/records"
)

func recordedBattle(b *testing.B, datagrams int64) []byte {
	start := time.Unix(1_771_070_400, 0).UTC()
	var raw bytes.Buffer
	must.Get(recorder.Record(&raw, battle.Options{Players: 8, Datagrams: datagrams, Seed: 1, GameSpy: 0.5, Start: start}, recorder.Options{Start: start}))(b)
	return raw.Bytes()
}

// BenchmarkRender decodes a battle of 20,000 datagrams with one worker, from the bytes of
// the capture to those of the output.
func BenchmarkRender(b *testing.B) {
	const datagrams = 20_000
	raw := recordedBattle(b, datagrams)
	forms := []struct {
		name string
		form func() decode.Renderer
	}{
		{"json", records.JSONLines(records.JSONOptions{})},
		{"text", records.Text(records.TextOptions{})},
	}
	for _, f := range forms {
		b.Run(f.name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				c := must.Get(decode.Open("", bytes.NewReader(raw), decode.Options{Jobs: 1}))(b)
				must.Do(b, c.Render(io.Discard, f.form))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/datagrams, "ns/datagram")
		})
	}
}
