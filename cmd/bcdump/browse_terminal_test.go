//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bcdump/decode/synth/battle"
	"bcdump/internal/heavy"
	"bcdump/internal/must"
)

// tmux is a terminal that tests can look at: a shell in a window of tmux.
type tmux struct {
	t      *testing.T
	socket string
	folder string // where the shell is
}

const (
	prompt = "ready>"
	// patience is how long a screen may take on a machine that does other things too.
	patience = 2 * time.Minute
)

// newTmux opens a terminal of some size. Without tmux the test is skipped, but for CI.
func newTmux(t *testing.T, width, height int) *tmux {
	t.Helper()
	heavy.SkipRace(t, "report/browse does the same without a terminal")
	if _, err := exec.LookPath("tmux"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	m := &tmux{t: t, folder: t.TempDir()}
	m.socket = filepath.Join(m.folder, "tmux")
	m.do("-f", os.DevNull, "-u", "new-session", "-d", "-x", strconv.Itoa(width), "-y", strconv.Itoa(height), "-c", m.folder,
		"-e", "LC_ALL=C.UTF-8", "-e", "TZ=UTC", "-e", "NO_COLOR=", "-e", "HISTFILE="+os.DevNull, "-e", "HOME="+m.folder, "-e", "XDG_STATE_HOME="+m.folder,
		";", "set", "-g", "status", "off", ";", "set", "-s", "escape-time", "0", ";", "set", "-g", "default-terminal", "tmux-256color",
		";", "set", "-g", "window-size", "manual", ";", "respawn-pane", "-k", "PS1='"+prompt+"' exec bash --norc --noprofile -i")
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", m.socket, "kill-server").Run() })
	m.until(regexp.MustCompile(prompt))
	return m
}

// do gives tmux a command, and its output.
func (m *tmux) do(args ...string) string {
	m.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", m.socket}, args...)...).CombinedOutput()
	if err != nil {
		m.t.Fatalf("tmux %s: %v\n%s", args, err, out)
	}
	return string(out)
}

// press presses keys, one after the other, by the names that tmux has for them: "Down", "C-z", "Enter".
// A text in quotes is typed.
func (m *tmux) press(keys string) {
	m.t.Helper()
	for key := range strings.FieldsSeq(keys) {
		if text, ok := strings.CutPrefix(key, "'"); ok {
			m.do("send-keys", "-l", strings.ReplaceAll(strings.TrimSuffix(text, "'"), "␣", " "))
			continue
		}
		m.do("send-keys", key)
	}
}

// line types a line for the shell.
func (m *tmux) line(line string) {
	m.t.Helper()
	m.do("send-keys", "-l", line)
	m.do("send-keys", "Enter")
}

// screen is what can be seen.
func (m *tmux) screen() string {
	m.t.Helper()
	return m.do("capture-pane", "-p")
}

// modes tells whether the alternate screen is on, and whether the cursor can be seen.
func (m *tmux) modes() string {
	m.t.Helper()
	return strings.TrimSpace(m.do("display", "-p", "#{alternate_on} #{cursor_flag}"))
}

// browsing and usual are the modes while a screen is shown, and those of a shell.
const modesOfBrowse, modesOfShell = "1 0", "0 1"

// eventually waits until something is so.
func (m *tmux) eventually(what string, is func() bool) {
	m.t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			m.t.Fatalf("never: %s; modes %s, screen:\n%s", what, m.modes(), m.screen())
		}
	}
}

// until waits until the screen has something.
func (m *tmux) until(text *regexp.Regexp) {
	m.t.Helper()
	m.eventually(text.String(), func() bool { return text.MatchString(m.screen()) })
}

