package diff

import (
	"strings"
	"testing"

	"bcdump/report/figures"
)

// form makes a normal form with steps of one client, and a category.
func form(steps []string, values map[string]int64) *figures.Normal {
	n := &figures.Normal{Parties: []figures.Party{{Name: "Ace"}}, Minutes: 10, Groups: map[string]int64{}}
	s := figures.Sequence{About: figures.About{Section: "conversation", Key: "join", Title: "join", Subject: "join", Weight: 1}}
	for _, label := range steps {
		name, value, _ := strings.Cut(label, "=")
		s.Steps = append(s.Steps, figures.NormalStep{Label: name, Key: name, Fields: []figures.NormalField{{Name: "value", Value: value}}, Query: "frame == 1"})
	}
	n.Sequences = []figures.Sequence{s}
	c := figures.Category{About: figures.About{Section: "layout", Key: "k", Title: "kind: flags", Subject: "kind", Aspect: "flags", Weight: 1}, Unit: "messages"}
	for _, v := range []string{"x", "y", "z"} {
		if values[v] > 0 {
			c.Values = append(c.Values, figures.NormalValue{Value: v, Count: values[v], Query: figures.Query(v)})
		}
		c.Of += values[v]
	}
	n.Categories = []figures.Category{c}
	return n
}

// TestSteps: what is missing, added, moved and changed is told so.
func TestSteps(t *testing.T) {
	a := []string{"connect", "checksum=1", "settings=yes", "init", "mission"}
	for _, x := range []struct {
		b    []string
		want string
	}{
		{a, ""},
		{[]string{"connect", "checksum=1", "init", "mission"}, "join: A has settings after checksum, B does not"},
		{[]string{"connect", "checksum=1", "settings=yes", "init", "init", "mission"}, "join: B has init after init, A does not"},
		{[]string{"connect", "settings=yes", "checksum=1", "init", "mission"}, "comes after"},
		{[]string{"connect", "checksum=1", "settings=no", "init", "mission"}, "join: settings has value yes in A, no in B"},
	} {
		d := Of(form(a, nil), form(x.b, nil), Options{})
		switch {
		case x.want == "":
			if !d.Equal || len(d.Differences) > 0 {
				t.Errorf("equal sides differ: %v", d.Differences)
			}
		case len(d.Differences) != 1 || !strings.Contains(d.Differences[0].Text, x.want):
			t.Errorf("%v: %+v, want %q", x.b, d.Differences, x.want)
		}
	}
}

// TestOpen: the end of a join that the capture cuts says nothing.
func TestOpen(t *testing.T) {
	a, b := form([]string{"connect", "settings", "mission"}, nil), form([]string{"connect", "settings"}, nil)
	if d := Of(a, b, Options{}); d.Equal {
		t.Error("a step is missing, and nothing is said")
	}
	b.Sequences[0].Open = true
	if d := Of(a, b, Options{}); !d.Equal {
		t.Errorf("%+v", d.Differences)
	}
}

// TestShares: large and sure differences are told, small and doubtful ones are not.
func TestShares(t *testing.T) {
	for _, x := range []struct {
		a, b map[string]int64
		want string
		few  int
	}{
		{map[string]int64{"x": 500, "y": 500}, map[string]int64{"x": 520, "y": 480}, "", 0},
		{map[string]int64{"x": 500, "y": 500}, map[string]int64{"x": 1000}, `"y" in 500 of 1,000 messages of A, 0 of 1,000 messages of B (1 more value differs)`, 0},
		{map[string]int64{"x": 1, "y": 1}, map[string]int64{"x": 2}, "", 1},
		{map[string]int64{"x": 3}, map[string]int64{"z": 3}, `"x" in 3 of 3 messages of A, "z" in 3 of 3 messages of B`, 0},
		{map[string]int64{"x": 900, "y": 100}, map[string]int64{"x": 980, "y": 20}, `"y" in 100 of 1,000 messages of A, 20 of 1,000 messages of B`, 0},
	} {
		d := Of(form(nil, x.a), form(nil, x.b), Options{Only: []string{"layout"}})
		got := ""
		if len(d.Differences) > 0 {
			got = d.Differences[0].Text
		}
		if x.want == "" && got != "" || !strings.Contains(got, x.want) || d.Compared[0].TooFew != x.few {
			t.Errorf("%v and %v: %q, %+v", x.a, x.b, got, d.Compared)
		}
	}
}

