package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// memory is how much a command may take before garbage is collected more often. What is kept
// has limits of its own, far below; without these the garbage between two collections
// grows with it, and a long capture takes more than a short one.
type memory struct {
	limit int64 // bytes; raised where so much is kept that garbage would be collected all the time; 0 = none
	share int64 // how much of what is kept garbage may be at least then: see roomyLimit
	spare int   // percent of what is kept that garbage may be, but for the first; 0 = as the runtime has it
	least int64 // bytes of garbage that there may be however little is kept; twice that while most of what is made is kept
}

// half and so on are such shares.
const half, third, quarter, eighth = 2, 3, 4, 8

// The memory of the commands.
var (
	decodeMemory    = memory{30 << 20, eighth, sparePercent, 0} // lines of output on their way
	wiresharkMemory = memory{30 << 20, eighth, 0, 0}
	countMemory     = memory{36 << 20, half, sparePercent, 12 << 20} // of a corpus of small captures, a collection would take longer than many of them
	// Of a capture the collector passes over nearly all. A limit would count what the runtime itself needs for two
	// gigabytes, and collect garbage all the time.
	factsMemory   = memory{0, 0, 3, 8 << 20}
	reportMemory  = memory{36 << 20, quarter, 0, 0}
	parquetMemory = memory{80 << 20, third, 0, 0}
)

// take sets the limits of this process. What the user says by GOMEMLIMIT and GOGC, off included,
// stands above them.
func (m memory) take() {
	limited, spared := m.limit > 0 && os.Getenv("GOMEMLIMIT") == "", m.spare > 0 && os.Getenv("GOGC") == ""
	if limited {
		debug.SetMemoryLimit(m.limit)
	}
	if spared {
		debug.SetGCPercent(firstPercent)
	}
	if !limited && !spared {
		return
	}
	before, least, spent := int64(0), m.least, processorSeconds()
	afterEachCollection(func() {
		kept := keptBytes()
		if limited {
			debug.SetMemoryLimit(max(m.limit, roomyLimit(kept, m.share)))
		}
		if spared {
			used := processorSeconds()
			if dear := 0.1; used.collector-spent.collector > dear*(used.all-spent.all) {
				m.spare = min(2*m.spare, dearPercent)
			}
			spent = used
			now := m
			if 2*(kept-before) > least { // a capture is being read: there is little garbage
				now.least *= 2
			}
			before, least = kept, now.least
			debug.SetGCPercent(now.percent(kept))
		}
	})
}

// percent is how much garbage there may be beside what is kept, for the runtime, which adds the tables of the start.
func (m memory) percent(kept int64) int {
	return max(m.spare, int(100*m.least/(kept+startTables)))
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

// seconds is processor time: that of the collector, and all of it.
type seconds struct{ collector, all float64 }

// processorSeconds is what this process has taken. Where thousands of things are kept that point to each other, the collector
// would take most of it: there is more garbage then.
func processorSeconds() seconds {
	read := []metrics.Sample{{Name: "/cpu/classes/gc/total:cpu-seconds"}, {Name: "/cpu/classes/user:cpu-seconds"}}
	metrics.Read(read)
	if read[0].Value.Kind() != metrics.KindFloat64 || read[1].Value.Kind() != metrics.KindFloat64 {
		return seconds{}
	}
	collector := read[0].Value.Float64()
	return seconds{collector, collector + read[1].Value.Float64()}
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
	startTables = 5 << 20 // that gopacket makes at the start
	// firstPercent is how much garbage there may be before the first collection, of the
	// tables: 12 MB, which a short run does not
	// reach. To look at these tables takes 2 to 4 ms, however small the rest is.
	firstPercent = 250
	// sparePercent is how much there may be beside what is kept from then on. These
	// commands make little, so that collecting it often costs next to nothing.
	sparePercent = 40
	// dearPercent is how much there may be at most where the collector takes more than a tenth of the time.
	dearPercent = 16
)
