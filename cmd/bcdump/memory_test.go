package main

import (
	"math"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"bcdump/internal/must"
	"bcdump/report/browse"
)

// TestMemoryLimit shows that the limit makes room for what is kept, and that GOMEMLIMIT stands
// above it.
func TestMemoryLimit(t *testing.T) {
	const least, kept = 20 << 20, 64 << 20
	const alone = "BCDUMP_TEST_ALONE" // what take begins goes on: it would slow down all other tests
	if os.Getenv(alone) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestMemoryLimit$")
		cmd.Env = append(os.Environ(), alone+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	for _, set := range []string{"off", "100GiB"} {
		t.Setenv("GOMEMLIMIT", set)
		debug.SetMemoryLimit(math.MaxInt64)
		memory{limit: least, share: half}.take()
		if got := debug.SetMemoryLimit(-1); got != math.MaxInt64 {
			t.Errorf("GOMEMLIMIT=%s: %d", set, got)
		}
	}
	must.Do(t, os.Unsetenv("GOMEMLIMIT"))
	memory{limit: least, share: half}.take()
	if got := debug.SetMemoryLimit(-1); got < least || got == math.MaxInt64 {
		t.Errorf("%d, expected %d or more, as much as is kept", got, least)
	}
	runtime.GC()
	others := max(least, roomyLimit(keptBytes(), half)) // what the process keeps already
	held := make([]byte, kept)
	reach := func(what string, is func(limit int64) bool) {
		for end := time.Now().Add(time.Minute); !is(debug.SetMemoryLimit(-1)); time.Sleep(time.Millisecond) {
			runtime.GC()
			if time.Now().After(end) {
				t.Fatalf("%s: limit %d", what, debug.SetMemoryLimit(-1))
			}
		}
	}
	reach("much is kept", func(limit int64) bool { return limit > others+kept })
	runtime.KeepAlive(held) // from here on it may go
	reach("little is kept", func(limit int64) bool { return limit < others+kept })
}

// TestActionsTakeNoMemory: commands that browse runs beside the screen leave the collector of the process as it
// is, and the limit of memory.
func TestActionsTakeNoMemory(t *testing.T) {
	const percent, limit = 123, 1 << 40
	defer debug.SetGCPercent(debug.SetGCPercent(percent))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(limit))
	actions := browsed(t, "session-small.pcap", "a.pcap").actions()
	for key, do := range map[string]func(browse.Work) ([]string, error){"s": actions.Stats, "T": actions.Timeline} {
		if _, err := do(work("")); err != nil {
			t.Errorf("%s: %v", key, err)
		}
		if got := debug.SetGCPercent(percent); got != percent {
			t.Errorf("%s: %d %%", key, got)
		}
		if got := debug.SetMemoryLimit(-1); got != limit {
			t.Errorf("%s: %d bytes", key, got)
		}
	}
}

var readsFiles = regexp.MustCompile(` (FILE|CAPTURE|PATH|A B)`)

// TestMemoryOfCommands: each command that reads files says what it may take.
func TestMemoryOfCommands(t *testing.T) {
	tried := 0
	var walk func(list []*command)
	walk = func(list []*command) {
		for _, c := range list {
			walk(c.below)
			if !readsFiles.MatchString(c.Use) {
				continue
			}
			if tried++; c.memory.limit*c.memory.share == 0 && int64(c.memory.spare)*c.memory.least == 0 {
				t.Errorf("bcdump %s has no limit of memory, and none of garbage", c.Use)
			}
		}
	}
	walk(commands(&streams{}))
	if tried < 12 {
		t.Errorf("only %d commands", tried)
	}
}
