package main

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"bcdump/internal/heavy"
	"bcdump/report/terminal"
)

// linesOf are the command lines that are tried of a command, beside its help and what triedWith
// gives for one that is not here. FILE stands for each of small, REPORT for a whole session, BROKEN for one
// that breaks rules.
var linesOf = map[string][]string{
	"decode":      {"decode FILE", "decode --hex FILE", "decode --explain FILE", "decode --explain --ledger -v -f opcode==0x21 FILE", "decode -f chta==1 FILE", "decode no-such-file-in-any-folder-that-anybody-has-ever-seen.pcap"},
	"stats":       {"stats FILE REPORT", "stats --all FILE REPORT", "stats --queries --top 3 REPORT", "stats --only joins,flags --by dir,object,link --top 2 REPORT", "stats --only nothing REPORT"},
	"timeline":    {"timeline FILE", "timeline REPORT", "timeline --every 0 --to +9s REPORT", "timeline --of Cady2 --every 1s REPORT", "timeline --summary --queries FILE REPORT"},
	"check":       {"check FILE REPORT", "check --all FILE REPORT", "check --queries --top 20 BROKEN", "check --list --rules join-*", "check --explain leave-timeout"},
	"diff":        {"diff REPORT BROKEN", "diff --only layout,rules REPORT FILE", "diff --same-session REPORT REPORT", "diff --ignore [ REPORT FILE"},
	"match":       {"match FILE", "match REPORT", "match --only presence REPORT"},
	"verify":      {"verify FILE", "verify --goldens no-such-folder REPORT"},
	"opcodes":     {"opcodes", "opcodes 0x1C", "opcodes ObjectCreate", "opcodes --proto entity-state", "opcodes --proto entity-state State", "opcodes Chta"},
	"ships":       {"ships", "ships sovereign", "ships warbird", "ships --constants", "ships vorhca"},
	"synth":       {}, // writes a capture
	"report":      {}, // writes a page
	"exit-status": {}, // help texts
	"filter":      {},
}

var small = []string{"stock-messages.pcap", "stock-fragments.pcap", "stock-gamespy.pcap", "entity-state.pcap"}

// TestNoLineWraps runs every command as if in a terminal, in several widths, which an ordinary run takes in
// turn: no line is wider, and none ends with blanks.
func TestNoLineWraps(t *testing.T) {
	slowWithRaces(t)
	all := []int{60, 80, 120, 200}
	var s streams
	for _, c := range newRoot(&s).Commands() {
		lines := triedWith(c)
		t.Run(c.Name(), func(t *testing.T) {
			for i, line := range lines {
				turn := i % len(all)
				for _, width := range heavy.Scale(all[turn:turn+1], all) {
					fits(t, line, width)
				}
			}
		})
	}
	for _, line := range []string{"", "--help", "help exit-status", "help filter", "stats", "--no-such-flag"} {
		for _, width := range heavy.Scale(all[:1], all) {
			fits(t, line, width)
		}
	}
}

// triedWith gives the command lines of a command. One that is new is tried with a capture if it takes
// files.
func triedWith(c *cobra.Command) (lines []string) {
	own, known := linesOf[c.Name()]
	switch {
	case known:
	case strings.Contains(c.Use, "FILE"), strings.Contains(c.Use, "CAPTURE"):
		own = []string{c.Name() + " REPORT"}
	case c.Name() != "completion": // scripts for shells
		own = []string{c.Name()}
	}
	for _, line := range append(own, "help "+c.Name()) {
		lines = append(lines, withFiles(line)...)
	}
	return lines
}

// withFiles puts captures in the place of FILE, REPORT and BROKEN.
func withFiles(line string) (lines []string) {
	folder := filepath.Join("..", "..", "testdata", "pcaps")
	line = strings.ReplaceAll(line, "REPORT", filepath.Join(folder, "session-small.pcap"))
	line = strings.ReplaceAll(line, "BROKEN", filepath.Join(folder, "match-relays-nothing.pcap.gz"))
	if !strings.Contains(line, "FILE") {
		return []string{line}
	}
	for _, file := range small {
		lines = append(lines, strings.ReplaceAll(line, "FILE", filepath.Join(folder, file)))
	}
	return lines
}

var anyColour = regexp.MustCompile("\x1b\\[[0-9]*m")

// fits runs a command line in a terminal of a width.
func fits(t *testing.T, line string, width int) {
	t.Helper()
	var out bytes.Buffer
	s := streams{in: strings.NewReader(""), out: &out, err: terminal.NewWriter(&out), outTerminal: true, width: width, errWidth: width}
	run(strings.Fields(line), s)
	wrapped := slices.DeleteFunc(strings.Split(anyColour.ReplaceAllString(out.String(), ""), "\n"), func(l string) bool {
		return terminal.Width(l) <= width && (strings.TrimRight(l, " ") == l || strings.HasPrefix(line, "decode")) // its lines are cut anywhere
	})
	if len(wrapped) > 0 {
		t.Errorf("bcdump %s: %d lines are wider than %d, or end with blanks, such as\n%q", line, len(wrapped), width, wrapped[0])
	}
	if out.Len() == 0 {
		t.Errorf("bcdump %s: nothing was written", line)
	}
}

// TestWidthIsHonoured: --width is that of the lines wherever they go, and the width of the terminal
// is no matter in a pipe.
func TestWidthIsHonoured(t *testing.T) {
	file := filepath.Join("..", "..", "testdata", "pcaps", "stock-messages.pcap")
	widest := func(line string, terminalWidth int) (n int) {
		var out bytes.Buffer
		s := streams{out: &out, err: terminal.NewWriter(&out), outTerminal: terminalWidth > 0, width: cmp.Or(terminalWidth, terminal.DefaultWidth), plain: true}
		if status := run(strings.Fields(line), s); status != exitOK {
			t.Fatalf("bcdump %s: status %d: %s", line, status, out.String())
		}
		for l := range strings.Lines(out.String()) {
			n = max(n, terminal.Width(strings.TrimSuffix(l, "\n")))
		}
		return n
	}
	for _, line := range []string{"decode " + file, "decode --explain " + file, "opcodes", "opcodes 0x1C", "ships"} {
		piped := widest(line, 0)
		if shown := widest(line, 66); shown > 66 || piped <= 66 {
			t.Errorf("bcdump %s: %d columns in a terminal of 66, %d in a pipe", line, shown, piped)
		}
		if asked := widest(fmt.Sprintf("%s --width 77", line), 0); asked > 77 {
			t.Errorf("bcdump %s --width 77: %d columns", line, asked)
		}
	}
}
