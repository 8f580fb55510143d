package decode_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bcdump/decode"
	"bcdump/internal/heavy"
)

// sharedCaptures gives the captures of the folder that BCDUMP_SHARED names, up to a
// size in bytes; without the variable the test is skipped. A short run, which is that of
// the slow race detector, leaves out the large ones; those over 700 KiB take a heavy run.
func sharedCaptures(t *testing.T, largest int64) map[string][]byte {
	t.Helper()
	shared := os.Getenv("BCDUMP_SHARED")
	if shared == "" {
		t.Skip("BCDUMP_SHARED is not set")
	}
	if testing.Short() {
		largest = min(largest, 450<<10)
	}
	largest = min(largest, heavy.Scale[int64](700<<10, largest))
	paths, err := filepath.Glob(filepath.Join(shared, "captures", "*.pcap*"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || info.Size() > largest || strings.Contains(filepath.Base(path), ".pcap.") || strings.Contains(path, ".pcapng.") {
			continue
		}
		if files[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if len(files) == 0 {
		t.Fatalf("no captures in %s", shared)
	}
	return files
}

func TestLayoutOfSharedCaptures(t *testing.T) {
	for name, raw := range sharedCaptures(t, 2<<20) {
		t.Run(name, func(t *testing.T) { coverage(t, raw, decode.Options{}) })
	}
}
