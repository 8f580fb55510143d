package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// How much memory a command may take before garbage is collected more often. What is kept
// has limits of its own, far below; without these the garbage between two collections
// grows with it, and a long capture takes more than a short one.
const (
	decodeMemory = 30 << 20 // lines of output on their way
	reportMemory = 36 << 20
	browseMemory = 36 << 20
	// half and so on are shares of what is kept: see roomyLimit.
	half, third, quarter, eighth = 2, 3, 4, 8
)

// limited and spared are whether a command has said how much memory the process takes. It stays: what browse runs
// besides itself must not change it.
var limited, spared atomic.Bool

// limitMemory sets such a limit, and raises it where so much is kept that garbage would be
// collected all the time. What the user says by GOMEMLIMIT, off included, stands above it.
func limitMemory(bytes, share int64) {
	if os.Getenv("GOMEMLIMIT") != "" || limited.Swap(true) {
		return
	}
	debug.SetMemoryLimit(bytes)
	afterEachCollection(func() { debug.SetMemoryLimit(max(bytes, roomyLimit(keptBytes(), share))) })
}

// roomyLimit is how much memory lets garbage grow to a share of what is kept: a half, an eighth. The
// runtime needs some for itself.
func roomyLimit(kept, share int64) int64 {
	const runtimeItself = 12 << 20
	return kept + kept/share + runtimeItself
}

// keptBytes is what the last collection has found to be in use.
func keptBytes() int64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(live[0].Value.Uint64())
}

// afterEachCollection calls do when garbage has been collected: whatever nobody holds is found
// then.
func afterEachCollection(do func()) {
	runtime.AddCleanup(&struct{ self *int }{}, func(struct{}) {
		do()
		afterEachCollection(do)
	}, struct{}{})
}

const (
	// firstPercent is how much garbage there may be before the first collection, of the
	// 5 MB of tables that gopacket makes at the start: 12 MB, which a short run does not
	// reach. To look at these tables takes 2 to 4 ms, however small the rest is.
	firstPercent = 250
	// sparePercent is how much there may be beside what is kept from then on. These
	// commands make little, so that collecting it often costs next to nothing.
	sparePercent = 40
	// checkPercent is that of check, which keeps more small things to be looked at: for 3 MB it
	// takes a twentieth less time.
	checkPercent = 250
)

// spareMemory lets garbage grow to firstPercent once, and then to so many percent of what is
// kept. GOGC in the environment stands above it.
func spareMemory(percent int) {
	if os.Getenv("GOGC") != "" || spared.Swap(true) {
		return
	}
	debug.SetGCPercent(firstPercent)
	// Whatever nobody holds is found by the first collection.
	runtime.AddCleanup(&struct{ self *int }{}, func(percent int) { debug.SetGCPercent(percent) }, percent)
}
