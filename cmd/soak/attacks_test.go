package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode/synth/hostile"
)

// fake is an attack that goes as a test wants it.
type fake struct {
	skipped
	do func() *finding
}

func (f fake) check() *finding { return f.do() }

// What no check can say for itself is found by the watch.
func TestWatch(t *testing.T) {
	for kind, do := range map[string]func() *finding{
		"":          func() *finding { return nil },
		"panic":     func() *finding { panic("on purpose") },
		"hang":      func() *finding { time.Sleep(time.Minute); return nil },
		outOfMemory: func() *finding { keep = make([]byte, 64<<20); return nil },
	} {
		hang := time.Minute
		if kind == "hang" {
			hang = time.Second
		}
		c := &testCase{settings: &settings{hang: hang, memory: 32 << 20}, attack: fake{do: do}}
		if f := c.run(); kind == "" && f != nil || kind != "" && (f == nil || f.kind != kind) {
			t.Errorf("%s: %+v", kind, f)
		}
		keep = nil
	}
}

var keep []byte

func subjectNamed(t *testing.T, name string) *subject {
	t.Helper()
	all := corpusSubjects(t)
	return all[slices.IndexFunc(all, func(s *subject) bool { return s.name == name })]
}

// A slow reader that gets something else, or for whom too much is read, is found.
func TestReaders(t *testing.T) {
	s := subjectNamed(t, "stock-join.pcap")
	for w := range ways {
		opened := 0
		r := &readers{name: s.name, most: 100, row: 3, naps: 2, way: w, jobs: 2, open: bytesOf(s.data)}
		if f := r.check(); f != nil {
			t.Errorf("way %d: %+v", w, f)
		}
		r.open = func() io.Reader {
			opened++
			return bytes.NewReader(s.data[:len(s.data)-100*opened])
		}
		if f := r.check(); f == nil || f.kind != "readers" {
			t.Errorf("way %d: %+v", w, f)
		}
	}
	// On a busy machine nothing may be read for a while; what reads on is found some time.
	for try := 0; ; try++ {
		greedy := readsOn(t)
		if f := greedy.check(); f != nil && f.kind == "readers" {
			break
		}
		if try == 100 {
			t.Fatalf("%d bytes ahead are not found", greedy.ahead)
		}
	}
}

// readsOn is a consumer that has stopped, while bytes are read all the time.
func readsOn(t *testing.T) *slow {
	t.Helper()
	in := &dribble{}
	greedy := &slow{lines: newLines(), in: in}
	stop, done := make(chan bool), make(chan bool)
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
				in.given.Add(mostAhead / 4)
			}
		}
	}()
	if _, err := greedy.Write([]byte("{}\n")); err != nil {
		t.Fatal(err)
	}
	close(stop)
	<-done
	return greedy
}

// Cases can be chosen whatever the chance.
func TestChoices(t *testing.T) {
	subjects := corpusSubjects(t)
	chosen := map[string]int{}
	for number := range uint64(20_000) {
		c := newCase(&settings{seed: 505, program: "none"}, subjects, number)
		if s, ok := c.attack.(*storm); ok && (s.frames < 1 || s.frames > mostMessages) {
			t.Errorf("case %d: %d frames", number, s.frames)
		}
		chosen[c.kind]++
	}
	total := 0
	for _, k := range caseKinds {
		total += k.weight
	}
	for _, k := range caseKinds {
		if got, want := chosen[k.name], 20_000*k.weight/total; got < want*8/10 || got > want*12/10 {
			t.Errorf("%d cases of %s, expected about %d", got, k.name, want)
		}
	}
}

