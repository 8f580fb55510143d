package main

import (
	"fmt"
	"time"

	"bcdump/report/terminal"
)

// progress shows how much of a file has been read, once the work takes over a
// second. It ends with the line wiped.
type progress struct {
	done, gone chan struct{}
}

const (
	progressDelay    = time.Second
	progressInterval = 200 * time.Millisecond
)

// startProgress watches read, which counts bytes, up to size.
func startProgress(w *terminal.Writer, name string, size int64, read func() int64) *progress {
	p := &progress{done: make(chan struct{}), gone: make(chan struct{})}
	go p.watch(w, name, size, read)
	return p
}

func (p *progress) watch(w *terminal.Writer, name string, size int64, read func() int64) {
	defer close(p.gone)
	started := time.Now()
	shown := false
	tick := time.NewTicker(progressInterval)
	defer tick.Stop()
	for {
		select {
		case <-p.done:
			if shown {
				_ = w.Replace("")
			}
			return
		case <-tick.C:
		}
		elapsed := time.Since(started)
		if elapsed < progressDelay {
			continue
		}
		shown = true
		n := read()
		_ = w.Replace(fmt.Sprintf("%s  %3d %%  %.0f of %.0f MB  %.0f MB/s", name, 100*n/max(size, 1), float64(n)/1e6, float64(size)/1e6, float64(n)/1e6/elapsed.Seconds()))
	}
}

// stop ends the display and waits until it has left the terminal.
func (p *progress) stop() {
	if p != nil {
		close(p.done)
		<-p.gone
	}
}
