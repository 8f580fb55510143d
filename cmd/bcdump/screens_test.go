package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/internal/expected"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/terminal"
)

// screens are the command lines that docs/screens shows, by the name of their files.
// session-small.pcap and entity-state.pcap are of testdata/pcaps; battle.pcap is what
// battleLine writes.
var screens = []struct{ name, line string }{
	{"overview", "mine.pcap"},
	{"causes", "check mine.pcap"},
	{"why", "why mine.pcap"},
	{"stats", "stats session-small.pcap"},
	{"stats-short", "stats --only files,bandwidth,opcodes,flags,flag_exceptions --top 5 session-small.pcap"},
	{"stats-queries", "stats --only flags --top 2 --queries session-small.pcap"},
	{"stats-entity-state", "stats --all --interval 100ms entity-state.pcap"},
	{"timeline", "timeline battle.pcap"},
	{"timeline-rows", "timeline --of Cady2 --every 1s --from 22:08:52 --to 22:09:10 battle.pcap"},
	{"timeline-summary", "timeline --summary --of Kang battle.pcap"},
	{"timeline-entity-state", "timeline entity-state.pcap"},
	{"match", "match battle.pcap"},
	{"match-presence", "match --only presence battle.pcap"},
	{"diff", "diff battle.pcap mine.pcap"},
}

const battleLine = "synth --players 3 --minutes 2 --seed 7 -w battle.pcap"

// mine is the battle of battleLine on a server that tells two players too little: mine.pcap.
var mine = edited(battle.Options{Players: 3, Duration: 2 * time.Minute, Seed: 7}, edit.All(
	edit.Freeze(2, 20*time.Second, 5*time.Second), edit.Each(edit.Copied.And(edit.Down(0x2C), edit.On(1)), edit.Omit),
))

// TestScreens compares docs/screens with what the program writes today: as text, and in
// colour as an image. UPDATE=1, or `make screens`, writes them. An ordinary run takes each in one width.
func TestScreens(t *testing.T) {
	slowWithRaces(t)
	folder, err := filepath.Abs(filepath.Join("..", "..", "docs", "screens"))
	if err != nil {
		t.Fatal(err)
	}
	shipped := must.Get(filepath.Abs(filepath.Join("..", "..", "testdata", "pcaps")))(t)
	t.Chdir(t.TempDir())
	for _, name := range []string{"session-small.pcap", "entity-state.pcap"} {
		must.Do(t, os.WriteFile(name, must.Get(os.ReadFile(filepath.Join(shipped, name)))(t), 0o644))
	}
	must.Do(t, os.WriteFile("mine.pcap", mine(), 0o644))
	if status := run(strings.Fields(battleLine), streams{out: io.Discard, err: terminal.NewWriter(os.Stderr)}); status != exitOK {
		t.Fatalf("bcdump %s: status %d", battleLine, status)
	}
	wanted, everyScreen := map[string]bool{}, heavy.On() || os.Getenv("UPDATE") != ""
	for i, s := range screens {
		for n, width := range []int{80, 140} {
			name := fmt.Sprintf("%s-%d", s.name, width)
			wanted[name+".txt"], wanted[name+".svg"] = true, true
			if (i+n)%2 > 0 && !everyScreen {
				continue
			}
			prompt := "$ bcdump " + s.line + "\n"
			expected.File(t, filepath.Join(folder, name+".txt"), prompt+screen(t, s.line, width, "never"))
			expected.File(t, filepath.Join(folder, name+".svg"), svg(prompt+screen(t, s.line, width, "always"), width))
		}
	}
	for width, height := range map[int]int{60: 32, 80: 24, 100: 32, 160: 50} {
		name := fmt.Sprintf("browse-%d.svg", width)
		wanted[name] = true
		if width == 80 || everyScreen {
			expected.File(t, filepath.Join(folder, name), recording(playBack(t, "battle.pcap", width, height, browsing), browsing, width))
		}
	}
	there := must.Get(os.ReadDir(folder))(t)
	wanted["wireshark.png"] = true // tools/wireshark-screen.sh takes it
	for _, file := range there {
		if pageOf, _ := filepath.Match("report-*.png", file.Name()); !wanted[file.Name()] && !pageOf { // those are of report/page
			t.Errorf("docs/screens/%s belongs to no screen", file.Name())
		}
	}
}

// screen is what a command writes.
func screen(t *testing.T, line string, width int, color string) string {
	t.Helper()
	var out, err bytes.Buffer
	args := append(strings.Fields(line), "--color", color, "--jobs", "1")
	want := exitOK
	if args[0] == "diff" { // there are differences
		want = exitNothing
	}
	if status := run(args, streams{out: &out, err: terminal.NewWriter(&err), width: width, outTerminal: true}); status != want || err.Len() > 0 {
		t.Fatalf("bcdump %s: status %d, %s", line, status, err.String())
	}
	return out.String()
}
