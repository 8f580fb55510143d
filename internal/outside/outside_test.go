package outside_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
)

func TestCaptures(t *testing.T) {
	folder := t.TempDir()
	t.Setenv(outside.Variable, folder)
	t.Setenv(heavy.Variable, "")
	captures := outside.Folder(t)
	must.Do(t, os.Mkdir(captures, 0o755))
	for name, size := range map[string]int{"b.pcap": 3, "a.pcapng": 5, "b.pcap.md": 1, "b.pcap.expect.json": 1, "large.pcap": 800 << 10} {
		must.Do(t, os.WriteFile(filepath.Join(captures, name), make([]byte, size), 0o644))
	}
	want := []string{filepath.Join(captures, "a.pcapng"), filepath.Join(captures, "b.pcap"), filepath.Join(captures, "large.pcap")}
	for value, want := range map[string][]string{"": want[:2], "1": want} {
		t.Setenv(heavy.Variable, value)
		if got := outside.Captures(t); !slices.Equal(got, want) {
			t.Errorf("heavy %q: captures %q, want %q", value, got, want)
		}
	}
	for value, want := range map[string][]string{"": {"a.pcapng", "b.pcap"}, "1": {"a.pcapng", "b.pcap", "large.pcap"}} {
		t.Setenv(heavy.Variable, value)

		if got := slices.Sorted(maps.Keys(outside.Read(t, 1<<20))); !slices.Equal(got, want) {
			t.Errorf("heavy %q: %q, want %q", value, got, want)
		}
	}
	if got := outside.Read(t, 4); len(got) != 1 || len(got["b.pcap"]) != 3 {
		t.Errorf("at most 4 bytes: %d captures", len(got))
	}
}

func TestSkipped(t *testing.T) {
	t.Setenv(outside.Variable, "")
	if outside.Set() {
		t.Error("set, but empty")
	}
	skipped := false
	t.Run("", func(t *testing.T) {
		defer func() { skipped = t.Skipped() }()
		outside.Read(t, 1)
	})
	if !skipped {
		t.Error("a test without the folder is not skipped")
	}
}
