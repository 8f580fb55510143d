package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"bcdump/internal/heavy"
	"bcdump/report/terminal"
)

// takesNames are the flags, and places of words, of commands that take names; the names stand in place of %.
var takesNames = map[string]string{"filter": `player == "%"`, "of": "%", "sees": "%"}

// TestUnknownNames walks the tree of commands: a name that nobody has is an error that lists the names, before anything is written.
func TestUnknownNames(t *testing.T) {
	heavy.SkipRace(t, "TestReportAction has the same goroutines")
	const battle = "../../testdata/pcaps/session-small.pcap"
	seen := map[string]bool{}
	ask := func(t *testing.T, name string, words ...string) (status int, out, wrong string) {
		t.Helper()
		seen[words[0]] = true
		for i := range words {
			words[i] = strings.ReplaceAll(words[i], "%", name)
		}
		var shown, said bytes.Buffer
		status = run(words, streams{in: strings.NewReader(""), out: &shown, err: terminal.NewWriter(&said)})
		return status, shown.String(), said.String()
	}
	judge := func(t *testing.T, words ...string) {
		t.Helper()
		if status, out, wrong := ask(t, "Cadi2", append([]string{}, words...)...); status != exitUsage || !strings.Contains(wrong, `"Cadi2"`) ||
			!strings.Contains(wrong, `did you mean "Cady2"`) || !strings.Contains(wrong, "Kang") || strings.Contains(out, "NOBODY") {
			t.Errorf("%q: status %d, said %q, wrote %.200q", words, status, wrong, out)
		}
		if status, _, wrong := ask(t, "Cady2", append([]string{}, words...)...); status != exitOK {
			t.Errorf("%q of one who is there: status %d, %q", words, status, wrong)
		}
	}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
		path := strings.Fields(cmd.CommandPath())[1:]
		for flag, form := range takesNames {
			if cmd.Flags().Lookup(flag) == nil || cmd.Name() == "browse" { // which has a terminal: TestUnknownPlayer of report/browse
				continue
			}
			words := append(append([]string{}, path...), "--"+flag, form, battle)
			if write := cmd.Flags().Lookup("write"); write != nil && (cmd.Name() == "share" || cmd.Name() == "wireshark") {
				words = append(words, "-w", filepath.Join(t.TempDir(), "out.pcapng"))
			}
			judge(t, words...)
		}
		if strings.Contains(cmd.Use, "[PLAYER]") {
			judge(t, append(append([]string{}, path...), "%", battle)...)
		}
	}
	walk(newRoot(&streams{}))
	for _, name := range []string{"decode", "stats", "timeline", "desync", "why", "files", "share", "export"} {
		if !seen[name] {
			t.Errorf("%s takes no names", name)
		}
	}
	// A client without a name is called by its address, and taken so.
	for _, command := range []string{"why", "desync"} {
		words := []string{command, "192.0.2.20:50020", "../../testdata/pcaps/gzip.pcap.gz"}
		if command == "desync" {
			words = append([]string{command, "--of"}, words[1:]...)
		}
		if status, _, wrong := ask(t, "", words...); status != exitOK {
			t.Errorf("%q: status %d, %q", words, status, wrong)
		}
	}
	for text, want := range map[string]string{`client == "Riker"`: `player == "Riker"`, `dst == "Riker"`: `player == "Riker"`} {
		if status, _, wrong := ask(t, "", "decode", "-f", text, battle); status != exitUsage || !strings.Contains(wrong, want) {
			t.Errorf("%s: status %d, %q", text, status, wrong)
		}
	}
}
