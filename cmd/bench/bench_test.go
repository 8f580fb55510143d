package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/internal/must"
	"bcdump/internal/trial"
)

func TestParse(t *testing.T) {
	for _, wrong := range []string{"--sizes=", "--sizes=k", "--sizes=-1k", "--sizes=1.5M", "--sizes=99999M", "--only=(", "--rounds=0", "file"} {
		if _, err := parse([]string{wrong}); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
	o, err := parse([]string{"--sizes", "500,10k,4M"})
	if err != nil || !slices.Equal(o.sizes, []int{500, 10_000, 4_000_000}) {
		t.Errorf("%v, %v", o.sizes, err)
	}
	if o, err = parse([]string{"--quick", "--rounds", "20"}); err != nil || len(o.sizes) != 2 || o.rounds != 3 {
		t.Errorf("%+v, %v", o, err)
	}
}

// runs have these times in milliseconds.
func runs(ms ...int) (all []trial.Run) {
	for _, n := range ms {
		d := time.Duration(n) * time.Millisecond
		all = append(all, trial.Run{Wall: d, CPU: d, Peak: int64(n) * 1e6})
	}
	return all
}

func TestMedian(t *testing.T) {
	for want, ms := range map[time.Duration][]int{0: nil, 3: {3}, 5: {9, 1, 5}, 4: {4, 1, 4, 100}} {
		if got := median(runs(ms...)); got.Wall != want*time.Millisecond || got.CPU != got.Wall || got.Peak != int64(want)*1e6 {
			t.Errorf("%v: %+v, want %v", ms, got, want)
		}
	}
}

func shell(name, script string) command {
	return command{key{name, "", 1}, []string{"sh", "-c", script}}
}

// Commands take turns, and the round that warms up does not count.
func TestMeasureAll(t *testing.T) {
	said := filepath.Join(t.TempDir(), "said")
	list := []command{shell("a", "printf a >>"+said), shell("b", "printf b >>"+said), shell("spin", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done")}
	measured := must.Get(measureAll(list, 2, io.Discard))(t)
	if text, err := os.ReadFile(said); err != nil || string(text) != "ababab" {
		t.Errorf("order %s, %v", text, err)
	}
	for _, c := range list {
		if all := measured[c.key]; len(all) != 2 || all[0].Wall <= 0 {
			t.Errorf("%s: %+v", c.name, all)
		}
	}
	if median(measured[list[2].key]).CPU <= 0 {
		t.Error("a program that computes took no time")
	}
}

// A program that fails is an error with what it said, and not a fast program.
func TestMeasureFailure(t *testing.T) {
	if _, err := measureAll([]command{shell("bad", "echo no such luck >&2; exit 3")}, 1, io.Discard); err == nil || !strings.Contains(err.Error(), "no such luck") {
		t.Errorf("error %v", err)
	}
}

// What is measured is on captures of its shape, in a time zone; who is not installed is left out.
func TestCommands(t *testing.T) {
	folder := t.TempDir()
	bcdump := filepath.Join(folder, "bcdump")
	must.Do(t, os.WriteFile(bcdump, []byte("#!/bin/sh\nif [ \"$1\" = synth ]; then : >\"$7\"; else echo \"$TZ $@\"; fi\n"), 0o700))
	t.Setenv("PATH", "/usr/bin:/bin")
	o := must.Get(parse([]string{"--sizes", "10k,1M", "--only", "bcdump|^cat", "--bcdump", bcdump, "--folder", folder}))(t)
	list, missing, err := o.commands()
	if err != nil || len(missing) > 0 {
		t.Fatal(err, missing)
	}
	for _, want := range []key{{"cat", "", 10_000}, {"bcdump decode -o csv", "", million}, {"bcdump decode" + intoPipe, "", million}, {"bcdump stats", "--compress zstd", million}, {exporting, "", million}} {
		at := slices.IndexFunc(list, func(c command) bool { return c.key == want })
		if at < 0 {
			t.Fatalf("no %v", want)
		}
		if _, err := os.Stat(filepath.Join(folder, strings.ReplaceAll("1000000-seed-1"+want.shape+".pcap", " ", "-"))); err != nil {
			t.Error(err)
		}
		if _, err := list[at].measure(); err != nil {
			t.Errorf("%v: %v", want, err)
		}
	}
	if slices.ContainsFunc(list, func(c command) bool { return c.datagrams < million && strings.HasSuffix(c.name, intoPipe) }) {
		t.Error("pipes are measured at other sizes")
	}
	t.Setenv("PATH", "/nowhere")
	if _, missing, err := o.commands(); err != nil || !slices.Contains(missing, "cat") {
		t.Errorf("%v, %v", missing, err)
	}
}

// The table holds every command, and what it takes beside others on the same capture.
func TestTable(t *testing.T) {
	cat, stats, other := command{key: key{"cat", "", 10_000}}, command{key: key{"bcdump stats", "", 10_000}}, command{key: key{"bcdump stats", "--format pcapng", million}}
	text := table([]command{cat, stats, other}, results{cat.key: runs(5), stats.key: runs(20), other.key: runs(30)})
	for _, want := range []string{
		"| 10 k | cat | 5.0 ms | 5.0 ms | 500 ns | 5.0 MB | 1 | 1/4.0; 1/4.0 |  |  |\n",
		"| 1 M | bcdump stats, `--format pcapng` | 30.0 ms | 30.0 ms | 30 ns | 30.0 MB | 1 |  |  |  |\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	tcpdump := command{key: key{"tcpdump -nr", "", 10_000}}
	if !busy([]command{tcpdump}, results{tcpdump.key: {{Wall: 300 * time.Millisecond, CPU: 100 * time.Millisecond}}}) || busy([]command{tcpdump}, results{tcpdump.key: runs(100)}) {
		t.Error("a busy machine is not told from a quiet one")
	}
}

func TestReplaceBetweenMarks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "doc.md")
	write := func(text string) {
		t.Helper()
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	}
	write("above\n" + beginMark + "old\n" + endMark + "below\n")
	for range 2 {
		must.Do(t, replaceBetweenMarks(path, "new\n"))
	}
	if got, _ := os.ReadFile(path); string(got) != "above\n"+beginMark+"\nnew\n\n"+endMark+"below\n" {
		t.Errorf("%s", got)
	}
	write("no marks\n")
	if err := replaceBetweenMarks(path, "new"); err == nil {
		t.Error("a document without marks was written")
	}
	doc, err := os.ReadFile("../../docs/dev/benchmarks.md")
	if err != nil || !strings.Contains(string(doc), beginMark) || !strings.Contains(string(doc), endMark) {
		t.Errorf("docs/dev/benchmarks.md lacks the marks: %v", err)
	}
}
