package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode/synth"
	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/recorder"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// TestWrapsChangeNothing: every report of a battle says the same whatever layers and tunnels are around its packets, but
// for the bytes of their headers.
func TestWrapsChangeNothing(t *testing.T) {
	heavy.SkipRace(t, "about what reports say")
	start := time.Date(2026, 2, 14, 22, 8, 0, 0, time.UTC)
	var raw bytes.Buffer
	must.Get(recorder.Record(&raw, battle.Options{Players: 3, Duration: 10 * time.Second, Seed: 5, Start: start, Loss: 0.02}, recorder.Options{}))(t)
	packets, at := packetsOf(raw.Bytes(), start)
	folder := t.TempDir()
	all := []string{"stats", "check", "match", "desync", "files", "timeline", "report", "why"}
	tell := func(commands []string, link uint32, around func([]byte) []byte) map[string][]any {
		path, told := filepath.Join(folder, "battle.pcap"), map[string][]any{}
		must.Do(t, os.WriteFile(path, wrapped(link, packets, start, at, around), 0o600))
		for _, words := range commands {
			told[words] = reported(t, words, path)
			for i := range told[words] {
				told[words][i] = withoutHeaders(told[words][i])
			}
		}
		return told
	}
	plain := tell(all, 1, inEthernet)
	for i, w := range heavy.Some(synth.Wraps(), 12) {
		t.Run(w.Name, func(t *testing.T) {
			for words, told := range tell([]string{all[i%len(all)], all[(i+3)%len(all)]}, uint32(w.Link), w.Around) { // in turn
				if diff := cmp.Diff(plain[words], told); diff != "" {
					t.Errorf("%s: %s", words, diff)
				}
			}
		})
	}
}

// withoutHeaders takes out what counts bytes of frames.
func withoutHeaders(x any) any {
	switch x := x.(type) {
	case map[string]any:
		maps.DeleteFunc(x, func(key string, _ any) bool { return key == "savings" || key == "summary" })
		for key := range x {
			x[key] = withoutHeaders(x[key])
		}
	case []any:
		for i := range x {
			x[i] = withoutHeaders(x[i])
		}
	}
	return x
}
