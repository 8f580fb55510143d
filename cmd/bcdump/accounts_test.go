package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bcdump/internal/must"
)

// TestOnceEachRecord counts the statements that run: every command makes one account of the match, and one of the
// traffic at most, for each capture, and they take every record once. `make race` counts, as it compiles all
// packages anyway.
func TestOnceEachRecord(t *testing.T) {
	if testing.CoverMode() != "atomic" {
		t.Skip("see make race")
	}
	dir, file := t.TempDir(), filepath.Join("..", "..", "testdata", "pcaps", "session-small.pcap")
	records := int64(bytes.Count(runHostile(80, "decode", "-o", "json", file).out, []byte("\n")))
	for i, x := range []struct {
		args []string
		of   int64 // captures
	}{
		{[]string{file}, 1}, {[]string{"stats", file}, 1}, {[]string{"stats", file, file}, 2}, {[]string{"timeline", file}, 1}, {[]string{"timeline", "--summary", file}, 1},
		{[]string{"check", file}, 1}, {[]string{"match", file}, 1}, {[]string{"files", file}, 1}, {[]string{"why", file}, 1}, {[]string{"desync", file}, 1},
		{[]string{"report", "-o", "json", file}, 1}, {[]string{"diff", file, file}, 2}, {[]string{"export", "parquet", "-w", filepath.Join(dir, "tables"), file}, 1},
	} {
		counts := filepath.Join(dir, strconv.Itoa(i))
		must.Do(t, os.Mkdir(counts, 0o755))
		c := exec.Command("bcdump", x.args...) // this program, which tells there what ran
		c.Env = append(os.Environ(), "GOCOVERDIR="+counts)
		if err := c.Run(); err != nil {
			t.Errorf("%q: %v", x.args, err)
		}
		out := must.Get(exec.Command("go", "tool", "covdata", "textfmt", "-i="+counts, "-o=/dev/stdout").Output())(t)
		text := string(out)
		made, taken := begun(t, text, "match/match.go", "func New("), begun(t, text, "match/match.go", "func (m *Match) Take(")
		flows, updates := begun(t, text, "traffic/traffic.go", "func New("), begun(t, text, "traffic/traffic.go", "func (t *Traffic) Take(")
		if made > x.of || made < 1 || taken != x.of*records || flows > made || updates != 0 && updates != x.of*records {
			t.Errorf("%q: %d accounts of the match took %d records, %d of the traffic %d; %d captures have %d", x.args, made, taken, flows, updates, x.of, x.of*records)
		}
		t.Logf("%q: %d took %d, %d took %d, of %d records", x.args, made, taken, flows, updates, x.of*records)
	}
}

// begun is how often a function was called, by the profile of a run.
func begun(t *testing.T, profile, file, function string) (times int64) {
	t.Helper()
	source := string(read(t, "../../decode/"+file))
	before, _, ok := strings.Cut(source, function)
	if !ok {
		t.Fatalf("%s has no %s", file, function)
	}
	first := fmt.Sprintf("bcdump/decode/%s:%d.", file, 1+strings.Count(before, "\n"))
	for line := range strings.Lines(profile) {
		if strings.HasPrefix(line, first) {
			words := strings.Fields(line)
			times, _ = strconv.ParseInt(words[len(words)-1], 10, 64)
			return times
		}
	}
	t.Fatalf("nothing is known of %s", function)
	return 0
}