// TestChosen: how often people choose what is no difference, unless all agree.
func TestChosen(t *testing.T) {
	a, b := form(nil, map[string]int64{"x": 1000}), form(nil, map[string]int64{"y": 1000})
	for _, n := range []*figures.Normal{a, b} {
		n.Categories[0].Chosen = true
		n.Categories[0].Values[0].Clients = 2
	}
	if d := Of(a, b, Options{}); !d.Equal {
		t.Errorf("two clients choose otherwise: %+v", d.Differences)
	}
	a.Categories[0].Values[0].Clients, b.Categories[0].Values[0].Clients = 3, 3
	if d := Of(a, b, Options{}); d.Equal {
		t.Error("all of three clients do otherwise, and nothing is said")
	}
}

// TestIgnore leaves out sections and keys.
func TestIgnore(t *testing.T) {
	a, b := form([]string{"x", "y"}, map[string]int64{"x": 100}), form([]string{"x"}, map[string]int64{"y": 100})
	for _, x := range []struct {
		o    Options
		want int
	}{
		{Options{}, 2}, {Options{Only: []string{"layout"}}, 1}, {Options{Ignore: []string{"layout:*"}}, 1}, {Options{Ignore: []string{"k", "y"}}, 0},
	} {
		if d := Of(a, b, x.o); len(d.Differences) != x.want {
			t.Errorf("%+v: %d differences", x.o, len(d.Differences))
		}
	}
}

// TestRates: a factor that the bursts do not explain is told.
func TestRates(t *testing.T) {
	rate := func(n int64, burst float64) *figures.Normal {
		x := form(nil, nil)
		x.Rates = []figures.NormalRate{{About: figures.About{Section: "rates", Key: "r", Title: "r", Weight: 1}, Count: n, Minutes: 10, Burst: burst, Per: "per minute"}}
		return x
	}
	for _, x := range []struct {
		a, b  int64
		burst float64
		want  bool
	}{
		{1000, 1500, 1, true}, {1000, 1100, 1, false}, {1000, 1500, 200, false}, {1000, 0, 1, true}, {3, 0, 1, false},
	} {
		b := rate(x.b, x.burst)
		if x.b == 0 {
			b.Rates = nil
		}
		if d := Of(rate(x.a, x.burst), b, Options{}); d.Equal == x.want {
			t.Errorf("%d and %d in bursts of %v: %+v", x.a, x.b, x.burst, d.Differences)
		}
	}
}

// TestDistributions: what has another middle is told; what is scattered otherwise around the same is not.
func TestDistributions(t *testing.T) {
	dist := func(values ...float64) *figures.Normal {
		x := form(nil, nil)
		counts := make([]float64, len(values))
		for i := range counts {
			counts[i] = 50
		}
		x.Distributions = []figures.Distribution{{About: figures.About{Section: "rhythm", Key: "d", Title: "d", Weight: 1}, Unit: "ms", Values: values, Counts: counts}}
		return x
	}
	a := dist(98, 99, 100, 101, 102)
	for _, x := range []struct {
		b    *figures.Normal
		want bool
	}{
		{a, false}, {dist(96, 98, 100, 102, 104), false}, {dist(140, 141, 142, 143, 144), true},
	} {
		if d := Of(a, x.b, Options{}); d.Equal == x.want {
			t.Errorf("%v: %+v", x.b.Distributions[0].Values, d.Differences)
		}
	}
}

