package main

import (
	"context"
	"fmt"
	"hash/fnv"
	"strings"
	"sync/atomic"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn2x0[fileio.FileMetadata, func(fileio.FileMetadata)](&laneFn{})
	register.DoFn3x1[context.Context, fileio.FileMetadata, func(Outcome), error](&captureFn{})
	register.DoFn3x1[context.Context, int, func(*Outcome) bool, error](&finishFn{})
	register.Emitter1[fileio.FileMetadata]()
	register.Emitter1[Outcome]()
	register.Iter1[Outcome]()
}

// pipeline finds the captures, works on each, and gathers what came out.
//
// A runner is free to give all captures to one worker, and Prism does: it takes what is ready as one
// bundle. So the captures go by lanes, each of which is a stage of its own behind a shuffle.
func pipeline() *beam.Pipeline {
	p := beam.NewPipeline()
	s := p.Root()
	files := fileio.MatchFiles(s, options.input)
	work := task{Job: options.job, Input: options.input, Output: options.output, Goldens: options.goldens, Program: version()}
	var outcomes []beam.PCollection
	for lane := range options.workers {
		name := s.Scope(fmt.Sprint("lane ", lane))
		mine := beam.Reshuffle(name, beam.ParDo(name, &laneFn{lane, options.workers}, files))
		outcomes = append(outcomes, beam.ParDo(name, &captureFn{work}, mine))
	}
	all := beam.GroupByKey(s, beam.AddFixedKey(s, beam.Flatten(s, outcomes...)))
	beam.ParDo0(s, &finishFn{work}, all)
	return p
}

// laneFn passes on the captures of a lane.
type laneFn struct{ Lane, Lanes int }

// ProcessElement passes a capture on, or not.
func (f *laneFn) ProcessElement(file fileio.FileMetadata, emit func(fileio.FileMetadata)) {
	h := fnv.New32a()
	_, _ = h.Write([]byte(file.Path))
	if int(h.Sum32()%uint32(f.Lanes)) == f.Lane {
		emit(file)
	}
}

// captureFn does the task with a capture.
type captureFn struct{ Task task }

// before is called before each capture if it is there: in tests a worker dies in it.
var before atomic.Pointer[func() error]

// ProcessElement gives what came out. An error is one of the place for the results: whoever runs the
// pipeline may try again, or give up; nothing that is complete has to be done again.
func (f *captureFn) ProcessElement(ctx context.Context, file fileio.FileMetadata, emit func(Outcome)) error {
	if die := before.Load(); die != nil {
		if err := (*die)(); err != nil {
			return err
		}
	}
	outcome, err := f.Task.do(ctx, file.Path)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Path, err)
	}
	outcome.count(ctx)
	emit(outcome)
	return nil
}

// finishFn writes what is told of all captures together.
type finishFn struct{ Task task }

// ProcessElement gets the outcomes of all captures.
func (f *finishFn) ProcessElement(ctx context.Context, _ int, next func(*Outcome) bool) error {
	var all []Outcome
	for o := (Outcome{}); next(&o); o = (Outcome{}) {
		all = append(all, o)
	}
	return f.Task.finish(ctx, all)
}

// Counters of the pipeline.
var (
	doneCounter    = beam.NewCounter("bcdump", "done")
	skippedCounter = beam.NewCounter("bcdump", "skipped")
	damagedCounter = beam.NewCounter("bcdump", "damaged")
	failedCounter  = beam.NewCounter("bcdump", "failed")
)

func (o *Outcome) count(ctx context.Context) {
	switch {
	case o.Failure == unreadable:
		failedCounter.Inc(ctx, 1)
		return
	case o.Skipped:
		skippedCounter.Inc(ctx, 1)
	default:
		doneCounter.Inc(ctx, 1)
	}
	if o.Failure == damaged {
		damagedCounter.Inc(ctx, 1)
	}
}

// counts says what was done.
func counts(result beam.PipelineResult) string {
	sums := map[string]int64{}
	for _, c := range result.Metrics().AllMetrics().Counters() {
		if c.Namespace() == "bcdump" {
			sums[c.Name()] += c.Result()
		}
	}
	var parts []string
	for _, name := range []string{"done", "skipped", "damaged", "failed"} {
		parts = append(parts, fmt.Sprint(name, " ", sums[name]))
	}
	return strings.Join(parts, ", ")
}
