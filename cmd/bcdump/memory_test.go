package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestMemoryLimit shows that the limit makes room for what is kept, and that GOMEMLIMIT stands
// above it.
func TestMemoryLimit(t *testing.T) {
	const least, kept = 20 << 20, 64 << 20
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	for _, set := range []string{"off", "100GiB"} {
		t.Setenv("GOMEMLIMIT", set)
		debug.SetMemoryLimit(math.MaxInt64)
		limitMemory(least, half)
		if got := debug.SetMemoryLimit(-1); got != math.MaxInt64 {
			t.Errorf("GOMEMLIMIT=%s: %d", set, got)
		}
	}
	if err := os.Unsetenv("GOMEMLIMIT"); err != nil {
		t.Fatal(err)
	}
	limited.Store(false)
	limitMemory(least, half)
	limitMemory(2*least, half) // stats within browse
	if got := debug.SetMemoryLimit(-1); got != least {
		t.Errorf("%d, expected %d", got, least)
	}
	held := make([]byte, kept)
	reach := func(what string, is func(limit int64) bool) {
		for end := time.Now().Add(time.Minute); !is(debug.SetMemoryLimit(-1)); time.Sleep(time.Millisecond) {
			runtime.GC()
			if time.Now().After(end) {
				t.Fatalf("%s: limit %d", what, debug.SetMemoryLimit(-1))
			}
		}
	}
	reach("much is kept", func(limit int64) bool { return limit > kept+kept/2 })
	runtime.KeepAlive(held) // from here on it may go
	reach("little is kept", func(limit int64) bool { return limit < kept })
}
