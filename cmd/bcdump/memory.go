package main

import (
	"math"
	"runtime/debug"
)

// How much memory a command may take before garbage is collected more often. What is kept
// has limits of its own, far below; without these the garbage between two collections
// grows with it, and a long capture takes more than a short one.
const (
	decodeMemory = 36 << 20 // lines of output on their way
	reportMemory = 26 << 20
)

// limitMemory sets such a limit. GOMEMLIMIT in the environment stands above it.
func limitMemory(bytes int64) {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(bytes)
	}
}
