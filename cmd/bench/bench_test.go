package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParse(t *testing.T) {
	o, err := parse([]string{"--sizes", "10k,1M,12"})
	if err == nil {
		t.Errorf("sizes that do not ascend: %v", o.sizes)
	}
	for _, wrong := range []string{"", "k", "-1k", "1.5M", "9999M"} {
		if _, err := parse([]string{"--sizes", wrong}); err == nil {
			t.Errorf("%q is taken for a size", wrong)
		}
	}
	if o, err = parse([]string{"--sizes", "500,10k,4M"}); err != nil || len(o.sizes) != 3 || o.sizes[0] != 500 || o.sizes[2] != 4_000_000 {
		t.Errorf("%v, %v", o.sizes, err)
	}
	if o, err = parse([]string{"--quick", "--rounds", "20"}); err != nil || len(o.sizes) != 2 || o.rounds != 3 {
		t.Errorf("%+v, %v", o, err)
	}
	if n := o.nearest(1_000_000); n != 100_000 {
		t.Errorf("nearest to 1 M is %d", n)
	}
}

func TestMedian(t *testing.T) {
	for _, tt := range []struct {
		values []float64
		want   float64
	}{{nil, 0}, {[]float64{3}, 3}, {[]float64{9, 1, 5}, 5}, {[]float64{4, 1, 2, 100}, 3}} {
		if got := median(tt.values, meanFloat); got != tt.want {
			t.Errorf("%v: %v, want %v", tt.values, got, tt.want)
		}
	}
}

// walls are samples with these wall times in milliseconds.
func walls(ms ...int) (samples []sample) {
	for _, n := range ms {
		d := time.Duration(n) * time.Millisecond
		samples = append(samples, sample{wall: d, cpu: d, peak: int64(n) * 1e6})
	}
	return samples
}

// The ratio of medians and the median of ratios are not the same.
func TestOver(t *testing.T) {
	a, b := key{"a", 1}, key{"b", 1}
	r := results{a: walls(10, 20, 90), b: walls(10, 10, 30)}.over(a, b)
	if !r.known || r.medians != 2 || r.pairs != 2 || r.cpu != 2 {
		t.Errorf("%+v", r)
	}
	r = results{a: walls(10, 20, 30), b: walls(30, 10, 20)}.over(a, b)
	if r.medians != 1 || r.pairs != 1.5 {
		t.Errorf("%+v", r)
	}
	other := walls(10)
	other[0].run = "another"
	if r = (results{a: walls(1), b: other}).over(a, b); r.known {
		t.Errorf("%+v of two runs", r)
	}
	if r = (results{a: walls(1)}).over(a, b); r.known {
		t.Errorf("%+v without b", r)
	}
}

