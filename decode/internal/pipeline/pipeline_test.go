package pipeline_test

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bcdump/decode/internal/batch"
	"bcdump/decode/internal/pipeline"
	"bcdump/decode/internal/session"
)

// many is how many batches a run has: several times as many as are under way at once.
const many = 200

// run is a capture of numbered batches, and what becomes of them.
type run struct {
	read  atomic.Int64
	given []int64
	fail  func(number int64) error // what giving out says; nil = nothing
}

// fill reads the next batch: one frame, whose number is that of the batch.
func (r *run) fill(b *batch.Batch) bool {
	n := r.read.Add(1) - 1
	if n >= many {
		return false
	}
	b.Frames.Frames = slices.Grow(b.Frames.Frames[:0], 1)[:1]
	b.Frames.Frames[0].Number = n
	return true
}

// sink prints the numbers. Each first batch of three takes long, so that those behind it overtake it.
func (r *run) sink() pipeline.Sink {
	return pipeline.Sink{
		Render: func(b *batch.Batch) {
			b.Output = b.Output[:0]
			if len(b.Frames.Frames) == 0 { // of the end
				return
			}
			n := b.Frames.Frames[0].Number
			if n%3 == 0 {
				time.Sleep(100 * time.Microsecond)
			}
			b.Output = fmt.Append(b.Output, n)
		},
		GiveOut: func(b *batch.Batch) error {
			if len(b.Output) == 0 {
				return nil
			}
			n := b.Frames.Frames[0].Number
			if string(b.Output) != fmt.Sprint(n) {
				return fmt.Errorf("batch %d was printed as %q", n, b.Output)
			}
			r.given = append(r.given, n)
			if r.fail != nil {
				return r.fail(n)
			}
			return nil
		},
	}
}

func (r *run) with(workers int) error {
	p := &pipeline.Pipeline{Read: r.fill, Session: session.New(session.Options{})}
	return p.Run(slices.Repeat([]pipeline.Sink{r.sink()}, workers))
}

// upTo lists the numbers from 0 on.
func upTo(last int64) (list []int64) {
	for n := range last + 1 {
		list = append(list, n)
	}
	return list
}

// forWorkers runs a test with different numbers of workers, more than are ever used too, and demands
// that no goroutine is left.
func forWorkers(t *testing.T, test func(t *testing.T, workers int)) {
	t.Helper()
	for _, workers := range []int{1, 2, 3, 7, 40} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			before := runtime.NumGoroutine()
			test(t, workers)
			for end := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
				if time.Now().After(end) {
					t.Fatalf("%d goroutines are left, there were %d", runtime.NumGoroutine(), before)
				}
			}
		})
	}
}

// TestOrder: every batch is given out once, in the order in which it was read.
func TestOrder(t *testing.T) {
	forWorkers(t, func(t *testing.T, workers int) {
		r := &run{}
		if err := r.with(workers); err != nil || !slices.Equal(r.given, upTo(many-1)) {
			t.Errorf("%v, given out: %v", err, r.given)
		}
	})
}

// TestFirstError: the first error of giving out ends the run, and nothing is given out behind it,
// nor is the rest of the capture read.
func TestFirstError(t *testing.T) {
	const bad = 20
	forWorkers(t, func(t *testing.T, workers int) {
		first := errors.New("the disk is full")
		r := &run{fail: func(n int64) error {
			if n >= bad {
				return fmt.Errorf("batch %d: %w", n, first)
			}
			return nil
		}}
		err := r.with(workers)
		if !errors.Is(err, first) || err.Error() != "batch 20: the disk is full" {
			t.Errorf("error %v", err)
		}
		if !slices.Equal(r.given, upTo(bad)) {
			t.Errorf("given out: %v", r.given)
		}
		if n := r.read.Load(); n > bad+50 {
			t.Errorf("%d batches were read, though batch %d failed", n, bad)
		}
	})
}

// TestSlowSink: while nobody takes what is given out, only as many batches are read as may go round.
func TestSlowSink(t *testing.T) {
	forWorkers(t, func(t *testing.T, workers int) {
		r := &run{}
		r.fail = func(n int64) error {
			if n != 0 {
				return nil
			}
			// On a busy machine it takes its time until anybody reads on; what reads too much, goes on soon.
			for workers > 1 && r.read.Load() < 2 {
				time.Sleep(time.Millisecond)
			}
			read := int64(-1)
			for now := r.read.Load(); now != read; now = r.read.Load() {
				read = now
				time.Sleep(20 * time.Millisecond)
			}
			if most := int64(min(workers, 16) + 1); read > most {
				return fmt.Errorf("%d batches were read while the first was given out, want at most %d", read, most)
			}
			return nil
		}
		if err := r.with(workers); err != nil || !slices.Equal(r.given, upTo(many-1)) {
			t.Errorf("%v, given out: %v", err, r.given)
		}
	})
}

// TestPanic: a panic of any stage is one of Run, whoever does the work.
func TestPanic(t *testing.T) {
	for _, stage := range []string{"read", "render", "give out"} {
		forWorkers(t, func(t *testing.T, workers int) {
			r := &run{}
			defer func() {
				reason := recover()
				var broken *pipeline.Panic
				if err, ok := reason.(error); ok && errors.As(err, &broken) && workers > 1 {
					reason = broken.Reason
				}
				if reason != stage || (broken != nil) != (workers > 1) || broken != nil && !strings.Contains(broken.Error(), stage+"\n\ngoroutine ") {
					t.Errorf("%s: %v", stage, reason)
				}
			}()
			sink := r.sink()
			fails := func(now string, b *batch.Batch) {
				if now == stage && len(b.Frames.Frames) > 0 && b.Frames.Frames[0].Number == many/2 {
					panic(stage)
				}
			}
			p := &pipeline.Pipeline{Session: session.New(session.Options{}), Read: func(b *batch.Batch) bool {
				there := r.fill(b)
				fails("read", b)
				return there
			}}
			err := p.Run(slices.Repeat([]pipeline.Sink{{
				Render:  func(b *batch.Batch) { fails("render", b); sink.Render(b) },
				GiveOut: func(b *batch.Batch) error { fails("give out", b); return sink.GiveOut(b) },
			}}, workers))
			t.Errorf("%s: it goes on: %v", stage, err)
		})
	}
}
