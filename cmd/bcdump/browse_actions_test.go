package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"bcdump/decode"
	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
	"bcdump/report/browse"
	"bcdump/report/terminal"
)

// browsed is a capture under a name, in a folder of its own that is the working directory.
func browsed(t *testing.T, from, name string) *browseActions {
	t.Helper()
	data := must.Get(os.ReadFile("../../testdata/pcaps/" + from))(t)
	t.Chdir(t.TempDir())
	must.Do(t, os.WriteFile(name, data, 0o600))
	return &browseActions{input: &inputFlags{}, file: name}
}

func work(filter string) browse.Work {
	return browse.Work{Filter: filter, Ship: "0x3FFFFFFF", Width: terminal.DefaultWidth, Progress: func(float64) {}}
}

// inShell is what a command line prints, with the test binary as bcdump.
func inShell(t *testing.T, line string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("command lines are for a POSIX shell")
	}
	var said strings.Builder
	c := exec.Command("sh", "-c", line)
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		t.Errorf("%s: %v\n%s", line, err, said.String())
	}
	return string(out)
}

// TestActionsAreCommands: what an action shows is what the command line that y gives prints, whatever
// the file is called and the filter says.
func TestActionsAreCommands(t *testing.T) {
	heavy.SkipRace(t, "TestReportAction has the same goroutines")
	const filter = `name == "StateUpdate" && fields.object != "it's \x1b"`
	for _, name := range []string{"session.pcap", "-f.pcap", "it's $HOME `x`; \"y\".pcap"} {
		t.Run(name, func(t *testing.T) {
			b := browsed(t, "session-small.pcap", name)
			a := b.actions()
			w := work(filter)
			stats, err := a.Stats(w)
			if want := inShell(t, a.Command("s", w)); err != nil || lines(stats) != want || len(stats) < 10 {
				t.Errorf("stats: %v\n%s\nwant\n%s", err, lines(stats), want)
			}
			both, err := a.Timeline(w)
			want := inShell(t, a.Command("T", w)) + "\n" + inShell(t, strings.Replace(a.Command("T", w), "timeline", "timeline --summary", 1))
			if err != nil || lines(both) != want || len(both) < 10 {
				t.Errorf("timeline: %v\n%s\nwant\n%s", err, lines(both), want)
			}
			w.Path = "kept.txt"
			if said, err := a.Write(w); err != nil || len(said) != 1 {
				t.Errorf("%q, %v", said, err)
			}
			if got, want := content(t, "kept.txt"), inShell(t, a.Command("", w)); got != want || len(want) < 1000 {
				t.Errorf("text: %d bytes, want %d", len(got), len(want))
			}
		})
	}
}

func lines(list []string) string { return strings.Join(list, "\n") + "\n" }

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	}
	return string(data)
}

// TestDifferences: what browse marks is what desync prints, of a file and of what has come of a pipe.
func TestDifferences(t *testing.T) {
	t.Chdir(t.TempDir())
	data := edited(battle.Options{Players: 3, Duration: 42 * time.Second}, lie)()
	must.Do(t, os.WriteFile("lie.pcap", data, 0o644))
	reopen := func(o decode.Options) (*decode.Capture, error) { return decode.Open("-", bytes.NewReader(data), o) }
	for _, b := range []*browseActions{{input: &inputFlags{}, file: "lie.pcap"}, {input: &inputFlags{}, file: "-", stdin: reopen, size: func() int64 { return int64(len(data)) }}} {
		list, err := b.differences(work(`name == "Chat"`))
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %v, %v", b.file, list, err)
		}
		text := string(runHostile(200, "desync", "--only", "findings", "lie.pcap").out)
		for _, d := range list {
			if !strings.Contains(text, d.Text) || !strings.Contains(text, fmt.Sprintf("(frame %d;", d.Frame)) || d.Object == 0 {
				t.Errorf("%s: %+v is not in\n%s", b.file, d, text)
			}
		}
	}
	if _, err := (&browseActions{input: &inputFlags{}, file: "missing.pcap"}).differences(work("")); err == nil {
		t.Error("no error of a file that is not there")
	}
}