// A storm that does not come out whole is found.
func TestStorms(t *testing.T) {
	for i := range hostile.Floods {
		kind := &hostile.Floods[i]
		s := &storm{kinds: [2]*hostile.Kind{kind, kind}, frames: 300/kind.Messages + 10, member: 1000 * (i % 2), variant: variant{chunk: 4096, form: form(i) % forms}}
		if f := s.check(); f != nil {
			t.Errorf("%s: %+v", kind.Name, f)
		}
		one, err := decodeLines(s.capture, s.variant.options(1, 0))
		if err != nil {
			t.Fatal(err)
		}
		one.summary.DamageCount++
		if f := s.checkWhole(&one); f == nil || f.kind != "damage" {
			t.Errorf("%s: %+v", kind.Name, f)
		}
		one.summary.Frames = int64(s.frames) - 1
		if f := s.checkWhole(&one); f == nil || f.kind != "frames" {
			t.Errorf("%s: %+v", kind.Name, f)
		}
	}
}

// Hostile texts get into the captures, and each form in which one comes out is looked at.
func TestTexts(t *testing.T) {
	for _, tt := range []struct{ capture, text string }{
		{"stock-join.pcap", `FORGED`}, {"session-small.pcap", `FORGED`}, {"entity-state.pcap", `1+1`}, {"stock-gamespy.pcap", `FORGED`},
	} {
		a := &texts{subject: subjectNamed(t, tt.capture), name: "a\x1b\u202e", seed: 4}
		data, n := a.rewritten()
		var h harmless
		d, err := decodeLines(bytesOf(data), (&variant{}).options(1, 0))
		if err != nil || n == 0 || d.summary.DamageCount > 0 || d.summary.Datagrams.Total() == 0 {
			t.Errorf("%s: %d messages, %v, %+v", tt.capture, n, err, d.summary)
		}
		if f := a.check(); f != nil {
			t.Errorf("%s: %+v", tt.capture, f)
		}
		if _, err := h.json.ReadFrom(a.capture()); err != nil {
			t.Fatal(err)
		}
		if f := h.check("raw bytes"); f == nil || f.kind != "texts" {
			t.Errorf("%s: %+v", tt.capture, f)
		}
	}
	for text, spoil := range map[string]func(h *harmless){
		"as text": func(h *harmless) { h.text.WriteString("x\x1b[41m\n") }, "as JSON": func(h *harmless) { h.json.WriteString("{\"a\":\"\u009b\"}") },
		"as CSV:": func(h *harmless) { h.csv.WriteString("=1+1,2\r\n") }, "as CSV of entities": func(h *harmless) { h.rows.WriteString("a,\u202eb\r\n") },
	} {
		var h harmless
		if f := h.check("nothing"); f != nil {
			t.Errorf("%+v", f)
		}
		spoil(&h)
		if f := h.check("something"); f == nil || !strings.Contains(f.text, text) {
			t.Errorf("%s: %+v", text, f)
		}
	}
}

// A program that does not stand a fault is found, for each of them.
func TestFaults(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("runs processes")
	}
	found := map[string]bool{}
	for _, tt := range []struct{ fault, does, kind string }{
		{"a full disk", "echo hello; exit 0", "status"},
		{"a reader that goes", "echo broken pipe >&2", "status"},
		{"files that may not be large", "exit 0", "status"},
		{"a folder on a full disk", "exit 0", "status"},
		{"a folder that cannot be written to", "exit 0", "status"},
		{"a signal", "trap '' INT TERM HUP; exec sleep 100", "hang"},
		{"a signal while it writes", "trap '' INT TERM HUP; exit 0", "status"},
		{"a signal while it writes", "trap '' INT TERM HUP; echo half >out/.result.1", "left over"},
		{"a signal while it writes", "trap '' INT TERM HUP; echo half >out/result", "left over"},
		{"closed streams", "echo 'panic: x'; echo 'panic: x' >&2", "crash"},
		{"odd variables", "echo other", "output"},
		{"a width that is none", "exit 3", "status"},
		{"a width that is none", "echo x >>capture", "input"},
		{"a width that is none", "exec sleep 100", "hang"},
		{"a working directory that is gone", "echo other", "output"},
		{"few files", "exit 7", "status"},
		{"a capture that grows", "echo 'fatal error: x' >&2", "crash"},
		{"a capture that is cut", "exit 7", "status"},
	} {
		which := slices.IndexFunc(faults, func(f fault) bool { return f.name == tt.fault })
		skippedBefore := totals.skipped
		f := strikes(t, &faults[which], tt.does, tt.kind)
		if totals.skipped > skippedBefore {
			t.Logf("%s: not on this machine", tt.fault)
		} else if f == nil || f.kind != tt.kind {
			t.Errorf("%s, %q: %+v, want %s", tt.fault, tt.does, f, tt.kind)
		}
		found[tt.fault] = true
	}
	for i := range faults {
		if !found[faults[i].name] {
			t.Errorf("no test of %s", faults[i].name)
		}
	}
}