// settled gives the screen when it has something and stands still.
func (m *tmux) settled(text *regexp.Regexp) string {
	m.t.Helper()
	last, since := "", time.Now()
	m.eventually("a screen that stands still, with "+text.String(), func() bool {
		if now := m.screen(); now != last {
			last, since = now, time.Now()
		}
		time.Sleep(100 * time.Millisecond) // to ask takes longer than most of what is asked for
		return text.MatchString(last) && time.Since(since) > 700*time.Millisecond
	})
	return last
}

// looks compares the screen with the stored one; UPDATE=1 writes what is there when it has the text and
// stands still.
func (m *tmux) looks(name string, text *regexp.Regexp) {
	m.t.Helper()
	path := filepath.Join(screensFolder, name+".txt")
	if os.Getenv("UPDATE") != "" {
		must.Do(m.t, os.WriteFile(path, []byte(m.settled(text)), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		m.t.Fatalf("%v; UPDATE=1 writes it", err)
	}
	for end := time.Now().Add(patience); m.screen() != string(want); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			m.t.Fatalf("%s (UPDATE=1 writes it): %s", name, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(m.screen(), "\n")))
		}
	}
}

var screensFolder = func() string {
	folder, err := filepath.Abs(filepath.Join("..", "..", "report", "browse", "testdata", "screens"))
	if err != nil {
		panic(err)
	}
	return folder
}()

// copied puts a capture of the corpus where the shell is, so that the header has its name only.
func (m *tmux) copied(name string) []byte {
	m.t.Helper()
	raw := must.Get(os.ReadFile(filepath.Join("..", "..", "testdata", "pcaps", name)))(m.t)
	must.Do(m.t, os.WriteFile(filepath.Join(m.folder, name), raw, 0o644))
	return raw
}

// start runs a command in the shell, and leaves its process id in the file "pid" and how the terminal was
// set before it in "before".
func (m *tmux) start(command string) {
	m.t.Helper()
	m.line(`clear; stty -g >before; sh -c 'echo $$ >pid; exec ` + command + `'`)
	m.eventually("the screen is shown", func() bool { return m.modes() == modesOfBrowse })
}

// signal sends one to what start has run.
func (m *tmux) signal(s syscall.Signal) {
	m.t.Helper()
	must.Do(m.t, syscall.Kill(must.Get(strconv.Atoi(strings.TrimSpace(m.file("pid"))))(m.t), s))
}

// file reads one where the shell is; "" if it is not there.
func (m *tmux) file(name string) string {
	raw, _ := os.ReadFile(filepath.Join(m.folder, name))
	return string(raw)
}

// left makes sure that what start has run has ended, and left the terminal as it was. It gives what stands
// there.
func (m *tmux) left(status int) string {
	m.t.Helper()
	m.eventually("the shell is there again", func() bool {
		return m.modes() == modesOfShell && strings.HasSuffix(strings.TrimRight(m.screen(), " \n"), prompt)
	})
	screen := m.screen()
	m.line("echo $? >status; stty -g >after; echo typed; echo seen")
	m.until(regexp.MustCompile(`(?m)^ready>echo .* echo seen\ntyped\nseen\nready>`))
	if got := strings.TrimSpace(m.file("status")); got != strconv.Itoa(status) {
		m.t.Errorf("status %s, want %d:\n%s", got, status, screen)
	}
	if got := m.modes(); got != modesOfShell {
		m.t.Errorf("modes %q, want %q", got, modesOfShell)
	}
	if before, after := m.file("before"), m.file("after"); before != after {
		m.t.Errorf("the terminal is set otherwise: %s, before %s", after, before)
	}
	return screen
}

// step is what one does, and what the screen then shows.
type step struct {
	name, keys, shows string
}

