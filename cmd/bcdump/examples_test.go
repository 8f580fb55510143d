package main

import (
	"context"
	"encoding/binary"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/terminal"
)

// TestExamples runs every example of README.md and docs as a reader would, and compares what the
// documents say that it writes; markdown_test.go says what an example is. UPDATE=1, or `make
// examples`, writes the outputs.
//
// A block has a folder of its own, in which all captures of testdata/pcaps lie. battle.pcap and
// FILE are what battleLine writes, late.pcap begins later, packet_trace.log is a log,
// mod.json is of docs/guides/mods.md, captures/ holds captures, ~/games/bc an installation.
func TestExamples(t *testing.T) {
	slowWithRaces(t)
	if testing.Short() {
		t.Skip("hundreds of commands")
	}
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell of Unix")
	}
	runner := newExampleRunner(t)
	var tried tallied
	t.Run("documents", func(t *testing.T) {
		for _, name := range some(documentNames(t), 5) {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				runner.document(t, name, &tried)
			})
		}
		t.Run("help", func(t *testing.T) {
			t.Parallel()
			runner.help(t, &tried)
		})
	})
	t.Run("pasted", func(t *testing.T) {
		for _, name := range []string{"README.md", "docs/tutorial.md"} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				runner.pasted(t, name)
			})
			t.Run(name+" with zsh", func(t *testing.T) {
				zsh, err := exec.LookPath("zsh")
				if err != nil || !heavy.On() {
					t.Skip("no zsh here, or no time for it")
				}
				t.Parallel()
				runner.with([]string{zsh, "-f", "-o", "pipefail"}).pasted(t, name)
			})
		}
	})
	t.Logf("ran %d commands of %d documents; %d blocks are not run", tried.ran.Load(), tried.documents.Load(), tried.notRun.Load())
	if tried.ran.Load() < heavy.Scale[int64](30, 120) {
		t.Error("so few commands?")
	}
}

// some is what an ordinary run takes of a list; nothing is left out where the outputs are written anew.
func some[T any](all []T, one int) []T {
	if os.Getenv("UPDATE") != "" {
		return all
	}
	return heavy.Some(all, one)
}

// tallied counts what is tried of all documents.
type tallied struct{ documents, ran, notRun atomic.Int64 }

// document runs the examples of a document, a block beside the other.
func (p *exampleRunner) document(t *testing.T, name string, tried *tallied) {
	lines := readDocument(t, name)
	var all []*shown
	t.Run("lines", func(t *testing.T) {
		for _, b := range blocks(name, lines) {
			switch _, err := exec.LookPath(b.needs); {
			case b.needs != "" && err != nil:
				tried.notRun.Add(1)
				t.Logf("%s:%d is not run: no %s here", name, b.first, b.needs)
			case b.notRun != "":
				tried.notRun.Add(1)
				t.Logf("%s:%d is not run: %s", name, b.first, b.notRun)
			case b.info == "console" || b.info == "sh":
				commands := b.commands(lines)
				all = append(all, commands...)
				t.Run(strconv.Itoa(b.first), func(t *testing.T) {
					t.Parallel()
					p.run(t, b, commands, lines)
				})
			case b.isExample(lines):
				t.Errorf("%s:%d: an example that nobody runs: make it %sconsole or %[3]ssh, or say why not (markdown_test.go)", name, b.first, fence)
			}
		}
	})
	tried.ran.Add(int64(len(all)))
	if len(all) > 0 {
		tried.documents.Add(1)
	}
	if os.Getenv("UPDATE") != "" {
		update(t, name, lines, all)
	}
}

// pasted runs all commands of a document in their order, in one folder where nothing lies, as who pastes them.
func (p *exampleRunner) pasted(t *testing.T, name string) {
	lines, folder, ran := readDocument(t, name), t.TempDir(), 0
	for _, b := range blocks(name, lines) {
		if b.notRun == "" && (b.info == "console" || b.info == "sh") {
			commands := b.commands(lines)
			p.runIn(t, folder, commands, lines)
			ran += len(commands)
		}
	}
	if ran < 7 {
		t.Errorf("%s: only %d commands", name, ran)
	}
}

// with is the same runner with another shell. An interactive zsh takes a "#" for an argument: none may follow a command.
func (p *exampleRunner) with(shell []string) *exampleRunner {
	return &exampleRunner{p.bin, p.files, shell}
}

