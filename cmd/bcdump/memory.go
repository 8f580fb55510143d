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
	// sparePercent is how much garbage there may be beside what is kept, in a long run of a
	// command that makes little: collecting it often costs next to nothing.
	sparePercent = 40
	// usualCollections are done before that: a short run would feel more of them.
	usualCollections = 2
)

// spareMemory keeps garbage below sparePercent after the usual collections. GOGC in the
// environment stands above it.
func spareMemory() {
	if os.Getenv("GOGC") == "" {
		spareAfter(usualCollections)
	}
}

func spareAfter(collections int) {
	if collections == 0 {
		debug.SetGCPercent(sparePercent)
		return
	}
	// Whatever nobody holds is found by the next collection.
	runtime.AddCleanup(&struct{ self *int }{}, spareAfter, collections-1)
}
