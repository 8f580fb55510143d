package main

import (
	"bytes"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/capture"
	"bcdump/internal/heavy"
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
	s := &settings{seed: 7, hang: 5 * time.Minute, memory: 64 << 20, program: built(t)}
	var err error
	if s.program != "" { // a short run starts no programs
		if s.commands, err = commandsOf(s.program); err != nil {
			t.Fatal(err)
		}
	}
	cases := heavy.Scale[uint64](120, 240)
	if testing.Short() {
		cases = 60
	}
	for number := range cases {
		c := newCase(s, subjects, number)
		if f := c.run(); f != nil {
			t.Fatalf("case %d: %s: %s", number, f.kind, f.text)
		}
		again := newCase(s, subjects, number)
		if c.kind != again.kind || !slices.Equal(c.about(), again.about()) || sumOf(t, c.capture()) != sumOf(t, again.capture()) {
			t.Fatalf("case %d is another one the second time: %q, %q", number, c.about(), again.about())
		}
	}
	if totals.damaged == 0 || totals.refused == 0 || totals.before == 0 || totals.texts == 0 {
		t.Errorf("nothing was checked: %v", &totals)
	}
	for _, k := range caseKinds {
		if totals.cases[k.name] == 0 && s.program != "" {
			t.Errorf("no case of %s", k.name)
		}
	}
}

// Every kind of damage works on whatever another has left, and finds something to do.
func TestDamage(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 1))
	did := map[string]int{}
	rounds := 10
	if testing.Short() {
		rounds = 4
	}
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
	checked := 0
	for _, s := range corpusSubjects(t) {
		if !s.plain || !s.layout.whole {
			continue
		}
		r, err := capture.NewReader(bytes.NewReader(s.data), capture.Options{})
		if err != nil {
			t.Fatal(err)
		}
		frames := s.layout.frames()
		var b capture.Batch
		for r.Read(&b) == nil {
			for _, f := range b.Frames {
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
	if checked < 1000 {
		t.Errorf("%d frames", checked)
	}
}

// What is broken on purpose is found: each test changes a result after the fact.
func TestFindings(t *testing.T) {
	subjects := corpusSubjects(t)
	s := subjects[slices.IndexFunc(subjects, func(s *subject) bool { return s.name == "stock-join.pcap" })]
	sound := func() *decoded {
		d, err := decodeLines(bytesOf(s.data), decode.Options{Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
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
		{"workers", func(d *decoded) { d.lines.frames[9].sum++ }, func(d *decoded) *finding { return checkWorkers(bytesOf(s.data), variant{}, d) }},
		{"workers", func(d *decoded) { d.summary.Links.Links++ }, func(d *decoded) *finding { return checkWorkers(bytesOf(s.data), variant{}, d) }},
		{"filter", func(d *decoded) { d.lines.count++ }, func(d *decoded) *finding { return checkForms(bytesOf(s.data), variant{form: filtered}, d) }},
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
	c := &testCase{settings: &settings{hang: time.Minute, memory: -1}, attack: &damaged{subject: subjects[0], do: []step{{&kinds[0], 1}, {&kinds[1], 2}, {&kinds[2], 3}}}}
	f := c.run()
	if f == nil || f.kind != "memory" {
		t.Fatalf("%+v", f)
	}
	if fewer, _ := c.smaller(c.attack.(divisible), f); fewer.steps() != 0 {
		t.Errorf("%d steps left", fewer.steps())
	}
}

// built gives the program; "" = there is no time for it.
func built(t *testing.T) string {
	t.Helper()
	if testing.Short() || runtime.GOOS != "linux" {
		return ""
	}
	path, err := trial.Built()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func sumOf(t *testing.T, r io.Reader) uint64 {
	t.Helper()
	h := fnv.New64a()
	if _, err := io.Copy(h, r); err != nil {
		t.Fatal(err)
	}
	return h.Sum64()
}
