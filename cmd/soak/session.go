package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"bcdump/decode/synth/hostile"
	"bcdump/internal/trial"
)

// session is what one command makes of a hostile capture, and then of what it wrote itself, damaged: its
// parts, baselines, goldens, tables, pages.
type session struct {
	*rand.Rand
	*command
	program           string
	hang              time.Duration
	folder, file, out string // of the case, its capture, what is written
	data              []byte // of the capture
}

const (
	mostLooked   = 4 << 20   // bytes of an output that are looked at
	mostResident = 256 << 20 // bytes that a process may take
)

// straits are what a run may find itself in: scripts that run it, with a number of chance in $0.
var straits = []string{
	`exec "$@"`,
	`exec "$@" >/dev/full`,
	`"$@" | { sleep 0.0$(($0 % 10)); head -c $0; }`, // a slow reader, which goes
	`ulimit -f $(($0 % 40)); exec "$@"`,
	`ulimit -n $((10 + $0 % 6)); exec "$@"`, // the runtime of Go needs ten
	`exec "$@" <&-`, `exec "$@" >&-`, `exec "$@" 2>&-`, `exec "$@" <&- >&- 2>&-`,
	`mkdir -p gone && cd gone && rmdir ../gone && exec "$@"`,
	`exec env -i "$@"`,
	`exec env GOMEMLIMIT=1 GOGC=x COLUMNS=$0 TZ=Nowhere/Land LANG=tr_TR.UTF-8 TERM= NO_COLOR=1 "$@"`,
	`exec timeout --preserve-status -s INT 0.0$(($0 % 10)) "$@"`,
	`exec timeout --preserve-status -s TERM 0.0$(($0 % 10)) "$@"`,
}

// session attacks the command of the case.
func (c *testCase) session(data []byte) *finding {
	folder, err := os.MkdirTemp("", "soak")
	if err != nil {
		return found("soak", "%v", err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	s := &session{rand.New(rand.NewPCG(c.dice, 0)), c.command, c.program, c.hang, folder, filepath.Join(folder, "capture"), filepath.Join(folder, "out"), data}
	if err := errors.Join(os.Mkdir(s.out, 0o755), os.WriteFile(s.file, data, 0o644)); err != nil {
		return found("soak", "%v", err)
	}
	for i, form := range s.forms() {
		if f := s.alike(fmt.Sprint("said", i), form); f != nil {
			return f
		}
	}
	return firstOf(s.writes, s.again, s.again, s.again, s.typed)
}

// alike runs the command in one form of its output, and with other workers.
func (s *session) alike(name, form string) *finding {
	words := append(s.in(form), s.files([]string{s.file})...)
	if !s.has("jobs") {
		return s.run(name, form, straits[0], words)
	}
	for _, jobs := range []string{"1", "3"} {
		if f := s.run(name+jobs, form, straits[0], append(slices.Clone(words), "--jobs="+jobs)); f != nil {
			return f
		}
	}
	one, _ := os.ReadFile(filepath.Join(s.out, name+"1"))
	three, err := os.ReadFile(filepath.Join(s.out, name+"3"))
	if err != nil || !bytes.Equal(one, three) {
		return found("workers", "bcdump %s: three workers give %d bytes, one %d: other ones; %v", strings.Join(words, " "), len(three), len(one), err)
	}
	return nil
}

// files gives a file for each operand, and now and then a word for one that may be left out.
func (s *session) files(from []string) (words []string) {
	for _, name := range s.operands {
		list := values[strings.Trim(name, "[]")]
		switch {
		case list == nil:
			words = append(words, from[s.IntN(len(from))])
		case s.IntN(2) == 0:
			words = append(words, list[s.IntN(len(list))])
		}
	}
	return words
}

// writes lets the command write each of the files that it can write, and all that it updates.
func (s *session) writes() *finding {
	for _, o := range s.options {
		if !o.written() {
			continue
		}
		words := append(s.in(""), "--"+o.name)
		if o.kind != "" {
			// Some commands go by the ending, others write nothing else.
			words = append(words, filepath.Join(s.out, o.name+[]string{"", ".pcap", ".pcapng"}[s.IntN(3)]))
		}
		if f := s.run("said", "", straits[s.IntN(len(straits))], append(words, s.files([]string{s.file})...)); f != nil {
			return f
		}
	}
	return nil
}

// again runs the command with a few options on what is there, after damaging some of it.
func (s *session) again() *finding {
	there := s.spoil()
	form := s.forms()[s.IntN(len(s.forms()))]
	words := append(s.in(form), s.some(s.Rand)...)
	for _, o := range s.options {
		switch {
		case o.written() && o.kind == "DIR":
			words = append(words, "--"+o.name, filepath.Join(s.out, o.name))
		case o.kind == "FOLDER" && s.IntN(2) == 0:
			words = append(words, "--"+o.name, s.out)
		case o.read() && s.IntN(2) == 0:
			words = append(words, "--"+o.name, there[s.IntN(len(there))])
		}
	}
	return s.run("said", form, straits[s.IntN(len(straits))], append(words, s.files(there)...))
}

// spoil damages some of the files of the case where they are, and lists all.
func (s *session) spoil() (files []string) {
	_ = filepath.WalkDir(s.folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return nil
		}
		files = append(files, path)
		data, err := os.ReadFile(path)
		if err != nil || s.IntN(2) == 0 {
			return nil
		}
		data, _ = damage(data, newSteps(s.Rand))
		if path == s.file {
			s.data = data
		}
		return os.WriteFile(path, data, 0o644)
	})
	return files
}