// TestWriteForms: the ending of the name says what is written, and the command line gives the same.
func TestWriteForms(t *testing.T) {
	heavy.SkipRace(t, "TestReportAction has the same goroutines")
	b := browsed(t, "session-small.pcap", "session.pcap")
	a := b.actions()
	for _, name := range []string{"a.pcap", "a.PCAPNG", "a.json", "a.jsonl", "a.csv", "a.txt"} {
		w := work(`name == "StateUpdate"`)
		w.Path = name
		if said, err := a.Write(w); err != nil || said[0] != "Written: "+name {
			t.Errorf("%s: %q, %v", name, said, err)
		}
		got := content(t, name)
		inShell(t, a.Command("w", w))
		if want := content(t, name); got != want || got == "" {
			t.Errorf("%s: %d bytes, the command writes %d", name, len(got), len(want))
		}
		var exists *browse.ExistsError
		if _, err := a.Write(w); !errors.As(err, &exists) || exists.Path != name {
			t.Errorf("%s is written over: %v", name, err)
		}
		if w.Replace, w.Filter = true, `name == "Chat"`; true {
			if _, err := a.Write(w); err != nil || content(t, name) == got {
				t.Errorf("%s is not written over: %v", name, err)
			}
		}
	}
	for name, want := range map[string]string{
		"a": "the name says what is written", "a.html": "the name says what is written", "a.pcap.gz": "the name says",
		"no/such/folder.txt": "there is no folder no/such", "session.pcap": "is there already",
	} {
		w := work("")
		w.Path = name
		if _, err := a.Write(w); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	w := work("")
	if w.Path, w.Replace = "session.pcap", true; true {
		if _, err := a.Write(w); err == nil || !strings.Contains(err.Error(), "is one of the captures") {
			t.Errorf("the capture is written over: %v", err)
		}
	}
	t.Setenv("HOME", t.TempDir())
	w.Path = "~/a.txt"
	if said, err := a.Write(w); err != nil || said[0] != "Written: "+filepath.Join(os.Getenv("HOME"), "a.txt") {
		t.Errorf("%q, %v", said, err)
	}
}

// TestReportAction: the page is that of the command, and no other file is lost.
func TestReportAction(t *testing.T) {
	b := browsed(t, "session-small.pcap", "session.pcap")
	a := b.actions()
	w := work("")
	folder := must.Get(os.Getwd())(t)
	for range 2 { // a page of bcdump is written over
		said, err := a.Report(w)
		if want := "The report is in " + filepath.Join(folder, "session.pcap.html"); err != nil || len(said) != 1 || said[0] != want {
			t.Fatalf("%q, %v", said, err)
		}
	}
	page := content(t, "session.pcap.html")
	inShell(t, a.Command("r", w))
	if content(t, "session.pcap.html") != page {
		t.Error("the command writes another page")
	}
	must.Do(t, os.WriteFile("session.pcap.html", []byte("mine"), 0o600))
	var exists *browse.ExistsError
	if _, err := a.Report(w); !errors.As(err, &exists) {
		t.Errorf("%v", err)
	}
	w.Replace = true
	if _, err := a.Report(w); err != nil || content(t, "session.pcap.html") != page {
		t.Errorf("%v", err)
	}
}

// TestActionsOfInput: what came of standard input is read again, as often as wanted.
func TestActionsOfInput(t *testing.T) {
	b := browsed(t, "session-small.pcap", stdinName)
	file := b.actions()
	data := content(t, stdinName)
	input := *b
	input.file = "-"
	input.stdin = func(o decode.Options) (*decode.Capture, error) {
		return decode.Open(stdinName, strings.NewReader(data), o)
	}
	input.size = func() int64 { return int64(len(data)) }
	a := input.actions()
	for range 2 {
		w := work(`name == "StateUpdate"`)
		got, err := a.Stats(w)
		if want, _ := file.Stats(w); err != nil || lines(got) != lines(want) {
			t.Errorf("%v\n%s\nwant\n%s", err, lines(got), lines(want))
		}
	}
	if line := a.Command("s", work("frame == 1")); line != "bcdump stats -f 'frame == 1' -" {
		t.Errorf("%s", line)
	}
	if said, err := a.Report(work("")); err != nil || !strings.HasSuffix(said[0], "capture.html") {
		t.Errorf("%q, %v", said, err)
	}
}

// TestStoppedActions: what is stopped leaves nothing behind, and says so.
func TestStoppedActions(t *testing.T) {
	b := browsed(t, "session-small.pcap", "session.pcap")
	a := b.actions()
	stop := make(chan struct{})
	close(stop)
	w := work("")
	w.Stop, w.Path = stop, "a.txt"
	for name, action := range map[string]func(browse.Work) ([]string, error){"stats": a.Stats, "timeline": a.Timeline, "report": a.Report, "write": a.Write} {
		if said, err := action(w); !errors.Is(err, browse.ErrStopped) {
			t.Errorf("%s: %q, %v", name, said, err)
		}
	}
	there, err := os.ReadDir(".")
	if err != nil || len(there) != 1 {
		t.Errorf("left behind: %v, %v", there, err)
	}
}

// TestActionFaults: what is wrong is told without the name of the program; what is odd about the capture
// stands below what could be read.
func TestActionFaults(t *testing.T) {
	b := browsed(t, "cut-in-data.pcap", "cut.pcap")
	a := b.actions()
	if said, err := a.Stats(work("")); err != nil || !strings.Contains(said[len(said)-1], "warning: cut.pcap") {
		t.Errorf("%q, %v", said, err)
	}
	if said, err := a.Stats(work("fram == 1")); err == nil || strings.HasPrefix(err.Error(), "bcdump:") {
		t.Errorf("%q, %v", said, err)
	}
	must.Do(t, os.Remove("cut.pcap"))
	if said, err := a.Stats(work("")); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("%q, %v", said, err)
	}
}

