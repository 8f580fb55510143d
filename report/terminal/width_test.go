package terminal_test

import (
	"os"
	"path/filepath"
	"testing"

	"bcdump/internal/must"
	"bcdump/report/terminal"
)

func TestWidthOf(t *testing.T) {
	file := must.Get(os.Create(filepath.Join(t.TempDir(), "no terminal")))(t)
	defer func() { _ = file.Close() }()
	for columns, want := range map[string]int{"": 80, "140": 140, "0": 80, "-5": 80, "wide": 80, "10000": 10000, "10001": 80, "100000000000": 80} {
		if got := terminal.WidthOf(file, columns); got != want {
			t.Errorf("COLUMNS=%q: %d, want %d", columns, got, want)
		}
	}
}
