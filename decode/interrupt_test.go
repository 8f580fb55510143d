package decode_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"

	"bcdump/decode"
	"bcdump/internal/must"
)

// TestInterruptIsNoDamage: the input falls silent within a frame, and whoever waits gives up.
func TestInterruptIsNoDamage(t *testing.T) {
	whole := mixed().data
	records := 0
	for range open(t, whole, decode.Options{}).Records() {
		records++
	}
	for name, begun := range map[string][]byte{"plain": whole[:len(whole)-5], "gzip": flushed(whole[:len(whole)-5])} {
		t.Run(name, func(t *testing.T) {
			silent, speaker := io.Pipe()
			go func() { _, _ = speaker.Write(begun) }()
			stop := make(chan struct{})
			c := must.Get(decode.Open("pipe", silent, decode.Options{Jobs: 2, Interrupt: stop}))(t)
			seen := 0
			for r := range c.Records() {
				if seen++; r.Frame == 100 {
					close(stop)
				}
			}
			if seen < 100 || seen >= records {
				t.Errorf("%d records of %d", seen, records)
			}
			if sum := c.Summary(); sum.DamageCount > 0 {
				t.Errorf("damage: %v", sum.Damage)
			}
		})
	}
}

// flushed is a gzip stream that has not ended.
func flushed(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(data)
	_ = w.Flush()
	return b.Bytes()
}

// TestInterruptOfAFile: what was asked to stop before it began reads nothing.
func TestInterruptOfAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.pcap")
	must.Do(t, os.WriteFile(path, mixed().data, 0o600))
	stop := make(chan struct{})
	c := must.Get(decode.OpenFile(path, decode.Options{Interrupt: stop}))(t)
	defer func() { _ = c.Close() }()
	close(stop)
	for range c.Records() {
		t.Fatal("a record")
	}
	if sum := c.Summary(); sum.DamageCount > 0 {
		t.Errorf("damage: %v", sum.Damage)
	}
	if _, err := decode.OpenFile(path, decode.Options{Interrupt: stop}); err == nil {
		t.Error("opened")
	}
}