// session is one that uses most of what there is.
var session = []step{
	{"start", "", `2,806`},
	{"moved", "Down Down Down Down Down PageDown", `2,806`},
	{"offered", "f 'name␣==␣\"TorpedoF'", `TorpedoFire`},
	{"completed", "Tab", `TorpedoFire`},
	{"filtered", "Enter", `of 2,806`},
	{"refused", "f C-u 'name␣=␣1' Enter", `(?i)expected|==`},
	{"escaped", "Escape", `▌`}, // alone: with a key right behind it, it would be Alt
	{"all", "f C-u Enter", `[^f] 2,806`},
	{"frame", "g '640' Enter", `(?m)^▌ *640 `},
	{"kind", "n n", `▌.* StateUpdate`},
	{"other-end", "g '9' Enter o", `▌`},
	{"note", "!", `▌`},
	{"time", "t '22:08:20' Enter", `▌.* 22:08:20`},
	{"fields", "Tab Down Down", `▌`},
	{"bytes", "Tab Right Right", `▌`},
	{"stats", "s", `(?i)datagrams`},
	{"closed", "Escape", `▌`},
	{"help", "?", `Moving`},
	{"panes", "Escape", `▌`},
	{"end", "Tab End", `2,806`},
}

// TestBrowseInTerminal goes through a capture in terminals of three sizes, and compares what it sees with
// report/browse/testdata/screens. UPDATE=1 writes these.
func TestBrowseInTerminal(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {200, 60}} {
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newTmux(t, size[0], size[1])
			m.copied("session-small.pcap")
			m.start("bcdump browse session-small.pcap")
			for _, s := range session {
				m.press(s.keys)
				m.looks(name+"-"+s.name, regexp.MustCompile(s.shows))
			}
			for _, other := range [][2]int{{100, 30}, {40, 10}, {10, 3}, size} {
				m.do("resize-window", "-x", strconv.Itoa(other[0]), "-y", strconv.Itoa(other[1]))
				m.eventually("a line as long as the window is wide", func() bool { return strings.Count(m.screen(), "\n") == other[1] })
			}
			m.looks(name+"-end", regexp.MustCompile(`2,806`)) // as before
			m.press("q")
			if screen := m.left(exitOK); strings.Contains(screen, "bytes") {
				t.Errorf("something is left:\n%s", screen)
			}
		})
	}
}

// TestBrowseDifferences goes to where one player begins to be told something else: d finds it and marks all.
func TestBrowseDifferences(t *testing.T) {
	t.Parallel()
	m := newTmux(t, 80, 24)
	must.Do(t, os.WriteFile(filepath.Join(m.folder, "lie.pcap"), edited(battle.Options{Players: 3, Duration: 42 * time.Second}, lie)(), 0o644))
	m.start("bcdump browse lie.pcap")
	m.eventually("the first message is there", func() bool { return strings.Contains(m.screen(), "▌") })
	for _, s := range []step{
		{"found", "d", `≠ Ace is told 38 % for Hull`},
		{"next", "d", `≠ Ace is told 38 % for Hull`},
		{"marked", "Up", `≠ `},
		{"none", "Down d d d", `no player begins`},
	} {
		m.press(s.keys)
		m.looks("differences-"+s.name, regexp.MustCompile(s.shows))
	}
	m.press("q")
	m.left(exitOK)
}

// TestBrowseLive shows a pipe while it is written.
func TestBrowseLive(t *testing.T) {
	t.Parallel()
	m := newTmux(t, 80, 24)
	capture, pipe := m.copied("session-small.pcap"), m.pipe()
	m.start("bcdump browse - <pipe")
	for i, part := range [][]byte{capture[:40_000], capture[40_000:100_000], capture[100_000:]} {
		must.Get(pipe.Write(part))(t)
		m.looks(fmt.Sprintf("live-%d", i+1), regexp.MustCompile(`▌ *[0-9]`))
	}
	m.press("Home")
	m.looks("live-first", regexp.MustCompile(`▌ *1 `))
	m.press("End")
	m.looks("live-following", regexp.MustCompile(`following`))
	must.Do(t, pipe.Close())
	m.looks("live-end", regexp.MustCompile(`2,806`))
	m.press("q")
	m.left(exitOK)
}

