package batch

import (
	"bytes"
	"testing"
	"time"

	"bcdump/decode/capture"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/must"
)

// BenchmarkPrepare reads a battle of 60 k datagrams and prepares its batches, as a run does
// on one core up to the ordered stage. read is reading alone; the others are the stages of
// prepare. All are in ns/datagram.
func BenchmarkPrepare(b *testing.B) {
	start := time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	var raw bytes.Buffer
	must.Get(recorder.Record(&raw, battle.Options{
		Players: 4, Datagrams: 60_000, Seed: 7, Start: start,
		Loss: 0.01, Duplicate: 0.01, Reorder: 0.01, GameSpy: 2, Noise: 5,
	}, recorder.Options{Start: start}))(b)
	var p preparing
	for b.Loop() {
		p.run(b, raw.Bytes())
	}
	for name, took := range map[string]time.Duration{
		"read": p.read, "dissect": p.dissect, "decipher": p.decipher, "walk": p.walk,
		"prepare": p.dissect + p.decipher + p.walk,
	} {
		b.ReportMetric(float64(took.Nanoseconds())/float64(p.datagrams), name+"-ns/datagram")
	}
}

// preparing is how long the stages took so far.
type preparing struct {
	batch                         Batch
	datagrams                     int
	read, dissect, decipher, walk time.Duration
}

func (p *preparing) run(b *testing.B, raw []byte) {
	b.Helper()
	reader := must.Get(capture.NewReader(bytes.NewReader(raw), capture.Options{ChunkSize: 64 << 10}))(b)
	for {
		times := [5]time.Time{time.Now()}
		if reader.Read(&p.batch.Frames) != nil {
			return
		}
		times[1] = time.Now()
		p.batch.dissectAll()
		times[2] = time.Now()
		p.batch.decipher()
		times[3] = time.Now()
		p.batch.walk()
		times[4] = time.Now()
		p.read += times[1].Sub(times[0])
		p.dissect += times[2].Sub(times[1])
		p.decipher += times[3].Sub(times[2])
		p.walk += times[4].Sub(times[3])
		p.datagrams += len(p.batch.Items)
	}
}
