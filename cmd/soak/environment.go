package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"bcdump/internal/trial"
)

// environment is a run of the program as a process while something around it is as it should
// not be.
type environment struct {
	program string
	hang    time.Duration
	subject *subject
	words   []string // of the command, without the capture
	fault   *fault
	seed    uint64
}

// mostForProcesses is the largest capture that processes get, in bytes.
const mostForProcesses = 256 << 10

func newEnvironment(s *settings, subjects []*subject, chance *rand.Rand) attack {
	fit := slices.DeleteFunc(slices.Clone(subjects), func(s *subject) bool { return len(s.data) > mostForProcesses })
	if runtime.GOOS != "linux" || s.program == "" || len(fit) == 0 {
		return skipped{}
	}
	e := &environment{
		program: s.program, hang: s.hang, subject: fit[chance.IntN(len(fit))],
		words: chooseWords(s.commands, chance), fault: &faults[chance.IntN(len(faults))], seed: chance.Uint64(),
	}
	return e
}

// chooseWords gives one of the commands that write to standard output, in one of its forms.
func chooseWords(commands []command, chance *rand.Rand) []string {
	all := slices.DeleteFunc(slices.Clone(commands), func(c command) bool { return !c.streams() })
	if len(all) == 0 {
		return []string{"decode"}
	}
	c := all[chance.IntN(len(all))]
	return append(c.in(c.forms()[chance.IntN(len(c.forms()))]), c.some(chance)...)
}

func (e *environment) about() []string {
	return []string{e.subject.name, fmt.Sprintf("bcdump %s FILE with %s (%d)", strings.Join(e.words, " "), e.fault.name, e.seed)}
}

func (e *environment) capture() io.Reader { return bytes.NewReader(e.subject.data) }

func (e *environment) check() *finding {
	p, err := e.newPlace()
	if err != nil {
		return found("soak", "%v", err)
	}
	defer func() { _ = os.RemoveAll(p.folder) }()
	p.sound = p.run(p.command(append(e.words, p.file)...))
	if s := p.sound; s.Status == exitUsage || s.Status == 1 && s.err.Len() == 0 {
		totals.skipped++ // options that do not go together, or a verdict that looks like a failure
		return nil
	}
	if f := p.checkAlways(p.sound); f != nil {
		return f
	}
	got := e.fault.strike(p)
	if got == nil {
		totals.skipped++ // the machine does not let it strike
		return nil
	}
	got.count()
	return firstOf(
		func() *finding { return p.checkAlways(got) },
		func() *finding { return e.fault.judge(p, got) },
	)
}

// place is a folder of a case, with the capture in it and a folder to write to.
type place struct {
	*environment
	*rand.Rand
	folder, file, out string
	// name is the one file that may be in out, when it is complete.
	name  string
	sound *outcome // without the fault, into standard output
	// changes says that the case changes the capture itself, others that the program may read
	// something else, and so write something else.
	changes, others bool
	signalled       bool // a signal was sent, or may have been
}

func (e *environment) newPlace() (*place, error) {
	folder, err := os.MkdirTemp("", "soak")
	if err != nil {
		return nil, err
	}
	p := &place{environment: e, Rand: rand.New(rand.NewPCG(e.seed, 0)), folder: folder, name: "result"}
	p.file, p.out = filepath.Join(folder, "capture"), filepath.Join(folder, "out")
	if err := os.Mkdir(p.out, 0o755); err != nil {
		return nil, err
	}
	return p, os.WriteFile(p.file, e.subject.data, 0o644)
}

// into gives the words of a command that writes to a file, without the capture.
func (p *place) into() []string {
	return append(slices.Clone(p.words), "-w", filepath.Join(p.out, p.name))
}

// command is a run of the program, in the folder of the case.
func (p *place) command(words ...string) *exec.Cmd { return p.other(p.program, words...) }

// shell is a run of a script with the program and its words as its arguments.
func (p *place) shell(script string, words ...string) *exec.Cmd {
	return p.other("sh", append([]string{"-c", script, "sh", p.program}, words...)...)
}

func (p *place) other(program string, words ...string) *exec.Cmd {
	cmd := exec.Command(program, words...)
	cmd.Dir = p.folder
	cmd.WaitDelay = 10 * time.Second // if what it has started holds on to its streams
	cmd.Env = append(os.Environ(), "GOTRACEBACK=single")
	return cmd
}

// outcome is what became of a process.
type outcome struct {
	trial.Run
	out, err bytes.Buffer
	trouble  error // it could not be started
}