// pipe makes one where the shell is, which ends when it is closed.
func (m *tmux) pipe() *os.File {
	m.t.Helper()
	path := filepath.Join(m.folder, "pipe")
	must.Do(m.t, syscall.Mkfifo(path, 0o600))
	pipe, err := os.OpenFile(path, os.O_RDWR, 0) // for writing alone it would wait for a reader
	if err != nil {
		m.t.Fatal(err)
	}
	return pipe
}

// TestBrowseSignals ends a session in all ways that are no key.
func TestBrowseSignals(t *testing.T) {
	const statusOfQuit = 2 // after what all goroutines do
	for name, by := range map[string]struct {
		signal syscall.Signal
		status int
	}{
		"SIGTERM": {syscall.SIGTERM, 128 + int(syscall.SIGTERM)}, "SIGINT": {syscall.SIGINT, 128 + int(syscall.SIGINT)},
		"SIGHUP": {syscall.SIGHUP, 128 + int(syscall.SIGHUP)}, "SIGQUIT": {syscall.SIGQUIT, statusOfQuit},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newTmux(t, 80, 24)
			m.copied("session-small.pcap")
			m.start("bcdump browse session-small.pcap")
			m.until(regexp.MustCompile(`2,806`))
			m.signal(by.signal)
			m.left(by.status)
		})
	}
	t.Run("no pipe", func(t *testing.T) {
		t.Parallel()
		m := newTmux(t, 80, 24)
		m.line("stty -g >before")
		m.line("clear; bcdump browse -")
		m.until(regexp.MustCompile("input is the terminal"))
		m.left(exitUsage)
	})
	t.Run("silent pipe", func(t *testing.T) {
		t.Parallel()
		m := newTmux(t, 80, 24)
		pipe := m.pipe()
		m.start("bcdump browse - <pipe")
		m.press("q")
		m.left(exitOK)
		if err := pipe.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestBrowseSuspend stops a session with ctrl-z, and takes it up again.
func TestBrowseSuspend(t *testing.T) {
	t.Parallel()
	m := newTmux(t, 80, 24)
	m.copied("session-small.pcap")
	m.line("stty -g >before")
	m.line("bcdump browse session-small.pcap")
	m.until(regexp.MustCompile(`▌(?s:.*)2,806|2,806(?s:.*)▌`))
	m.press("Down Down")
	for range 2 {
		m.looks("80x24-suspended", regexp.MustCompile(`2,806`))
		m.press("C-z")
		m.until(regexp.MustCompile(`(?s)Stopped.*\n` + prompt))
		if got := m.modes(); got != modesOfShell {
			t.Errorf("modes %q, want %q", got, modesOfShell)
		}
		m.line("stty -g >after; fg")
		m.eventually("the screen is shown", func() bool { return m.modes() == modesOfBrowse })
		if before, after := m.file("before"), m.file("after"); before != after {
			t.Errorf("the terminal is set otherwise: %s, before %s", after, before)
		}
	}
	m.press("q")
	m.left(exitOK)
}

// TestBrowseBroken has a program with a fault in it: the terminal is left as it was, and the fault told.
func TestBrowseBroken(t *testing.T) {
	for _, where := range []string{"drawn", "read", "decoded"} {
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			m := newTmux(t, 120, 40)
			m.copied("stock-gamespy.pcap")
			m.line("export BROKEN_WHEN=" + where)
			m.line(`clear; stty -g >before; bcdump-broken browse stock-gamespy.pcap 2>errors; echo $? >ended; (exit $(cat ended))`)
			m.eventually("it ends", func() bool { return m.file("ended") != "" })
			m.left(exitNothing)
			if said := m.file("errors"); !strings.Contains(said, "internal error: broken when "+where) || !bytes.Contains([]byte(said), []byte("goroutine ")) {
				t.Errorf("standard error: %s", said)
			}
		})
	}
}
