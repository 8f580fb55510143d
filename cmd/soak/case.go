package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// caseKinds are the kinds of cases. A weight is how often one comes: damage most, since most
// can go wrong there; those that take long seldom.
var caseKinds = []struct {
	name   string
	weight int
	choose func(s *settings, subjects []*subject, chance *rand.Rand) attack
}{
	{"damage", 60, newDamage},
	{"readers", 6, newReaders},
	{"texts", 12, newTexts},
	{"storms", 2, newStorm},
	{"environment", 8, newEnvironment},
	{"session", 8, newSession},
}

// testCase is one attack.
type testCase struct {
	*settings
	number uint64
	kind   string
	attack
}

// newCase makes everything of the seed and the number.
func newCase(s *settings, subjects []*subject, number uint64) *testCase {
	chance := rand.New(rand.NewPCG(s.seed, number))
	total := 0
	for _, k := range caseKinds {
		total += k.weight
	}
	at, which := chance.IntN(total), 0
	for at -= caseKinds[0].weight; at >= 0; at -= caseKinds[which].weight {
		which++
	}
	k := &caseKinds[which]
	return &testCase{settings: s, number: number, kind: k.name, attack: k.choose(s, subjects, chance)}
}

// repeat is the command that runs this case alone.
func (c *testCase) repeat() string {
	return fmt.Sprintf("go run ./cmd/soak -captures %s -seed %d -case %d -cases 1", c.folder, c.seed, c.number)
}

// run runs the case under watch. Too much memory may be what the runs of one case left
// behind for each other, so it counts only if it is so again with hardly any garbage.
func (c *testCase) run() *finding {
	totals.cases[c.kind]++
	f := c.watched(c.attack)
	if f == nil || f.kind != outOfMemory {
		return f
	}
	const tidy = 10 // percent of garbage
	defer debug.SetGCPercent(debug.SetGCPercent(tidy))
	return c.watched(c.attack)
}

// watched attacks; a panic, a hang and too much memory are findings.
func (c *testCase) watched(a attack) *finding {
	usage := watchMemory()
	result := make(chan *finding, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				result <- found("panic", "%v\n%s", r, debug.Stack())
			}
		}()
		result <- a.check()
	}()
	select {
	case f := <-result:
		peak := usage.stop()
		limit := c.memory
		if d, ok := a.(demanding); ok {
			limit *= d.times()
		}
		if f == nil && peak > limit {
			return found(outOfMemory, "%d MiB of heap", peak>>20)
		}
		totals.memory = max(totals.memory, peak)
		return f
	case <-time.After(c.hang):
		stacks := make([]byte, 1<<20)
		return found("hang", "not done after %v\n%s", c.hang, stacks[:runtime.Stack(stacks, true)])
	}
}

// report writes what was found, after taking away steps that it does not need. It gives the
// error that ends the soak.
func (c *testCase) report(f *finding) error {
	a := c.attack
	if steps, ok := a.(divisible); ok && f.kind != "hang" { // what hangs still runs
		a, f = c.smaller(steps, f)
	}
	about := a.about()
	fmt.Printf("soak: FINDING in case %d of seed %d (%s): %s\n%s\n", c.number, c.seed, c.kind, f.kind, f.text)
	fmt.Printf("capture: %s\nto repeat: %s\n", strings.Join(about, "\n  "), c.repeat())
	name := fmt.Sprintf("%d-%d-%s-%s", c.seed, c.number, f.kind, about[0])
	path := filepath.Join(c.out, strings.NewReplacer(" ", "-", "/", "-").Replace(name))
	if err := save(path, a.capture()); err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
	} else {
		fmt.Printf("the capture as it was decoded: %s\n", path)
	}
	return fmt.Errorf("a finding: %s", f.kind)
}

func save(path string, capture io.Reader) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, capture); err != nil {
		_ = out.Close() // the first error counts
		return err
	}
	return out.Close()
}

// smaller leaves out one step after the other, as long as the same goes wrong.
func (c *testCase) smaller(a divisible, f *finding) (divisible, *finding) {
	for i := 0; i < a.steps(); {
		fewer := a.without(i)
		g := c.watched(fewer)
		if g == nil || g.kind != f.kind {
			i++
			continue
		}
		a, f = fewer, g
	}
	return a, f
}
