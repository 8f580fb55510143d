package filter

import (
	"fmt"
	"math"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcdump/internal/must"
)

// message gives the values of the paths that a message has.
type message map[string]Values

func (m message) values(f *Filter) []Values {
	var all []Values
	for _, p := range f.Paths() {
		all = append(all, m[p])
	}
	return all
}

func numbers(fs ...float32) (vs Values) {
	for _, f := range fs {
		vs = append(vs, OfFloat32(f))
	}
	return vs
}

func texts(ss ...string) (vs Values) {
	for _, s := range ss {
		vs = append(vs, OfText(s))
	}
	return vs
}

func nanos(s string) int64 {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		panic(err)
	}
	return t.UnixNano()
}

var update = message{
	"frame":                                {OfInt(150)},
	"time":                                 {OfTime(nanos("2026-11-21T03:30:05.123456789Z"))},
	"src":                                  {OfAddress(netip.MustParseAddrPort("10.0.0.1:22101"))},
	"src.port":                             {OfInt(22101)},
	"dir":                                  texts("C>S"),
	"reliable":                             {OfBool(true)},
	"frames":                               {OfInt(3), OfInt(5)},
	"opcode":                               {OfInt(0x1C)},
	"name":                                 texts("StateUpdate"),
	"trailing":                             {OfBytes([]byte{0x1C, 0x03, 0xFF})},
	"notes":                                texts("retransmit", "truncated"),
	"notes.code":                           texts("retransmit", "truncated"),
	"fields.speed":                         numbers(5.12967),
	"fields.object_id":                     {OfInt(0x3FFFFFFF)},
	"fields.position":                      numbers(1, 2.5, -3),
	"fields.position[2]":                   numbers(-3),
	"fields.flags":                         texts("POSITION", "SPEED"),
	"fields.flags[0]":                      texts("POSITION"),
	"fields.text":                          {OfText("Caf\u00e9 \"red\" 10.1")},
	"fields.value":                         texts("0x1C"),
	"fields.pairs":                         texts("hostname", "my host", "map", "Multi1"),
	"fields.pairs[0]":                      texts("hostname", "my host"),
	"fields.pairs[0][1]":                   texts("my host"),
	"fields.in":                            {OfInt(1)},
	"fields.subsystems.items":              {Present()},
	"fields.subsystems.items.condition":    numbers(100, 20),
	"fields.subsystems.items[1].condition": numbers(20),
}

func TestMatch(t *testing.T) {
	lines := append(linesOf(t, "matches.txt"), "true reliable\n\t&& dir=='C>S'")
	for _, line := range lines {
		want, expr, _ := strings.Cut(line, " ")
		f, err := Compile(expr, sample(t))
		if err != nil {
			t.Errorf("%s: %v", expr, err)
			continue
		}
		if got := fmt.Sprint(f.Match(update.values(f))); got != want {
			t.Errorf("%s = %v, want %v", expr, got, want)
		}
	}
}

// linesOf are the lines of a file in testdata, without its notes.
func linesOf(t *testing.T, name string) (lines []string) {
	t.Helper()
	for line := range strings.Lines(string(must.Get(os.ReadFile(filepath.Join("testdata", name)))(t))) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && !strings.HasPrefix(line, "# ") {
			lines = append(lines, line)
		}
	}
	if len(lines) < 80 {
		t.Fatalf("%s: %d lines", name, len(lines))
	}
	return lines
}

// match compiles a filter on one path and gives it one message.
func match(t *testing.T, expr string, vs ...Value) bool {
	t.Helper()
	f, err := Compile(expr, sample(t))
	if err != nil {
		t.Fatalf("%s: %v", expr, err)
	}
	return f.Match([]Values{vs})
}

func TestAlias(t *testing.T) {
	for _, expr := range []string{
		`name == "UISettings"`, `name in ["ChatMessage", "UISettings"]`, `"UISettings" == name`,
	} {
		if !match(t, expr, OfText("CollisionSetting")) {
			t.Errorf("%s: the alias does not match", expr)
		}
	}
}

