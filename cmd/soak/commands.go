package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"bcdump/decode/synth/hostile"
	"bcdump/internal/trial"
)

// command is one of the program's, as its help describes it.
type command struct {
	words    []string
	operands []string // such as "FILE...", "A", "B"
	options  []option
}

// option is one that a command takes.
type option struct {
	name  string
	kind  string // what the help calls its value; "" = an option without a value
	usage string
}

var (
	usageLine   = regexp.MustCompile(`(?m)^Usage:\n  bcdump(.*)$`)
	operand     = regexp.MustCompile(`^[A-Z]+(\.\.\.)?$`)
	listed      = regexp.MustCompile(`(?m)^  ([a-z]+) +[A-Z]`)
	commandList = regexp.MustCompile(`(?s)Available Commands:\n(.*?)\n\n`)
	optionLine  = regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z-]+)(?: (\S+))?  +(.*)$`)
	choices     = regexp.MustCompile(`(?:[a-z_-]+, )+[a-z_-]+`)
)

// commandsOf walks the tree of the program's commands. What it does not say in its help is not attacked.
func commandsOf(bcdump string, words ...string) (all []command, err error) {
	help, err := exec.Command(bcdump, append(words, "--help")...).Output()
	if err != nil {
		return nil, fmt.Errorf("%s %v --help: %w", bcdump, words, err)
	}
	if list := commandList.FindSubmatch(help); list != nil {
		for _, name := range listed.FindAllSubmatch(list[1], -1) {
			below, err := commandsOf(bcdump, append(slices.Clip(words), string(name[1]))...)
			if err != nil {
				return nil, err
			}
			all = append(all, below...)
		}
		return all, nil
	}
	c := command{words: words}
	if usage := usageLine.FindSubmatch(help); usage != nil {
		before := ""
		for _, word := range strings.Fields(string(usage[1])) {
			if operand.MatchString(word) && before[0] != '-' {
				c.operands = append(c.operands, word)
			}
			before = word
		}
	}
	for _, o := range optionLine.FindAllSubmatch(help, -1) {
		// What would leave the folder of a case is no attack, and colours look like one.
		if name := string(o[1]); !slices.Contains([]string{"help", "open", "install", "version", "color"}, name) {
			c.options = append(c.options, option{name, string(o[2]), string(o[3])})
		}
	}
	return []command{c}, nil
}

// streams reports whether a command writes what it says of a capture to standard output, or to a file.
func (c *command) streams() bool {
	return slices.Equal(c.operands, []string{"FILE..."}) && slices.ContainsFunc(c.options, func(o option) bool {
		return o.name == "write" && strings.HasPrefix(o.usage, "write to FILE instead of standard output")
	})
}

// forms are what a command can write.
func (c *command) forms() []string {
	for _, o := range c.options {
		if o.name == "output" {
			return strings.Split(choices.FindString(o.usage), ", ")
		}
	}
	return []string{""}
}

// in gives the words of a command for a form of its output.
func (c *command) in(form string) []string {
	if form == "" {
		return slices.Clone(c.words)
	}
	return append(slices.Clone(c.words), "-o", form)
}

// some gives a few of the options that need no file.
func (c *command) some(chance *rand.Rand) (words []string) {
	const oneIn = 8
	for _, o := range c.options {
		value := ""
		switch {
		case o.name == "output" || chance.IntN(oneIn) > 0:
			continue
		case o.kind == "EXPR":
			value = filters[chance.IntN(len(filters))]
		case o.kind == "TIME" || o.kind == "duration":
			value = fmt.Sprint(1+chance.IntN(5000), "ms")
		case o.kind == "N" || o.kind == "int" || o.kind == "COLUMNS":
			value = fmt.Sprint(1 + chance.IntN(200))
		case o.kind == "string" || o.kind == "LIST" || o.kind == "LEVEL" || o.kind == "WHO":
			list := strings.Split(choices.FindString(o.usage), ", ")
			value = list[chance.IntN(len(list))]
		}
		if o.kind != "" && value == "" {
			continue
		}
		if words = append(words, "--"+o.name); o.kind != "" {
			words[len(words)-1] += "=" + value
		}
	}
	return words
}

// session is what one command makes of a hostile capture, and then of what it wrote itself, damaged: its
// parts, baselines, goldens, tables, pages.
type session struct {
	environment
	command command
	hostile attack // that gives the capture
}

// mostLooked is how much of an output is looked at, in bytes.
const mostLooked = 4 << 20

// mostResident is what a process may take, in bytes.
const mostResident = 256 << 20

func newSession(s *settings, subjects []*subject, chance *rand.Rand) attack {
	if len(s.commands) == 0 {
		return skipped{}
	}
	var from attack
	switch chance.IntN(4) {
	case 0:
		const most = 5000 // messages
		from = chooseStorm(chance, most)
	case 1:
		from = newTexts(s, subjects, chance)
	default:
		from = newDamage(s, subjects, chance)
	}
	c := s.commands[chance.IntN(len(s.commands))]
	return &session{environment{program: s.program, hang: s.hang, words: c.words, seed: chance.Uint64()}, c, from}
}

func (s *session) about() []string {
	return append([]string{"session"}, append([]string{"bcdump " + strings.Join(s.words, " ") + " with"}, s.hostile.about()...)...)
}

func (s *session) capture() io.Reader { return s.hostile.capture() }

func (s *session) check() *finding {
	data, err := io.ReadAll(s.capture())
	if err != nil {
		return found("soak", "%v", err)
	}
	s.subject = &subject{name: "hostile", data: data}
	p, err := s.newPlace()
	if err != nil {
		return found("soak", "%v", err)
	}
	defer func() { _ = os.RemoveAll(p.folder) }()
	p.changes = true // by us
	for i, form := range s.command.forms() {
		if f := s.runs(p, fmt.Sprint("said", i), append(s.command.in(form), s.operands(p, []string{p.file})...), form); f != nil {
			return f
		}
	}
	if f := s.writes(p); f != nil {
		return f
	}
	const rounds = 3
	for range rounds {
		files := s.spoil(p)
		form := s.command.forms()[p.IntN(len(s.command.forms()))]
		words := append(s.command.in(form), s.command.some(p.Rand)...)
		for _, o := range s.command.options {
			switch {
			case strings.HasPrefix(o.usage, "write ") && o.kind == "DIR":
				words = append(words, "--"+o.name, filepath.Join(p.out, o.name))
			case !strings.HasPrefix(o.usage, "write ") && strings.Contains(o.kind, "FILE") && p.IntN(2) == 0:
				words = append(words, "--"+o.name, files[p.IntN(len(files))])
			}
		}
		if f := s.runs(p, "said", append(words, s.operands(p, files)...), form); f != nil {
			return f
		}
	}
	return s.typed(p)
}

// operands gives a file for each operand.
func (s *session) operands(p *place, files []string) (words []string) {
	for range s.command.operands {
		words = append(words, files[p.IntN(len(files))])
	}
	return words
}

// writes lets the command write each of the files that it can write, and all that it updates.
func (s *session) writes(p *place) *finding {
	for _, o := range s.command.options {
		words := slices.Clone(s.command.words)
		switch {
		case strings.HasPrefix(o.usage, "write ") && o.kind != "":
			words = append(words, "--"+o.name, filepath.Join(p.out, o.name))
		case strings.HasPrefix(o.usage, "write "):
			words = append(words, "--"+o.name)
		default:
			continue
		}
		if f := s.runs(p, "said", append(words, s.operands(p, []string{p.file})...), ""); f != nil {
			return f
		}
	}
	return nil
}

// spoil damages some of the files of the case where they are, and lists all.
func (s *session) spoil(p *place) (files []string) {
	err := filepath.WalkDir(p.folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		files = append(files, path)
		if p.IntN(2) == 0 {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil || len(data) == 0 {
			return err
		}
		data, _ = damage(data, newSteps(p.Rand))
		return os.WriteFile(path, data, 0o644)
	})
	if err != nil {
		files = append(files, p.file)
	}
	return files
}

// runs runs the command; what it says goes into a file of the case too.
func (s *session) runs(p *place, name string, words []string, form string) *finding {
	cmd := p.command(words...)
	out, err := os.Create(filepath.Join(p.out, name))
	if err != nil {
		return found("soak", "%v", err)
	}
	defer func() { _ = out.Close() }()
	cmd.Stdout = out // it may be long
	cmd.Env = append(cmd.Env, "HOME="+p.folder, "TMPDIR="+p.folder, "XDG_CONFIG_HOME="+p.folder, "XDG_STATE_HOME="+p.folder)
	o := p.run(cmd)
	o.count()
	said := fmt.Sprintf("bcdump %s\n", strings.Join(words, " "))
	if f := p.checkProcess(o); f != nil {
		return found(f.kind, "%s%s", said, f.text)
	}
	if _, err := io.CopyN(&o.out, io.NewSectionReader(out, 0, math.MaxInt64), mostLooked); err == nil {
		form = "" // the rest is missing
	}
	if err := s.harmless(o, form); err != nil {
		return found("texts", "%s%v", said, err)
	}
	if cmd.ProcessState != nil {
		if took := trial.Peak(cmd.ProcessState); took > mostResident {
			return found(outOfMemory, "%s%d MiB", said, took>>20)
		}
		totals.resident = max(totals.resident, trial.Peak(cmd.ProcessState))
	}
	totals.runs++
	if o.Status == exitUsage {
		totals.misused++
	}
	return nil
}

// harmless looks at what goes to a terminal, and at JSON.
func (s *session) harmless(o *outcome, form string) error {
	errs := []error{hostile.CheckText(o.err.Bytes())}
	switch {
	case form == "text" || form == "table":
		errs = append(errs, hostile.CheckText(o.out.Bytes()))
	case form == "json" && o.Status != exitUsage:
		errs = append(errs, hostile.CheckJSON(o.out.Bytes()))
	}
	return errors.Join(errs...)
}

// typed runs the command in a terminal, where keys are pressed.
func (s *session) typed(p *place) *finding {
	path, err := exec.LookPath("script")
	if err != nil {
		return nil
	}
	words := append([]string{p.program}, append(slices.Clone(s.command.words), s.operands(p, []string{p.file})...)...)
	if slices.ContainsFunc(s.command.options, func(o option) bool { return o.kind == "DIR" }) {
		return nil
	}
	cmd := p.other(path, "-qec", "stty rows 30 cols 90; exec "+strings.Join(words, " "), os.DevNull)
	cmd.Env = append(cmd.Env, "TERM=xterm-256color", "HOME="+p.folder, "TMPDIR="+p.folder, "XDG_CONFIG_HOME="+p.folder, "XDG_STATE_HOME="+p.folder)
	keys, hand, err := os.Pipe()
	if err != nil {
		return found("soak", "%v", err)
	}
	defer func() { _ = keys.Close() }()
	cmd.Stdin = keys
	o := p.while(cmd, func(*os.Process) { go p.press(hand) })
	totals.runs++
	if broken.Match(o.out.Bytes()) || o.Hung {
		return found("terminal", "bcdump %s, hung: %v\n%q", strings.Join(s.words, " "), o.Hung, o.out.Bytes()[max(o.out.Len()-5000, 0):])
	}
	return nil
}

// broken is what a program says on a screen when it breaks down.
var broken = regexp.MustCompile(`panic: |fatal error: |internal error: |goroutine \d+ \[`)

// press presses keys, and in the end those that leave every dialog and the program.
func (p *place) press(hand *os.File) {
	defer func() { _ = hand.Close() }()
	keys := []string{"j", "k", "G", "g", "\t", "\r", "\x1b[B", "\x1b[6~", "/", "type", "==", "name", "\x1b", "s", "n", "N", "?", ":", "5", "f", "e", "w", "x", "\x7f", "!", "h", "l", " ", "t", "d", "m", "'", "c", "\x15"}
	for range p.IntN(30) {
		if _, err := hand.WriteString(keys[p.IntN(len(keys))]); err != nil {
			return
		}
		time.Sleep(time.Duration(1+p.IntN(20)) * time.Millisecond)
	}
	for range 40 {
		for _, end := range []string{"\x1b", "\x1b", "q", "\x03"} {
			time.Sleep(60 * time.Millisecond) // an escape alone is one only when nothing follows it
			if _, err := hand.WriteString(end); err != nil {
				return
			}
		}
	}
}
