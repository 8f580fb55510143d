package main

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// memoryWatch looks again and again how much heap is in use, garbage included.
type memoryWatch struct {
	sample  []metrics.Sample
	before  int64
	peak    int64
	quit    chan struct{}
	stopped chan struct{}
}

// between is the time between two looks.
const between = 2 * time.Millisecond

func watchMemory() *memoryWatch {
	w := &memoryWatch{
		sample: []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}},
		quit:   make(chan struct{}), stopped: make(chan struct{}),
	}
	runtime.GC()
	w.before = w.now()
	go w.watch()
	return w
}

func (w *memoryWatch) now() int64 {
	metrics.Read(w.sample)
	return int64(w.sample[0].Value.Uint64())
}

func (w *memoryWatch) watch() {
	defer close(w.stopped)
	tick := time.NewTicker(between)
	defer tick.Stop()
	for {
		w.peak = max(w.peak, w.now()-w.before)
		select {
		case <-tick.C:
		case <-w.quit:
			return
		}
	}
}

// stop gives the most that was in use beyond what was before.
func (w *memoryWatch) stop() int64 {
	close(w.quit)
	<-w.stopped
	return max(w.peak, w.now()-w.before) // nobody may have looked for a while
}
