package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"bcdump/decode/synth/hostile"
)

// finding is a promise that was not kept.
type finding struct {
	kind string // a word or two, the same whenever the same goes wrong
	text string
}

func found(kind, format string, args ...any) *finding {
	return &finding{kind, fmt.Sprintf(format, args...)}
}

// firstOf runs checks until one finds something.
func firstOf(checks ...func() *finding) *finding {
	for _, check := range checks {
		if f := check(); f != nil {
			return f
		}
	}
	return nil
}

// testCase is one hostile capture, and what is done with it.
type testCase struct {
	*settings
	number  uint64
	subject *subject
	steps   []step
	variant variant
	command *command // that gets it; nil = it is decoded here
	dice    uint64   // seed of what the command is told
}

// One case in so many is a session, a flood, of a command in a strait.
const sessions, floods, mostFlood = 8, 4, 5000

// newCase makes everything of the seed and the number.
func newCase(s *settings, subjects []*subject, number uint64) *testCase {
	chance := rand.New(rand.NewPCG(s.seed, number))
	c := &testCase{settings: s, number: number, steps: newSteps(chance), variant: newVariant(chance), dice: chance.Uint64()}
	c.subject = subjects[chance.IntN(len(subjects))]
	if chance.IntN(sessions) == 0 && len(s.commands) > 0 {
		c.command = &s.commands[chance.IntN(len(s.commands))]
	}
	if chance.IntN(floods) == 0 {
		c.subject = flood(&hostile.Floods[chance.IntN(len(hostile.Floods))], 1+chance.IntN(mostFlood>>chance.IntN(7)))
		c.steps = c.steps[:chance.IntN(2)]
	}
	return c
}

// flood is a capture of one kind of traffic.
func flood(kind *hostile.Kind, messages int) *subject {
	data, _ := io.ReadAll(&hostile.Capture{Next: kind.Next, Frames: 1 + messages/kind.Messages}) // it never fails
	return newSubject("flood of "+kind.Name, data)
}

// repeat is the command that runs this case alone.
func (c *testCase) repeat() string {
	return fmt.Sprintf("go run ./cmd/soak -captures %s -seed %d -case %d -cases 1", c.folder, c.seed, c.number)
}

// check attacks, and gives the first promise that is broken.
func (c *testCase) check() *finding {
	data, _ := damage(c.subject.data, c.steps)
	if c.command != nil {
		totals.sessions++
		return c.session(data)
	}
	totals.cases++
	hung := time.AfterFunc(c.hang, func() { panic("hang: " + c.repeat()) })
	defer hung.Stop()
	return check(c.subject, data, c.variant)
}

// report writes what was found, after taking away steps that it does not need. It gives the error that ends
// the soak.
func (c *testCase) report(f *finding) error {
	for i := 0; i < len(c.steps) && f.kind != "hang"; {
		fewer := *c
		fewer.steps = slices.Delete(slices.Clone(c.steps), i, i+1)
		if g := fewer.check(); g != nil && g.kind == f.kind {
			*c, f = fewer, g
		} else {
			i++
		}
	}
	data, done := damage(c.subject.data, c.steps)
	fmt.Printf("soak: FINDING in case %d of seed %d: %s\n%s\n", c.number, c.seed, f.kind, f.text)
	fmt.Printf("capture: %s, decoded with %+v, after this was done to it:\n  %s\nto repeat: %s\n", c.subject.name, c.variant, strings.Join(done, "\n  "), c.repeat())
	path := filepath.Join(c.out, strings.ReplaceAll(fmt.Sprintf("%d-%d-%s-%s", c.seed, c.number, f.kind, c.subject.name), " ", "-"))
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return err
	}
	return fmt.Errorf("a finding: %s; the capture is %s", f.kind, path)
}

// totals count what was looked at, so that a soak that checks nothing is seen.
var totals counts

type counts struct {
	cases    int64
	sessions int64
	refused  int64 // were no capture any more
	damaged  int64 // told of damage
	frames   int64
	lines    int64
	before   int64 // frames that came before the damage, and were as they should be
	runs     int64 // of commands
	failed   int64 // of these, could do nothing: status 1
	misused  int64 // of these, refused for their options: status 2
	ended    int64 // of these, ended by a signal
	resident int64 // the most memory that one of them took, in bytes
}

func (t *counts) add(d *decoded) {
	t.frames += d.summary.Frames
	t.lines += int64(d.lines.count)
	if d.summary.DamageCount > 0 {
		t.damaged++
	}
}

func (t *counts) String() string {
	return fmt.Sprintf(`%12d  captures decoded here: %d were none any more, %d told of damage
%12d  frames and %d lines; %d frames before the damage, as they should be
%12d  sessions: %d runs of commands, %d failed (status 1), %d misused (status 2), %d ended by a signal
%12.1f  MiB of memory at most in one run
`, t.cases, t.refused, t.damaged, t.frames, t.lines, t.before, t.sessions, t.runs, t.failed, t.misused, t.ended, float64(t.resident)/(1<<20))
}