func TestNumbers(t *testing.T) {
	nan := float32(math.NaN())
	for _, c := range []struct {
		expr  string
		value Value
		want  bool
	}{
		// no integer is rounded
		{`frame == 9007199254740993`, OfInt(9007199254740993), true},
		{`frame == 9007199254740993`, OfInt(9007199254740992), false},
		{`frame == 9007199254740993`, OfFloat64(9007199254740992), false},
		{`frame < 9007199254740993`, OfFloat64(9007199254740992), true},
		{`frame == 9223372036854775807`, OfInt(math.MaxInt64), true},
		{`frame < 9223372036854775808`, OfInt(-1), true},
		{`frame < 9223372036854775808`, OfInt(math.MaxInt64), true},
		{`frame == 9223372036854775808`, OfInt(math.MaxInt64), false},
		{`frame < 0xFFFFFFFFFFFFFFFF`, OfInt(math.MaxInt64), true},
		{`frame == 9223372036854775808`, OfFloat64(1 << 63), true},
		{`frame > 9.3e18`, OfInt(math.MaxInt64), false},
		{`frame == -9223372036854775808`, OfInt(math.MinInt64), true},
		{`frame > -9.3e18`, OfInt(math.MinInt64), true},
		{`frame == -0x10`, OfInt(-16), true},
		{`frame > -1.5`, OfInt(-1), true},
		{`frame < -0.5`, OfInt(-1), true},
		{`frame < 1e300`, OfInt(5), true},
		{`frame == 150`, OfFloat64(150), true},
		{`frame == 150.5`, OfFloat64(150.5), true},

		// a float32 equals the shortest text that gives it back
		{`fields.speed == 0.1`, OfFloat32(0.1), true},
		{`fields.speed == 0.1`, OfFloat64(float64(float32(0.1))), false},
		{`fields.speed == 3.4028235e38`, OfFloat32(math.MaxFloat32), true},
		{`fields.speed == 1e-45`, OfFloat32(math.SmallestNonzeroFloat32), true},
		{`fields.speed == 16777216`, OfFloat32(1 << 24), true},
		{`fields.speed == 0x10`, OfFloat32(16), true},
		{`fields.speed == 0`, OfFloat32(float32(math.Copysign(0, -1))), true},

		// but what float32 cannot hold equals none
		{`fields.speed == 1e300`, OfFloat32(float32(math.Inf(1))), false},
		{`fields.speed > 1e300`, OfFloat32(float32(math.Inf(1))), true},
		{`fields.speed == 1e-300`, OfFloat32(0), false},
		{`fields.speed < 1e-300`, OfFloat32(0), true},

		// the floats without digits
		{`fields.speed == "NaN"`, OfFloat32(nan), true},
		{`fields.speed != "nan"`, OfFloat32(nan), false},
		{`fields.speed == "NaN"`, OfFloat64(math.NaN()), true},
		{`fields.speed == 5`, OfFloat32(nan), false},
		{`fields.speed < 5`, OfFloat32(nan), false},
		{`fields.speed >= 5`, OfFloat64(math.NaN()), false},
		{`fields.speed == "-Inf"`, OfFloat32(float32(math.Inf(-1))), true},
		{`fields.speed == "Infinity"`, OfFloat64(math.Inf(1)), true},
		{`fields.speed == "NaN"`, OfInt(5), false},
	} {
		if got := match(t, c.expr, c.value); got != c.want {
			t.Errorf("%s with %+v = %v, want %v", c.expr, c.value, got, c.want)
		}
	}
}

// A key of any kind meets values of each kind; only its own kind can be equal.
func TestAny(t *testing.T) {
	kinds := map[string]Value{
		`28`:                     OfInt(28),
		`"0x1C"`:                 OfInt(28),
		`"word"`:                 OfText("word"),
		`true`:                   OfBool(true),
		`"1970-01-01T00:00:01Z"`: OfTime(1e9),
		`"[::1]:5"`:              OfAddress(netip.MustParseAddrPort("[::1]:5")),
		`"beef"`:                 OfBytes([]byte{0xBE, 0xEF}),
		`"NaN"`:                  OfFloat64(math.NaN()),
	}
	for text, value := range kinds {
		if !match(t, "fields.value == "+text, value) {
			t.Errorf("%s does not equal %+v", text, value)
		}
		if match(t, "fields.value == "+text, Present()) || match(t, "fields.value == 'other'", value) {
			t.Errorf("%s or %+v equals what it is not", text, value)
		}
	}
	if !match(t, `fields.value contains "be"`, OfBytes([]byte{1, 0xBE})) {
		t.Error("contains does not look into bytes")
	}
}

// != and the not forms are the plain negation, whatever the message has.
func TestNegation(t *testing.T) {
	pairs := map[string]string{
		`frame != 5`:                 `!(frame == 5)`,
		`frames != 5`:                `not frames == 5`,
		`fields.flags != "SPEED"`:    `!(fields.flags == "SPEED")`,
		`name not matches "a"`:       `!(name matches "a")`,
		`frame not in [5, 7..9]`:     `!(frame in [5, 7..9])`,
		`fields.text !contains "ab"`: `!(fields.text contains "ab")`,
	}
	given := []Values{
		nil, {OfInt(5)}, {OfInt(6)}, {OfInt(5), OfInt(6)}, texts("SPEED"), texts("ab", "SPEED"), texts(""),
		{Present()}, numbers(float32(math.NaN())),
	}
	for a, b := range pairs {
		for _, vs := range given {
			if match(t, a, vs...) != match(t, b, vs...) {
				t.Errorf("%s and %s differ on %+v", a, b, vs)
			}
		}
	}
}

func TestPaths(t *testing.T) {
	f := must.Get(Compile(`fields.position[01] > 1 && dir == "C>S" || fields.position[1] < 0 and fields.position and dir`, sample(t)))(t)
	want := []string{"fields.position[1]", "dir", "fields.position"}
	got := f.Paths()
	if len(got) != len(want) {
		t.Fatalf("paths = %q, want %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("path %d = %q, want %q", i, got[i], want[i])
		}
	}
	if f.Match(nil) {
		t.Error("a message without values matches")
	}
}

func TestSteps(t *testing.T) {
	got := Steps("fields.pairs[0][12].x_1")
	want := []Step{{Name: "fields"}, {Name: "pairs"}, {Index: 0}, {Index: 12}, {Name: "x_1"}}
	if len(got) != len(want) {
		t.Fatalf("steps = %+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("step %d = %+v, want %+v", i, got[i], want[i])
		}
	}
}

const busy = `opcode in [0x10..0x12, 0x1C] && dir == "C>S" && fields.speed >= 5.12967 && src == "10.0.0.0/8" && ` +
	`time > "2026-11-21T03:30:00Z" && fields.text contains "red" && notes != "fragment_lost" && trailing contains "03"`

func TestMatchDoesNotAllocate(t *testing.T) {
	f := must.Get(Compile(busy, sample(t)))(t)
	values := update.values(f)
	if n := testing.AllocsPerRun(100, func() {
		if !f.Match(values) {
			t.Fatal("no match")
		}
	}); n != 0 {
		t.Errorf("%v allocations per message", n)
	}
}