// help runs the examples that the help of the commands gives.
func (p *exampleRunner) help(t *testing.T, tried *tallied) {
	var s streams
	for _, cmd := range some(newRoot(&s).Commands(), 4) {
		lines := strings.Split(cmd.Example, "\n")
		for i, line := range lines {
			lines[i] = strings.Replace(strings.TrimSpace(line), "1000000", "1000", 1) // a million takes its time
		}
		b := &block{document: "bcdump help " + cmd.Name(), last: len(lines), info: "sh"}
		commands := b.commands(lines)
		p.run(t, b, commands, lines)
		tried.ran.Add(int64(len(commands)))
	}
}

// exampleRunner runs examples.
type exampleRunner struct {
	bin   string            // a folder of stand-ins
	files map[string]string // what an example can name, and where it is
	other []string          // a shell with its options; nil = bash, or sh
}

// standIns are run instead of programs that need a network, or more rights.
var standIns = map[string]string{
	"tcpdump": "exec cat \"${0%/*}/battle.pcap\"\n",
	"dumpcap": "",
	"sudo":    "exec \"$@\"\n",
}

func newExampleRunner(t *testing.T) *exampleRunner {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	p := &exampleRunner{bin: t.TempDir()}
	p.files = map[string]string{"battle.pcap": filepath.Join(p.bin, "battle.pcap")}
	for name, script := range standIns {
		must.Do(t, os.WriteFile(filepath.Join(p.bin, name), []byte("#!/bin/sh\n"+script), 0o755))
	}
	args := strings.Fields(strings.Replace(battleLine, "battle.pcap", p.files["battle.pcap"], 1))
	if status := run(args, streams{out: io.Discard, err: terminal.NewWriter(os.Stderr)}); status != exitOK {
		t.Fatalf("bcdump %s: status %d", args, status)
	}
	for _, pattern := range []string{"*.pcap", "*.pcapng", "*.gz", "*.zst", "*.log"} {
		for _, path := range must.Get(filepath.Glob(filepath.Join(root, "testdata", "pcaps", pattern)))(t) {
			p.files[filepath.Base(path)] = path
		}
	}
	p.files["late.pcap"] = filepath.Join(p.bin, "late.pcap")
	skipFrames(t, p.files["battle.pcap"], p.files["late.pcap"], 1000)
	p.files["packet_trace.log"] = p.files["trace-log.log"]
	p.files["mod.json"] = filepath.Join(p.bin, "mod.json")
	writeFirstBlock(t, "docs/guides/mods.md", "json", p.files["mod.json"])
	p.files["FILE"] = p.files["battle.pcap"]
	for _, name := range []string{"capture.pcap", "stock.pcap", "mine.pcap", "server.pcap", "client.pcap"} {
		p.files[name] = p.files["battle.pcap"]
	}
	return p
}

// skipFrames writes a pcap without its first frames.
func skipFrames(t *testing.T, from, to string, frames int) {
	t.Helper()
	raw := must.Get(os.ReadFile(from))(t)
	const header, record = 24, 16
	at := header
	for range frames {
		at += record + int(binary.LittleEndian.Uint32(raw[at+8:]))
	}
	must.Do(t, os.WriteFile(to, append(raw[:header:header], raw[at:]...), 0o644))
}

// writeFirstBlock writes the first block of a document that has an info string to a file.
func writeFirstBlock(t *testing.T, document, info, path string) {
	t.Helper()
	lines := readDocument(t, document)
	for _, b := range blocks(document, lines) {
		if b.info != info {
			continue
		}
		must.Do(t, os.WriteFile(path, []byte(strings.Join(lines[b.first:b.last], "\n")), 0o644))
		return
	}
	t.Fatalf("%s has no block of %s", document, info)
}

// folder is a new one for a block, with copies of what its commands name: a command may write.
func (p *exampleRunner) folder(t *testing.T, text string) string {
	t.Helper()
	folder := t.TempDir()
	for name := range p.files {
		if strings.Contains(text, "testdata/pcaps/"+name) {
			p.copyTo(t, folder, name, "testdata/pcaps/"+name)
		}
		if strings.Contains(text, name) {
			p.copyTo(t, folder, name, name)
		}
	}
	if strings.Contains(text, "captures") {
		p.copyTo(t, folder, "stock-messages.pcap", "captures/battle.pcap")
		p.copyTo(t, folder, "ng-damaged.pcapng", "captures/damaged.pcapng")
		p.copyTo(t, folder, "stock-join.pcap", "captures/join.pcap")
		p.copyTo(t, folder, "fragments-late-start.pcap", "captures/late.pcap")
	}
	if strings.Contains(text, "~/games/bc") { // the home is the folder, and any file will do
		p.copyTo(t, folder, "mod.json", "games/bc/scripts/ships/Akira.pyc")
	}
	return folder
}