// process makes a process that finds no folder but that of the case, and no pager: some open a shell when
// keys say so, and those of a case are drawn at random.
func (s *session) process(program string, words ...string) *exec.Cmd {
	cmd := exec.Command(program, words...)
	cmd.Dir, cmd.WaitDelay = s.folder, 10*time.Second // if what it has started holds on to its streams
	cmd.Env = append(os.Environ(), "GOTRACEBACK=single", "TERM=xterm-256color", "PAGER=cat")
	for _, name := range []string{"HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME"} {
		cmd.Env = append(cmd.Env, name+"="+s.folder)
	}
	return cmd
}

// broken is what a program says that breaks down, and what the runtime of Go says of it.
var broken = regexp.MustCompile(`(?m)^(panic: |fatal error: |runtime: |goroutine \d+ |SIG[A-Z]+: )|internal error: `)

// run runs the command in a strait; what it says goes into a file of the case.
func (s *session) run(name, form, strait string, words []string) *finding {
	out, err := os.Create(filepath.Join(s.out, name))
	if err != nil {
		return found("soak", "%v", err)
	}
	defer func() { _ = out.Close() }()
	cmd := s.process("sh", append([]string{"-c", strait, fmt.Sprint(s.IntN(10_000)), s.program}, words...)...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = out, &said
	r, err := trial.Watch(cmd, s.hang, nil)
	if err != nil {
		return found("soak", "%v", err)
	}
	wrong := func(kind, format string, args ...any) *finding {
		return found(kind, "%s: bcdump %s\nstatus %d: %s\n%s", strait, strings.Join(words, " "), r.Status, said.Bytes(), fmt.Sprintf(format, args...))
	}
	totals.tell(r)
	printed, err := os.ReadFile(out.Name())
	now, same := os.ReadFile(s.file)
	if len(printed) > mostLooked {
		printed, form = printed[:mostLooked], "" // the rest is missing
	}
	switch {
	case err != nil || same != nil || !bytes.Equal(now, s.data):
		return wrong("input", "the capture has changed: %v", errors.Join(err, same))
	case r.Hung:
		return wrong("hang", "not done after %v", s.hang)
	case broken.Match(said.Bytes()) || broken.Match(printed):
		return wrong("crash", "%s", printed)
	case !mayEnd(r, strait):
		return wrong("status", "%v", r.Signal)
	case r.Peak > mostResident:
		return wrong("memory", "%d MiB", r.Peak>>20)
	}
	err = hostile.CheckText(said.Bytes())
	switch {
	case strait != straits[0]: // the output may end anywhere
	case form == "text" || form == "table":
		err = errors.Join(err, hostile.CheckText(printed))
	case form == "json" && r.Status != 2:
		err = errors.Join(err, hostile.CheckJSON(printed))
	}
	if err != nil {
		return wrong("texts", "%v", err)
	}
	if left := s.unfinished(); left != "" {
		return wrong("left over", "%s", left)
	}
	return nil
}

// mayEnd reports whether a run may have ended so.
func mayEnd(r trial.Run, strait string) bool {
	const shell, interrupted = 128, 130
	signalled := strings.Contains(strait, "timeout")
	asked := r.Status == shell+int(syscall.SIGTERM) || r.Status == interrupted || r.Signal == syscall.SIGTERM || r.Signal == syscall.SIGINT
	return r.Status >= 0 && r.Status <= 3 || signalled && asked
}

func (t *counts) tell(r trial.Run) {
	t.runs++
	t.resident = max(t.resident, r.Peak)
	switch r.Status {
	case 1:
		t.failed++
	case 2:
		t.misused++
	case 0, 3:
	default:
		t.ended++
	}
}

// unfinishedName is that of a file that is being written.
var unfinishedName = regexp.MustCompile(`^\..*\.\d+$`)

// unfinished gives a file that a run has left which it did not finish; "" = there is none.
func (s *session) unfinished() (left string) {
	_ = filepath.WalkDir(s.folder, func(path string, e fs.DirEntry, err error) error {
		if err == nil && unfinishedName.MatchString(e.Name()) {
			left = path
		}
		return nil
	})
	return left
}

// typed runs the command in a terminal, where keys are pressed.
func (s *session) typed() *finding {
	path, err := exec.LookPath("script")
	if err != nil || slices.ContainsFunc(s.options, func(o option) bool { return o.kind == "DIR" }) {
		return nil
	}
	words := append(append([]string{s.program}, s.words...), s.files([]string{s.file})...)
	cmd := s.process(path, "-qec", "stty rows 30 cols 90; exec "+strings.Join(words, " "), os.DevNull)
	keys, hand, err := os.Pipe()
	if err != nil {
		return found("soak", "%v", err)
	}
	var screen bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = keys, &screen, &screen
	pressed := make(chan bool)
	r, err := trial.Watch(cmd, s.hang, func(*os.Process) {
		go func() { s.press(hand); close(pressed) }()
	})
	_ = keys.Close() // nobody waits for a key any more
	if err == nil {
		<-pressed
	}
	if err != nil || r.Hung || broken.Match(screen.Bytes()) {
		return found("terminal", "%s: %v, hung: %v\n%q", strings.Join(words, " "), err, r.Hung, screen.Bytes()[max(screen.Len()-5000, 0):])
	}
	return nil
}

// press presses keys, and in the end those that leave every dialog and the program.
func (s *session) press(hand *os.File) {
	defer func() { _ = hand.Close() }()
	keys := strings.Split("j k G g \t \r \x1b[B \x1b[6~ / type == name \x1b s n N ? : 5 f e w x \x7f ! h l t d m ' c \x15", " ")
	for n := range 200 {
		key, wait := keys[s.IntN(len(keys))], time.Duration(1+s.IntN(20))*time.Millisecond
		if n > 30 {
			// An escape alone is one only when nothing follows it.
			key, wait = []string{"\x1b", "\x1b", "q", "\x03"}[n%4], 60*time.Millisecond
		}
		time.Sleep(wait)
		if _, err := hand.WriteString(key); err != nil {
			return
		}
	}
}