// TestActionFlags: how the capture is read stays with it.
func TestActionFlags(t *testing.T) {
	given := decodingFlags{"dialect": {"stock"}, "proto": {"bc"}, "port": {"22101"}, "ship": {"0x3FFFFFFF=akira"}}
	b := &browseActions{input: &inputFlags{decoding: given, jobs: 2}, local: true, file: "a.pcap"}
	a := b.actions()
	w := work(`player == "O'Neil"`)
	w.Path = "it's.json"
	for key, want := range map[string]string{
		"":  `bcdump decode --ship 0x3FFFFFFF=akira --dialect stock --port 22101 --proto bc --local -f 'player == "O'\''Neil"' a.pcap`,
		"s": `bcdump stats --ship 0x3FFFFFFF=akira --dialect stock --port 22101 --proto bc --local -f 'player == "O'\''Neil"' a.pcap`,
		"T": `bcdump timeline --of 0x3FFFFFFF --ship 0x3FFFFFFF=akira --dialect stock --port 22101 --proto bc --local a.pcap`,
		"r": `bcdump report --ship 0x3FFFFFFF=akira --dialect stock --port 22101 --proto bc a.pcap`,
		"w": `bcdump decode -o json -w 'it'\''s.json' --ship 0x3FFFFFFF=akira --dialect stock --port 22101 --proto bc --local -f 'player == "O'\''Neil"' a.pcap`,
	} {
		if got := a.Command(key, w); got != want {
			t.Errorf("%q: %s\nwant  %s", key, got, want)
		}
	}
}

// TestActionsOfSpan: what was left out when the capture was read is left out of what is done with it.
func TestActionsOfSpan(t *testing.T) {
	b := &browseActions{
		input: &inputFlags{}, file: "a.pcap", span: []string{"--from", "+10s", "--to", "+20s"}, memory: "8GiB",
		condition: `time >= "2026-02-14T22:08:10Z"`,
	}
	w := work("frame > 4 || size > 3")
	w.Path = "a.json"
	for key, want := range map[string]string{
		"":  `bcdump decode -f 'time >= "2026-02-14T22:08:10Z" && (frame > 4 || size > 3)' a.pcap`,
		"s": `bcdump stats --from +10s --to +20s --memory 8GiB -f 'frame > 4 || size > 3' a.pcap`,
		"T": `bcdump timeline --of 0x3FFFFFFF --from +10s --to +20s a.pcap`,
		"w": `bcdump decode -o json -w a.json -f 'time >= "2026-02-14T22:08:10Z" && (frame > 4 || size > 3)' a.pcap`,
	} {
		if got := b.command(key, w); got != want {
			t.Errorf("%q: %s\nwant  %s", key, got, want)
		}
	}
}

// TestProgressOfActions: how much has been read is told while a capture is.
func TestProgressOfActions(t *testing.T) {
	b := browsed(t, "session-small.pcap", "session.pcap")
	c := must.Get(decode.OpenFile("session.pcap", decode.Options{}))(t)
	defer func() { _ = c.Close() }()
	for range c.Records() {
	}
	told := make(chan float64, 1)
	w := work("")
	w.Progress = func(share float64) {
		select {
		case told <- share:
		default:
		}
	}
	end := b.watch(w, c)
	if share := <-told; share != 1 {
		t.Errorf("%v of the capture has been read", share)
	}
	end()
}

// TestKeptInput: what has come of a pipe, or of a file on standard input, can be read again, before its end and after it.
func TestKeptInput(t *testing.T) {
	data := must.Get(os.ReadFile("../../testdata/pcaps/session-small.pcap"))(t)
	frames := func(k *keptInput) int64 {
		c := must.Get(k.reopen(decode.Options{}))(t)
		for range c.Records() {
		}
		sum := c.Summary()
		if sum.DamageCount > 0 {
			t.Errorf("damage: %v", sum.Damage)
		}
		return sum.Frames
	}
	read, write := io.Pipe()
	k := must.Get(keepInput(read))(t)
	if _, err := k.reopen(decode.Options{}); err == nil || !strings.Contains(err.Error(), "has come yet") {
		t.Errorf("nothing has come: %v", err)
	}
	go func() {
		_, _ = write.Write(data)
		_ = write.Close()
	}()
	must.Get(io.ReadFull(k.in, make([]byte, 40_001)))(t) // in the middle of a frame
	some := frames(k)
	must.Get(io.Copy(io.Discard, k.in))(t)
	all := frames(k)
	if some < 100 || some >= all || k.size.Load() != int64(len(data)) {
		t.Errorf("%d frames, then %d; %d bytes", some, all, k.size.Load())
	}
	must.Do(t, k.close())
	if _, err := os.Stat(k.file.Name()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the temporary file is there: %v", err)
	}

	path := filepath.Join(t.TempDir(), "two")
	must.Do(t, os.WriteFile(path, append([]byte("behind this"), data...), 0o600))
	f := must.Get(os.Open(path))(t)
	must.Get(f.Seek(int64(len("behind this")), io.SeekStart))(t)
	k = must.Get(keepInput(f))(t)
	if k.in != io.Reader(f) || frames(k) != all {
		t.Error("a file is kept again, or read from elsewhere")
	}
	must.Do(t, k.close())
	must.Do(t, f.Close())
}