func (o *outcome) count() {
	switch o.Status {
	case -1:
		totals.ended++
	case 1:
		totals.failed++
	}
}

// run runs a command; its streams are kept unless they are set.
func (p *place) run(cmd *exec.Cmd) *outcome {
	return p.while(cmd, nil)
}

// while runs a command and does something meanwhile.
func (p *place) while(cmd *exec.Cmd, do func(*os.Process)) *outcome {
	var o outcome
	if cmd.Stdout == nil {
		cmd.Stdout = &o.out
	}
	if cmd.Stderr == nil {
		cmd.Stderr = &o.err
	}
	o.Run, o.trouble = trial.Watch(cmd, p.hang/2, do)
	return &o
}

// dump is what the runtime of Go says at the end of a program that should not have ended.
var dump = regexp.MustCompile(`(?m)^(panic: |fatal error: |runtime: |goroutine \d+ |SIG[A-Z]+: )`)

const (
	// exitUsage is the status of a program that was called wrongly.
	exitUsage = 2
	// interrupted is that of one that SIGINT asked to stop, and that gave what it had.
	interrupted = 130
)

// checkAlways is what holds whatever the fault is.
func (p *place) checkAlways(o *outcome) *finding {
	if f := p.checkProcess(o); f != nil {
		return f
	}
	if o.Status == exitUsage {
		return found("status", "%d: %s", o.Status, o.err.Bytes())
	}
	return firstOf(p.checkCapture, p.checkLeft)
}

// checkProcess is what holds of any process.
func (p *place) checkProcess(o *outcome) *finding {
	switch {
	case o.trouble != nil:
		return found("soak", "%v", o.trouble)
	case o.Hung:
		return found("hang", "the process did not end")
	case dump.Match(o.err.Bytes()) || dump.Match(o.out.Bytes()):
		return found("crash", "status %d: %s%s", o.Status, o.out.Bytes(), o.err.Bytes())
	case p.signalled && o.Status == interrupted:
		p.others = true // the file has what was read until then
	case o.Status < -1 || o.Status > 3:
		return found("status", "%d: %s", o.Status, o.err.Bytes())
	}
	return nil
}

// checkCapture: what is read is never changed.
func (p *place) checkCapture() *finding {
	now, err := os.ReadFile(p.file)
	if err != nil || !p.changes && !bytes.Equal(now, p.subject.data) {
		return found("input", "the capture has changed: %d bytes of %d, %v", len(now), len(p.subject.data), err)
	}
	return nil
}

// checkLeft: in the folder that is written to is a whole file, or none.
func (p *place) checkLeft() *finding {
	left, err := os.ReadDir(p.out)
	if err != nil {
		return found("soak", "%v", err)
	}
	for _, entry := range left {
		data, err := os.ReadFile(filepath.Join(p.out, entry.Name()))
		if entry.Name() != p.name || err != nil || !p.others && !bytes.Equal(data, p.sound.out.Bytes()) {
			return found("left over", "%s of %d bytes, a whole one has %d; %v", entry.Name(), len(data), p.sound.out.Len(), err)
		}
	}
	return nil
}

// written reports whether the file that was asked for is there.
func (p *place) written() bool {
	_, err := os.Stat(filepath.Join(p.out, p.name))
	return err == nil
}

// hostileEnvironment chooses variables that are odd, and that the runtime of Go takes.
func (p *place) hostileEnvironment() []string {
	odd := map[string][]string{
		"GOMEMLIMIT": {"1", "64KiB", "off", "9223372036854775807"}, "GOGC": {"1", "off", "-5", "x", "1000000"},
		"GOMAXPROCS": {"1", "3", "40", "x", "-1"}, "TZ": {"", "Nowhere/Land", "../../etc/passwd", "Asia/Kathmandu", ":/dev/null", "\x1b[31m"},
		"LANG": {"", "tr_TR.UTF-8", "C", "\xff"}, "LC_ALL": {"de_DE.ISO-8859-1", "\x1b"}, "NO_COLOR": {"", "1"},
		"TERM": {"", "dumb", "xterm-256color", "\x1b]0;x\a"}, "HOME": {"", "/nowhere"}, "TMPDIR": {"/nowhere", ""}, "PATH": {""},
	}
	var set []string
	for _, name := range slices.Sorted(maps.Keys(odd)) {
		if values := odd[name]; p.IntN(2) == 0 {
			set = append(set, name+"="+values[p.IntN(len(values))])
		}
	}
	return set
}
