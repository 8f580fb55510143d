package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// How much memory a command may take before garbage is collected more often. What is kept
// has limits of its own, far below; without these the garbage between two collections
// grows with it, and a long capture takes more than a short one.
const (
	decodeMemory = 36 << 20 // lines of output on their way
	reportMemory = 36 << 20
)

// limitMemory sets such a limit. GOMEMLIMIT in the environment stands above it.
func limitMemory(bytes int64) {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(bytes)
	}
}

const (
	// firstPercent is how much garbage there may be before the first collection, of the
	// 5 MB of tables that gopacket makes at the start: 12 MB, which a short run does not
	// reach. To look at these tables takes 2 to 4 ms, however small the rest is.
	firstPercent = 250
	// sparePercent is how much there may be beside what is kept from then on. These
	// commands make little, so that collecting it often costs next to nothing.
	sparePercent = 40
)

// spareMemory lets garbage grow to firstPercent once, and then to sparePercent. GOGC in
// the environment stands above it.
func spareMemory() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(firstPercent)
	// Whatever nobody holds is found by the first collection.
	runtime.AddCleanup(&struct{ self *int }{}, func(percent int) { debug.SetGCPercent(percent) }, sparePercent)
}
