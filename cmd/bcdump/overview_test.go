package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bcdump/decode/synth/battle"
	"bcdump/decode/synth/edit"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/internal/outside"
	"bcdump/report/figures"
	"bcdump/report/terminal"
)

// screenOf is what a command writes to standard output.
func screenOf(args ...string) (string, int) { return screenAt(false, args...) }

// screenAt is the same, on a terminal or not.
func screenAt(terminalThere bool, args ...string) (string, int) {
	var out bytes.Buffer
	status := run(args, streams{in: strings.NewReader(""), out: &out, err: terminal.NewWriter(io.Discard), width: 80, outTerminal: terminalThere})
	return out.String(), status
}

// Clients that a real host dropped have a chain of steps, the last of which is inferred; others have none.
func TestWhyOfRealServers(t *testing.T) {
	if !outside.Set() {
		t.Skip("no captures from elsewhere")
	}
	for name, want := range map[string]int{"battle-1.pcap": 3, "teams-1.pcap": 4, "long-1.pcap": 20, "lossy-1-server.pcap": 0} {
		if name == "long-1.pcap" && !heavy.On() {
			continue
		}
		path := filepath.Join(outside.Folder(t), name)
		chains := 0
		for _, player := range []string{"Ace", "Cady2", "Sep", "Kirk", "Uhura"} {
			text, _ := screenOf("why", "-o", "json", player, path)
			for line := range strings.Lines(text) {
				var s figures.Story
				must.Do(t, json.Unmarshal([]byte(line), &s))
				if len(s.Steps) == 0 || len(s.Steps) > 10 {
					t.Errorf("%s, %s: %d steps", path, player, len(s.Steps))
				}
				chain := s.Steps[len(s.Steps)-1].Inferred
				if chain {
					chains++
				}
				if chain != (s.Outcome == figures.EndDropped) {
					t.Errorf("%s: %s %s, a chain: %v", path, player, s.Outcome, chain)
				}
			}
		}
		if chains != want {
			t.Errorf("%s: %d chains, want %d", path, chains, want)
		}
	}
}

// What a player saw else is a cause, and the command that says more is named.
func TestOverviewSaw(t *testing.T) {
	slowWithRaces(t)
	path := filepath.Join(t.TempDir(), "blind.pcap")
	must.Do(t, os.WriteFile(path, edited(battle.Options{Players: 3, Duration: 90 * time.Second}, edit.Freeze(2, 20*time.Second, 5*time.Second))(), 0o644))
	out, _ := screenOf(path)
	if !strings.Contains(out, "host: updates-stay-out") || !strings.Contains(out, " 1  Ace is told nothing of ") || !strings.Contains(out, " bcdump desync") {
		t.Errorf("%s", out)
	}
}

// An unknown word is no capture: what may have been meant is said as before.
func TestUnknownWord(t *testing.T) {
	slowWithRaces(t)
	if _, status := screenOf("stat"); status != exitUsage {
		t.Errorf("status %d", status)
	}
	if text, status := screenOf("../../testdata/pcaps"); status != exitOK && status != exitDamaged || strings.Count(text, "\n") < 50 {
		t.Errorf("of a folder: status %d, %d lines", status, strings.Count(text, "\n"))
	}
}
