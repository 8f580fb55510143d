package records_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/must"
	"bcdump/report/records"
)

// BenchmarkJSONLine prints whole lines of the JSON Lines: one of each kind of record, and
// one operation is one line. What the fields of each message take is measured in
// decode/message.
func BenchmarkJSONLine(b *testing.B) {
	for _, kind := range kinds {
		b.Run(strings.ReplaceAll(kind.name, " ", "_"), func(b *testing.B) {
			var text []byte
			form := records.JSONLines(records.JSONOptions{})()
			b.ReportAllocs()
			for b.Loop() {
				text = form(text[:0], kind.record)
			}
			b.SetBytes(int64(len(text)))
		})
	}
}

// BenchmarkJSONLines prints the lines of the second half of a small battle, as a renderer
// does and as AppendJSON does; one operation is one line.
func BenchmarkJSONLines(b *testing.B) {
	c := must.Get(decode.Open("", bytes.NewReader(recordedBattle(b, 4_000)), decode.Options{Jobs: 1}))(b)
	var kept []*decode.Record
	for r := range c.Records() {
		if r.Frame > 2_000 {
			kept = append(kept, r.Clone())
		}
	}
	forms := []struct {
		name string
		form func([]byte, *decode.Record) []byte
	}{
		{"renderer", records.JSONLines(records.JSONOptions{})()},
		{"plain", func(text []byte, r *decode.Record) []byte { return records.AppendJSON(text, r, records.JSONOptions{}) }},
	}
	for _, f := range forms {
		b.Run(f.name, func(b *testing.B) {
			var text []byte
			var printed int64
			b.ReportAllocs()
			lines := 0
			for b.Loop() {
				text = f.form(text[:0], kept[lines%len(kept)])
				printed += int64(len(text))
				lines++
			}
			b.SetBytes(printed / int64(lines))
		})
	}
}

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