// Commands take turns, and the round that warms up does not count.
func TestMeasureAll(t *testing.T) {
	said := filepath.Join(t.TempDir(), "said")
	say := func(text string) []string { return []string{"sh", "-c", "printf " + text + " >> " + said} }
	list := []command{
		{name: "a", datagrams: 1, args: say("a"), copies: 1}, {name: "b", datagrams: 1, args: say("b"), copies: 2},
		{name: "spin", datagrams: 1, args: []string{"sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"}, copies: 1},
	}
	measured, err := measureAll(list, 2, "now", io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(said); err != nil || string(text) != "abbabbabb" {
		t.Errorf("order %s, %v", text, err)
	}
	for _, c := range list {
		samples := measured[key{c.name, 1}]
		if len(samples) != 2 || samples[0].wall <= 0 || samples[0].run != "now" {
			t.Errorf("%s: %+v", c.name, samples)
		}
	}
	if cpu := middle(measured[key{"spin", 1}]).cpu; cpu <= 0 {
		t.Error("a program that computes took no time")
	}
}

// A program that fails is an error with what it said, and not a fast program.
func TestMeasureFailure(t *testing.T) {
	for _, piped := range []bool{false, true} {
		list := []command{{"bad", 1, []string{"sh", "-c", "echo no such luck >&2; exit 3"}, 1, piped}}
		if _, err := measureAll(list, 1, "now", io.Discard); err == nil || !strings.Contains(err.Error(), "no such luck") {
			t.Errorf("piped %v: error %v", piped, err)
		}
	}
}

// A piped program writes into a pipe, any other to the null device; all have a time zone.
func TestOutputs(t *testing.T) {
	for text, piped := range map[string]bool{"test -p /dev/stdout": true, "test ! -p /dev/stdout": false, `test "$TZ" = UTC`: false} {
		c := command{"sh", 1, []string{"sh", "-c", text}, 1, piped}
		if _, err := c.measure(); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Rows of earlier runs stay, in their order, until they are measured again; no ratio is of two runs.
func TestCombine(t *testing.T) {
	folder := t.TempDir()
	part := func(begun string, measured results, commands ...command) *document {
		for k := range measured {
			for i := range measured[k] {
				measured[k][i].run = begun
			}
		}
		d := &document{options: options{folder: folder, sizes: []int{1}, rounds: 3}, begun: begun, commands: commands, measured: measured}
		if err := d.combine(); err != nil {
			t.Fatal(err)
		}
		return d
	}
	a, b, c := command{name: cat, datagrams: 10}, command{name: stats, datagrams: 10}, command{name: stats, datagrams: 20}
	part("first", results{{cat, 10}: walls(5), {stats, 20}: walls(9)}, a, c)
	d := part("second", results{{stats, 10}: walls(20)}, b)
	if len(d.commands) != 3 || d.commands[1].name != stats || d.commands[2].datagrams != 20 || len(d.sizes) != 2 {
		t.Fatalf("%+v, sizes %v", d.commands, d.sizes)
	}
	if m := middle(d.measured[key{stats, 20}]); m.wall != 9*time.Millisecond || m.peak != 9e6 || m.cpu != m.wall {
		t.Errorf("%+v", m)
	}
	if text := d.text(); !strings.Contains(text, "| Rows of an earlier run, first | 3 rounds") || !strings.Contains(text, "| 10 | cat | 5.0 ms | 5.0 ms | 500000 ns | 5.0 MB | 1 |  |  |  |") {
		t.Errorf("%s", text)
	}
	d = part("third", results{{cat, 10}: walls(7), {stats, 10}: walls(20), {stats, 20}: walls(9)}, a, b, c)
	if text := d.text(); strings.Contains(text, "earlier run") || !strings.Contains(text, "| 10 | cat | 7.0 ms | 7.0 ms | 700000 ns | 7.0 MB | 1 | 1/2.9; 1/2.9 |") {
		t.Errorf("%s", text)
	}
}

// --only selects commands by their names; the controls are always there.
func TestOnly(t *testing.T) {
	o, err := parse([]string{"--only", "^(cat|true|sh)", "--sizes", "10k"})
	if err != nil {
		t.Fatal(err)
	}
	o.bcdump = "sh"
	list, _ := commands(&o, []capture{{datagrams: 10_000, form: "pcap", path: "x"}})
	if len(list) != 4 || list[3].name != cat || list[3].args[1] != "x" {
		t.Errorf("%+v", list)
	}
	if _, err := parse([]string{"--only", "("}); err == nil {
		t.Error("( is taken for a regular expression")
	}
}

// At one size there are pipes and numbers of workers, and text of each.
func TestCommands(t *testing.T) {
	o, err := parse([]string{"--sizes", "1M"})
	if err != nil {
		t.Fatal(err)
	}
	o.bcdump = "sh"
	list, _ := commands(&o, []capture{{datagrams: 1_000_000, form: "pcap"}, {datagrams: 1_000_000, form: crowded}})
	for _, name := range []string{asCSV, asText + " -j 64", stats + " -j 16", asJSON + intoPipe, verify + inCrowd, timeline} {
		i := slices.IndexFunc(list, func(c command) bool { return c.name == name })
		if i < 0 || list[i].piped != strings.HasSuffix(name, intoPipe) {
			t.Errorf("%s: %d", name, i)
		}
	}
}

const benchText = `goos: linux
pkg: bcdump/decode/cipher
BenchmarkBatch/avx2/mix-2    300   30 ns/op   2000 MB/s   0 B/op   0 allocs/op
BenchmarkBatch/avx2/mix-2    300   10 ns/op   2600 MB/s   0 B/op   2 allocs/op
BenchmarkBatch/avx2/mix-2    300   20 ns/op   2400 MB/s   0 B/op   0 allocs/op
BenchmarkBatchGain/avx2/mix-2  300  99 ns/op  26.5 x-plain
PASS
ok   bcdump/decode/cipher 1.2s
pkg: bcdump/decode/message
BenchmarkDecode/1C_StateUpdate 500 120.5 ns/op 0 B/op 0 allocs/op
`

func readText(t *testing.T, text string) benchmarks {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bench.txt")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	all, err := readBenchmarks(path)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestReadBenchmarks(t *testing.T) {
	all := readText(t, benchText)
	if len(all) != 3 {
		t.Fatalf("%d benchmarks", len(all))
	}
	for _, tt := range []struct {
		folder, name, unit string
		want               float64
	}{
		{"decode/cipher", "Batch/avx2/mix", "MB/s", 2400},
		{"decode/cipher", "BatchGain/avx2/mix", "x-plain", 26.5},
		{"decode/message", "Decode/1C_StateUpdate", "ns/op", 120.5},
	} {
		if v, ok := all.value(tt.folder, tt.name, tt.unit); !ok || v != tt.want {
			t.Errorf("%s: %v, %v, want %v", tt.name, v, ok, tt.want)
		}
	}
	if _, ok := all.value("decode/cipher", "none", "MB/s"); ok {
		t.Error("a benchmark that is not there has a value")
	}
	if all, err := readBenchmarks(filepath.Join(t.TempDir(), "none")); err != nil || all != nil {
		t.Errorf("no file: %v, %v", all, err)
	}
}

// The tables hold every command, and say if the machine was busy.
func TestText(t *testing.T) {
	d := document{
		options:  options{sizes: []int{10_000}, rounds: 3},
		missing:  []string{"capinfos"},
		commands: []command{{name: cat, datagrams: 10_000}, {name: stats, datagrams: 10_000}},
		measured: results{
			{cat, 10_000}: walls(5), {stats, 10_000}: walls(20),
			{one, 0}: {{wall: 300 * time.Millisecond, cpu: 100 * time.Millisecond}},
		},
		benchmarks: readText(t, benchText),
	}
	text := d.text()
	for _, want := range []string{
		"The machine was busy", "| 10 k | cat | 5.0 ms | 5.0 ms | 500 ns | 5.0 MB | 1 | 1/4.0; 1/4.0 |  |  |",
		"left out | `capinfos`", "| avx2 | 2400 |  |  |  |  | 26.5 |", "| 0x1C StateUpdate | 120 |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	d.measured[key{one, 0}] = walls(100)
	if strings.Contains(d.text(), "was busy") {
		t.Error("a quiet machine is called busy")
	}
}

func TestReplaceBetweenMarks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "doc.md")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("above\n" + beginMark + "old\n" + endMark + "below\n")
	for range 2 {
		if err := replaceBetweenMarks(path, "new\n"); err != nil {
			t.Fatal(err)
		}
	}
	if got, _ := os.ReadFile(path); string(got) != "above\n"+beginMark+"\nnew\n\n"+endMark+"below\n" {
		t.Errorf("%s", got)
	}
	write("no marks\n")
	if err := replaceBetweenMarks(path, "new"); err == nil {
		t.Error("a document without marks was written")
	}
	doc, err := os.ReadFile("../../docs/performance.md")
	if err != nil || !strings.Contains(string(doc), beginMark) || !strings.Contains(string(doc), endMark) {
		t.Errorf("docs/performance.md lacks the marks: %v", err)
	}
}

// The tables have their own commands and document.
func TestTables(t *testing.T) {
	o, err := parse([]string{"--tables", "--rounds", "1"})
	if err != nil || len(o.sizes) != 1 || o.sizes[0] != 1_000_000 {
		t.Fatalf("%+v, %v", o, err)
	}
	titles := questions(filepath.Join("..", "..", questionsDocument))
	if len(titles) < 10 || !strings.HasSuffix(titles[0], "?") {
		t.Errorf("questions %q", titles)
	}
	const n = 1_000_000
	d := document{options: o, files: tableSizes{json: 3000e6, all: 150e6, oneShip: 1e6, tables: []tableSize{{"messages", 150e6}}}}
	for _, name := range []string{asJSON, json1, exporting, export1} {
		d.commands = append(d.commands, command{name: name, datagrams: n})
	}
	d.measured = results{{asJSON, n}: walls(10), {json1, n}: walls(10), {exporting, n}: walls(30), {export1, n}: walls(50)}
	text := d.text()
	for _, part := range []string{"| " + exporting + " | 30.0 ms | 30.0 ms | 30.0 MB |", "| `messages` | 150.0 MB | 1/20.0 |"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %s in\n%s", part, text)
		}
	}
}