// TestCommandTree walks the tree of the program, and of one with a command that nobody has heard of: what it
// does badly to a capture, or to what it wrote itself, is found.
func TestCommandTree(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("runs processes")
	}
	all, err := commandsOf(built(t))
	if err != nil {
		t.Fatal(err)
	}
	operands := map[string]int{}
	for _, c := range all {
		operands[strings.Join(c.words, " ")] = len(c.operands)
	}
	for name, n := range map[string]int{"decode": 1, "diff": 2, "export parquet": 1, "browse": 1, "verify": 1, "opcodes": 0} {
		if got, ok := operands[name]; !ok || got != n {
			t.Errorf("%s: %d operands, %v: %v", name, got, ok, operands)
		}
	}
	if runtime.GOOS != "linux" {
		t.Skip("runs scripts")
	}
	for does, kind := range map[string]string{
		"": "", "echo 'panic: x' >&2": "crash", "exit 9": "status", `printf 'a\033[1mb\n'`: "texts",
		`case "$*" in *--known=*|*"--known "*) echo 'panic: x' >&2;; esac`: "crash",
		`case "$*" in *"--make "*) echo 'panic: x' >&2;; esac`:             "crash",
		`test -t 0 && echo 'internal error: x'`:                            "terminal",
	} {
		if f := brandNew(t, does); kind == "" && f != nil || kind != "" && (f == nil || f.kind != kind) {
			t.Errorf("%q: %+v, want %q", does, f, kind)
		}
	}
}

// brandNew attacks a program that has one command.
func brandNew(t *testing.T, does string) (f *finding) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program")
	script := `#!/bin/sh
case "$*" in
--help) printf 'Usage:\n  bcdump [command]\n\nAvailable Commands:\n  news        Are good\n\nFlags:\n';;
"news --help") printf 'Usage:\n  bcdump news FILE... [flags]\n\nFlags:\n  -o, --output string   form of the output: text, json (default "text")\n      --known FILE      accept FILE\n      --make FILE       write FILE\n';;
*) ` + does + `
esac
`
	if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	s := &settings{hang: time.Minute, program: program}
	var err error
	if s.commands, err = commandsOf(program); err != nil || len(s.commands) != 1 {
		t.Fatal(s.commands, err)
	}
	for number := uint64(0); number < 6 && f == nil; number++ {
		f = newSession(s, corpusSubjects(t)[:5], rand.New(rand.NewPCG(1, number))).check()
	}
	return f
}

// strikes runs a program that says hello when it is run first, and then does something bad. What
// a fault does depends on the seed, so a few are tried.
func strikes(t *testing.T, fault *fault, bad, kind string) *finding {
	t.Helper()
	hang := time.Minute
	if kind == "hang" {
		hang = 2 * time.Second
	}
	for seed := range uint64(8) {
		program := filepath.Join(t.TempDir(), "program")
		script := fmt.Sprintf("#!/bin/sh\nif [ -e \"$0.ran\" ]; then\n%s\nelse\n: >\"$0.ran\"\necho hello\nfi\n", bad)
		if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		e := &environment{program: program, hang: hang, subject: &subject{name: "none", data: []byte("no capture")}, words: []string{"decode"}, fault: fault, seed: seed}
		if f := e.check(); f != nil {
			return f
		}
	}
	return nil
}
