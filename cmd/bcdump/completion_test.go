package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/internal/must"
	"bcdump/report/terminal"
	"bcdump/report/timeline"
)

// completed is what the shell offers at the end of a command line, without what is said about it,
// and whether it puts file names or a blank behind it.
func completed(t *testing.T, words ...string) (offers []string, files, blank bool) {
	t.Helper()
	var out bytes.Buffer
	if status := run(append([]string{"__complete"}, words...), streams{out: &out, err: terminal.NewWriter(io.Discard)}); status != exitOK {
		t.Fatalf("%q: status %d", words, status)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	for _, line := range lines[:len(lines)-1] {
		offer, _, _ := strings.Cut(line, "\t")
		offers = append(offers, offer)
	}
	directive := lines[len(lines)-1]
	return offers, directive == ":0" || directive == ":2", directive == ":4" || directive == ":0"
}

func TestCompletion(t *testing.T) {
	capture := filepath.Join("..", "..", "testdata", "pcaps", "session-small.pcap")
	for _, c := range []struct {
		line   []string
		offers []string // among others
		blank  bool
	}{
		{[]string{"opcodes", ""}, []string{"StateUpdate", "Chat"}, true},
		{[]string{"opcodes", "--proto", "entity-state", ""}, []string{"State", "Roster"}, true},
		{[]string{"opcodes", "-o", ""}, []string{"table", "json"}, true},
		{[]string{"opcodes", "Chat", ""}, nil, true},
		{[]string{"ships", ""}, []string{"akira", "sovereign"}, true},
		{[]string{"decode", "--ship", "0x3FFFFFFF="}, []string{"0x3FFFFFFF=akira"}, true},
		{[]string{"decode", capture, "--ship", ""}, []string{"0x3FFFFFFF=", "0x4007FFFF="}, false},
		{[]string{"decode", "--ship", ""}, nil, false},
		{[]string{"timeline", capture, "--of", ""}, []string{"Cady2", "Kang's Akira", "akira", "0x3FFFFFFF"}, true},
		{[]string{"timeline", filepath.Join("..", "..", "testdata", "pcaps", "entity-state.pcap"), "--of", ""}, []string{"Player", "Ace", "1"}, true},
		{[]string{"timeline", "missing.pcap", ".", "--of", ""}, nil, true},
		{[]string{"decode", "-f", "na"}, []string{"name"}, false},
		{[]string{"stats", "-f", "fields.spe"}, []string{"fields.speed"}, false},
		{[]string{"decode", "-f", `proto == "bc" && type == "a`}, []string{`proto == "bc" && type == "ack"`}, false},
		{[]string{"stats", "--only", ""}, []string{"flags", "rates"}, false},
		{[]string{"stats", "--only", "opcodes,"}, []string{"opcodes,flags", "opcodes,rates"}, false},
		{[]string{"stats", "--only", "opcodes,fl"}, []string{"opcodes,flags"}, false},
		{[]string{"stats", "--by", "link,"}, []string{"link,object"}, false},
		{[]string{"match", "--only", "kills,"}, []string{"kills,chat"}, false},
		{[]string{"check", "--rules", "chat-to-all,"}, []string{"chat-to-all,leave-timeout"}, false},
		{[]string{"check", "--explain", ""}, []string{"leave-timeout"}, true},
		{[]string{"check", "--judge", ""}, []string{"server", "client", "both"}, true},
		{[]string{"check", "--severity", ""}, []string{"error", "warning", "info"}, true},
		{[]string{"diff", "--only", "layout,"}, []string{"layout,rates", "layout,rules"}, false},
		{[]string{"diff", "--ignore", ""}, []string{"rules:*", "layout:*"}, false},
		{[]string{"help", ""}, []string{"decode", "filter", "exit-status"}, true},
		{[]string{"version", ""}, nil, true},
		{[]string{"synth", ""}, nil, true},
	} {
		offers, files, blank := completed(t, c.line...)
		if files || blank != c.blank {
			t.Errorf("%q: files %v, blank %v", c.line, files, blank)
		}
		if c.offers == nil && len(offers) > 0 {
			t.Errorf("%q: %q", c.line, offers)
		}
		for _, want := range c.offers {
			if !slices.Contains(offers, want) {
				t.Errorf("%q: no %q in %q", c.line, want, offers)
			}
		}
	}
	if offers, _, _ := completed(t, "stats", "--only", "opcodes,"); slices.Contains(offers, "opcodes,opcodes") {
		t.Error("what is there is offered again")
	}
	if _, files, _ := completed(t, "decode", ""); !files {
		t.Error("decode is for files")
	}
}

// TestCompletionIsQuick: however much there is to read, whoever presses Tab does not wait.
func TestCompletionIsQuick(t *testing.T) {
	slowWithRaces(t)
	path := filepath.Join(t.TempDir(), "long.pcap")
	must.Do(t, os.WriteFile(path, pcaps["long"](), 0o600))
	began := time.Now()
	c := must.Get(decode.OpenFile(path, decode.Options{}))(t)
	must.Do(t, timeline.New(timeline.Options{Of: []string{"nobody"}}).File(path, c))
	one := time.Since(began)
	began = time.Now()
	peek(slices.Repeat([]string{path}, 2000)) // 6 GB
	if took := time.Since(began); took > 100*one {
		t.Errorf("it took %v, a single capture %v", took, one)
	}
}

// TestCompletionIsHarmless: a name that a player chose is not offered if a shell might run it.
func TestCompletionIsHarmless(t *testing.T) {
	for name, want := range map[string]bool{
		"Cady2": true, "Cady2's Akira": true, "Ké": true, "a b": true, "$(reboot)": false, "`reboot`": false, "a;b": false,
		"a\nb": false, "a\tb": false, "\x1b[31m": false, "a|b": false, "\u202e": false,
	} {
		if harmless(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

// TestCompletionAlone: bash completes without the package bash-completion, at = too.
func TestCompletionAlone(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	var script bytes.Buffer
	if status := run([]string{"completion", "bash"}, streams{out: &script}); status != exitOK {
		t.Fatalf("status %d", status)
	}
	for line, want := range map[string]string{"bcdump sta": "bcdump __complete sta", "bcdump opcodes --proto = ent": "bcdump __complete opcodes --proto=ent"} {
		words := strings.Fields(line)
		alone := exec.Command(bash, "--norc", "-c", script.String()+fmt.Sprintf(`
compopt() { :; }
bcdump() { echo "bcdump $*" > "$SEEN"; }
COMP_WORDS=(%s) COMP_CWORD=%d
__start_bcdump`, line, len(words)-1))
		seen := filepath.Join(t.TempDir(), "seen")
		alone.Env = []string{"PATH=" + os.Getenv("PATH"), "SEEN=" + seen}
		said, err := alone.CombinedOutput()
		if out, _ := os.ReadFile(seen); err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("%s: %q, %v %s; want %q", line, out, err, said, want)
		}
	}
}
