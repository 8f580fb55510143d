package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/trial"
)

func TestFiltersAreGood(t *testing.T) {
	for _, e := range filters {
		for _, e := range []string{e, "!(" + e + ")"} {
			if _, err := decode.NewFilter(e); err != nil {
				t.Errorf("%s: %v", e, err)
			}
		}
	}
}

// TestSoak is a short soak; two runs of it do the same.
func TestSoak(t *testing.T) {
	subjects := corpusSubjects(t)
	s := &settings{seed: 7, hang: 5 * time.Minute, program: built(t)}
	if s.program != "" { // a short run starts no programs
		s.commands = must.Get(commandsOf(s.program))(t)
	}
	cases := heavy.Scale[uint64](40, 240)
	if testing.Short() {
		cases = 60
	}
	totals = counts{}
	for number := range cases {
		c := newCase(s, subjects, number)
		if f := c.check(); f != nil {
			t.Fatalf("case %d: %s: %s", number, f.kind, f.text)
		}
		again := newCase(s, subjects, number)
		one, did := damage(c.subject.data, c.steps)
		two, same := damage(again.subject.data, again.steps)
		if c.command != again.command || c.dice != again.dice || !slices.Equal(did, same) || !bytes.Equal(one, two) {
			t.Fatalf("case %d is another one the second time: %q, %q", number, did, same)
		}
	}
	if totals.damaged == 0 || totals.refused == 0 || totals.before == 0 || totals.runs == 0 && s.program != "" {
		t.Errorf("nothing was checked: %v", &totals)
	}
}

// Every kind of damage works on whatever another has left, and finds something to do.
func TestDamage(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 1))
	did := map[string]int{}
	rounds := heavy.Scale(2, 10)
	for _, s := range corpusSubjects(t) {
		if len(s.data) > 10_000 {
			continue
		}
		for range rounds {
			var steps []step
			for i := range kinds {
				steps = append(steps, step{&kinds[i], chance.Uint64()})
			}
			chance.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
			before := slices.Clone(s.data)
			_, done := damage(s.data, steps)
			if !bytes.Equal(before, s.data) {
				t.Fatalf("%s: the capture itself was changed", s.name)
			}
			for i, what := range done {
				if !strings.HasSuffix(what, ": nothing") {
					did[steps[i].kind.name]++
				}
			}
		}
	}
	for i := range kinds {
		if n := did[kinds[i].name]; n < 3*rounds {
			t.Errorf("%s: done %d times", kinds[i].name, n)
		}
	}
}

// The layout that is found here is the one that the decoder finds.
func TestLayout(t *testing.T) {
	checked, others := 0, 0
	for _, s := range corpusSubjects(t) {
		if !s.plain || !s.layout.whole {
			continue
		}
		r := must.Get(capture.NewReader(bytes.NewReader(s.data), capture.Options{}))(t)
		frames := s.layout.frames()
		var b capture.Batch
		for r.Read(&b) == nil {
			for _, f := range b.Frames {
				if s.layout.ng && (len(frames) == 0 || int64(frames[0].start) > f.Offset) {
					others++ // blocks of kinds that are no longer written
					continue
				}
				if len(frames) == 0 || int64(frames[0].start) != f.Offset || frames[0].link != f.Link ||
					!bytes.Equal(s.data[frames[0].frame:frames[0].frameEnd], f.Data) {
					t.Fatalf("%s: frame %d", s.name, f.Number)
				}
				frames = frames[1:]
				checked++
			}
		}
		// A pcapng may have bad options within sound blocks.
		if len(frames) > 0 || r.DamageCount() > 0 && !s.layout.ng {
			t.Errorf("%s: %d frames more, damage %v", s.name, len(frames), r.Damage())
		}
	}
	if checked < 1000 || others > 20 {
		t.Errorf("%d frames, %d others", checked, others)
	}
}