// TestTogether: what is found of one subject is one difference, and copies follow their originals.
func TestTogether(t *testing.T) {
	of := func(value string) *figures.Normal {
		n := form(nil, nil)
		n.Categories = nil
		for _, dir := range []string{"C>S", "S>C"} {
			for _, aspect := range []string{"flags", "target"} {
				n.Categories = append(n.Categories, figures.Category{
					About: figures.About{Section: "layout", Key: dir + aspect, Title: dir + ": " + aspect, Subject: dir, Aspect: aspect, Cause: "0x19", Origin: dir == "C>S", Weight: 1},
					Unit:  "messages", Of: 50, Values: []figures.NormalValue{{Value: value, Count: 50}},
				})
			}
		}
		return n
	}
	d := Of(of("x"), of("y"), Options{})
	if len(d.Differences) != 1 || len(d.Differences[0].Parts) != 4 || d.Differences[0].Parts[0].Key[:3] != "C>S" {
		t.Errorf("%+v", d.Differences)
	}
}

// TestNeverChance: a rule without tolerance, a kind of message and a value that only B has are no matter
// of chance, however few they are; what a battle occasions is.
func TestNeverChance(t *testing.T) {
	rule := func(violations int64, tolerance float64) figures.NormalVerdict {
		v := figures.NormalVerdict{About: figures.About{Section: "rules", Key: "r", Title: "r", Weight: 1}, Verdict: figures.Passed, Instances: 375, Violations: violations, Tolerance: tolerance}
		if violations > 0 {
			v.Verdict = figures.Failed
		}
		return v
	}
	rate := func(key string, count int64, occasional bool) figures.NormalRate {
		return figures.NormalRate{About: figures.About{Section: "rates", Key: key, Title: key, Cause: "0x15", Weight: 1}, Count: count, Minutes: 5, Burst: 1, Occasional: occasional}
	}
	value := func(n int64, never bool) figures.Category {
		c := figures.Category{About: figures.About{Section: "layout", Key: "f", Title: "f", Weight: 1}, Of: 375, Unit: "messages", Never: never}
		c.Values = []figures.NormalValue{{Value: "usual", Count: 375 - n, Burst: 3}}
		if n > 0 {
			c.Values = append(c.Values, figures.NormalValue{Value: "new", Count: n, Burst: 3})
		}
		return c
	}
	for _, x := range []struct {
		name string
		a, b figures.Normal
		want int
	}{
		{"rule", figures.Normal{Verdicts: []figures.NormalVerdict{rule(0, 0)}}, figures.Normal{Verdicts: []figures.NormalVerdict{rule(4, 0)}}, 1},
		{"rule with tolerance", figures.Normal{Verdicts: []figures.NormalVerdict{rule(0, 0.01)}}, figures.Normal{Verdicts: []figures.NormalVerdict{rule(4, 0.01)}}, 0},
		{
			"direction", figures.Normal{Minutes: 5, Rates: []figures.NormalRate{rate("0x15 C>S", 5, true)}},
			figures.Normal{Minutes: 5, Rates: []figures.NormalRate{rate("0x15 C>S", 5, true), rate("0x15 S>C", 2, true)}}, 1,
		},
		{"unknown opcode", figures.Normal{Minutes: 5}, figures.Normal{Minutes: 5, Rates: []figures.NormalRate{rate("0x77 C>S", 1, false)}}, 1},
		{"occasion", figures.Normal{Minutes: 5}, figures.Normal{Minutes: 5, Rates: []figures.NormalRate{rate("0x15 C>S", 2, true)}}, 0},
		{"value", figures.Normal{Categories: []figures.Category{value(0, true)}}, figures.Normal{Categories: []figures.Category{value(1, true)}}, 1},
		{"value of an occasion", figures.Normal{Categories: []figures.Category{value(0, false)}}, figures.Normal{Categories: []figures.Category{value(4, false)}}, 0},
	} {
		if d := Of(&x.a, &x.b, Options{}); len(d.Differences) != x.want {
			t.Errorf("%s: %d differences, want %d: %+v", x.name, len(d.Differences), x.want, d.Differences)
		}
	}
}
