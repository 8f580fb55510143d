package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// testCase is one damaged capture.
type testCase struct {
	settings
	number  uint64
	subject *subject
	steps   []step
	variant variant
}

// newCase makes everything of the seed and the number.
func newCase(s settings, subjects []*subject, number uint64) *testCase {
	chance := rand.New(rand.NewPCG(s.seed, number))
	return &testCase{
		settings: s, number: number,
		subject: subjects[chance.IntN(len(subjects))],
		steps:   newSteps(chance),
		variant: variant{
			forced: chance.IntN(8) == 0,
			form:   form(chance.IntN(int(forms))),
			chunk:  []int{61, 1000, 4096, 30_000, 64 << 10}[chance.IntN(5)],
			filter: chance.IntN(len(filters)),
		},
	}
}

// repeat is the command that runs this case alone.
func (c *testCase) repeat() string {
	return fmt.Sprintf("go run ./cmd/soak -captures %s -seed %d -case %d -cases 1", c.folder, c.seed, c.number)
}

// run runs the case under watch. Too much memory may be what the runs of one case left
// behind for each other, so it counts only if it is so again with hardly any garbage.
func (c *testCase) run() *finding {
	f := c.watched(c.steps)
	if f == nil || f.kind != outOfMemory {
		return f
	}
	const tidy = 10 // percent of garbage
	defer debug.SetGCPercent(debug.SetGCPercent(tidy))
	return c.watched(c.steps)
}

// outOfMemory is the kind of finding that a case took too much.
const outOfMemory = "memory"

// watched damages the capture by some of the steps and checks what came of it; a
// panic, a hang and too much memory are findings.
func (c *testCase) watched(steps []step) *finding {
	data, _ := damage(c.subject.data, steps)
	usage := watchMemory()
	result := make(chan *finding, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				result <- found("panic", "%v\n%s", r, debug.Stack())
			}
		}()
		result <- check(c.subject, data, c.variant)
	}()
	select {
	case f := <-result:
		peak := usage.stop()
		if f == nil && peak > c.memory {
			return found(outOfMemory, "%d MiB of heap", peak>>20)
		}
		totals.memory = max(totals.memory, peak)
		return f
	case <-time.After(c.hang):
		stacks := make([]byte, 1<<20)
		return found("hang", "not done after %v\n%s", c.hang, stacks[:runtime.Stack(stacks, true)])
	}
}

// report writes what was found, after taking away steps that it does not need.
func (c *testCase) report(f *finding) {
	steps := c.steps
	if f.kind != "hang" { // what hangs still runs
		steps, f = c.smaller(f)
	}
	data, done := damage(c.subject.data, steps)
	name := fmt.Sprintf("%d-%d-%s-%s", c.seed, c.number, strings.ReplaceAll(f.kind, " ", "-"), strings.ReplaceAll(c.subject.name, " ", "-"))
	path := filepath.Join(c.out, name)
	fmt.Printf("soak: FINDING in case %d of seed %d: %s\n%s\n", c.number, c.seed, f.kind, f.text)
	fmt.Printf("capture: %s, decoded with %+v\nwhat was done to it:\n  %s\n", c.subject.name, c.variant, strings.Join(done, "\n  "))
	fmt.Printf("to repeat: %s\n", c.repeat())
	if err := os.WriteFile(path, data, 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		return
	}
	fmt.Printf("the damaged capture: %s\n", path)
}

// smaller leaves out one step after the other, as long as the same goes wrong.
func (c *testCase) smaller(f *finding) ([]step, *finding) {
	steps := c.steps
	for i := 0; i < len(steps); {
		fewer := slices.Delete(slices.Clone(steps), i, i+1)
		g := c.watched(fewer)
		if g == nil || g.kind != f.kind {
			i++
			continue
		}
		steps, f = fewer, g
	}
	return steps, f
}
