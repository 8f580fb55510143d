package main

import (
	"math"
	"runtime/debug"
)

// reportMemory is how much memory a report may take before garbage is collected more
// often. What reports keep has limits of its own, a fraction of this; without it the
// garbage between two collections grows with them, and a long capture takes more than a
// short one. GOMEMLIMIT in the environment stands above it.
const reportMemory = 26 << 20

func limitReportMemory() {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(reportMemory)
	}
}