// What is broken on purpose is found: each test changes a result after the fact.
func TestFindings(t *testing.T) {
	subjects := corpusSubjects(t)
	s := subjects[slices.IndexFunc(subjects, func(s *subject) bool { return s.name == "stock-join.pcap" })]
	sound := func() *decoded {
		d := must.Get(decodeLines(s.data, decode.Options{Jobs: 1}))(t)
		return &d
	}
	write := func(d *decoded, line string) { _, _ = d.lines.Write([]byte(line)) }
	tests := []struct {
		kind  string
		spoil func(d *decoded)
		check func(d *decoded) *finding
	}{
		{"ledger", func(d *decoded) { d.summary.Ledger.Fields++ }, checkOutput},
		{"ledger", func(d *decoded) { d.summary.Ledger.Fields += 1e6; d.summary.Ledger.Raw -= 1e6 }, checkOutput},
		{"output", func(d *decoded) { d.summary.Records++ }, checkOutput},
		{"output", func(d *decoded) { write(d, "{\"v\":1,\"frame\":36,\"x\":}\n"); d.summary.Records++ }, checkOutput},
		{"output", func(d *decoded) { write(d, "{\"v\":1,\"frame\":1,\"x\":1}\n"); d.summary.Records++ }, checkOutput},
		{"output", func(d *decoded) { write(d, `{"v":1`) }, checkOutput},
		{"damage", func(d *decoded) { d.summary.DamageCount = 1 }, func(d *decoded) *finding { return checkDamage(s.data, &d.summary) }},
		{"frames", func(d *decoded) { d.summary.Frames-- }, func(d *decoded) *finding { return checkDamage(s.data, &d.summary) }},
		{"damage", func(*decoded) {}, func(d *decoded) *finding {
			d.summary.Frames-- // the last record is cut and nobody says so
			return checkDamage(s.data[:len(s.data)-1], &d.summary)
		}},
		{"before", func(d *decoded) { d.lines.frames[9].sum++ }, func(d *decoded) *finding { return checkBefore(s, s.data, variant{}, d) }},
		{"before", func(d *decoded) { d.summary.Frames = 3 }, func(d *decoded) *finding { return checkBefore(s, s.data, variant{}, d) }},
		{"workers", func(d *decoded) { d.lines.frames[9].sum++ }, func(d *decoded) *finding { return checkWorkers(s.data, variant{}, d) }},
		{"workers", func(d *decoded) { d.summary.Links.Links++ }, func(d *decoded) *finding { return checkWorkers(s.data, variant{}, d) }},
		{"filter", func(d *decoded) { d.lines.count++ }, func(d *decoded) *finding { return checkFilter(s.data, variant{}, d) }},
	}
	for i, tt := range tests {
		if f := tt.check(sound()); f != nil && i != 8 {
			t.Errorf("test %d: found before anything is spoilt: %+v", i, f)
		}
		d := sound()
		tt.spoil(d)
		if f := tt.check(d); f == nil || f.kind != tt.kind {
			t.Errorf("test %d: %+v, want %s", i, f, tt.kind)
		}
	}
}

// A step that has nothing to do with the finding is left out of the report.
func TestSmaller(t *testing.T) {
	subjects := corpusSubjects(t)
	join := *subjects[slices.IndexFunc(subjects, func(s *subject) bool { return s.name == "stock-join.pcap" })]
	join.layout.records = slices.Repeat(join.layout.records, 2) // more frames than there are
	nothing := &kind{"nothing", 1, func(*damager) string { return "" }}
	c := &testCase{settings: &settings{hang: time.Minute, out: t.TempDir()}, subject: &join, steps: []step{{nothing, 1}, {nothing, 2}}}
	f := c.check()
	if f == nil || f.kind != "before" {
		t.Fatalf("%+v", f)
	}
	if err := c.report(f); err == nil || len(c.steps) != 0 {
		t.Errorf("%v, %d steps left", err, len(c.steps))
	}
	if left, err := os.ReadDir(c.out); err != nil || len(left) != 1 {
		t.Errorf("%v, %v", left, err)
	}
}

// TestCommandTree walks the tree of the program, and of one with a command that nobody has heard of: what it
// does badly to a capture, or to what it wrote itself, is found.
func TestCommandTree(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("runs processes")
	}
	all := must.Get(commandsOf(built(t)))(t)
	operands := map[string]int{}
	for _, c := range all {
		operands[strings.Join(c.words, " ")] = len(c.operands)
	}
	for name, n := range map[string]int{"decode": 1, "diff": 2, "export parquet": 1, "browse": 1, "verify": 1, "version": 0, "": 1, "why": 2} {
		if got, ok := operands[name]; !ok || got != n {
			t.Errorf("%s: %d operands, %v: %v", name, got, ok, operands)
		}
	}
	for does, kind := range map[string]string{
		"": "", "echo 'panic: x' >&2": "crash", "echo 'goroutine 1 [running]'": "crash", "exit 9": "status", "kill -9 $$": "status",
		`printf 'a\033[1mb\n'`: "texts", "echo x >>capture": "input", "echo half >out/.result.1": "left over", "exec sleep 100": "hang",
		`echo $*`: "workers",
		`case "$*" in *--known=*|*"--known "*) echo 'panic: x' >&2;; esac`: "crash",
		`case "$*" in *"--make "*) echo 'panic: x' >&2;; esac`:             "crash",
		`case "$*" in *"--other "*) echo 'panic: x' >&2;; esac`:            "crash",
		`case "$*" in *--step=*ms*) echo 'panic: x' >&2;; esac`:            "crash",
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
"news --help") printf 'Usage:\n  bcdump news FILE... [flags]\n\nFlags:\n  -o, --output string   output format: text, json (default "text")\n      --known FILE      accept FILE\n      --make FILE       write FILE\n      --other OTHER     read OTHER\n      --step TIME       write rows every TIME\n  -j, --jobs int        workers\n';;
*) ` + does + `
esac
`
	must.Do(t, os.WriteFile(program, []byte(script), 0o755))
	s := &settings{hang: time.Minute, program: program}
	if strings.Contains(does, "sleep") {
		s.hang = time.Second
	}
	var err error
	if s.commands, err = commandsOf(program); err != nil || len(s.commands) != 1 {
		t.Fatal(s.commands, err)
	}
	for number := uint64(0); number < 6 && f == nil; number++ {
		c := newCase(s, corpusSubjects(t)[:5], number)
		c.command = &s.commands[0]
		f = c.check()
	}
	return f
}

// built gives the program; "" = there is no time for it.
func built(t *testing.T) string {
	t.Helper()
	if testing.Short() || runtime.GOOS != "linux" {
		return ""
	}
	return must.Get(trial.Built())(t)
}