func (p *exampleRunner) copyTo(t *testing.T, folder, name, target string) {
	t.Helper()
	target = filepath.Join(folder, filepath.FromSlash(target))
	raw, err := os.ReadFile(p.files[name])
	if err == nil {
		err = os.MkdirAll(filepath.Dir(target), 0o755)
	}
	if err == nil {
		err = os.WriteFile(target, raw, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// run runs the commands of a block, one after the other.
func (p *exampleRunner) run(t *testing.T, b *block, commands []*shown, lines []string) {
	t.Helper()
	p.runIn(t, p.folder(t, strings.Join(lines[b.first:b.last], "\n")), commands, lines)
}

func (p *exampleRunner) runIn(t *testing.T, folder string, commands []*shown, lines []string) {
	t.Helper()
	status := 0
	for i, c := range commands {
		asked := i+1 < len(commands) && commands[i+1].text == "echo $?"
		output, now := p.shell(t, folder, c, status)
		if status = now; status != 0 && !asked {
			t.Errorf("%s: %s: status %d\n%s", c.line(), c.text, status, output)
			continue
		}
		var got []string
		if output = strings.TrimRight(output, "\n"); output != "" {
			got = strings.Split(blanksAtEnd.ReplaceAllString(output, ""), "\n")
		}
		if want := lines[c.first:c.last]; c.compare && !elided(want, got) {
			c.changed, c.output = true, shortened(want, got)
			if os.Getenv("UPDATE") == "" {
				t.Errorf("%s: %s\nwrites\n%s\nthe document says (`make examples` writes what is right)\n%s", c.line(), c.text, output, strings.Join(want, "\n"))
			}
		}
	}
}

// blanksAtEnd are not compared, since editors remove them; nor is the CR of CSV.
var blanksAtEnd = regexp.MustCompile(`(?m)[ \r]+$`)

// shell gives what a command writes to both streams, as a terminal would show it, and its status.
// before is the status of the command before.
func (p *exampleRunner) shell(t *testing.T, folder string, c *shown, before int) (output string, status int) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	shell := []string{"sh"}
	if bash, err := exec.LookPath("bash"); err == nil {
		shell = []string{bash, "-o", "pipefail"} // a command in front of a pipe has to end well, too
	}
	if p.other != nil {
		if shell = p.other; strings.Contains(c.text, " #") {
			t.Errorf("%s: %s: an interactive zsh takes what follows the # for arguments", c.line(), c.text)
		}
	}
	cmd := exec.CommandContext(ctx, shell[0], append(shell[1:], "-c", `PATH=$1:$PATH; (exit "$2"); eval "$3"`, "sh", p.bin, strconv.Itoa(before), inTerminal(c.text))...)
	cmd.Dir, cmd.WaitDelay = folder, time.Second // what the shell started may outlive it
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "COLUMNS=") }),
		"LC_ALL=C", "TZ=UTC", "TERM=xterm", "HOME="+folder)
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		t.Fatalf("%s: %v", c.line(), err)
	}
	if ctx.Err() != nil {
		t.Errorf("%s: %s: still runs after five minutes", c.line(), c.text)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

// inTerminal gives a command that needs a terminal one of its own, where q is pressed after a while.
func inTerminal(text string) string {
	if !strings.Contains(text, "bcdump browse") {
		return text
	}
	return "{ sleep 1; printf q; sleep 1; } | script -qec " + quoted(text) + " /dev/null > /dev/null"
}

// update writes a document with the outputs that changed.
func update(t *testing.T, name string, lines []string, commands []*shown) {
	t.Helper()
	for _, c := range slices.Backward(commands) { // indexes before it stay right
		if c.changed {
			lines = slices.Replace(lines, c.first, c.last, c.output...)
			t.Logf("%s: written", c.line())
		}
	}
	path := filepath.Join("..", "..", filepath.FromSlash(name))
	must.Do(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o644))
}
